/** Days before the due date on which an owner is reminded. */
const steps = [7, 3, 0];
/** Days after the due date on which the owner is told that the case is overdue, and then the brand. */
const overdueOwner = -1;
const overdueBrand = -3;
/** The mail that opened the case is reminder enough on the day that it was sent and the next. */
const quietDays = 2;

export interface Reminder {
  /** The same reminder of one due date is given once. */
  step: number;
  to: 'owner' | 'brand';
}

/**
 * The reminder that is due, null where there is none. One that could not be given on its day is given on the day after;
 * an overdue case is followed up whenever that is first seen.
 */
export function reminderOf(daysLeft: number, openedDaysAgo: number): Reminder | null {
  if (daysLeft <= overdueBrand) return { step: overdueBrand, to: 'brand' };
  if (daysLeft <= overdueOwner) return { step: overdueOwner, to: 'owner' };
  if (openedDaysAgo < quietDays) return null;
  const step = steps.find((day) => daysLeft === day || (day > 0 && daysLeft === day - 1));
  return step === undefined ? null : { step, to: 'owner' };
}
