import { z } from 'zod';
import { locale } from './language.ts';
import { lazily } from './lazily.ts';

/** US dollars in whole cents. Amounts are stored, added and compared in cents, and formatted only for readers. */
export type Cents = number;

export const toCents = (dollars: string | number): Cents => Math.round(Number(dollars) * 100);
/** An amount as people in the US write it: a dollar sign and commas between thousands are optional. */
const writtenAmount = /^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/;
const withoutMarks = (amount: string): string => amount.replaceAll(/[$,]/g, '');

/** Dollars with two decimals, the format of amounts in calls: `1250.00`. */
export const toDecimal = (cents: Cents): string => (cents / 100).toFixed(2);

export const toDollars = (cents: Cents): number => cents / 100;

/** A share of an amount, rounded once: to the cent unless told otherwise. `percent` is 12 for 12 %, with up to two decimals. */
export const percentOf = (cents: Cents, percent: number, rounded: (exact: number) => Cents = Math.round): Cents =>
  rounded((cents * Math.round(percent * 100)) / 10_000);

/** Rounds a planning figure: to $5 under $1,000, to $50 under $10,000, to $500 above. */
export function planningFigure(amount: Cents): Cents {
  const dollars = toDollars(amount);
  const step = toCents(dollars < 1_000 ? 5 : dollars < 10_000 ? 50 : 500);
  return Math.round(amount / step) * step;
}

/** The middle of a range. */
export const middle = (low: Cents, high: Cents): Cents => Math.round((low + high) / 2);

/** The typical price of a range: its middle as a planning figure, but never outside of the range. */
export const typicalPrice = (low: Cents, high: Cents): Cents =>
  Math.min(high, Math.max(low, planningFigure(middle(low, high))));

/** The largest amount of one line of a plan or of the catalogue: $999,999.99. */
export const largestAmount: Cents = 99_999_999;
/** The largest total of a plan: $99,999,999.99. */
export const largestTotal: Cents = 9_999_999_999;

const cents = z.int();

/** An amount in an answer: text with two decimals in the call, cents in the code on both sides. */
export const decimalAmount = z.codec(z.string().regex(/^-?\d+\.\d{2}$/), cents, {
  decode: toCents,
  encode: toDecimal,
});

const inWholeCents = (dollars: number): boolean => toDollars(toCents(dollars)) === dollars;
const numberOfDollars = z.number().refine(inWholeCents, 'Enter an amount with at most two decimals');

/** An amount that is a number of dollars in calls. */
export const dollarAmount = z.codec(numberOfDollars.min(0).max(toDollars(largestAmount)), cents, {
  decode: toCents,
  encode: toDollars,
});

/** An amount in a request: a number of dollars, or its text, as in `$1,250.50`. */
export const amountInput = z
  .union([numberOfDollars, z.string().regex(writtenAmount, 'Enter an amount')])
  .transform((amount) => toCents(typeof amount === 'string' ? withoutMarks(amount) : amount))
  .pipe(z.int('At most $999,999.99').min(0, 'Enter an amount').max(largestAmount, 'At most $999,999.99'));

const wholeDollars = lazily(
  () => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
);
const dollarsAndCents = lazily(() => new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' }));

/** Formats as in `$1,250` or `$1,250.50`: cents only if there are any. */
export const formatMoney = (amount: Cents): string =>
  (amount % 100 === 0 ? wholeDollars() : dollarsAndCents()).format(toDollars(amount));

/** Rounds to whole dollars, for estimates and sums, which are not exact to the cent. */
export const roundToDollars = (amount: Cents): Cents => Math.round(amount / 100) * 100;

/** Formats as in `$1,251`. */
export const formatWholeDollars = (amount: Cents): string => formatMoney(roundToDollars(amount));

/** Formats as in `$2,000–8,000`, or as one amount when both are equal. */
export const formatMoneyRange = (low: Cents, high: Cents): string =>
  low === high ? formatMoney(low) : `${formatMoney(low)}–${formatMoney(high).slice(1)}`;

/** Formats as in `$2,000–8,000`, rounding amounts with cents. */
export const formatWholeDollarRange = (low: Cents, high: Cents): string =>
  formatMoneyRange(roundToDollars(low), roundToDollars(high));
