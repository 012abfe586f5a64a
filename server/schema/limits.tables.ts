import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Tries under a key (a hash) until `expire`, milliseconds since 1970. It holds what a few minutes need, so the table is
 * unlogged: it writes nothing to the log of the database, and is empty after a crash.
 */
export const tryCounts = pgTable('try_counts', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
