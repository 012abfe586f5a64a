import { severities } from '#contract/finding-categories.ts';
import { firstDirection, type Portfolio, type PortfolioFilter, type PortfolioRow } from '#contract/portfolio.ts';

/** By the most severe finding: one critical finding counts more than any number of others. */
function byFindings(a: PortfolioRow, b: PortfolioRow): number {
  for (const severity of severities) {
    const difference = a.openFindings[severity] - b.openFindings[severity];
    if (difference !== 0) return difference;
  }
  return 0;
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const comparisons: Record<PortfolioFilter['sort'], (a: PortfolioRow, b: PortfolioRow) => number> = {
  score: (a, b) => (a.score ?? 0) - (b.score ?? 0),
  name: (a, b) => names.compare(a.name, b.name),
  findings: byFindings,
  cost: (a, b) => a.costs.open - b.costs.open,
  overdue: (a, b) => a.overdueItems - b.overdueItems,
  due: (a, b) => byText(a.case?.dueDate ?? '', b.case?.dueDate ?? ''),
  inspected: (a, b) => byText(a.lastInspectionAt ?? '', b.lastInspectionAt ?? ''),
};

const isMissing: Partial<Record<PortfolioFilter['sort'], (row: PortfolioRow) => boolean>> = {
  score: (row) => row.score === null,
  // Nothing is due of a case that was submitted.
  due: (row) => row.case === null || row.case.handedIn,
  inspected: (row) => row.lastInspectionAt === null,
};

/** The sorted rows; those without a value come last in either direction. */
export function sortPortfolio(
  rows: readonly PortfolioRow[],
  { sort, direction = firstDirection[sort] }: Pick<PortfolioFilter, 'sort' | 'direction'>,
): PortfolioRow[] {
  const [compare, missing] = [comparisons[sort], isMissing[sort] ?? (() => false)];
  return rows.toSorted(
    (a, b) =>
      Number(missing(a)) - Number(missing(b)) ||
      (direction === 'desc' ? compare(b, a) : compare(a, b)) ||
      names.compare(a.name, b.name) ||
      byText(a.id, b.id),
  );
}

/** The totals of the rows. Scores are not included, because they cannot be added up. */
export function totalsOf(rows: readonly PortfolioRow[]): Portfolio['totals'] {
  const sum = (value: (row: PortfolioRow) => number): number => rows.reduce((total, row) => total + value(row), 0);
  const count = (condition: (row: PortfolioRow) => boolean): number => rows.filter(condition).length;
  return {
    properties: rows.length,
    scored: count(({ score }) => score !== null),
    openFindings: {
      critical: sum(({ openFindings }) => openFindings.critical),
      high: sum(({ openFindings }) => openFindings.high),
      medium: sum(({ openFindings }) => openFindings.medium),
      low: sum(({ openFindings }) => openFindings.low),
    },
    withCritical: count(({ openFindings }) => openFindings.critical > 0),
    costs: {
      open: sum(({ costs }) => costs.open),
      capital: sum(({ costs }) => costs.capital),
      operating: sum(({ costs }) => costs.operating),
    },
    openItems: sum(({ openItems }) => openItems),
    overdueItems: sum(({ overdueItems }) => overdueItems),
    overdueCases: sum(({ overdueCases }) => overdueCases),
  };
}
