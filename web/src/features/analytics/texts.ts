import type { Analytics, AnalyticsBucket, SeverityCounts } from '#contract/analytics.ts';
import { severities, severityLabels } from '#contract/finding-categories.ts';
import { plural, utcFormatter } from '#contract/texts.ts';

// The server counts days in UTC, so they are shown in UTC.
const shortDay = utcFormatter({ month: 'short', day: 'numeric' });
const fullDay = utcFormatter({ month: 'short', day: 'numeric', year: 'numeric' });
const shortMonth = utcFormatter({ month: 'short' });
const fullMonth = utcFormatter({ month: 'long', year: 'numeric' });

type Period = Analytics['period'];

/** "Nov 16", or "Nov ’26". */
export const tickText = (start: string, { bucket }: Pick<Period, 'bucket'>): string =>
  bucket === 'week' ? shortDay(start) : `${shortMonth(start)} ’${start.slice(2, 4)}`;
/** "Week of Nov 16, 2026", or "November 2026". */
export const bucketText = (start: string, { bucket }: Pick<Period, 'bucket'>): string =>
  bucket === 'week' ? `Week of ${fullDay(start)}` : fullMonth(start);
/** "Aug 31, 2026 – Nov 21, 2026" */
export const periodText = ({ from, to }: Period): string => `${fullDay(from)} – ${fullDay(to)}`;

export const totalOf = (counts: SeverityCounts): number =>
  severities.reduce((sum, severity) => sum + counts[severity], 0);

/** "2 critical, 1 low", or "none". */
export const severityText = (counts: SeverityCounts): string =>
  severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severityLabels[severity].toLowerCase()}`)
    .join(', ') || 'none';

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value)}`;

/** "+3 from the previous period" */
export const countChange = (now: number, before: number): string =>
  now === before ? 'no change from the previous period' : `${signed(now - before)} from the previous period`;

/** "+2.1 points in 3 areas inspected before": a score is compared with that of the same area of the same property. */
export function scoreChange({ meanScore, scoreChange: change }: Analytics['summary']): string {
  if (meanScore === null) return 'no inspections scored';
  if (change === null) return 'no earlier scores to compare';
  const areas = `${plural(change.areas, 'area')} inspected before`;
  return change.points === 0 ? `no change in ${areas}` : `${signed(change.points)} points in ${areas}`;
}

/** The share of due cases that were completed on time, without those that are open and not yet due. */
export function onTimeCompletion(buckets: readonly AnalyticsBucket[]): { percent: number | null; hint: string } {
  const sum = (pick: (cases: AnalyticsBucket['cases']) => number) =>
    buckets.reduce((total, { cases }) => total + pick(cases), 0);
  const onTime = sum((cases) => cases.onTime);
  const due = onTime + sum((cases) => cases.late + cases.overdue);
  return due === 0
    ? { percent: null, hint: 'no cases were due' }
    : { percent: (100 * onTime) / due, hint: `${onTime} of ${plural(due, 'case')} due` };
}
