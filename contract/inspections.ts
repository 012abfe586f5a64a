import { z } from 'zod';
import { coverageSchema, isFullyCovered } from './coverage.ts';
import { decimal, id, optionalText, requiredText, timestamp } from './common.ts';
import { severitySchema } from './finding-categories.ts';
import { inspectionStatuses } from './statuses.ts';
import { t } from './language.ts';

export const inspectionAbilitiesSchema = z.object({
  submit: z.boolean(),
  /** Whether a standalone inspection can be recalled: it was submitted, and no reviewer has opened it yet. */
  recall: z.boolean(),
  review: z.boolean(),
  work: z.boolean(),
  generatePip: z.boolean(),
  /** Whether the caller may flag it for another reviewer and remove the flag. */
  flag: z.boolean(),
});

export const inspectionSchema = z.object({
  id,
  userId: id,
  propertyId: id,
  caseId: id.nullable(),
  areaSessionId: id.nullable(),
  runId: id.nullable(),
  sessionId: z.string(),
  propertyName: z.string(),
  area: z.string(),
  status: z.enum(inspectionStatuses),
  videoUrl: z.string().nullable(),
  duration: z.number().int().nullable(),
  aiConfidenceScore: decimal.nullable(),
  itemsChecked: z.number().int(),
  totalItems: z.number().int(),
  issuesDetected: z.number().int(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  updatedAt: timestamp,
  user: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable() }),
  photoCount: z.number().int(),
  /** The photos that are still being analyzed, which may show more findings. */
  pendingPhotos: z.number().int(),
  /** Null until the critical checks are answered and there is a usable photo. */
  complianceScore: z.number().nullable(),
  coverage: coverageSchema,
  /** The worst severity of its open findings; null when there are none. */
  worstSeverity: severitySchema.nullable(),
  /** Whether a reviewer sent it back and nothing was added since, so that submitting it again requires a reason. */
  newEvidenceMissing: z.boolean(),
  /** Why it was submitted with undecided critical checks or findings. */
  submissionReason: z.string().nullable(),
  /** When a reviewer first opened it after its submission. */
  openedAt: timestamp.nullable(),
  reviewNote: z.string().nullable(),
  reviewedAt: timestamp.nullable(),
  /** A reviewer's request to another reviewer to look at it; null for its owner, who does not see flags. */
  flag: z.object({ note: z.string().nullable(), by: z.string(), at: timestamp }).nullable(),
  abilities: inspectionAbilitiesSchema,
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** The previous decided inspection of the same area; null if there is none. */
export const previousInspectionSchema = z.object({ inspection: inspectionSchema.nullable() });

/** The result of an approved review for the area, because approval alone does not mean that nothing is wrong. */
export const reviewOutcomes = ['passed', 'open_findings', 'not_fully_checked', 'not_enough_evidence'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
export const reviewOutcomeLabels: Record<ReviewOutcome, string> = {
  passed: t('Passed'),
  open_findings: t('Not passed: open findings'),
  not_fully_checked: t('Not fully checked'),
  not_enough_evidence: t('Not enough evidence'),
};

/** Null until a review is approved. */
export function reviewOutcome({
  status,
  issuesDetected,
  complianceScore,
  coverage,
}: Pick<Inspection, 'status' | 'issuesDetected' | 'complianceScore' | 'coverage'>): ReviewOutcome | null {
  if (status !== 'approved') return null;
  if (issuesDetected > 0) return 'open_findings';
  if (complianceScore === null) return 'not_enough_evidence';
  return isFullyCovered(coverage) ? 'passed' : 'not_fully_checked';
}

export const inspectionInputSchema = z.object({
  id: id.optional(),
  propertyId: z.uuid('Choose a property'),
  sessionId: z
    .string({ error: 'sessionId is required' })
    .regex(/^[\w-]{1,64}$/, 'sessionId must be 1 to 64 letters, digits, - or _'),
  propertyName: requiredText('Property name is required', 200),
  area: requiredText('Area is required', 100),
  /**
   * The area session of the inspection: its photos, findings and checks count there, completing the area submits it,
   * and its session id and area are those of the area session.
   */
  areaSessionId: id.optional(),
});
export const inspectionListQuery = z.object({
  status: z.enum(inspectionStatuses).optional(),
  propertyId: id.optional(),
  /** An area's code or its name. */
  area: z.string().max(100).optional(),
  /** True for standalone inspections only, false for those of areas only. */
  standalone: z.stringbool().optional(),
  /** True for only those on which their owner can work: in progress, or sent back by a reviewer. */
  open: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export const inspectionStatusChangeSchema = z.object({
  status: z.enum(inspectionStatuses, { error: 'Status is required' }),
  note: z.string().trim().max(2000).nullish(),
});

export const adminInspectionsQuery = z.object({
  status: z.enum(['all', ...inspectionStatuses]).optional(),
  q: z.string().trim().max(200).optional(),
  propertyId: id.optional(),
  /** Only those flagged for another reviewer. */
  flagged: z.stringbool().optional(),
  from: z.iso.date().or(z.iso.datetime()).optional(),
  to: z.iso.date().or(z.iso.datetime()).optional(),
  /** `worst`: worst open finding first. */
  sort: z.enum(['newest', 'worst']).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export const adminInspectionsSchema = z.object({
  inspections: z.array(inspectionSchema),
  counts: z.object({
    all: z.number(),
    pending_review: z.number(),
    in_progress: z.number(),
    requires_action: z.number(),
    approved: z.number(),
    /** The number of flagged inspections in the search and the chosen status, whether or not the answer is limited to them. */
    flagged: z.number(),
  }),
  /** When the inspection of the search that has waited longest for review was completed. */
  oldestPendingAt: timestamp.nullable(),
  nextCursor: z.string().nullable(),
});
export const approveSchema = z.object({ note: z.string().trim().max(2000).nullish() }).nullish();
/**
 * How long a decision can be undone, as the screen offers it, in seconds; the server allows a little more for slow
 * connections.
 */
export const undoSeconds = 10;
/** How many inspections can be decided on together, so that the decision is made and undone in a few seconds. */
export const maxDecisionsAtOnce = 200;
const inspectionIds = z
  .array(id)
  .min(1, 'Choose at least one inspection')
  .max(maxDecisionsAtOnce, `At most ${maxDecisionsAtOnce} inspections at once`);
export const approveManySchema = z.object({ ids: inspectionIds });
export const undoDecisionsSchema = z.object({ ids: inspectionIds });
/** The result for each; a refused one does not block the others. */
export const decisionsSchema = z.object({
  done: z.array(inspectionSchema),
  refused: z.array(z.object({ id, detail: z.string() })),
});
export type Decisions = z.infer<typeof decisionsSchema>;
export const flagSchema = z.object({ note: optionalText(2000) }).nullish();
export const requestReinspectionSchema = z.object({ note: requiredText('Enter what should be inspected again', 2000) });
