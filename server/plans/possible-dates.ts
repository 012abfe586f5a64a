import type { CalendarDate } from '#contract/due-dates.ts';
import { earliestDays } from '#contract/plan-lines.ts';
import type { PlanItemRow, PlanRow } from '#server/schema/plans.tables.ts';
import { earliestDue } from './due-dates.rules.ts';
import * as errors from './plans.errors.ts';

/** Throws 400 when the materials cannot be there and the work done by the date. */
export function requirePossibleDate(
  item: Pick<PlanItemRow, 'createdAt' | 'leadDays' | 'daysOnSite'>,
  plans: readonly PlanRow[],
  dueDate: CalendarDate,
): void {
  const earliest = earliestDue(item, plans);
  if (dueDate < earliest) throw errors.dueBeforeDelivery(earliest, earliestDays(item));
}
