import { z } from 'zod';
import { changeId, id } from './common.ts';
import { findingCategorySchema, severitySchema } from './finding-categories.ts';

export const checklistResults = ['pass', 'fail', 'not_applicable'] as const;
export const checklistItemSchema = z.object({
  id,
  title: z.string(),
  /** Failing it is a critical finding. */
  critical: z.boolean(),
  /** Category of the finding that a failed check creates. */
  category: findingCategorySchema,
  sortOrder: z.number().int(),
  result: z.enum(checklistResults).nullable(),
  note: z.string().nullable(),
  /** The result that AI suggests, with `issue` in a few words; never stored as an answer. */
  aiHint: z.object({ result: z.enum(['fail']), confidence: z.number(), issueId: id, issue: z.string() }).nullable(),
});
export type ChecklistItem = z.infer<typeof checklistItemSchema>;
export const checklistSchema = z.array(checklistItemSchema);
export const checklistPatchSchema = z.object({
  id: changeId,
  /** Null takes the answer back. */
  result: z.enum(checklistResults, { error: 'Choose pass, fail or not applicable' }).nullable(),
  /** Of the finding that a failed check becomes; the check's own when left out. */
  severity: severitySchema.optional(),
  note: z.string().trim().max(1000).nullish(),
  /** The answers that the device knew: with any other by now, it is refused with 409, so that a person compares both. */
  basedOn: z
    .array(z.object({ result: z.enum(checklistResults).nullable(), note: z.string().max(1000).nullable() }))
    .max(50)
    .optional(),
});
