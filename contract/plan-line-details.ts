import { z } from 'zod';
import { changedText, parseNumber, timestamp } from './common.ts';
import { t } from './language.ts';
import { maxPlaceLength } from './places.ts';

/** The largest quantity of one line. */
export const maxUnits = 100_000;

/** Months after acceptance within which work of a plan's scope is done, where it has a longer window than its severity gives. */
export const horizons = [3, 6, 12, 24] as const;
export type Horizon = (typeof horizons)[number];

const count = z.preprocess(
  parseNumber,
  z.number('Enter a number').int('Enter a whole number').min(1, 'Enter 1 or more').max(maxUnits),
);

/** What was looked at and what that says of all: 6 of 10 rooms have the defect, and there are 84 rooms. */
export const sampleSchema = z
  .object({ found: count, of: count, all: count })
  .refine(({ found, of }) => found <= of, { path: ['found'], error: 'At most as many as were looked at' })
  .refine(({ of, all }) => of <= all, { path: ['all'], error: 'At least as many as were looked at' });
export type Sample = z.output<typeof sampleSchema>;

/** The same in an answer. */
const units = z.number().int();
export const keptSampleSchema = z.object({ found: units, of: units, all: units });

/** How many of all have it, as the sample says; a part of one is a whole one, because nobody repairs half a room. */
export const extrapolated = ({ found, of, all }: Sample): number => Math.ceil((found * all) / of);

/** '6 of 10 sampled, 84 in all: 6 ÷ 10 × 84 = 50.4, so 51'; all of them need no arithmetic. */
export function sampleText(sample: Sample): string {
  const { found, of, all } = sample;
  if (of === all) return t('{found} of {all}, all looked at', { found, all });
  const exact = (found * all) / of;
  const product = t('{found} of {of} sampled, {all} in all: {found} ÷ {of} × {all} = {product}', {
    found,
    of,
    all,
    // With decimals that tell 50.04 from 50.
    product: exact.toLocaleString('en-US', { maximumFractionDigits: 4 }),
  });
  return Number.isInteger(exact) ? product : t('{product}, so {units}', { product, units: extrapolated(sample) });
}

/** The longest texts of a line's details. */
export const detailLimits = { place: maxPlaceLength, standard: 200, responsible: 100 } as const;

/** The `changedAt` of the item that the caller saw; the change is refused if somebody has changed the item since. */
export const basedOnSchema = timestamp.nullish();

/** What a contractor needs to price a line, beside its action and quantity: undefined leaves a field, null or '' clears it. */
export const lineDetailsInput = {
  building: changedText(detailLimits.place),
  floor: changedText(detailLimits.place),
  /** The standard that asks for the work: 'Brand standard 4.12', 'NFPA 10 7.3'. */
  standard: changedText(detailLimits.standard),
  /** Who does the work. */
  responsible: changedText(detailLimits.responsible),
  /** The quantity is what it gives, unless a quantity is given as well. */
  sample: sampleSchema.nullish(),
  horizonMonths: z
    .preprocess(
      parseNumber,
      z.union(
        horizons.map((months) => z.literal(months)),
        'Choose 3, 6, 12 or 24 months',
      ),
    )
    .nullish(),
};
