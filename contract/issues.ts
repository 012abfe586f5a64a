import { z } from 'zod';
import { boundingBoxSchema } from './analysis.ts';
import { decimal, id, requiredText, timestamp } from './common.ts';
import { findingCategories, severities } from './findings.ts';

export const issueStatuses = ['pending', 'confirmed', 'dismissed', 'resolved'] as const;
export type IssueStatus = (typeof issueStatuses)[number];
export const issueSources = ['ai', 'person'] as const;

export const issueSchema = z.object({
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
  source: z.enum(issueSources),
  recommendedAction: z.string(),
  status: z.enum(issueStatuses),
  note: z.string().nullable(),
  /** Who confirmed, dismissed or added it, as a name to show. */
  decidedBy: z.string().nullable(),
  createdAt: timestamp,
  abilities: z.object({ edit: z.boolean() }),
});
export type Issue = z.infer<typeof issueSchema>;

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

export const issueInputSchema = z.object({
  id: id.optional(),
  title: requiredText('Title is required', 200),
  description: z.string().trim().max(5000).default(''),
  severity: z.enum(severities, { error: 'Choose a severity' }),
  category: z.enum(findingCategories, { error: 'Choose a category' }),
  photoId: id.nullish(),
  boundingBox: drawnBoxSchema.nullish(),
});
export type IssueInput = z.input<typeof issueInputSchema>;

export const issuePatchSchema = z.object({
  status: z.enum(issueStatuses).optional(),
  severity: z.enum(severities).optional(),
  category: z.enum(findingCategories).optional(),
  title: requiredText('Title is required', 200).optional(),
  description: z.string().trim().max(5000).optional(),
  boundingBox: drawnBoxSchema.nullish(),
  note: z.string().trim().max(2000).nullish(),
});
export type IssuePatch = z.input<typeof issuePatchSchema>;
