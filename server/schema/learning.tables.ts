import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CategoryFigures, LearningFigures, LearningRunStatus } from '#contract/learning.ts';
import { learningRunStatuses, learningSteps, trainingSources } from '#contract/learning.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { createdAt, oneOf, timestamptz, uuidKey } from './columns.ts';
import { users } from './users.tables.ts';

/** How a model did on a labeled photo. */
export interface Outcome {
  isDamaged: boolean;
  /** Something was found; on a photo without damage that is a false alarm. */
  found: boolean;
  /** The categories of its damage that a finding named. */
  named: FindingCategory[];
  rightPlace: boolean;
}

/** What a version was made of, and what it is worth. */
export interface TrainingRecord {
  photos: number;
  categories: CategoryFigures[];
  /** Of the head in use until then and of this one, on the same photos, none of them seen by the head that read it. */
  before: LearningFigures;
  after: LearningFigures;
  /** By photo id, so that a later version can be compared on photos that this one was trained on. */
  outcomes: Record<string, Outcome>;
}

/** The heads that an installation has learned; every one is kept. */
export const learnedVersions = pgTable(
  'learned_versions',
  {
    number: integer('number').primaryKey(),
    source: text('source').$type<(typeof trainingSources)[number]>().notNull(),
    /** The version whose training it went on from; null for the head that ships. */
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

/** One learning from the verdicts: who started it, how far it is, how it ended. */
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
