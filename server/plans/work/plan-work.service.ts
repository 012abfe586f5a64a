import type { PlanWork } from '#contract/stats.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { isReturned, isWorkable, itemSteps } from '../item-steps.rules.ts';
import { listItems } from '../items.repository.ts';
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

const returnTime = ({ returnedAt }: PlanItemRow): number => returnedAt?.getTime() ?? 0;

function workOf({ plan, propertyName }: AcceptedPlan, workable: readonly PlanItemRow[]) {
  const returned = workable.filter(isReturned).toSorted((a, b) => returnTime(b) - returnTime(a));
  const [last] = returned;
  const work = {
    planId: plan.id,
    propertyName,
    items: workable.length,
    returned: returned.length,
    note: last?.note ?? null,
  };
  return { work, returnedLast: last ? returnTime(last) : 0 };
}

export function createPlanWorkService({ db }: { db: Database }): PlanWorkService {
  return {
    async of(ownerId) {
      const accepted = withoutViews(await listAccepted(db, ownerId));
      const sharing = await listWithSharedItems(
        db,
        accepted.map(({ plan }) => plan),
      );
      const rows = await listItems(
        db,
        accepted.map(({ plan }) => plan.id),
      );
      const versions = Map.groupBy(
        await listVersions(
          db,
          sharing.map(({ id }) => id),
        ),
        ({ pipReportId }) => pipReportId,
      );
      const open = new Map(
        (await listOpen(db, [...new Set(rows.map(({ id }) => id))])).map((row) => [row.itemId, row]),
      );
      const items = Map.groupBy(rows, ({ shownIn }) => shownIn);
      const works = accepted.map((each) => {
        const caller = callerOf(
          { id: ownerId, isAdmin: false },
          { property: { userId: ownerId }, caseId: each.caseId },
        );
        const workable = (items.get(each.plan.id) ?? []).filter((item) => {
          const showing = sharing.filter((plan) => shows(plan, item));
          const withVersions = showing.map((plan) => ({ plan, versions: versions.get(plan.id) ?? [] }));
          return isWorkable(itemSteps(caller, withVersions, item, open.get(item.id)));
        });
        return workOf(each, workable);
      });
      const withWork = works.filter(({ work }) => work.items > 0).toSorted((a, b) => b.returnedLast - a.returnedLast);
      return withWork[0]?.work ?? null;
    },
  };
}
