import { daysBetween, dueDateOf, localDate } from '#contract/due-dates.ts';

export interface Due {
  /** Whole calendar days until the due date; negative once past. */
  days: number;
  text: string;
  /** Overdue or up to 3 days left red, up to 7 yellow, more green. */
  tone: 'critical' | 'medium' | 'good';
}

/** How the due date of an answer stands on the day of `now`: 'N days left' or 'N days overdue' and its colour. */
export function dueIn(dueDate: string, now: Date = new Date()): Due {
  const days = daysBetween(localDate(now), dueDateOf(dueDate));
  const count = Math.abs(days);
  return {
    days,
    text: `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'overdue' : 'left'}`,
    tone: days <= 3 ? 'critical' : days <= 7 ? 'medium' : 'good',
  };
}
