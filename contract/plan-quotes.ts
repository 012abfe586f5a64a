import { z } from 'zod';
import { optionalText } from './common.ts';
import { detailLimits } from './plan-line-details.ts';
import { amountInput, decimalAmount } from './money.ts';

/** The most quotes that an item has. */
export const maxQuotes = 3;

/** What a vendor asks for the work of an item. */
export const itemQuoteSchema = z.object({
  vendor: z.string(),
  amount: decimalAmount,
  /** The vendor's number of it. */
  reference: z.string().nullable(),
  quotedOn: z.iso.date().nullable(),
  chosen: z.boolean(),
});
export type ItemQuote = z.output<typeof itemQuoteSchema>;

const quoteInput = z.object({
  vendor: z
    .string({ error: 'Vendor is required' })
    .trim()
    .min(1, 'Vendor is required')
    .max(100, 'At most 100 characters'),
  amount: amountInput,
  reference: optionalText(100),
  quotedOn: z.iso.date('Choose a date').nullish(),
  chosen: z.boolean().default(false),
});

/** Who does the work of an item, and all quotes for it. */
const vendorFields = {
  responsible: optionalText(detailLimits.responsible),
  quotes: z
    .array(quoteInput)
    .max(maxQuotes, `At most ${maxQuotes} quotes`)
    .refine((quotes) => quotes.filter(({ chosen }) => chosen).length <= 1, 'Choose one quote'),
};
export const itemVendorsSchema = z.object({
  ...vendorFields,
  /** What the caller saw; the change is refused if somebody has changed it since. */
  from: z.object(vendorFields).optional(),
});
export type ItemVendorsInput = z.input<typeof itemVendorsSchema>;

/** The chosen quote's amount, or the lowest; null without a quote. */
export const quotedCostOf = (quotes: readonly Pick<ItemQuote, 'amount' | 'chosen'>[]): number | null => {
  const [lowest] = quotes.toSorted((a, b) => Number(b.chosen) - Number(a.chosen) || a.amount - b.amount);
  return lowest?.amount ?? null;
};
