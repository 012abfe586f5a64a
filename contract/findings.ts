import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { decimal, id, requiredText, timestamp } from './common.ts';
import { findingCategories, severities } from './finding-categories.ts';

export const findingStatuses = ['pending', 'confirmed', 'dismissed', 'resolved'] as const;
export type FindingStatus = (typeof findingStatuses)[number];
/** Open findings count for scores and plans. */
export const openFindingStatuses: FindingStatus[] = ['pending', 'confirmed'];
export const findingSources = ['ai', 'person'] as const;

export const findingSchema = z.object({
  id,
  inspectionId: id.nullable(),
  areaSessionId: id.nullable(),
  photoId: id.nullable(),
  title: z.string(),
  description: z.string(),
  severity: z.enum(severities),
  category: z.enum(findingCategories),
  aiConfidence: decimal.nullable(),
  imageUrl: z.string().nullable(),
  videoTimestamp: z.number().int().nullable(),
  boundingBox: boundingBoxSchema.nullable(),
  /** The places that the box holds, where the analysis saw several. */
  places: z.array(boundingBoxSchema),
  source: z.enum(findingSources),
  recommendedAction: z.string(),
  status: z.enum(findingStatuses),
  note: z.string().nullable(),
  /** Who confirmed, dismissed or added it, as a name to show. */
  decidedBy: z.string().nullable(),
  createdAt: timestamp,
  abilities: z.object({ edit: z.boolean() }),
});
export type Finding = z.infer<typeof findingSchema>;

/** A little beyond the edge is how a browser rounds. */
const edge = 1.001;
const drawnBoxSchema = boundingBoxSchema
  .refine((box) => box.width > 0 && box.height > 0, 'The box has no size')
  .refine((box) => box.x + box.width <= edge && box.y + box.height <= edge, 'The box reaches beyond the picture')
  .transform((box) => ({
    ...box,
    width: Math.min(box.width, 1 - box.x),
    height: Math.min(box.height, 1 - box.y),
  }));

export const findingInputSchema = z.object({
  id: id.optional(),
  title: requiredText('Title is required', 200),
  description: z.string().trim().max(5000).default(''),
  severity: z.enum(severities, { error: 'Choose a severity' }),
  category: z.enum(findingCategories, { error: 'Choose a category' }),
  photoId: id.nullish(),
  boundingBox: drawnBoxSchema.nullish(),
});
export type FindingInput = z.input<typeof findingInputSchema>;

export const findingPatchSchema = z.object({
  status: z.enum(findingStatuses).optional(),
  severity: z.enum(severities).optional(),
  category: z.enum(findingCategories).optional(),
  title: requiredText('Title is required', 200).optional(),
  description: z.string().trim().max(5000).optional(),
  boundingBox: drawnBoxSchema.nullish(),
  note: z.string().trim().max(2000).nullish(),
});
export type FindingPatch = z.input<typeof findingPatchSchema>;
