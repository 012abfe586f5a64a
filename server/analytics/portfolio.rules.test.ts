import { describe, expect, it, test } from 'vitest';
import { noCoverage } from '#contract/coverage.ts';
import type { PortfolioFilter, PortfolioRow } from '#contract/portfolio.ts';
import { portfolioCsv } from './portfolio.csv.ts';
import { sortPortfolio, totalsOf } from './portfolio.rules.ts';

const noFindings = { critical: 0, high: 0, medium: 0, low: 0 };
const row = (name: string, fields: Partial<PortfolioRow> = {}): PortfolioRow => ({
  id: name,
  name,
  city: 'Portland',
  state: 'ME',
  brandStandard: null,
  score: null,
  coverage: { ...noCoverage, areas: 0, areasScored: 0 },
  openFindings: noFindings,
  costs: { open: 0, capital: 0, operating: 0 },
  openItems: 0,
  overdueItems: 0,
  overdueCases: 0,
  case: null,
  lastInspectionAt: null,
  ...fields,
});
const due = (dueDate: string): PortfolioRow['case'] => ({
  id: '1',
  caseNumber: 'CASE-1',
  status: 'pending',
  dueDate,
  handedIn: false,
});
const cost = (open: number) => ({ open, capital: open - 100, operating: 100 });

const rows = [
  row('Bay', {
    score: 90,
    costs: cost(900),
    openFindings: { ...noFindings, high: 9 },
    case: due('2026-11-20'),
    overdueCases: 1,
  }),
  row('Dune'),
  row('arc', {
    score: 59,
    costs: cost(1000),
    lastInspectionAt: '2026-02-01T00:00:00.000Z',
    overdueItems: 2,
    openItems: 4,
    overdueCases: 2,
  }),
  row('Cove', {
    score: 90,
    openFindings: { ...noFindings, critical: 1 },
    lastInspectionAt: '2026-03-01T00:00:00.000Z',
    case: due('2026-11-23'),
  }),
];

test.each<[PortfolioFilter['sort'], PortfolioFilter['direction'], string]>([
  ['score', undefined, 'arc Bay Cove Dune'],
  ['score', 'desc', 'Bay Cove arc Dune'],
  ['name', undefined, 'arc Bay Cove Dune'],
  ['name', 'desc', 'Dune Cove Bay arc'],
  ['findings', undefined, 'Cove Bay arc Dune'],
  ['cost', undefined, 'arc Bay Cove Dune'],
  ['overdue', undefined, 'arc Bay Cove Dune'],
  ['due', undefined, 'Bay Cove arc Dune'],
  ['due', 'desc', 'Cove Bay arc Dune'],
  ['inspected', undefined, 'Cove arc Bay Dune'],
  ['inspected', 'asc', 'arc Cove Bay Dune'],
])('by %s, %s: %s', (sort, direction, order) => {
  expect(
    sortPortfolio(rows, { sort, direction })
      .map(({ name }) => name)
      .join(' '),
  ).toBe(order);
});

it('adds up findings, costs, items and overdue cases', () => {
  expect(totalsOf(rows)).toEqual({
    properties: 4,
    scored: 3,
    openFindings: { critical: 1, high: 9, medium: 0, low: 0 },
    withCritical: 1,
    costs: { open: 1900, capital: 1700, operating: 200 },
    openItems: 4,
    overdueItems: 2,
    overdueCases: 3,
  });
  expect(totalsOf([])).toMatchObject({ properties: 0, costs: { open: 0 } });
});

describe('the file', () => {
  it('has one line per property, whose text spreadsheets do not execute', () => {
    const lines = portfolioCsv([row('=HYPERLINK("x")', { costs: cost(123_456) }), rows[3] ?? row('')])
      .toString('utf8')
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFProperty,City,State,Brand,Score/);
    expect(lines[1]).toBe(
      `"'=HYPERLINK(""x"")",Portland,ME,,Not enough evidence,0,0,0,0,0,0,0,0,0,0,1234.56,1233.56,1,,,,`,
    );
    expect(lines[2]).toBe('Cove,Portland,ME,,90,0,0,0,0,1,0,0,0,0,0,0,0,0,CASE-1,2026-11-23,no,2026-03-01');
  });
});
