import { sql } from 'drizzle-orm';
import { bigint, check, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Cents } from '#contract/money.ts';

export const uuidKey = () => uuid('id').primaryKey().defaultRandom();

/**
 * UTC times with the millisecond precision of a JavaScript date, so that a cursor made from one finds its row again.
 */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const createdAt = () => timestamptz('created_at').notNull().defaultNow();
export const updatedAt = () => timestamptz('updated_at').notNull().defaultNow();

/** US dollars in whole cents; the column's name ends in `_cents`. */
export const cents = (name: `${string}_cents`) => bigint(name, { mode: 'number' }).$type<Cents>();

/** A check that a text column has one of the values that the contract lists. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
