import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { Plan } from '#contract/plans.ts';
import { pipReports } from './plans.tables.ts';

/** What a plan shows that follows from its items, versions and requests, in the form of its answer; amounts are in cents. */
export type PlanSummary = Pick<
  Plan,
  | 'totalCost'
  | 'estimatedDays'
  | 'priority'
  | 'itemCount'
  | 'pendingItems'
  | 'versions'
  | 'changes'
  | 'openRequests'
  | 'costLow'
  | 'costHigh'
  | 'costLines'
  | 'comparison'
  | 'phases'
>;

/**
 * The summary of each plan, stored so that lists need not read all items. Triggers remove it in the same transaction as
 * any change of the rows from which it is made.
 */
export const planSummaries = pgTable(
  'plan_summaries',
  {
    planId: uuid('plan_id')
      .primaryKey()
      .references(() => pipReports.id, { onDelete: 'cascade' }),
    /** The `summaryVersion` of the rules by which it was made; 0 when it is outdated. */
    version: integer('version').notNull().default(0),
    summary: jsonb('summary').$type<PlanSummary>(),
  },
  (table) => [index('plan_summaries_version_index').on(table.version)],
);
