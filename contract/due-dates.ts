import { z } from 'zod';
import { utcFormatter } from './texts.ts';

/** A day of the calendar, `2026-11-21`, without a time or a zone. Dates sort and compare as text. */
export type CalendarDate = string;

const hour = 3_600_000;
const day = 24 * hour;

/** The UTC date of a time. */
export const utcDate = (time: Date): CalendarDate => time.toISOString().slice(0, 10);

/** The date of a time where this code runs: in a browser, the date of the person who looks at the screen. */
export const localDate = (time: Date): CalendarDate =>
  utcDate(new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())));

const midnight = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  utcDate(new Date(midnight(date) + days * day));

/** So many months later, on the day of the month that is given; the last of the month where it has fewer days. */
export function addMonths(date: CalendarDate, months: number, dayOfMonth = dayOfMonthOf(date)): CalendarDate {
  const time = new Date(midnight(date));
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDate(new Date(Date.UTC(year, month, Math.min(dayOfMonth, lastDay))));
}

export const dayOfMonthOf = (date: CalendarDate): number => Number(date.slice(8));

/** Whole days from one date to another; negative where it lies before. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => (midnight(to) - midnight(from)) / day;

/** The last time zone to finish a day is UTC−12; earlier dates are over everywhere. */
export const earliestToday = (now: Date): CalendarDate => utcDate(new Date(now.getTime() - 12 * hour));

/** A day begins first at UTC+14. */
const latestToday = (now: Date): CalendarDate => utcDate(new Date(now.getTime() + 14 * hour));

/** The caller's own date, where it is that date somewhere on earth; the UTC date otherwise. */
export function todayOf(caller: CalendarDate | undefined, now: Date): CalendarDate {
  const possible = caller !== undefined && caller >= earliestToday(now) && caller <= latestToday(now);
  return possible ? caller : utcDate(now);
}

/** The query parameter `today` of calls whose answer depends on the caller's current date. */
export const callersDate = z.iso.date('Send a date such as 2026-11-21').optional();

/** A date, or a time of which the date counts as it is written: `2026-11-21T23:30:00-05:00` is November 21. */
export const dueDateInput = (message: string) =>
  z
    .string({ error: message })
    .refine((text) => z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).safeParse(text).success, {
      error: message,
    })
    .transform((text): CalendarDate => text.slice(0, 10));

/** A due date in an answer: the time at which its UTC day begins. */
export const dueTimestamp = (date: CalendarDate): string => `${date}T00:00:00.000Z`;

/** The due date of an answer. */
export const dueDateOf = (timestamp: string): CalendarDate => timestamp.slice(0, 10);

/** A due date lasts through its day. */
export const isOverdue = (dueDate: CalendarDate, today: CalendarDate): boolean => dueDate < today;

/** The last due date that has been overdue for this many days everywhere on earth. */
export const overdueEverywhereSince = (now: Date, days: number): CalendarDate => addDays(earliestToday(now), -days);

/** Nov 05, 2026 */
export const formatDueDate: (date: CalendarDate) => string = utcFormatter({
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
/** November 5, 2026 */
export const formatLongDueDate: (date: CalendarDate) => string = utcFormatter({ dateStyle: 'long' });
