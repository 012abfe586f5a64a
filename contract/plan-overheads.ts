import { z } from 'zod';
import { parseNumber } from './common.ts';
import { t } from './language.ts';
import { amountInput, decimalAmount, formatMoney } from './money.ts';

/** The additions of a plan to the cost of its works: percentages (12 means 12 %) and an amount. 0 is off. */
export const planOverheadsSchema = z.object({
  /** Applies to FF&E lines only; the other percentages apply to all works. */
  freightPercent: z.number(),
  contingencyPercent: z.number(),
  mobilization: decimalAmount,
  designFeePercent: z.number(),
  afterHoursPercent: z.number(),
  /** By default that of the property's state. */
  regionalPercent: z.number(),
});
export type PlanOverheads = z.output<typeof planOverheadsSchema>;
export type Overhead = keyof PlanOverheads;

export const overheadLabels: Record<Overhead, string> = {
  freightPercent: t('Freight and tax, % of FF&E'),
  contingencyPercent: t('Contingency, %'),
  mobilization: t('Mobilization (USD)'),
  designFeePercent: t('Design and permit fee, %'),
  afterHoursPercent: t('After-hours surcharge, %'),
  regionalPercent: t('Regional factor, %'),
};
export const overheads = Object.keys(overheadLabels) as Overhead[];

/** A text such as '12%' or '$2,500'. */
export const overheadText = (name: Overhead, values: PlanOverheads): string =>
  name === 'mobilization' ? formatMoney(values[name]) : `${values[name]}%`;

const percent = z.preprocess(
  parseNumber,
  z
    .number('Enter a number')
    .min(0, 'Enter 0 or more')
    .max(100, 'At most 100')
    .refine((value) => Number(value.toFixed(2)) === value, 'Enter at most two decimals'),
);
const inputFields = {
  freightPercent: percent,
  contingencyPercent: percent,
  mobilization: amountInput,
  designFeePercent: percent,
  afterHoursPercent: percent,
  regionalPercent: percent,
};
export const planOverheadsInputSchema = z.object({
  ...inputFields,
  /** What the caller saw; the change is refused if somebody has changed them since. */
  from: z.object(inputFields).optional(),
});
export type PlanOverheadsInput = z.input<typeof planOverheadsInputSchema>;
