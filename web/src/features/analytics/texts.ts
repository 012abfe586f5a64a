import type { Analytics, AnalyticsBucket, SeverityCounts } from '#contract/analytics.ts';
import { severities, severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { plural, utcFormatter } from '#contract/texts.ts';

// The server groups days by UTC, so they are also shown in UTC.
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
  bucket === 'week' ? t('Week of {fullDay}', { fullDay: fullDay(start) }) : fullMonth(start);
/** "Aug 31, 2026 – Nov 21, 2026" */
export const periodText = ({ from, to }: Period): string => `${fullDay(from)} – ${fullDay(to)}`;

export const totalOf = (counts: SeverityCounts): number =>
  severities.reduce((sum, severity) => sum + counts[severity], 0);

/** "2 critical, 1 low", or "none". */
export const severityText = (counts: SeverityCounts): string =>
  severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severityLabels[severity].toLowerCase()}`)
    .join(', ') || t('none');

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value)}`;

/** "+3 from the previous period" */
export const countChange = (now: number, before: number): string =>
  now === before
    ? t('no change from the previous period')
    : t('{signed} from the previous period', { signed: signed(now - before) });

/**
 * "+2.1 points in 3 areas inspected before". Each score is compared with the previous one of the same area and
 * property.
 */
export function scoreChange({ meanScore, scoreChange: change }: Analytics['summary']): string {
  if (meanScore === null) return t('no inspections scored');
  if (change === null) return t('no earlier scores to compare');
  const areas = t('{areas} inspected before', { areas: plural(change.areas, 'area') });
  return change.points === 0
    ? t('no change in {areas}', { areas })
    : t('{signed} points in {areas}', { signed: signed(change.points), areas });
}

/** "12 of 15 inspections scored" */
export const scoredOf = (scored: number, inspections: number): string =>
  t('{scored} of {inspections} scored', { scored, inspections: plural(inspections, 'inspection') });

/** The share of due cases that were completed on time. Open cases that are not yet due are not counted. */
export function onTimeCompletion(buckets: readonly AnalyticsBucket[]): { percent: number | null; hint: string } {
  const sum = (pick: (cases: AnalyticsBucket['cases']) => number) =>
    buckets.reduce((total, { cases }) => total + pick(cases), 0);
  const onTime = sum((cases) => cases.onTime);
  const due = onTime + sum((cases) => cases.late + cases.overdue);
  return due === 0
    ? { percent: null, hint: t('no cases were due') }
    : { percent: (100 * onTime) / due, hint: t('{onTime} of {cases} due', { onTime, cases: plural(due, 'case') }) };
}
