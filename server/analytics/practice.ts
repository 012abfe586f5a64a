import type { Analytics } from '#contract/analytics.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { FindingRow, PropertyFilter } from './analytics.repository.ts';
import type { Period } from './analytics.rules.ts';
import * as repository from './practice.repository.ts';

type Practice = Pick<Analytics, 'medianScore' | 'openAge' | 'timeToRepair' | 'repeats' | 'spent' | 'aiFindings'>;

/** What people decided on the AI's findings of each category, most findings first. */
function decidedByCategory(rows: readonly FindingRow[]): Practice['aiFindings'] {
  const sumOf = (each: readonly FindingRow[], name: 'aiConfirmed' | 'aiDismissed' | 'aiUndecided'): number =>
    each.reduce((sum, row) => sum + row[name], 0);
  const total = (row: Practice['aiFindings'][number]): number => row.confirmed + row.dismissed + row.undecided;
  return [...Map.groupBy(rows, ({ category }) => category)]
    .map(([category, each]) => ({
      category,
      confirmed: sumOf(each, 'aiConfirmed'),
      dismissed: sumOf(each, 'aiDismissed'),
      undecided: sumOf(each, 'aiUndecided'),
    }))
    .filter((row) => total(row) > 0)
    .toSorted((a, b) => total(b) - total(a) || (a.category < b.category ? -1 : 1));
}

/** What people decided on the findings of the period, by its sums, and how many of them were found before. */
export const decisionsOf = (found: readonly FindingRow[]): Pick<Practice, 'repeats' | 'aiFindings'> => ({
  repeats: {
    findings: found.reduce((sum, row) => sum + row.standing, 0),
    repeated: found.reduce((sum, row) => sum + row.repeated, 0),
  },
  aiFindings: decidedByCategory(found),
});

/** How findings become repairs: their scores, how long they stay open, and what their repairs took. */
export async function readPractice(
  db: Database,
  filter: PropertyFilter,
  period: Period,
): Promise<Omit<Practice, 'repeats' | 'aiFindings'>> {
  const [medianScore, openAge, timeToRepair, spent] = await Promise.all([
    repository.findMedianScore(db, filter, period),
    repository.findOpenAge(db, filter),
    repository.findTimeToRepair(db, filter, period),
    repository.findSpent(db, filter, period),
  ]);
  return { medianScore, openAge, timeToRepair, spent };
}
