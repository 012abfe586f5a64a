import type { FastifyInstance } from 'fastify';
import { auditListSchema, auditQuery, auditVerdictSchema } from '#contract/audit.ts';
import { linkNext } from '#server/platform/http/page.ts';
import { admin, route } from '#server/platform/http/route.ts';
import { serverId } from './audit.rules.ts';
import type { AuditService } from './audit.service.ts';

const tag = 'Audit log';

interface Deps {
  audit: AuditService;
  /** The names of users by id; deleted accounts have no entry. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function auditRoutes(app: FastifyInstance, { audit, namesOf }: Deps): void {
  route(app, 'GET', '/api/admin/audit-logs', {
    summary: 'Entries of the audit log, newest first',
    tag,
    access: admin,
    query: auditQuery,
    response: { 200: auditListSchema },
    handle: async ({ query, request, reply }) => {
      const { rows, nextCursor } = await audit.list(query);
      linkNext(request, reply, nextCursor);
      const names = await namesOf(rows.map((row) => row.userId));
      return rows.map((row) => ({
        ...row,
        actorName: row.userId === serverId ? 'Innspect' : (names.get(row.userId) ?? null),
        createdAt: row.createdAt.toISOString(),
      }));
    },
  });
  route(app, 'GET', '/api/admin/audit-logs/verify', {
    summary: 'Walks the chain of hashes from its start',
    tag,
    access: admin,
    response: { 200: auditVerdictSchema },
    handle: () => audit.verify(),
  });
}
