import { daysBetween, dueDateOf, localDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';

export interface Due {
  /** Whole calendar days until the due date; negative once past. */
  days: number;
  text: string;
  /** Red when overdue or with up to 3 days left, yellow with up to 7, otherwise green. */
  tone: 'critical' | 'medium' | 'good';
}

/** The due date as 'N days left' or 'N days overdue', with its color. */
export function dueIn(dueDate: string, now: Date = new Date()): Due {
  const days = daysBetween(localDate(now), dueDateOf(dueDate));
  const count = Math.abs(days);
  return {
    days,
    text: t(days < 0 ? '{days} overdue' : '{days} left', { days: plural(count, 'day') }),
    tone: days <= 3 ? 'critical' : days <= 7 ? 'medium' : 'good',
  };
}
