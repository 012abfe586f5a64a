const day = 86_400_000;

/** The number of a local calendar day, so that a change of summer time does not cost a day. */
const dayNumber = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / day;

export interface Due {
  /** Whole calendar days until the due date; negative once past. */
  days: number;
  text: string;
  /** Overdue or up to 3 days left red, up to 7 yellow, more green. */
  tone: 'critical' | 'medium' | 'good';
}

/** How a due date stands on the day of `now`: 'N days left' or 'N days overdue' and its colour. */
export function dueIn(dueDate: string | Date, now: Date = new Date()): Due {
  const days = dayNumber(new Date(dueDate)) - dayNumber(now);
  const count = Math.abs(days);
  return {
    days,
    text: `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'overdue' : 'left'}`,
    tone: days <= 3 ? 'critical' : days <= 7 ? 'medium' : 'good',
  };
}
