import { z } from 'zod';
import { costUnits } from './cost-catalogue.ts';
import { itemPlaceSchema } from './places.ts';
import { keptSampleSchema } from './plan-line-details.ts';

/**
 * A value of a line, in parts where its text depends on the reader's language. Texts of versions from before the parts were
 * kept stay as they were frozen.
 */
export const lineValueSchema = z.union([
  z.string(),
  z.object({ days: z.number() }),
  z.object({ quantity: z.number().int(), unit: z.enum(costUnits) }),
  z.object({ date: z.iso.date() }),
  z.object({ daysAfterAcceptance: z.number().int() }),
  keptSampleSchema,
  itemPlaceSchema,
]);
export type LineValue = z.infer<typeof lineValueSchema>;
