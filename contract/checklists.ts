import { z } from 'zod';
import { id } from './common.ts';

export const checklistResults = ['pass', 'fail', 'not_applicable'] as const;
export const checklistItemSchema = z.object({
  id,
  title: z.string(),
  /** Failing it is a critical finding. */
  critical: z.boolean(),
  sortOrder: z.number().int(),
  result: z.enum(checklistResults).nullable(),
  note: z.string().nullable(),
  /** What the analysis of the photos suggests, never a result by itself. */
  aiHint: z.object({ result: z.enum(['fail']), confidence: z.number(), issueId: id }).nullable(),
});
export type ChecklistItem = z.infer<typeof checklistItemSchema>;
export const checklistSchema = z.array(checklistItemSchema);
export const checklistPatchSchema = z.object({
  result: z.enum(checklistResults, { error: 'Choose pass, fail or not applicable' }),
  note: z.string().trim().max(1000).nullish(),
});
