import type { PlanWork } from '#contract/stats.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { isReturned, isWorkable, itemSteps, workableStatuses } from '../item-steps.rules.ts';
import { listItems, listLastReturns } from '../items.repository.ts';
import { listWithSharedItems } from '../plans.repository.ts';
import { listOpen } from '../requests/requests.repository.ts';
import { listVersions } from '../versions/versions.repository.ts';
import { callerOf, shows } from '../workflow.rules.ts';
import { listAccepted, type AcceptedPlan } from './plan-work.repository.ts';

export interface PlanWorkService {
  /**
   * The accepted plan of an owner's properties with items that the owner may start or finish: the one with work returned
   * last, or else accepted first; null without one.
   */
  of(ownerId: string): Promise<PlanWork | null>;
}

/** Leaves out the plans of areas and inspections beside the accepted plan of their property, which shows the same items. */
function withoutViews(plans: readonly AcceptedPlan[]): AcceptedPlan[] {
  const whole = new Set(plans.flatMap(({ plan }) => (plan.source === 'property' ? [plan.runId] : [])));
  return plans.filter(({ plan }) => plan.source === 'property' || !whole.has(plan.runId));
}

const timeOf = (returnedAt: Date | null): number => returnedAt?.getTime() ?? 0;

/** A plan's place among the others: the one with work returned last comes first, then the one that was accepted first. */
interface Place {
  returnedLast: number;
  acceptance: number;
}
const byPlace = (a: Place, b: Place): number => b.returnedLast - a.returnedLast || a.acceptance - b.acceptance;

type Candidate = Place & { accepted: AcceptedPlan };

/** The plans with items that may be workable, by the first place that each can have. */
async function listCandidates(db: Database, accepted: readonly AcceptedPlan[]): Promise<Candidate[]> {
  const ids = accepted.map(({ plan }) => plan.id);
  const returns = await listLastReturns(db, ids, workableStatuses);
  const lastReturns = new Map(returns.map(({ planId, returnedAt }) => [planId, timeOf(returnedAt)]));
  return accepted
    .map((each, acceptance) => ({
      accepted: each,
      acceptance,
      returnedLast: lastReturns.get(each.plan.id) ?? Number.NaN,
    }))
    .filter(({ accepted: { plan } }) => lastReturns.has(plan.id))
    .toSorted(byPlace);
}

function workOf({ accepted: { plan, propertyName }, acceptance }: Candidate, workable: readonly PlanItemRow[]) {
  const returned = workable.filter(isReturned).toSorted((a, b) => timeOf(b.returnedAt) - timeOf(a.returnedAt));
  const [last] = returned;
  const work = {
    planId: plan.id,
    propertyName,
    items: workable.length,
    returned: returned.length,
    note: last?.note ?? null,
  };
  return { work, acceptance, returnedLast: timeOf(last?.returnedAt ?? null) };
}

/** The work of those plans that have any. */
async function listWork(db: Database, ownerId: string, candidates: readonly Candidate[]) {
  const plans = candidates.map(({ accepted }) => accepted.plan);
  const idsOf = (rows: readonly { id: string }[]) => [...new Set(rows.map(({ id }) => id))];
  const sharing = await listWithSharedItems(db, plans);
  const rows = await listItems(db, idsOf(plans));
  const versions = Map.groupBy(await listVersions(db, idsOf(sharing)), ({ pipReportId }) => pipReportId);
  const open = new Map((await listOpen(db, idsOf(rows))).map((row) => [row.itemId, row]));
  const items = Map.groupBy(rows, ({ shownIn }) => shownIn);
  const works = candidates.map((candidate) => {
    const { plan, caseId } = candidate.accepted;
    const caller = callerOf({ id: ownerId, isAdmin: false }, { property: { userId: ownerId }, caseId });
    const workable = (items.get(plan.id) ?? []).filter((item) => {
      const showing = sharing.filter((each) => shows(each, item));
      const withVersions = showing.map((each) => ({ plan: each, versions: versions.get(each.id) ?? [] }));
      return isWorkable(itemSteps(caller, withVersions, item, open.get(item.id)));
    });
    return workOf(candidate, workable);
  });
  return works.filter(({ work }) => work.items > 0);
}

/** The number of plans that are read with their items and versions at a time: usually the first one has work. */
const batch = 5;

export function createPlanWorkService({ db }: { db: Database }): PlanWorkService {
  return {
    async of(ownerId) {
      const candidates = await listCandidates(db, withoutViews(await listAccepted(db, ownerId)));
      let found: Awaited<ReturnType<typeof listWork>> = [];
      for (let start = 0; start < candidates.length; start += batch) {
        const next = candidates.slice(start, start + batch);
        const [best] = found;
        // The others would come after it, even if the items that were returned last are workable.
        if (best && next[0] && byPlace(best, next[0]) < 0) break;
        found = [...found, ...(await listWork(db, ownerId, next))].toSorted(byPlace);
      }
      return found[0]?.work ?? null;
    },
  };
}
