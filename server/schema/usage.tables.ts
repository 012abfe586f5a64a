import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, oneOf, uuidKey } from './columns.ts';
import { properties } from './properties.tables.ts';

/**
 * The outcome of reading a photo with a model service: `open` until it ends, `postponed` when the photo will be tried
 * again.
 */
export const usageOutcomes = [
  'open',
  'answered',
  'postponed',
  'timed_out',
  'unreachable',
  'broken',
  'busy',
  'out_of_credit',
  'key_refused',
  'model_missing',
  'refused',
  'nonsense',
  'budget_spent',
] as const;

/** The model service's use for one photo, with its cost in millionths of a US dollar. */
export const modelUsage = pgTable(
  'model_usage',
  {
    id: uuidKey(),
    engine: text('engine').notNull(),
    model: text('model').notNull(),
    propertyId: uuid('property_id').references(() => properties.id),
    /** No foreign key, because the cost must stay known when the photo is deleted. */
    photoId: uuid('photo_id'),
    outcome: text('outcome').$type<(typeof usageOutcomes)[number]>().notNull().default('open'),
    requests: integer('requests').notNull().default(0),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull().default(0),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull().default(0),
    /** Includes the reservation for requests in progress. */
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('model_usage_month_index').on(table.createdAt, table.costMicros),
    oneOf('model_usage_outcome_check', table.outcome, usageOutcomes),
    check(
      'model_usage_counts_check',
      sql`${table.requests} >= 0 and ${table.inputTokens} >= 0 and ${table.outputTokens} >= 0 and ${table.costMicros} >= 0`,
    ),
  ],
);
