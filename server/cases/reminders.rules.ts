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
 * The reminder to send, or null. A reminder that could not be sent on its day is sent the next day; for an overdue case
 * it is sent however late the server notices.
 */
export function reminderOf(daysLeft: number, openedDaysAgo: number): Reminder | null {
  if (daysLeft <= brandOverdueDays) return { step: brandOverdueDays, to: 'brand' };
  if (daysLeft <= ownerOverdueDays) return { step: ownerOverdueDays, to: 'owner' };
  if (openedDaysAgo < daysWithoutReminder) return null;
  const step = steps.find((day) => daysLeft === day || (day > 0 && daysLeft === day - 1));
  return step === undefined ? null : { step, to: 'owner' };
}
