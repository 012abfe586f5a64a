import { z } from 'zod';
import { findingCategorySchema, severitySchema } from './finding-categories.ts';

const percent = z.number().min(0).max(100);
const fraction = z.number().min(0).max(1);

/** In fractions 0-1 of the upright picture; the origin is its top left corner. */
export const boundingBoxSchema = z.object({ x: fraction, y: fraction, width: fraction, height: fraction });
export type BoundingBox = z.infer<typeof boundingBoxSchema>;

export const detectedObjectSchema = z.object({
  name: z.string(),
  confidence: percent,
  boundingBox: boundingBoxSchema.optional(),
});
export type DetectedObject = z.infer<typeof detectedObjectSchema>;

export const imageLabelSchema = z.object({ name: z.string(), confidence: percent });
export type ImageLabel = z.infer<typeof imageLabelSchema>;

/**
 * The ways in which two readings disagree, about which a user is asked: only the model service sees it, only the
 * built-in engine sees it, or the built-in engine gives it another category (the first of the alternatives).
 */
export const disagreements = ['only_service', 'only_builtin', 'other_kind'] as const;
export type Disagreement = (typeof disagreements)[number];

export const detectedIssueSchema = z.object({
  id: z.uuid(),
  severity: severitySchema,
  category: findingCategorySchema,
  confidence: percent,
  description: z.string(),
  boundingBox: boundingBoxSchema.optional(),
  recommendedAction: z.string(),
  /** Other possible categories, most likely first. */
  alternatives: z.array(findingCategorySchema).max(2).optional(),
  disagreement: z.enum(disagreements).optional(),
});
export type DetectedIssue = z.infer<typeof detectedIssueSchema>;

/** Points 0-100 with one decimal. The breakdown counts findings: major = high, minor = medium and low. */
export const complianceScoreSchema = z.object({
  overall: percent,
  safety: percent,
  condition: percent,
  maintenance: percent,
  breakdown: z.object({
    criticalIssues: z.number().int().min(0),
    majorIssues: z.number().int().min(0),
    minorIssues: z.number().int().min(0),
  }),
});
export type ComplianceScore = z.infer<typeof complianceScoreSchema>;

export const qualityReasons = ['blurred', 'too_dark', 'too_bright', 'too_small'] as const;
export const imageQualitySchema = z.object({ usable: z.boolean(), reasons: z.array(z.enum(qualityReasons)) });
export type ImageQuality = z.infer<typeof imageQualitySchema>;
export type QualityReason = (typeof qualityReasons)[number];

/** The engine that made an analysis; durationMs is wall time in milliseconds. */
export const engineInfoSchema = z.object({
  name: z.string(),
  model: z.string(),
  version: z.string(),
  durationMs: z.number().min(0),
  /** The engine that located the findings, if another one named them. */
  places: z.object({ name: z.string(), version: z.string() }).optional(),
  /** The configured engine that this one replaced, with a code and a phrase for the reason. */
  standsInFor: z.object({ name: z.string(), reason: z.string(), detail: z.string() }).optional(),
});

/** The AI's analysis of one photo. Confidences and scores are 0-100, boxes fractions of the upright picture. */
export const analysisSchema = z.object({
  objects: z.array(detectedObjectSchema),
  labels: z.array(imageLabelSchema),
  detectedIssues: z.array(detectedIssueSchema),
  overallConfidence: percent,
  /** Null when the photo cannot be judged. */
  complianceScore: complianceScoreSchema.nullable(),
  imageQuality: imageQualitySchema,
  engine: engineInfoSchema,
  error: z.string().optional(),
});
export type Analysis = z.infer<typeof analysisSchema>;
