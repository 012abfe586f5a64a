import { z } from 'zod';
import { areaCodes } from './area-codes.ts';
import { id } from './common.ts';

/** The area in which a case's requirement is inspected, and whether it needs a photo as evidence. */
export const requirementDetailsSchema = z.object({
  text: z.string(),
  /** Null for a requirement about the whole property. */
  area: z.enum(areaCodes).nullable(),
  photoRequired: z.boolean(),
  /** When it is due before the rest of the case; null for the case's own due date. */
  dueDate: z.iso.date().nullable(),
});
export type RequirementDetails = z.infer<typeof requirementDetailsSchema>;

/** A requirement in an area, with its evidence. */
export const areaRequirementSchema = requirementDetailsSchema.extend({
  /** Its position among the requirements of the case, starting at 0. */
  position: z.number().int(),
  met: z.boolean(),
  /** Null until a photo or a check of the area is chosen for it; a check meets it once it is passed. */
  evidence: z
    .object({
      photoId: id.nullable(),
      thumbnailUrl: z.string().nullable(),
      checklistItemId: id.nullable(),
      /** The check's title; null for a photo. */
      check: z.string().nullable(),
    })
    .nullable(),
  /** The name of another area of the run in which a requirement about the whole property is met. */
  metIn: z.string().nullable(),
});
export type AreaRequirement = z.infer<typeof areaRequirementSchema>;
export const areaRequirementsSchema = z.array(areaRequirementSchema);

/** A requirement in the inspection of its case; its evidence is that of the area in which it is met. */
export const caseRequirementSchema = areaRequirementSchema.extend({
  /** The name of its area; null for a requirement about the whole property. */
  areaName: z.string().nullable(),
  /** Why its area is left out of the inspection, in which case it cannot be met; null if the area is inspected. */
  leftOut: z.object({ reason: z.string().nullable() }).nullable(),
});
export type CaseRequirement = z.infer<typeof caseRequirementSchema>;
export const caseRequirementsSchema = z.array(caseRequirementSchema);

/** The photo or the check that meets a requirement; without either, the earlier choice is removed. */
export const requirementEvidenceSchema = z
  .object({ photoId: id.nullish(), checklistItemId: id.nullish() })
  .refine(({ photoId, checklistItemId }) => !photoId || !checklistItemId, {
    path: ['photoId'],
    message: 'Choose a photo or a check, not both',
  });
