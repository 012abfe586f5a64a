import { z } from 'zod';
import { utcFormatter } from './texts.ts';

/** A calendar date such as `2026-11-21`, without a time or a zone. Dates sort and compare as text. */
export type CalendarDate = string;

const hour = 3_600_000;
const day = 24 * hour;

/** The UTC date of a time. */
export const utcDate = (time: Date): CalendarDate => time.toISOString().slice(0, 10);

/** The date of a time in the local zone of the machine: in a browser, the date at the user's location. */
export const localDate = (time: Date): CalendarDate =>
  utcDate(new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())));

const midnight = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  utcDate(new Date(midnight(date) + days * day));

/**
 * The date this many months later, on the given day of the month, or on the last day of a month that has fewer days.
 */
export function addMonths(date: CalendarDate, months: number, dayOfMonth = dayOfMonthOf(date)): CalendarDate {
  const time = new Date(midnight(date));
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return utcDate(new Date(Date.UTC(year, month, Math.min(dayOfMonth, lastDay))));
}

export const dayOfMonthOf = (date: CalendarDate): number => Number(date.slice(8));

/** Whole days from one date to another; negative when the second one is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => (midnight(to) - midnight(from)) / day;

/** The last time zone in which a day ends is UTC−12; earlier dates are over everywhere. */
export const earliestToday = (now: Date): CalendarDate => utcDate(new Date(now.getTime() - 12 * hour));

/** A day starts first at UTC+14. */
const latestToday = (now: Date): CalendarDate => utcDate(new Date(now.getTime() + 14 * hour));

/** The caller's own date if it is the date somewhere on earth, otherwise the UTC date. */
export function todayOf(caller: CalendarDate | undefined, now: Date): CalendarDate {
  const possible = caller !== undefined && caller >= earliestToday(now) && caller <= latestToday(now);
  return possible ? caller : utcDate(now);
}

/** The query parameter `today` of calls whose answer depends on the caller's current date. */
export const callersDate = z.iso.date('Send a date such as 2026-11-21').optional();

/** A date, or a time whose written date counts: `2026-11-21T23:30:00-05:00` is November 21. */
export const dueDateInput = (message: string) =>
  z
    .string({ error: message })
    .refine((text) => z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).safeParse(text).success, {
      error: message,
    })
    .transform((text): CalendarDate => text.slice(0, 10));

/** A due date in an answer: the start of its day in UTC. */
export const dueTimestamp = (date: CalendarDate): string => `${date}T00:00:00.000Z`;

/** The due date in an answer. */
export const dueDateOf = (timestamp: string): CalendarDate => timestamp.slice(0, 10);

/** A due date lasts until the end of its day. */
export const isOverdue = (dueDate: CalendarDate, today: CalendarDate): boolean => dueDate < today;

/** The latest due date that has been overdue for this many days everywhere on earth. */
export const overdueEverywhereSince = (now: Date, days: number): CalendarDate => addDays(earliestToday(now), -days);

/** Formats as in `Nov 05, 2026`. */
export const formatDueDate: (date: CalendarDate) => string = utcFormatter({
  month: 'short',
  day: '2-digit',
  year: 'numeric',
});
/** Formats as in `November 5, 2026`. */
export const formatLongDueDate: (date: CalendarDate) => string = utcFormatter({ dateStyle: 'long' });
