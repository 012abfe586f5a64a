import { z } from 'zod';
import { id, timestamp } from './common.ts';
import { findingCategories } from './finding-categories.ts';

const count = z.number().int().nonnegative();

/** How many photos a head read correctly, counted on photos that it was not trained on. */
export const learningFiguresSchema = z.object({
  /** Photos with damage: of those, how many had a finding, one of a right category, one at the right place. */
  damaged: count,
  found: count,
  rightClass: count,
  rightPlace: count,
  /** Photos without damage, and how many of them had a finding. */
  clean: count,
  falseAlarms: count,
});
export type LearningFigures = z.infer<typeof learningFiguresSchema>;

/** Photos that show damage of a category, and how many of them had a finding of it before and after. */
export const categoryFiguresSchema = z.object({
  category: z.enum(findingCategories),
  photos: count,
  before: count,
  after: count,
});
export type CategoryFigures = z.infer<typeof categoryFiguresSchema>;

/** Where the labeled photos came from: verdicts of this installation's people, or an archive from outside. */
export const trainingSources = ['verdicts', 'archive'] as const;

export const learnedVersionSchema = z.object({
  number: z.number().int().positive(),
  source: z.enum(trainingSources),
  madeAt: timestamp,
  /** Who started the learning; null for the nightly job and the command line. */
  startedBy: z.string().nullable(),
  photos: count,
  before: learningFiguresSchema,
  after: learningFiguresSchema,
  categories: z.array(categoryFiguresSchema),
  inUse: z.boolean(),
});
export type LearnedVersion = z.infer<typeof learnedVersionSchema>;

/**
 * waiting -> running -> done (a version was made) | refused (there was too little to learn from) | failed
 */
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

/** How many labeled photos there are of a category. */
export const categoryExamplesSchema = z.object({
  category: z.enum(findingCategories),
  photos: count,
  /** Photos still needed before the figures are meaningful. */
  wants: count,
  /** Whether there are enough photos, judged by more than one account, to train on this category. */
  taught: z.boolean(),
});
export type CategoryExamples = z.infer<typeof categoryExamplesSchema>;

export const learningStateSchema = z.object({
  /** Whether the configured engine can learn. */
  available: z.boolean(),
  /** Whether it learns every night by itself. */
  nightly: z.boolean(),
  examples: z.object({
    damaged: count,
    clean: count,
    /** Photos left out so that one account does not dominate training. */
    setAside: count,
    /** Photos about which people contradict each other. */
    contested: count,
    /** Examples that the newest version was not trained on. */
    fresh: count,
  }),
  categories: z.array(categoryExamplesSchema),
  /** Why it cannot learn now, as a sentence; null where it can. */
  obstacle: z.string().nullable(),
  /** Newest first. */
  versions: z.array(learnedVersionSchema),
});
export type LearningState = z.infer<typeof learningStateSchema>;

/** The version to use; null goes back to the head that ships. */
export const learnedVersionChoiceSchema = z.object({ number: z.number().int().positive().nullable() });

/** The head for damage that this installation has learned and uses, as it is stored; null where it uses the one that ships. */
export const learnedHeadSchema = z.object({
  number: z.number().int().positive().nullable(),
  head: z.looseObject({ classes: z.array(z.string()) }).nullable(),
});
export type LearnedHead = z.infer<typeof learnedHeadSchema>;
export const learnedHeadPath = '/api/analysis/head';
