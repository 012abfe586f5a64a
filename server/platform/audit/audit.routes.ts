import { and, desc, eq, lt } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { auditListSchema, auditQuery, auditVerdictSchema } from '#contract/audit.ts';
import type { Database } from '#server/platform/database/types.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { cursorInvalid } from '#server/platform/http/http.errors.ts';
import { admin, route } from '#server/platform/http/route.ts';
import { verifyAudit } from './audit.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';

const tag = 'Audit log';

interface Deps {
  db: Database;
  /** Names of people by their ids; whoever is gone is missing. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function auditRoutes(app: FastifyInstance, { db, namesOf }: Deps): void {
  route(app, 'GET', '/api/admin/audit-logs', {
    summary: 'Entries of the audit log, newest first',
    tag,
    access: admin,
    query: auditQuery,
    response: { 200: auditListSchema },
    handle: async ({ query, request, reply }) => {
      if (query.cursor && !/^\d{1,15}$/.test(query.cursor)) throw cursorInvalid();
      const rows = await db
        .select()
        .from(auditLogs)
        .where(
          and(
            query.entityType ? eq(auditLogs.entityType, query.entityType) : undefined,
            query.entityId ? eq(auditLogs.entityId, query.entityId) : undefined,
            query.cursor ? lt(auditLogs.seq, Number(query.cursor)) : undefined,
          ),
        )
        .orderBy(desc(auditLogs.seq))
        .limit(query.limit + 1);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      linkNext(request, reply, rows.length > query.limit && last ? String(last.seq) : null);
      const names = await namesOf(page.map((row) => row.userId));
      return page.map((row) => ({
        ...row,
        actorName: names.get(row.userId) ?? null,
        createdAt: row.createdAt.toISOString(),
      }));
    },
  });
  route(app, 'GET', '/api/admin/audit-logs/verify', {
    summary: 'Walks the chain of hashes from its start',
    tag,
    access: admin,
    response: { 200: auditVerdictSchema },
    handle: () => verifyAudit(db),
  });
}
