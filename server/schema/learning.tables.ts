import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CategoryFigures, LearningFigures, LearningRunStatus } from '#contract/learning.ts';
import { learningRunStatuses, learningSteps, trainingSources } from '#contract/learning.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** The result of a model for a labeled photo. */
export interface Outcome {
  isDamaged: boolean;
  /** Whether it found anything; on a photo without damage that is a false alarm. */
  found: boolean;
  /** The categories of the photo's damage that its findings named. */
  named: FindingCategory[];
  rightPlace: boolean;
}

/** The training data of a version, and its measured quality. */
export interface TrainingRecord {
  photos: number;
  categories: CategoryFigures[];
  /**
   * The figures of the previous head and of this one on the same photos, each read by a head that was not trained on
   * it.
   */
  before: LearningFigures;
  after: LearningFigures;
  /** By photo id, so that a later version can be compared on photos on which this one was trained. */
  outcomes: Record<string, Outcome>;
}

/** The heads that an installation has learned; all are kept. */
export const learnedVersions = pgTable(
  'learned_versions',
  {
    number: integer('number').primaryKey(),
    source: text('source').$type<(typeof trainingSources)[number]>().notNull(),
    /** The version from which its training continued; null for the shipped head. */
    base: integer('base'),
    /** The stored form of a surface model: weights, limits, confidence. */
    head: jsonb('head').$type<Record<string, unknown>>().notNull(),
    trainingRecord: jsonb('lesson').$type<TrainingRecord>().notNull(),
    inUse: boolean('in_use').notNull().default(false),
    /** Null for the nightly job and the command line. */
    startedBy: uuid('started_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('learned_versions_one_in_use')
      .on(table.inUse)
      .where(sql`${table.inUse}`),
    oneOf('learned_versions_source_check', table.source, trainingSources),
  ],
);
export type LearnedVersionRow = typeof learnedVersions.$inferSelect;

/** One run of learning from verdicts: who started it, its progress and its result. */
export const learningRuns = pgTable(
  'learning_runs',
  {
    id: uuidKey(),
    status: text('status').$type<LearningRunStatus>().notNull().default('waiting'),
    step: text('step').$type<(typeof learningSteps)[number]>().notNull().default('reading'),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    version: integer('version').references(() => learnedVersions.number),
    switched: boolean('switched').notNull().default(false),
    reason: text('reason'),
    /** Null for the nightly job. */
    startedBy: uuid('started_by').references(() => users.id),
    createdAt: createdAt(),
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [
    index('learning_runs_newest_index').on(table.createdAt),
    uniqueIndex('learning_runs_one_open')
      .on(sql`(true)`)
      .where(sql`${table.status} in ('waiting', 'running')`),
    oneOf('learning_runs_status_check', table.status, learningRunStatuses),
    oneOf('learning_runs_step_check', table.step, learningSteps),
    check('learning_runs_progress_check', sql`${table.done} between 0 and ${table.total}`),
  ],
);
export type LearningRunRow = typeof learningRuns.$inferSelect;
