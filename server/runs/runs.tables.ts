import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { runStatuses, type RunStatus } from '#contract/statuses.ts';
import { inspectionCases } from '#server/cases/cases.tables.ts';
import { createdAt, moment, oneOf, uuidKey } from '#server/platform/database/columns.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { users } from '#server/users/users.tables.ts';

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
    lastTouched: moment('last_touched').notNull().defaultNow(),
    createdAt: createdAt(),
    completedAt: moment('completed_at'),
  },
  (table) => [
    index('runs_property_index').on(table.propertyId, table.createdAt.desc()),
    index('runs_case_index').on(table.caseId),
    uniqueIndex('runs_one_in_progress')
      .on(table.propertyId)
      .where(sql`${table.status} = 'in_progress'`),
    oneOf('runs_status_check', table.status, runStatuses),
  ],
);
export type RunRow = typeof inspectionRuns.$inferSelect;
