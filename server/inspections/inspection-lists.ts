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
import * as counts from './figures/inspection-counts.repository.ts';
import * as repository from './listed-inspections.repository.ts';
import type { ListedInspection } from './listed-inspections.repository.ts';

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
  view(actor: Actor, listed: readonly ListedInspection[]): Promise<Inspection[]>;
}): InspectionLists {
  const { db, view } = deps;
  return {
    async list(actor, query) {
      const page = await repository.listPage(db, { ...query, ownerId: actor.isAdmin ? undefined : actor.id });
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async listForAdmin(actor, { status, q, propertyId, flagged, from, to, sort, limit, cursor }) {
      const endOfDay = to && to.length === 10 ? `${to}T23:59:59.999Z` : to;
      const match = q ? { q, ...(await repository.findMatch(db, q)) } : null;
      const found = {
        propertyId,
        from: from ? new Date(from) : undefined,
        to: endOfDay ? new Date(endOfDay) : undefined,
        search: match?.search,
      };
      const isOfAll = !propertyId && !from && !to;
      const kept =
        isOfAll &&
        (await (match
          ? counts.listFiguresOfSearch(db, { ...match, flagged: flagged ?? false })
          : counts.listFiguresOfAll(db)));
      const figures = kept || (await repository.listFiguresByStatus(db, found));
      const of = (name: InspectionStatus) => figures.get(name)?.[flagged ? 'flagged' : 'count'] ?? 0;
      const byStatus = {
        pending_review: of('pending_review'),
        in_progress: of('in_progress'),
        requires_action: of('requires_action'),
        approved: of('approved'),
      };
      const all = byStatus.pending_review + byStatus.in_progress + byStatus.requires_action + byStatus.approved;
      // Of the chosen status, so that it is what filtering the list for them finds.
      const ofStatus = status && status !== 'all' ? [figures.get(status)] : [...figures.values()];
      const flaggedOnes = ofStatus.reduce((sum, row) => sum + (row?.flagged ?? 0), 0);
      const page = await (sort === 'worst' ? repository.listWorstPage : repository.listPage)(db, {
        ...found,
        flagged,
        status: status === 'all' ? undefined : status,
        limit,
        cursor,
      });
      const oldest = figures.get('pending_review')?.[flagged ? 'oldestFlagged' : 'oldest'];
      return {
        inspections: await view(actor, page.rows),
        counts: { all, ...byStatus, flagged: flaggedOnes },
        oldestPendingAt: oldest?.toISOString() ?? null,
        nextCursor: page.nextCursor,
      };
    },
  };
}
