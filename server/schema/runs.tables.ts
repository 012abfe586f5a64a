import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { runStatuses, type RunStatus } from '#contract/statuses.ts';
import { inspectionCases } from './cases.tables.ts';
import { createdAt, timestamptz, oneOf, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';
import { users } from './users.tables.ts';

export const inspectionRuns = pgTable(
  'property_inspection_runs',
  {
    id: uuidKey(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    caseId: uuid('case_id').references(() => inspectionCases.id),
    status: text('status').$type<RunStatus>().notNull().default('in_progress'),
    lastTouched: timestamptz('last_touched').notNull().defaultNow(),
    createdAt: createdAt(),
    completedAt: timestamptz('completed_at'),
  },
  (table) => [
    index('runs_property_index').on(table.propertyId, table.createdAt),
    index('runs_case_index').on(table.caseId),
    index('runs_active_index')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'in_progress'`),
    uniqueIndex('runs_one_in_progress')
      .on(table.propertyId)
      .where(sql`${table.status} = 'in_progress'`),
    oneOf('runs_status_check', table.status, runStatuses),
  ],
);
export type RunRow = typeof inspectionRuns.$inferSelect;
