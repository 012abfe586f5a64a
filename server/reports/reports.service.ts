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
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { conflict, forbidden, notFound, words } from '#server/platform/http/problem.ts';
import { createCatalogueService, type CatalogueService } from './catalogue.service.ts';
import { createGenerationService, type GenerationService, type Generated } from './generation.service.ts';
import { createItemsService, type ItemsService } from './items.service.ts';
import { holdReport, moveReport, pushReport } from './reports.changes.ts';
import * as repository from './reports.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { createReportViews, standingOf, type NeighbourViews } from './reports.views.ts';
import type { PlanSettings } from './reports.tables.ts';
import { mayAccept, maySubmit } from './workflow.rules.ts';

export type { ReportContext } from './reports.repository.ts';

export interface ReportsService {
  readonly generation: GenerationService;
  readonly items: ItemsService;
  readonly catalogue: CatalogueService;
  /** Owners find the reports of their own properties, admins all. */
  load(actor: Actor, id: string): Promise<Authorized<ReportContext> | null>;
  list(actor: Actor, query: z.output<typeof pipReportsQuery>): Promise<Page<PipReport>>;
  /** Figures over all reports that the caller may see, of which a list may hold only the first. */
  totals(actor: Actor): Promise<PipTotals>;
  /** All reports with search, filter and counts over what the search finds. */
  listForAdmin(
    actor: Actor,
    query: z.output<typeof adminPipReportsQuery>,
  ): Promise<z.infer<typeof adminPipReportsSchema>>;
  view(actor: Actor, target: Authorized<ReportContext>): Promise<PipReport>;
  /** The report as it is now, for an answer after a change. */
  reread(actor: Actor, id: string): Promise<PipReport>;
  viewGenerated(
    actor: Actor,
    generated: Generated,
  ): Promise<{ isUpdate: boolean; message: string; pipReport: PipReport }>;
  ofAreaSession(actor: Actor, areaSession: Authorized<{ session: { id: string } }>): Promise<PipReport | null>;
  viewItem(actor: Actor, reportId: string, itemId: string): Promise<PipItem>;
  /** Sends a draft to the owner. Throws 403 for an owner unless no case is behind the report, 409 unless it is a draft. */
  submit(actor: Actor, target: Authorized<ReportContext>): Promise<PipReport>;
  /** The owner's Accept Plan. Throws 403 for everybody else, 409 unless the plan waits for approval. */
  accept(actor: Actor, target: Authorized<ReportContext>): Promise<PipReport>;
}

export interface ReportsDeps {
  db: Database;
  changes: Changes;
  settings: PlanSettings;
  notifications: Pick<NotificationsService, 'notify' | 'adminIds'>;
  views: NeighbourViews;
}

export function createReportsService(deps: ReportsDeps): ReportsService {
  const { db, changes, notifications } = deps;
  const views = createReportViews({ db, neighbours: deps.views });

  async function load(actor: Actor, id: string): Promise<Authorized<ReportContext> | null> {
    const found = await repository.find(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
    return found ? authorize(found) : null;
  }

  async function reread(actor: Actor, id: string): Promise<PipReport> {
    const found = await load(actor, id);
    if (!found) throw notFound('Report');
    return views.one(found, actor);
  }

  const linkTo = (id: string) => `/pip-report/${id}`;
  const subject = ({ property, area }: ReportContext) => (area ? `${property.name}, ${area}` : property.name);

  return {
    generation: createGenerationService(deps),
    items: createItemsService(deps),
    catalogue: createCatalogueService(deps),
    load,
    reread,
    view: (actor, target) => views.one(target, actor),

    async list(actor, query) {
      const page = await repository.pageOf(db, actor.isAdmin ? undefined : repository.ownedBy(actor.id), query);
      return { rows: await views.many(page.rows, actor, query.items), nextCursor: page.nextCursor };
    },

    async totals(actor) {
      const where = actor.isAdmin ? undefined : repository.ownedBy(actor.id);
      const byStatus = await repository.countByStatus(db, where);
      const { cost, days } = await repository.sumsOf(db, where);
      return {
        reports: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
        totalCost: cost.toFixed(2),
        averageDays: days,
        pendingApproval: byStatus.get('pending_approval') ?? 0,
      };
    },

    async listForAdmin(actor, { status, q, items, limit, cursor }) {
      const search = q ? repository.matching(q) : undefined;
      const byStatus = await repository.countByStatus(db, search);
      const of = (name: PipStatus) => byStatus.get(name) ?? 0;
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await repository.pageOf(db, where, { limit, cursor });
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
      const pipReport = await reread(actor, id);
      const count = `${pipReport.itemCount} ${pipReport.itemCount === 1 ? 'item' : 'items'}`;
      const message = isUpdate ? `PIP Updated: the plan has ${count} now` : `PIP Generated with ${count}`;
      return { isUpdate, message, pipReport };
    },

    async ofAreaSession(actor, { session }) {
      const found = await repository.findOfArea(db, session.id);
      return found ? views.one(found, actor) : null;
    },

    async viewItem(actor, reportId, itemId) {
      const found = await load(actor, reportId);
      const row = await repository.findItem(db, itemId);
      const [item] = found && row ? await views.items(found, actor, [row]) : [];
      if (!item) throw notFound('Item');
      return item;
    },

    async submit(actor, target) {
      if (!maySubmit(standingOf(actor, target))) throw forbidden('Admin/QA sends the plan of an inspection case');
      await changes.run(actor.id, async (change) => {
        const report = await holdReport(change, target.report.id);
        if (report.status !== 'draft') throw conflict(`The plan is ${words(report.status)}; only a draft can be sent`);
        const sent = await moveReport(change, report, 'pending_approval');
        change.audit('pip.submitted', 'pip_report', report.id);
        pushReport(change, sent, target.property.userId);
        await notifications.notify(change, {
          userIds: [target.property.userId],
          kind: 'pip_submitted',
          title: 'A property improvement plan waits for you',
          body: `${subject(target)}: look through the plan and accept it.`,
          link: linkTo(report.id),
        });
      });
      return reread(actor, target.report.id);
    },

    async accept(actor, target) {
      if (!mayAccept(standingOf(actor, target))) throw forbidden("Only the property's owner accepts the plan");
      await changes.run(actor.id, async (change) => {
        const report = await holdReport(change, target.report.id);
        if (report.status !== 'pending_approval') {
          throw conflict(`The plan is ${words(report.status)}; only a plan pending approval can be accepted`);
        }
        const approved = await moveReport(change, report, 'approved', { approvedAt: new Date(), approvedBy: actor.id });
        change.audit('pip.accepted', 'pip_report', report.id, { totalCost: report.totalCost });
        pushReport(change, approved, target.property.userId);
        await notifications.notify(change, {
          userIds: await notifications.adminIds(change.tx),
          kind: 'pip_accepted',
          title: 'A property improvement plan was accepted',
          body: `${subject(target)}: the owner has accepted the plan.`,
          link: linkTo(report.id),
        });
      });
      return reread(actor, target.report.id);
    },
  };
}
