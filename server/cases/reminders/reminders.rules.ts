/** Days before the due date on which an owner is reminded. */
const steps = [7, 3, 0];
/** Days left (negative: overdue) at which the owner, and then the brand, is notified that the case is overdue. */
const ownerOverdueDays = -1;
const brandOverdueDays = -3;
/** No reminder on the day the case was opened or the next, because the opening mail is recent enough. */
const daysWithoutReminder = 2;

export interface Reminder {
  /** Identifies the reminder: each step is sent once per due date. */
  step: number;
  to: 'owner' | 'brand';
}

/**
 * The reminders that should have been sent by now. A reminder that could not be sent on its day is sent the next day;
 * for an overdue case it is sent however late the server notices, to the owner first.
 */
export function remindersOf(daysLeft: number, openedDaysAgo: number): Reminder[] {
  if (daysLeft <= ownerOverdueDays)
    return [
      { step: ownerOverdueDays, to: 'owner' },
      ...(daysLeft <= brandOverdueDays ? [{ step: brandOverdueDays, to: 'brand' } as const] : []),
    ];
  if (openedDaysAgo < daysWithoutReminder) return [];
  const step = steps.find((day) => daysLeft === day || (day > 0 && daysLeft === day - 1));
  return step === undefined ? [] : [{ step, to: 'owner' }];
}
