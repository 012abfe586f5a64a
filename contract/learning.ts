import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { findingCategories } from './finding-categories.ts';

const count = z.number().int().nonnegative();

/** How many photos a head read correctly, counted on photos on which it was not trained. */
export const learningFiguresSchema = z.object({
  /**
   * The number of photos with damage, and of those with a finding, one of a right category, and one at the right place.
   */
  damaged: count,
  found: count,
  rightClass: count,
  rightPlace: count,
  /** The number of photos without damage, and of those with a finding. */
  clean: count,
  falseAlarms: count,
});
export type LearningFigures = z.infer<typeof learningFiguresSchema>;

/**
 * The number of photos that show damage of a category, and of those with a finding of it before and after the training.
 */
export const categoryFiguresSchema = z.object({
  category: z.enum(findingCategories),
  photos: count,
  before: count,
  after: count,
});
export type CategoryFigures = z.infer<typeof categoryFiguresSchema>;

/** The source of the labeled photos: verdicts of this installation's users, or an external archive. */
export const trainingSources = ['verdicts', 'archive'] as const;

export const learnedVersionSchema = z.object({
  number: z.number().int().positive(),
  source: z.enum(trainingSources),
  madeAt: timestamp,
  /** The user who started it; null for the nightly job and the command line. */
  startedBy: z.string().nullable(),
  photos: count,
  before: learningFiguresSchema,
  after: learningFiguresSchema,
  categories: z.array(categoryFiguresSchema),
  inUse: z.boolean(),
});
export type LearnedVersion = z.infer<typeof learnedVersionSchema>;

/** waiting -> running -> done (it made a version) | refused (there was too little to learn from) | failed */
export const learningRunStatuses = ['waiting', 'running', 'done', 'refused', 'failed'] as const;
export type LearningRunStatus = (typeof learningRunStatuses)[number];
export const openRunStatuses: LearningRunStatus[] = ['waiting', 'running'];
export const learningSteps = ['reading', 'training'] as const;

export const learningRunSchema = z.object({
  id,
  status: z.enum(learningRunStatuses),
  step: z.enum(learningSteps),
  done: count,
  total: count,
  /** The version that it made, and whether that version was put into use. */
  version: z.number().int().positive().nullable(),
  switched: z.boolean(),
  /** Why it made no version. */
  reason: z.string().nullable(),
  startedBy: z.string().nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type LearningRun = z.infer<typeof learningRunSchema>;
export const latestLearningRunSchema = z.object({ run: learningRunSchema.nullable() });

/** The number of labeled photos of a category. */
export const categoryExamplesSchema = z.object({
  category: z.enum(findingCategories),
  photos: count,
  /** The number of photos still needed before the figures are meaningful. */
  wants: count,
  /** Whether there are enough photos, judged by more than one account, to train on this category. */
  taught: z.boolean(),
});
export type CategoryExamples = z.infer<typeof categoryExamplesSchema>;

export const learningStateSchema = z.object({
  /** Whether the configured engine can learn. */
  available: z.boolean(),
  /** Whether it learns automatically every night. */
  nightly: z.boolean(),
  examples: z.object({
    damaged: count,
    clean: count,
    /** The number of photos left out so that no single account dominates the training. */
    setAside: count,
    /** The number of photos about which users contradict each other. */
    contested: count,
    /** The number of examples on which the newest version was not trained. */
    fresh: count,
  }),
  categories: z.array(categoryExamplesSchema),
  /** Why it cannot learn now, as a sentence; null when it can. */
  obstacle: z.string().nullable(),
  /** Newest first. */
  versions: z.array(learnedVersionSchema),
});
export type LearningState = z.infer<typeof learningStateSchema>;

/** The version to use; null returns to the shipped head. */
export const learnedVersionChoiceSchema = z.object({ number: z.number().int().positive().nullable() });

/** The damage head that this installation has learned and uses, as it is stored; null when it uses the shipped one. */
export const learnedHeadSchema = z.object({
  number: z.number().int().positive().nullable(),
  head: z.looseObject({ classes: z.array(z.string()) }).nullable(),
});
export type LearnedHead = z.infer<typeof learnedHeadSchema>;
export const learnedHeadPath = '/api/analysis/head';
