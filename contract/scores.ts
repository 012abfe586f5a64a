import { z } from 'zod';
import { complianceScoreSchema } from './analysis.ts';
import { findingCategorySchema, scoreDimensionSchema, severities, severitySchema } from './finding-categories.ts';

/** The cap of a score and its reason: the worst open finding, or what is not covered yet. */
export const scoreCapSchema = z.object({ points: z.number(), reason: z.enum([...severities, 'coverage']) });
export type ScoreCap = z.infer<typeof scoreCapSchema>;

/**
 * The computation of a score: the deduction for each finding, the rest of each dimension, the weighted sum, the cap.
 */
export const scoreExplanationSchema = z.object({
  score: complianceScoreSchema,
  deductions: z.array(
    z.object({
      severity: severitySchema,
      category: findingCategorySchema,
      dimension: scoreDimensionSchema,
      /** The confidence used for the deduction, 0-100. */
      confidence: z.number(),
      points: z.number(),
    }),
  ),
  weighted: z.array(
    z.object({ dimension: scoreDimensionSchema, weight: z.number(), points: z.number(), product: z.number() }),
  ),
  sum: z.number(),
  /** The cap that lowered the sum, or null. */
  cap: scoreCapSchema.nullable(),
});
export type ScoreExplanation = z.infer<typeof scoreExplanationSchema>;

/** Null until the area has a score. */
export const areaScoreSchema = z.object({ explanation: scoreExplanationSchema.nullable() });
