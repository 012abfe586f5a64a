import { and } from 'drizzle-orm';
import type { z } from 'zod';
import {
  pipStatuses,
  type adminPipReportsQuery,
  type adminPipReportsSchema,
  type PipItem,
  type PipReport,
  type pipReportsQuery,
  type PipStatus,
  type PipTotals,
} from '#contract/reports.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { Generated } from './generation.service.ts';
import { findItem } from './items.repository.ts';
import { itemNotFound, reportNotFound } from './reports.errors.ts';
import * as repository from './reports.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { createReportViews, type RelatedViews } from './views.ts';

export interface ReportsService {
  /** Owners find the reports of their own properties, admins all. */
  load(actor: Actor, id: string): Promise<Authorized<ReportContext> | null>;
  list(actor: Actor, query: z.output<typeof pipReportsQuery>): Promise<Page<PipReport>>;
  /** Figures over all reports that the caller may see, not only those of the first page. */
  totals(actor: Actor): Promise<PipTotals>;
  /** All reports with search, filter and counts over what the search finds. */
  listForAdmin(
    actor: Actor,
    query: z.output<typeof adminPipReportsQuery>,
  ): Promise<z.infer<typeof adminPipReportsSchema>>;
  view(actor: Actor, target: Authorized<ReportContext>): Promise<PipReport>;
  /** The current report, for the answer after a change. */
  viewById(actor: Actor, id: string): Promise<PipReport>;
  viewGenerated(
    actor: Actor,
    generated: Generated,
  ): Promise<{ isUpdate: boolean; message: string; pipReport: PipReport }>;
  ofAreaSession(actor: Actor, target: Authorized<{ areaSession: { id: string } }>): Promise<PipReport | null>;
  viewItem(actor: Actor, reportId: string, itemId: string): Promise<PipItem>;
}

export interface ReportsDeps {
  db: Database;
  related: RelatedViews;
}

export function createReportsService(deps: ReportsDeps): ReportsService {
  const { db } = deps;
  const views = createReportViews(deps);
  const visibleTo = (actor: Actor) => (actor.isAdmin ? undefined : repository.ownedBy(actor.id));

  async function load(actor: Actor, id: string): Promise<Authorized<ReportContext> | null> {
    const found = await repository.find(db, id, visibleTo(actor));
    return found ? authorize(found) : null;
  }

  async function viewById(actor: Actor, id: string): Promise<PipReport> {
    const found = await load(actor, id);
    if (!found) throw reportNotFound();
    return views.one(found, actor);
  }

  return {
    load,
    viewById,
    view: (actor, target) => views.one(target, actor),

    async list(actor, query) {
      const page = await repository.pageOf(db, { ...query, ownerId: actor.isAdmin ? undefined : actor.id });
      return { rows: await views.many(page.rows, actor, query.items), nextCursor: page.nextCursor };
    },

    async totals(actor) {
      const where = actor.isAdmin ? undefined : repository.ofOwner(actor.id);
      const byStatus = await repository.countByStatus(db, where);
      const { cost, days } = await repository.sumsOf(db, where);
      return {
        reports: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
        totalCost: cost,
        averageDays: days,
        pendingApproval: byStatus.get('pending_approval') ?? 0,
      };
    },

    async listForAdmin(actor, { status, q, items, limit, cursor }) {
      const search = q ? repository.matching(q) : undefined;
      const byStatus = await repository.countByStatus(db, search);
      const of = (name: PipStatus) => byStatus.get(name) ?? 0;
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await repository.pageOf(db, { where, limit, cursor });
      return {
        reports: await views.many(page.rows, actor, items),
        counts: {
          all: pipStatuses.reduce((sum, name) => sum + of(name), 0),
          draft: of('draft'),
          pending_approval: of('pending_approval'),
          approved: of('approved'),
          in_progress: of('in_progress'),
          completed: of('completed'),
        },
        nextCursor: page.nextCursor,
      };
    },

    async viewGenerated(actor, { id, isUpdate }) {
      const pipReport = await viewById(actor, id);
      const count = `${pipReport.itemCount} ${pipReport.itemCount === 1 ? 'item' : 'items'}`;
      const message = isUpdate ? `PIP Updated: the plan has ${count} now` : `PIP Generated with ${count}`;
      return { isUpdate, message, pipReport };
    },

    async ofAreaSession(actor, { areaSession }) {
      const found = await repository.findOfArea(db, areaSession.id);
      return found ? views.one(found, actor) : null;
    },

    async viewItem(actor, reportId, itemId) {
      const found = await load(actor, reportId);
      const row = await findItem(db, itemId);
      const [item] = found && row ? await views.items(found, actor, [row]) : [];
      if (!item) throw itemNotFound();
      return item;
    },
  };
}
