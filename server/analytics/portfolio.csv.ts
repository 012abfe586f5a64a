import { toDollars } from '#contract/money.ts';
import type { PortfolioRow } from '#contract/portfolio.ts';
import { csvOf, type CsvCell } from '#server/platform/http/csv.ts';

const columns: readonly [title: string, value: (row: PortfolioRow) => CsvCell][] = [
  ['Property', (row) => row.name],
  ['City', (row) => row.city],
  ['State', (row) => row.state],
  ['Brand', (row) => row.brandStandard],
  ['Score (%)', (row) => row.score ?? 'Not enough evidence'],
  ['Areas scored', ({ coverage }) => coverage.areasScored],
  ['Areas', ({ coverage }) => coverage.areas],
  ['Checks answered', ({ coverage }) => coverage.answered],
  ['Checks', ({ coverage }) => coverage.checks],
  ['Open critical findings', ({ openFindings }) => openFindings.critical],
  ['Open high findings', ({ openFindings }) => openFindings.high],
  ['Open medium findings', ({ openFindings }) => openFindings.medium],
  ['Open low findings', ({ openFindings }) => openFindings.low],
  ['Open items', (row) => row.openItems],
  ['Overdue items', (row) => row.overdueItems],
  ['Open cost before overheads (USD)', ({ costs }) => toDollars(costs.open)],
  ['Capital (USD)', ({ costs }) => toDollars(costs.capital)],
  ['Operating (USD)', ({ costs }) => toDollars(costs.operating)],
  ['Running case', (row) => row.case?.caseNumber ?? null],
  ['Case due', (row) => row.case?.dueDate ?? null],
  ['Case submitted', (row) => (row.case ? (row.case.handedIn ? 'yes' : 'no') : null)],
  ['Last inspection (UTC)', (row) => row.lastInspectionAt?.slice(0, 10) ?? null],
];

/** One property per line. */
export const portfolioCsv = (rows: readonly PortfolioRow[]): Buffer =>
  csvOf([columns.map(([title]) => title), ...rows.map((row) => columns.map(([, value]) => value(row)))]);
