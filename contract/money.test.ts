import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  amountInput,
  decimalAmount,
  dollarAmount,
  formatMoney,
  formatMoneyRange,
  formatWholeDollars,
  middle,
  percentOf,
  planningFigure,
  toCents,
  toDecimal,
  largestAmount,
} from './money.ts';

test.each([
  ['1450.13', 145_013],
  ['0.07', 7],
  ['19.99', 1_999],
  ['99999999.99', 9_999_999_999],
])('%s is %d cents, and back', (text, cents) => {
  expect(toCents(text)).toBe(cents);
  expect(toDecimal(cents)).toBe(text);
});

describe('an amount in a call', () => {
  it('is text or a number of dollars in the call, and cents in the code', () => {
    const shape = z.object({ total: decimalAmount, unit: dollarAmount });
    const wire = { total: '1250.50', unit: 12.5 };
    expect(shape.parse(wire)).toEqual({ total: 125_050, unit: 1_250 });
    expect(z.encode(shape, { total: 125_050, unit: 1_250 })).toEqual(wire);
    expect(decimalAmount.safeParse('12.5').success).toBe(false);
    expect(dollarAmount.safeParse(1_000_000).success).toBe(false);
    expect(dollarAmount.safeParse(1.239).success).toBe(false);
  });

  it.each([
    ['300.50', 30_050],
    [300.5, 30_050],
    ['0', 0],
    [19.99, 1_999],
    ['$1,410.50', 141_050],
    ['999,999.99', 99_999_999],
    [999_999.99, 99_999_999],
  ])('%j is read as %d cents', (sent, cents) => expect(amountInput.parse(sent)).toBe(cents));

  it.each(['-1', '1,00', '10,00.5', '1.000,50', '1,0000', '1.005', '', 'five', -1, 1.239, 1_000_000, Number.NaN])(
    '%j is refused',
    (sent) => {
      expect(amountInput.safeParse(sent).success).toBe(false);
    },
  );
});

test('shares and middles are rounded to the cent', () => {
  expect([percentOf(999, 12), middle(90_000, 200_025)]).toEqual([120, 145_013]);
  // $137.497 is nearer to $135; rounded to the cent first it would be $140.
  expect([percentOf(137_497, 10, planningFigure), percentOf(137_500, 10, planningFigure)]).toEqual([13_500, 14_000]);
  expect(percentOf(10_000, 8.25, planningFigure)).toBe(1_000);
});

test.each([
  [0, 0],
  [212, 0],
  [250, 500],
  [26_250, 26_500],
  [99_700, 99_500],
  [99_999, 100_000],
  [262_500, 265_000],
  [262_499, 260_000],
  [999_999, 1_000_000],
  [1_024_999, 1_000_000],
  [1_325_000, 1_350_000],
])('%d cents are rounded to %d for planning [domain.catalogue.6]', (amount, expected) => {
  expect(planningFigure(amount)).toBe(expected);
});

test('users see dollars, with cents only if there are any [9.severities.4]', () => {
  expect(formatMoney(3_148_000)).toBe('$31,480');
  expect(formatMoney(92_550)).toBe('$925.50');
  expect(formatWholeDollars(92_550)).toBe('$926');
  expect(formatMoneyRange(200_000, 800_000)).toBe('$2,000–8,000');
  expect(formatMoneyRange(7_500, 7_500)).toBe('$75');
});

test('an amount above the largest is refused in dollars', () => {
  expect(amountInput.safeParse('1000000').error?.issues[0]?.message).toBe(`At most ${formatMoney(largestAmount)}`);
});
