import { z } from 'zod';
import { boundingBoxSchema, disagreements } from './analysis.ts';
import { photoMarkSchema } from './photo-marks.ts';
import { changeId, decimal, id, requiredText, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';
import { changedPlaceInput, maxPlaceLength } from './places.ts';
import { maxRoomLength } from './rooms.ts';

export const findingStatuses = ['pending', 'confirmed', 'dismissed', 'resolved'] as const;
export type FindingStatus = (typeof findingStatuses)[number];
/** Open findings count for scores and plans. */
export const openFindingStatuses: FindingStatus[] = ['pending', 'confirmed'];
export const findingSources = ['ai', 'person'] as const;

/**
 * What the engine sees at the place on a repair photo. waiting: it has not analyzed the photo yet; still: the defect;
 * other: another defect; none: neither; unclear: it cannot tell.
 */
export const repairOutcomes = ['waiting', 'still', 'other', 'none', 'unclear'] as const;
/** Why the engine cannot tell: a poor photo, a defect that it never saw or cannot detect, or no analysis. */
export const repairDoubts = ['poor_photo', 'never_seen', 'not_analyzed'] as const;
export const repairSightSchema = z.object({
  outcome: z.enum(repairOutcomes),
  /** What it sees at the place, and its confidence, 0-100. */
  category: z.enum(findingCategories).nullable(),
  confidence: z.number().min(0).max(100).nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  doubt: z.enum(repairDoubts).nullable(),
});
export type RepairSight = z.infer<typeof repairSightSchema>;

/** A photo that shows the place of a finding after its repair. */
export const repairPhotoSchema = z.object({
  photoId: id,
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  takenAt: timestamp.nullable(),
  createdAt: timestamp,
  sight: repairSightSchema,
});
export type RepairPhoto = z.infer<typeof repairPhotoSchema>;

/** A user's decision about the newest repair photo. */
export const repairVerdicts = ['resolved', 'still_there'] as const;

export const findingSchema = z.object({
  id,
  inspectionId: id.nullable(),
  areaSessionId: id.nullable(),
  photoId: id.nullable(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(severities),
  /** The building, floor, and room or place of the finding. */
  building: z.string().nullable(),
  floor: z.string().nullable(),
  room: z.string().nullable(),
  /** The original severity, if the same defect in other guest rooms raised it, and those rooms. */
  raisedFrom: z.enum(severities).nullable(),
  raisedRooms: z.array(z.string()),
  category: z.enum(findingCategories),
  aiConfidence: decimal.nullable(),
  imageUrl: z.string().nullable(),
  videoTimestamp: z.number().int().nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  /** The individual defects inside the box, if there are several. */
  places: z.array(boundingBoxSchema),
  /** The marks that users drew on its photo. */
  photoMarks: z.array(photoMarkSchema),
  /** How two readings of the photo disagree, so that a user is asked; null once a user has decided. */
  disagreement: z.enum(disagreements).nullable(),
  source: z.enum(findingSources),
  recommendedAction: z.string(),
  /** Whether a user or an engine gave the action; plans then use it instead of the cost catalog's action. */
  actionGiven: z.boolean(),
  /** The finding of the same defect into which this one was merged, which dismissed it. */
  mergedInto: id.nullable(),
  /** The first finding of the same defect in an earlier inspection of the place. */
  earlierId: id.nullable(),
  /** The findings that were merged into it, and those of the same defect in other inspections of the place. */
  parts: z.array(
    z.object({
      id,
      photoId: id.nullable(),
      imageUrl: z.string().nullable(),
      boundingBox: boundingBoxSchema.nullable(),
      places: z.array(boundingBoxSchema),
    }),
  ),
  /** Photos of the place after the repair, newest first. */
  repairs: z.array(repairPhotoSchema),
  /** The user's decision since the newest of them, or null. */
  repairVerdict: z.enum(repairVerdicts).nullable(),
  /** Other open findings of the area that may be the same defect; in lists only. */
  sameAs: z.array(id),
  /** An open finding of an earlier inspection of the place that may be the same defect; in lists only. */
  sameAsEarlier: z
    .object({
      id,
      title: z.string(),
      photoId: id.nullable(),
      boundingBox: boundingBoxSchema.nullable(),
      createdAt: timestamp,
    })
    .nullable(),
  status: z.enum(findingStatuses),
  note: z.string().nullable(),
  /** The displayed name of the user who added it; null for the AI's, and where nothing tells who. */
  addedBy: z.string().nullable(),
  /** The displayed name of the user who confirmed, dismissed or added it. */
  decidedBy: z.string().nullable(),
  /** Whether nobody but the person who added it has decided on it. Names do not tell, because two people may have the same one. */
  onlyAdded: z.boolean(),
  createdAt: timestamp,
  /** `repair`: whether the caller may add a repair photo to its area or inspection now. */
  abilities: z.object({ edit: z.boolean(), repair: z.boolean() }),
});
export type Finding = z.infer<typeof findingSchema>;

/** Browsers round coordinates, so a box may slightly exceed 1. */
const edge = 1.001;
const drawnBoxSchema = boundingBoxSchema
  .refine((box) => box.width > 0 && box.height > 0, 'The box has no size')
  .refine((box) => box.x + box.width <= edge && box.y + box.height <= edge, 'The box reaches beyond the picture')
  .transform((box) => ({
    ...box,
    width: Math.min(box.width, 1 - box.x),
    height: Math.min(box.height, 1 - box.y),
  }));

/** A user's recommended action; empty for the usual advice. */
const actionSchema = z.string().trim().max(500, 'At most 500 characters');

const placeText = (max: number) => z.string().trim().max(max, `At most ${max} characters`).nullish();

export const findingInputSchema = z.object({
  id: id.optional(),
  title: requiredText('Title is required', 200),
  description: z.string().trim().max(5000).default(''),
  severity: z.enum(severities, { error: 'Choose a severity' }),
  category: z.enum(findingCategories, { error: 'Choose a category' }),
  recommendedAction: actionSchema.optional(),
  /** By default the place of the photo; empty for none. */
  building: placeText(maxPlaceLength),
  floor: placeText(maxPlaceLength),
  room: placeText(maxRoomLength),
  photoId: id.nullish(),
  boundingBox: drawnBoxSchema.nullish(),
  /** The second of the recording at which it was added. */
  videoTimestamp: z
    .number()
    .int()
    .min(0)
    .max(7 * 86_400)
    .nullish(),
});
export type FindingInput = z.input<typeof findingInputSchema>;

/** The other findings that a user marks as the same defect, or as different ones. */
export const otherFindingsSchema = z.object({ ids: z.array(id).min(1, 'Choose another finding').max(50) });

/** The findings that were merged into a finding before and stay with it when the merge is undone. */
export const separationSchema = z.object({ ids: z.array(id).max(200).optional() }).nullish();

/** The fields of a finding that a user may change. */
export const findingVersionSchema = z.object({
  status: z.enum(findingStatuses),
  severity: z.enum(severities),
  category: z.enum(findingCategories),
  title: z.string(),
  description: z.string(),
  recommendedAction: z.string(),
  /** Devices with an earlier version of the page do not know the first two. */
  building: z.string().optional(),
  floor: z.string().optional(),
  room: z.string(),
  boundingBox: boundingBoxSchema.nullable(),
  note: z.string().nullable(),
});
export type FindingVersion = z.infer<typeof findingVersionSchema>;

export const findingPatchSchema = z.object({
  id: changeId,
  status: z.enum(findingStatuses).optional(),
  severity: z.enum(severities).optional(),
  category: z.enum(findingCategories).optional(),
  title: requiredText('Title is required', 200).optional(),
  description: z.string().trim().max(5000).optional(),
  recommendedAction: actionSchema.optional(),
  ...changedPlaceInput,
  boundingBox: drawnBoxSchema.nullish(),
  note: z.string().trim().max(2000).nullish(),
  /**
   * The versions that the device has seen. If a changed field has any other value by now, the change is refused with
   * 409.
   */
  basedOn: z.array(findingVersionSchema).max(50).optional(),
});
export type FindingPatch = z.input<typeof findingPatchSchema>;

/**
 * The fields of a finding as a user may change them: the severity before it was raised, and the action only if one was
 * given.
 */
export const versionOf = (finding: Finding): FindingVersion => ({
  status: finding.status,
  severity: finding.raisedFrom ?? finding.severity,
  category: finding.category,
  title: finding.title,
  description: finding.description,
  recommendedAction: finding.actionGiven ? finding.recommendedAction : '',
  building: finding.building ?? '',
  floor: finding.floor ?? '',
  room: finding.room ?? '',
  boundingBox: finding.boundingBox,
  note: finding.note,
});
