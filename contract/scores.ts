import { z } from 'zod';
import { complianceScoreSchema } from './analysis.ts';
import { findingCategorySchema, scoreDimensionSchema, severitySchema } from './finding-categories.ts';

/** The arithmetic of a score: what each finding takes off, what is left of each dimension, the weighted sum, the cap. */
export const scoreExplanationSchema = z.object({
  score: complianceScoreSchema,
  deductions: z.array(
    z.object({
      severity: severitySchema,
      category: findingCategorySchema,
      dimension: scoreDimensionSchema,
      /** 0-100, as it was counted. */
      confidence: z.number(),
      points: z.number(),
    }),
  ),
  weighted: z.array(
    z.object({ dimension: scoreDimensionSchema, weight: z.number(), points: z.number(), product: z.number() }),
  ),
  sum: z.number(),
  /** An open critical finding held the sum down. */
  capped: z.boolean(),
});
export type ScoreExplanation = z.infer<typeof scoreExplanationSchema>;

/** Null while the area has no photo. */
export const areaScoreSchema = z.object({ explanation: scoreExplanationSchema.nullable() });
