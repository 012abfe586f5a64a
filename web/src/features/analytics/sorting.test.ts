import { expect, test } from 'vitest';
import type { AnalyticsProperty } from '#contract/analytics.ts';
import { noCoverage } from '#contract/coverage.ts';
import { sortProperties, type Sorting } from '#web/features/analytics/sorting.ts';

const row = (name: string, fields: Partial<AnalyticsProperty>): AnalyticsProperty => ({
  id: name,
  name,
  city: 'c',
  state: 's',
  brandStandard: null,
  score: null,
  coverage: { ...noCoverage, areas: 0, areasScored: 0 },
  openFindings: { critical: 0, high: 0, medium: 0, low: 0 },
  pipCost: 0,
  lastInspectionAt: null,
  ...fields,
});
const rows = [
  row('B', { score: 90, pipCost: 90_000, openFindings: { critical: 0, high: 9, medium: 0, low: 0 } }),
  row('D', {}),
  row('A', { score: 59, pipCost: 100_000, lastInspectionAt: '2026-02-01T00:00:00.000Z' }),
  row('C', {
    score: 90,
    openFindings: { critical: 1, high: 0, medium: 0, low: 0 },
    lastInspectionAt: '2026-03-01T00:00:00.000Z',
  }),
];

test.each<[Sorting, string]>([
  [{ key: 'score', descending: false }, 'A B C D'],
  [{ key: 'score', descending: true }, 'B C A D'],
  [{ key: 'name', descending: true }, 'D C B A'],
  [{ key: 'findings', descending: true }, 'C B A D'],
  [{ key: 'cost', descending: true }, 'A B C D'],
  [{ key: 'inspected', descending: true }, 'C A B D'],
  [{ key: 'inspected', descending: false }, 'A C B D'],
])('%j', (sorting, order) => {
  expect(sortProperties(rows, sorting).map(({ name }) => name)).toEqual(order.split(' '));
});
