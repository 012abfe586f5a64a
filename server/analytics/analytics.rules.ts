import type { AnalyticsQuery } from '#contract/analytics.ts';
import { addDays, daysBetween, utcDate, type CalendarDate } from '#contract/due-dates.ts';
import { dayOutOfRange, periodReversed, periodTooLong } from './analytics.errors.ts';

/** Days in UTC, yyyy-MM-dd, both inclusive. */
export interface Period {
  from: string;
  to: string;
  bucket: 'week' | 'month';
}

const defaultWeeks = 12;
/** With more weeks there would be too many bars to read, so months are used. */
const maxWeeks = 53;
const maxYears = 10;
const firstYear = 2000;
const lastYear = 2999;

const dateOf = (text: string): Date => new Date(`${text}T00:00:00Z`);

/** The Monday of the day's week, like PostgreSQL's date_trunc('week'). */
export const mondayOf = (text: string): string => addDays(text, -((dateOf(text).getUTCDay() + 6) % 7));

function requireYear(name: 'from' | 'to', text: string): void {
  const year = Number(text.slice(0, 4));
  if (year < firstYear || year > lastYear) throw dayOutOfRange[name](firstYear);
}

/** The requested period, or whole weeks by default. Throws 400. */
export function periodOf(query: Pick<AnalyticsQuery, 'from' | 'to'>, today: CalendarDate): Period {
  if (query.from) requireYear('from', query.from);
  if (query.to) requireYear('to', query.to);
  const to = query.to ?? (query.from && query.from > today ? query.from : today);
  const from = query.from ?? addDays(mondayOf(to), -7 * (defaultWeeks - 1));
  if (from > to) throw periodReversed();
  if (daysBetween(from, to) > maxYears * 366) throw periodTooLong(maxYears);
  const weeks = daysBetween(mondayOf(from), mondayOf(to)) / 7 + 1;
  return { from, to, bucket: weeks <= maxWeeks ? 'week' : 'month' };
}

/** The period of equal length that ends where this one begins. */
export function before({ from, to, bucket }: Period): Period {
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1), bucket };
}

/** The start of the period (inclusive) and its end (exclusive). */
export const limitsOf = ({ from, to }: Period): { start: Date; end: Date } => ({
  start: dateOf(from),
  end: dateOf(addDays(to, 1)),
});

/** The first days of the weeks or months that overlap the period, earliest first. */
export function bucketStarts({ from, to, bucket }: Period): string[] {
  const starts: string[] = [];
  if (bucket === 'week') {
    for (let start = mondayOf(from); start <= to; start = addDays(start, 7)) starts.push(start);
    return starts;
  }
  for (
    const month = dateOf(`${from.slice(0, 7)}-01`);
    utcDate(month) <= to;
    month.setUTCMonth(month.getUTCMonth() + 1)
  ) {
    starts.push(utcDate(month));
  }
  return starts;
}

/** A mean from its sum and count, to one decimal; null without values. */
export const meanOf = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 10) / 10;
