import { z } from 'zod';
import { changeId, id } from './common.ts';
import { findingCategorySchema, severitySchema } from './finding-categories.ts';

export const checklistResults = ['pass', 'fail', 'not_applicable'] as const;
export const checklistItemSchema = z.object({
  id,
  title: z.string(),
  /** Whether failing it is a critical finding. */
  critical: z.boolean(),
  /** The category of the finding that a failed check creates. */
  category: findingCategorySchema,
  sortOrder: z.number().int(),
  result: z.enum(checklistResults).nullable(),
  note: z.string().nullable(),
  /** The severity of a failed check's finding; null for any other check. */
  severity: severitySchema.nullable(),
  /** The result that the AI suggests, with `issue` in a few words; never stored as an answer. */
  aiHint: z.object({ result: z.enum(['fail']), confidence: z.number(), issueId: id, issue: z.string() }).nullable(),
});
export type ChecklistItem = z.infer<typeof checklistItemSchema>;
export const checklistSchema = z.array(checklistItemSchema);
export const checklistPatchSchema = z.object({
  id: changeId,
  /** Null removes the answer. */
  result: z.enum(checklistResults, { error: 'Choose pass, fail or not applicable' }).nullable(),
  /** The severity of the finding that a failed check creates; by default the check's own. */
  severity: severitySchema.optional(),
  note: z.string().trim().max(1000).nullish(),
  /**
   * The answers that the device has seen. If the current answer is another one, the change is refused with 409, so that
   * a user can compare both.
   */
  basedOn: z
    .array(z.object({ result: z.enum(checklistResults).nullable(), note: z.string().max(1000).nullable() }))
    .max(50)
    .optional(),
});
