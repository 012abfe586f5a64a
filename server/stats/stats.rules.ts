import { utcDate, type CalendarDate } from '#contract/due-dates.ts';

/** Start of the month that a time lies in, in UTC. */
export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** First day of the quarter after the one that a date lies in. */
export function nextQuarter(date: CalendarDate): CalendarDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return utcDate(new Date(Date.UTC(year, Math.ceil(month / 3) * 3, 1)));
}

/** '+3 this month'. */
export const monthHint = (count: number): string => `+${count} this month`;
/** '3 due this quarter'. */
export const quarterHint = (count: number): string => `${count} due this quarter`;
/** '2 awaiting approval'. */
export const planHint = (waiting: number): string =>
  waiting === 0 ? 'None awaiting approval' : `${waiting} awaiting approval`;

/** '+5% from last inspection', by the scores of the latest inspection and of the one before it. */
export function scoreHint(latest: number | null, before: number | null): string {
  if (latest === null) return 'No inspection scored yet';
  if (before === null) return 'First scored inspection';
  const change = Math.round(latest - before);
  return `${change < 0 ? '−' : '+'}${Math.abs(change)}% from last inspection`;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
