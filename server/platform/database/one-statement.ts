import { sql, type SQL } from 'drizzle-orm';
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder';
import type { Transaction } from './types.ts';

/** A write that is not sent by itself. */
export type Write = TypedQueryBuilder<undefined>;

/** Writes as parts of one statement. None of them sees what another one writes, and no two may write the same row. */
export const partsOf = (tx: Transaction, writes: readonly Write[]) =>
  writes.map((write, index) => tx.$with(`write_${index}`).as(write));

/** Sends writes in one statement, in which `alongside` is evaluated too. */
export async function sendTogether(tx: Transaction, writes: readonly Write[], alongside: SQL = sql`true`) {
  await tx
    .with(...partsOf(tx, writes))
    .select({ alongside })
    .from(sql`(values (true)) as written`);
}
