import { and } from 'drizzle-orm';
import type { z } from 'zod';
import {
  planStatuses,
  type adminPlansQuery,
  type adminPlansSchema,
  type PlanItem,
  type Plan,
  type plansQuery,
  type PlanStatus,
  type PlanTotals,
} from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { Generated } from './generation.service.ts';
import { itemNotFound, planNotFound } from './plans.errors.ts';
import * as counts from './plan-counts.repository.ts';
import * as repository from './plans.repository.ts';
import type { ListedPlan, PlanContext } from './plans.repository.ts';
import { createPlanViews, type PlanViewsDeps } from './views.ts';

export interface PlansService {
  /** Loads a plan; owners can load the plans of their own properties, admins all. */
  load(actor: Actor, id: string): Promise<Authorized<PlanContext> | null>;
  list(actor: Actor, query: z.output<typeof plansQuery>): Promise<Page<Plan>>;
  /** The figures of all plans that the caller may see, not only those of the first page. */
  totals(actor: Actor): Promise<PlanTotals>;
  /** Counts the plans of the caller that are not completed, and those that their owner has to accept. */
  counts(actor: Actor): Promise<{ active: number; toAccept: number }>;
  /** All plans with search, filter and counts of the search results. */
  listForAdmin(actor: Actor, query: z.output<typeof adminPlansQuery>): Promise<z.infer<typeof adminPlansSchema>>;
  view(actor: Actor, target: Authorized<PlanContext>): Promise<Plan>;
  /** The current plan, to answer after a change. */
  viewById(actor: Actor, id: string): Promise<Plan>;
  viewGenerated(actor: Actor, generated: Generated): Promise<{ isUpdate: boolean; message: string; pipReport: Plan }>;
  ofAreaSession(actor: Actor, target: Authorized<{ areaSession: { id: string } }>): Promise<Plan | null>;
  viewItem(actor: Actor, planId: string, itemId: string): Promise<PlanItem>;
}

export function createPlansService(deps: PlanViewsDeps): PlansService {
  const { db } = deps;
  const views = createPlanViews(deps);
  const ofCaller = (actor: Actor) => (actor.isAdmin ? undefined : repository.ofOwner(actor.id));
  const visibleTo = (actor: Actor) => (actor.isAdmin ? undefined : repository.ownedBy(actor.id));

  async function load(actor: Actor, id: string): Promise<Authorized<PlanContext> | null> {
    const found = await repository.findById(db, id, visibleTo(actor));
    return found ? authorize(found) : null;
  }

  async function viewById(actor: Actor, id: string): Promise<Plan> {
    const found = await load(actor, id);
    if (!found) throw planNotFound();
    return views.one(found, actor);
  }

  /** With items, which need all of their property; lists of the product are without. */
  async function viewListed(rows: readonly ListedPlan[], actor: Actor, withItems: boolean): Promise<Plan[]> {
    if (!withItems) return views.withoutItems(rows, actor);
    const contexts = await repository.listByIds(
      db,
      rows.map(({ plan }) => plan.id),
    );
    return views.withItems(contexts, actor);
  }

  return {
    load,
    viewById,
    view: (actor, target) => views.one(target, actor),

    async list(actor, { status, toAccept, items, limit, cursor }) {
      const where = and(status && repository.withStatus(status), toAccept ? counts.awaitsAcceptance : undefined);
      const ownerId = actor.isAdmin ? undefined : actor.id;
      const page = await repository.listPage(db, { where, ownerId, limit, cursor });
      return { rows: await viewListed(page.rows, actor, items), nextCursor: page.nextCursor };
    },

    async totals(actor) {
      const byStatus = actor.isAdmin
        ? await counts.countAllByStatus(db)
        : await counts.countByStatus(db, repository.ofOwner(actor.id));
      const { cost, days } = await repository.sumCostAndDays(db, actor.isAdmin ? undefined : actor.id);
      return {
        reports: [...byStatus.values()].reduce((sum, count) => sum + count, 0),
        totalCost: cost,
        averageDays: days,
        pendingApproval: await counts.countAwaitingAcceptance(db, ofCaller(actor)),
      };
    },

    counts: (actor) => counts.countOpen(db, ofCaller(actor)),

    async listForAdmin(actor, { status, q, sort, items, limit, cursor }) {
      const search = q ? repository.matching(q) : undefined;
      const byStatus = search ? await counts.countByStatus(db, search) : await counts.countAllByStatus(db);
      const of = (name: PlanStatus) => byStatus.get(name) ?? 0;
      // A draft beside the sent plan that shows its items is no work: only the list of all plans shows it.
      const ofStatus = (name: PlanStatus) => (name === 'draft' ? counts.awaitsReview : repository.withStatus(name));
      const where = and(search, status && status !== 'all' ? ofStatus(status) : undefined);
      const list = sort === 'worst' ? repository.listWorstPage : repository.listPage;
      const page = await list(db, { where, limit, cursor });
      return {
        reports: await viewListed(page.rows, actor, items),
        counts: {
          all: planStatuses.reduce((sum, name) => sum + of(name), 0),
          draft: of('draft') - (await counts.countDraftsOfSent(db, search)),
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
      const count = plural(pipReport.itemCount, 'item');
      const message = isUpdate ? `PIP Updated: the plan has ${count} now` : `PIP Generated with ${count}`;
      return { isUpdate, message, pipReport };
    },

    async ofAreaSession(actor, { areaSession }) {
      const found = await repository.findByArea(db, areaSession.id);
      return found ? views.one(found, actor) : null;
    },

    async viewItem(actor, planId, itemId) {
      const found = await load(actor, planId);
      const item = found && (await views.item(found, actor, itemId));
      if (!item) throw itemNotFound();
      return item;
    },
  };
}
