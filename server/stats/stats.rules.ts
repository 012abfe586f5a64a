import { utcDate, type CalendarDate } from '#contract/due-dates.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { RunScore } from '#contract/runs.ts';
import type { UserStats } from '#contract/stats.ts';
import { incompleteCap } from '#server/analysis/scoring.rules.ts';
import { sumOfCoverage } from '#server/inspections/figures/coverage.rules.ts';

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

type ScoredInspection = Pick<Inspection, 'id' | 'propertyId' | 'area' | 'complianceScore'>;

const areaOf = (inspection: ScoredInspection): string => inspection.area.toLowerCase().replaceAll(' ', '_');
const sameArea = (a: ScoredInspection, b: ScoredInspection): boolean =>
  a.propertyId === b.propertyId && areaOf(a) === areaOf(b);

/**
 * The mean of the properties that have a score, to one decimal, and the sum of the coverage of all of them. The mean is
 * 100 only if every property has 100: rounding never hides that something is open or was not checked.
 */
export function scoreOfProperties(
  properties: readonly RunScore[],
): Pick<UserStats, 'complianceScore' | 'properties' | 'propertiesScored' | 'coverage'> {
  const scores = properties.flatMap(({ complianceScore }) => (complianceScore === null ? [] : [complianceScore]));
  const mean = scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const isFull = scores.length === properties.length && scores.every((score) => score === 100);
  return {
    complianceScore: Math.min(isFull ? 100 : incompleteCap, Math.round(mean * 10) / 10),
    properties: properties.length,
    propertiesScored: scores.length,
    coverage: sumOfCoverage(properties.map(({ coverage }) => coverage)),
  };
}

/**
 * The previous score of the same area and property, as it was when it was approved; null when there is none. `approved` has
 * those scores by inspection id.
 */
export function scoreBefore(
  latest: ScoredInspection,
  newestFirst: readonly ScoredInspection[],
  approved: ReadonlyMap<string, number> = new Map(),
): number | null {
  const scored = newestFirst.filter((each) => sameArea(each, latest) && each.complianceScore !== null);
  const before = scored[1];
  return before ? (approved.get(before.id) ?? before.complianceScore) : null;
}

/** A text such as '+5% from last inspection', from the latest score and the previous one of the same area. */
export function scoreHint(latest: number | null, before: number | null): string {
  if (latest === null) return 'No inspection scored yet';
  if (before === null) return 'Nothing earlier to compare with';
  const change = Math.round(latest - before);
  return `${change < 0 ? '−' : '+'}${Math.abs(change)}% from last inspection`;
}
