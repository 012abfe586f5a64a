import { largestTotal } from '#contract/money.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { listItems } from './items.repository.ts';
import { planChangedMeanwhile, planTooExpensive, planNotFound } from './plans.errors.ts';
import * as repository from './plans.repository.ts';
import { planFigures } from './plans.rules.ts';
import { countedOnce, planSteps, type PlacedItem } from './workflow.rules.ts';

/** The plan, locked until the change ends. */
export async function lockPlan(change: Change, id: string): Promise<PlanRow> {
  const plan = await repository.lockById(change.tx, id);
  if (!plan) throw planNotFound();
  return plan;
}

/** The plans that show an item, locked until the change ends. */
export async function lockPlansOf(change: Change, item: PlacedItem): Promise<PlanRow[]> {
  const plans = await repository.lockByItem(change.tx, item);
  if (plans.length === 0) throw planNotFound();
  return plans;
}

/** The plans that show one of these items, each once, locked until the change ends. */
export async function lockPlansOfItems(change: Change, placed: readonly PlacedItem[]): Promise<PlanRow[]> {
  const plans = new Map<string, PlanRow>();
  for (const item of placed) for (const plan of await lockPlansOf(change, item)) plans.set(plan.id, plan);
  return [...plans.values()];
}

/** Moves a plan to its next status; throws 409 when another user moved it first. */
export async function movePlan(
  change: Change,
  plan: PlanRow,
  status: PlanRow['status'],
  acceptance: Partial<Pick<PlanRow, 'approvedAt' | 'approvedOn' | 'approvedBy'>> = {},
): Promise<PlanRow> {
  const moved = await repository.updateStatus(change.tx, plan, status, acceptance);
  if (!moved) throw planChangedMeanwhile();
  return moved;
}

/** Recomputes the plans whose items changed, and notifies the open pages. */
export async function settlePlans(change: Change, plans: readonly PlanRow[], ownerId: string | null): Promise<void> {
  for (const plan of plans) sendPlanChanged(change, await settlePlan(change, plan), ownerId);
}

/** Recomputes the totals after the items changed, and moves the plan to the status that follows from them. */
export async function settlePlan(change: Change, plan: PlanRow): Promise<PlanRow> {
  const items = await listItems(change.tx, [plan.id]);
  const figures = planFigures(items, plan.settings);
  if (figures.high.total > largestTotal) throw planTooExpensive();
  let current = await repository.updatePlan(change.tx, plan.id, {
    totalCost: figures.typical.total,
    sharedCost: figures.typical.total - planFigures(countedOnce(plan, items), plan.settings).typical.total,
    estimatedDays: figures.estimatedDays,
    priority: figures.priority,
  });
  for (const status of planSteps(current.status, items)) {
    current = await movePlan(change, current, status);
    change.audit(`pip.${status}`, 'pip_report', plan.id);
  }
  return current;
}

/** Notifies the open pages of the owner and the admins that a plan has changed. */
export function sendPlanChanged(change: Change, plan: PlanRow, ownerId: string | null): void {
  const payload = { pipReportId: plan.id, propertyId: plan.propertyId };
  change.push({ type: 'pip_changed', payload }, ownerAndAdmins(ownerId));
}
