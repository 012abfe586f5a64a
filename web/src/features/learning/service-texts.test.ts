import { expect, test } from 'vitest';
import { lastMonths, monthName, serviceCost, spentShare } from '#web/features/learning/service-texts.ts';

test('months are counted back across the new year', () => {
  expect(lastMonths(new Date('2027-01-31T23:59:59Z'), 3)).toEqual(['2027-01', '2026-12', '2026-11']);
  expect(monthName('2026-11')).toBe('November 2026');
});

test.each([
  ['0.0000', '$0.00'],
  ['0.0090', '$0.0090'],
  ['12.3456', '$12.35'],
  ['1234.5000', '$1,234.50'],
])('%s dollars are %s', (value, text) => {
  expect(serviceCost(value)).toBe(text);
});

test.each([
  [null, '3.0000', null],
  ['10.0000', '2.5000', 25],
  ['10.0000', '11.0000', 100],
  ['0.0000', '0.0000', 100],
])('of a budget of %s, %s are %s percent', (budget, spent, share) => {
  expect(spentShare({ budget, spent })).toBe(share);
});
