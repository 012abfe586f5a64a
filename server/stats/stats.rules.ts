import { utcDate, type CalendarDate } from '#contract/due-dates.ts';
import type { Inspection } from '#contract/inspections.ts';
import { scoreProperty } from '#server/analysis/scoring.rules.ts';

/** The start of a time's month, in UTC. */
export const monthStart = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));

/** The first day of the quarter after the date's quarter. */
export function nextQuarter(date: CalendarDate): CalendarDate {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return utcDate(new Date(Date.UTC(year, Math.ceil(month / 3) * 3, 1)));
}

/** A text such as '+3 this month'. */
export const monthHint = (count: number): string => `+${count} this month`;
/** A text such as '3 due this quarter'. */
export const quarterHint = (count: number): string => `${count} due this quarter`;
/** A text such as '2 awaiting approval'. */
export const planHint = (waiting: number): string =>
  waiting === 0 ? 'None awaiting approval' : `${waiting} awaiting approval`;

type ScoredInspection = Pick<Inspection, 'propertyId' | 'area' | 'complianceScore' | 'worstSeverity'>;

const areaOf = (inspection: ScoredInspection): string => inspection.area.toLowerCase().replaceAll(' ', '_');
const sameArea = (a: ScoredInspection, b: ScoredInspection): boolean =>
  a.propertyId === b.propertyId && areaOf(a) === areaOf(b);

/** The scores of the properties that have one, each from the latest inspections of its areas; newest first. */
export function propertyScores(newestFirst: readonly ScoredInspection[]): number[] {
  const latest = newestFirst.filter(
    (inspection, index) => !newestFirst.slice(0, index).some((newer) => sameArea(newer, inspection)),
  );
  const byProperty = Map.groupBy(latest, ({ propertyId }) => propertyId);
  return [...byProperty.values()].flatMap((areas) => {
    const { overall } = scoreProperty(
      areas.map((area) => ({ code: areaOf(area), score: area.complianceScore, worst: area.worstSeverity })),
    );
    return overall === null ? [] : [overall];
  });
}

/** The previous score of the same area and property; null when there is none. */
export function scoreBefore(latest: ScoredInspection, newestFirst: readonly ScoredInspection[]): number | null {
  const scored = newestFirst.filter((each) => sameArea(each, latest) && each.complianceScore !== null);
  return scored[1]?.complianceScore ?? null;
}

/** A text such as '+5% from last inspection', from the latest score and the previous one of the same area. */
export function scoreHint(latest: number | null, before: number | null): string {
  if (latest === null) return 'No inspection scored yet';
  if (before === null) return 'Nothing earlier to compare with';
  const change = Math.round(latest - before);
  return `${change < 0 ? '−' : '+'}${Math.abs(change)}% from last inspection`;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
