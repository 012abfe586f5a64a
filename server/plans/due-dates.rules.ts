import { addDays, daysBetween, utcDate, type CalendarDate } from '#contract/due-dates.ts';
import { dueInWindow, earliestDays } from '#contract/plan-lines.ts';
import type { PlanItemRow, PlanRow } from '#server/schema/plans.tables.ts';

type Plans = readonly Pick<PlanRow, 'approvedOn'>[];

/** The date on which the owner first accepted a plan that shows the item, so that all of them show the same due date. */
const acceptedFirst = (showing: Plans): CalendarDate | undefined =>
  showing
    .map(({ approvedOn }) => approvedOn)
    .filter((day) => day !== null)
    .toSorted((a, b) => a.localeCompare(b))[0];

/** Where an item's window and lead time start: at the acceptance, or at its creation if it was added after that. */
export function windowStart({ createdAt }: Pick<PlanItemRow, 'createdAt'>, showing: Plans): CalendarDate {
  const accepted = acceptedFirst(showing);
  const created = utcDate(createdAt);
  // The acceptance is a date at the property, where it may still be the day before.
  return accepted === undefined || daysBetween(accepted, created) > 1 ? created : accepted;
}

/** The entered due date, or the end of its window. */
export const dueDateOf = (
  item: Pick<PlanItemRow, 'createdAt' | 'dueDate' | 'priority' | 'horizonMonths' | 'leadDays' | 'daysOnSite'>,
  showing: Plans,
): CalendarDate => item.dueDate ?? dueInWindow(item, windowStart(item, showing));

/** The date before which delivery and work cannot be over. */
export const earliestDue = (
  item: Pick<PlanItemRow, 'createdAt' | 'leadDays' | 'daysOnSite'>,
  showing: Plans,
): CalendarDate => addDays(windowStart(item, showing), earliestDays(item));
