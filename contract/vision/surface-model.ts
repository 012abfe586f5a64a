import { z } from 'zod';
import { findingCategories, type FindingCategory } from '../finding-categories.ts';
import { createHead, headSchema, type Head } from './head.ts';

const limitSchema = z.object({
  /** The probability from which a cell counts as damaged, 0-1. */
  cell: z.number().min(0).max(1),
  /** The number of such cells that must be connected. */
  cells: z.number().int().min(1),
});

export const surfaceClassesSchema = z.tuple([z.literal('none')], z.enum(findingCategories));

/** A damage head with the limits and confidences that were measured for it. */
const surfaceModelSchema = headSchema.extend({
  classes: surfaceClassesSchema,
  limits: z.object({ whole: limitSchema, tile: limitSchema }),
  /**
   * The confidence in percent by certainty (the mean probability of damage in a region), both increasing; linear in
   * between.
   */
  confidence: z.array(z.object({ certainty: z.number(), percent: z.number() })).min(1),
});
export type Limits = z.output<typeof surfaceModelSchema>['limits'];
export type ConfidenceScale = z.output<typeof surfaceModelSchema>['confidence'];

export interface SurfaceModel {
  classes: readonly ['none', ...FindingCategory[]];
  chances: Head;
  limits: Limits;
  confidence: ConfidenceScale;
}

/** The stored form of a model. */
export type StoredModel = z.input<typeof surfaceModelSchema>;

/** Parses a stored model; throws when it is invalid. */
export function toSurfaceModel(stored: unknown): SurfaceModel {
  const { classes, limits, confidence, ...weights } = surfaceModelSchema.parse(stored);
  return { classes, limits, confidence, chances: createHead({ classes, ...weights }) };
}

/** The confidence, 0-100, for a certainty of 0-1. */
export function confidenceOf(scale: ConfidenceScale, certainty: number): number {
  const at = scale.findIndex((each) => each.certainty >= certainty);
  const [above, below] = [at < 0 ? scale.at(-1) : scale[at], scale[at - 1]];
  if (!above) return 0;
  if (!below || at < 0 || above.certainty === below.certainty) return Math.round(above.percent);
  const share = (certainty - below.certainty) / (above.certainty - below.certainty);
  return Math.round(below.percent + share * (above.percent - below.percent));
}
