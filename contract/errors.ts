import { z } from 'zod';

/** RFC 9457 problem details. `errors` maps a field to its message. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** Stable and machine-readable, whereas the sentence in `detail` may change. */
  code: z.string(),
  detail: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
