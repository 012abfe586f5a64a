import type { AnalyticsProperty } from '#contract/analytics.ts';
import { severities } from '#contract/finding-categories.ts';
import { compareCharacters } from '#web/lib/order.ts';

export const sortKeys = ['score', 'name', 'findings', 'cost', 'inspected'] as const;
export type SortKey = (typeof sortKeys)[number];
export interface Sorting {
  key: SortKey;
  descending: boolean;
}

/** Whether the first press on a column sorts descending: worst, most expensive or latest first, names from A. */
export const firstDirection: Record<SortKey, boolean> = {
  score: false,
  name: false,
  findings: true,
  cost: true,
  inspected: true,
};

/** Compares by the most severe finding: one critical finding outweighs any number of less severe ones. */
const byFindings = (a: AnalyticsProperty, b: AnalyticsProperty): number => {
  for (const severity of severities) {
    const difference = a.openFindings[severity] - b.openFindings[severity];
    if (difference !== 0) return difference;
  }
  return 0;
};

const comparisons: Record<SortKey, (a: AnalyticsProperty, b: AnalyticsProperty) => number> = {
  score: (a, b) => (a.score ?? 0) - (b.score ?? 0),
  name: (a, b) => a.name.localeCompare(b.name),
  findings: byFindings,
  cost: (a, b) => a.pipCost - b.pipCost,
  inspected: (a, b) => compareCharacters(a.lastInspectionAt ?? '', b.lastInspectionAt ?? ''),
};

const isMissing = (key: SortKey, row: AnalyticsProperty): boolean =>
  (key === 'score' && row.score === null) || (key === 'inspected' && row.lastInspectionAt === null);

/** The sorted rows; those without a value come last in both directions. */
export function sortProperties(rows: readonly AnalyticsProperty[], { key, descending }: Sorting): AnalyticsProperty[] {
  const compare = comparisons[key];
  return rows.toSorted(
    (a, b) =>
      Number(isMissing(key, a)) - Number(isMissing(key, b)) ||
      (descending ? compare(b, a) : compare(a, b)) ||
      a.name.localeCompare(b.name),
  );
}
