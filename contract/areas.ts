import { z } from 'zod';
import { areaCodes } from './area-codes.ts';
import { changeId, id, optionalText, timestamp } from './common.ts';
import { coverageSchema } from './coverage.ts';
import { severitySchema } from './finding-categories.ts';
import { areaSessionStatuses, inspectionStatuses } from './statuses.ts';

export const areaSchema = z.object({
  id,
  name: z.string(),
  code: z.enum(areaCodes),
  description: z.string().nullable(),
  /** The name of a Lucide icon. */
  icon: z.string().nullable(),
  sortOrder: z.number().int(),
});
export type Area = z.infer<typeof areaSchema>;

export const areaSessionAbilitiesSchema = z.object({
  /** Whether photos, findings and permissions can change. */
  work: z.boolean(),
  complete: z.boolean(),
  /** Whether it can be recalled: it was submitted, and no reviewer has opened it yet. */
  recall: z.boolean(),
  generatePip: z.boolean(),
  /** Whether it can be marked as not applicable, which is possible while it has neither photos nor a recording. */
  leaveOut: z.boolean(),
  /** Whether marking it as not applicable can be undone. */
  restore: z.boolean(),
});

export const areaSessionSchema = z.object({
  id,
  runId: id,
  areaId: id,
  status: z.enum(areaSessionStatuses),
  permissionCamera: z.boolean(),
  permissionLocation: z.boolean(),
  permissionMicrophone: z.boolean(),
  itemsChecked: z.number().int(),
  totalItems: z.number().int(),
  issuesDetected: z.number().int(),
  progressPercent: z.number().int(),
  lastActivity: timestamp,
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  notApplicableReason: z.string().nullable(),
  property: z.object({ id, name: z.string() }),
  area: areaSchema.pick({ name: true, code: true, description: true, icon: true }),
  caseNumber: z.string().nullable(),
  photoCount: z.number().int(),
  /** Null until the critical checks are answered and there is a usable photo. */
  complianceScore: z.number().nullable(),
  coverage: coverageSchema,
  /** The worst severity of its open findings; null when there are none. */
  worstSeverity: severitySchema.nullable(),
  inspectionId: id.nullable(),
  reviewStatus: z.enum(inspectionStatuses).nullable(),
  reviewNote: z.string().nullable(),
  /** Whether a reviewer sent it back and nothing was added since, so that submitting it again requires a reason. */
  newEvidenceMissing: z.boolean(),
  /** Why it was completed with undecided critical checks or findings. */
  completionReason: z.string().nullable(),
  abilities: areaSessionAbilitiesSchema,
});
export type AreaSession = z.infer<typeof areaSessionSchema>;

export const areaSessionsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
  propertyId: id.optional(),
  /** An area's code or its name. */
  area: z.string().max(100).optional(),
  /** Only area sessions with some field work. */
  started: z.stringbool().optional(),
  /** Without areas that are not applicable. */
  applicable: z.stringbool().optional(),
});

/** All area sessions that the caller may see, whatever the filter of a list. */
export const areaSessionTotalsSchema = z.object({
  total: z.number().int().min(0),
  /** The properties that have some, by name; at most 2,000. */
  properties: z.array(z.object({ id, name: z.string() })),
});

export const areaSessionPatchSchema = z
  .object({
    id: changeId,
    permissionCamera: z.boolean().optional(),
    permissionLocation: z.boolean().optional(),
    permissionMicrophone: z.boolean().optional(),
    status: z
      .enum(['in_progress', 'not_applicable'], { error: 'Status can be set to in_progress or not_applicable' })
      .optional(),
    reason: z.string().trim().max(500).optional(),
    itemsChecked: z.number().int().min(0).max(1000).optional(),
    progressPercent: z.number().int().min(0).max(100).optional(),
  })
  .refine((patch) => patch.status !== 'not_applicable' || !!patch.reason, {
    path: ['reason'],
    message: 'Say why the area does not apply',
  });
export const completeAreaSchema = z.object({ id: changeId, reason: optionalText(2000) }).nullish();
export type AreaSessionPatch = z.input<typeof areaSessionPatchSchema>;
