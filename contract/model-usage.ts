import { z } from 'zod';
import { id } from './common.ts';

const count = z.number().int().nonnegative();
/** US dollars with four decimals, because a photo costs fractions of a cent. */
const dollars = z.string().regex(/^\d+\.\d{4}$/);

export const modelUsageQuerySchema = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use a month like 2026-11')
    .optional(),
});

/** The requests to the AI service in a calendar month (UTC) and their cost. */
export const modelUsageSchema = z.object({
  /** The currently configured engine and model. */
  engine: z.string(),
  model: z.string().nullable(),
  month: z.string(),
  budget: dollars.nullable(),
  spent: dollars,
  properties: z.array(
    z.object({
      /** Null for photos without a property. */
      propertyId: id.nullable(),
      name: z.string().nullable(),
      photos: count,
      /** The number of photos that the built-in engine analyzed instead. */
      standIns: count,
      inputTokens: count,
      outputTokens: count,
      cost: dollars,
    }),
  ),
  /** Why photos were not read by the service, most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), photos: count })),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;
