import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { createdAt, timestamptz, uuidKey } from './columns.ts';
import { pipReports } from './plans.tables.ts';
import { users } from './users.tables.ts';

/** Links that show one plan to anyone who has them; only the hash of a link's token is stored. */
export const planShares = pgTable(
  'plan_shares',
  {
    id: uuidKey(),
    pipReportId: uuid('pip_report_id')
      .notNull()
      .references(() => pipReports.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique('plan_shares_token_hash_unique'),
    label: text('label'),
    /** The version that it shows; null for the current plan. */
    version: integer('version'),
    prices: boolean('prices').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    expiresAt: timestamptz('expires_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
    views: integer('views').notNull().default(0),
    lastViewedAt: timestamptz('last_viewed_at'),
  },
  (table) => [
    index('plan_shares_plan_index').on(table.pipReportId, table.createdAt),
    check('plan_shares_views_check', sql`${table.views} >= 0`),
  ],
);
export type PlanShareRow = typeof planShares.$inferSelect;
