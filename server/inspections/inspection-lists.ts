import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  adminInspectionsQuery,
  adminInspectionsSchema,
  Inspection,
  inspectionListQuery,
} from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import * as counts from './inspection-counts.repository.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';

export interface InspectionLists {
  list(actor: Actor, query: z.output<typeof inspectionListQuery>): Promise<Page<Inspection>>;
  /** All inspections with search, filters, and counts of the search results. */
  listForAdmin(
    actor: Actor,
    query: z.output<typeof adminInspectionsQuery>,
  ): Promise<z.infer<typeof adminInspectionsSchema>>;
}

export function createInspectionLists(deps: {
  db: Database;
  view(actor: Actor, contexts: InspectionContext[]): Promise<Inspection[]>;
}): InspectionLists {
  const { db, view } = deps;
  return {
    async list(actor, { status, propertyId, standalone, limit, cursor }) {
      const where = and(
        status ? repository.withStatus(status) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        standalone === undefined ? undefined : repository.isStandalone(standalone),
      );
      const ownerId = actor.isAdmin ? undefined : actor.id;
      const page = await repository.listPage(db, { ownerId, where, limit, cursor });
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async listForAdmin(actor, { status, q, propertyId, flagged, from, to, sort, limit, cursor }) {
      const endOfDay = to && to.length === 10 ? `${to}T23:59:59.999Z` : to;
      const found = and(
        q ? await repository.findMatchCondition(db, q) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        from ? repository.createdSince(new Date(from)) : undefined,
        endOfDay ? repository.createdBefore(new Date(endOfDay)) : undefined,
      );
      const search = and(found, flagged ? repository.isFlagged() : undefined);
      const figures = found ? await repository.listFiguresByStatus(db, found) : await counts.listFiguresOfAll(db);
      const of = (name: InspectionStatus) => figures.get(name)?.[flagged ? 'flagged' : 'count'] ?? 0;
      const byStatus = {
        pending_review: of('pending_review'),
        in_progress: of('in_progress'),
        requires_action: of('requires_action'),
        approved: of('approved'),
      };
      const all = byStatus.pending_review + byStatus.in_progress + byStatus.requires_action + byStatus.approved;
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await (sort === 'worst' ? repository.listWorstPage : repository.listPage)(db, {
        where,
        limit,
        cursor,
      });
      const oldest = figures.get('pending_review')?.[flagged ? 'oldestFlagged' : 'oldest'];
      return {
        inspections: await view(actor, page.rows),
        counts: { all, ...byStatus, flagged: [...figures.values()].reduce((sum, row) => sum + row.flagged, 0) },
        oldestPendingAt: oldest?.toISOString() ?? null,
        nextCursor: page.nextCursor,
      };
    },
  };
}
