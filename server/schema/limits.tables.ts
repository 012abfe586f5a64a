import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Counts the attempts under a key (a hash) until `expire`, in milliseconds since 1970. It only holds data for a few
 * minutes, so the table is unlogged: it writes no database log, and is empty after a crash.
 */
export const tryCounts = pgTable('try_counts', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
