import { sql } from 'drizzle-orm';
import { byCategoryAndSeverity, type CostEntry } from '#contract/cost-catalogue.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { costCatalogue } from '#server/schema/plans.tables.ts';

export async function listEntries(db: Executor): Promise<CostEntry[]> {
  const rows = await db.select().from(costCatalogue);
  return rows.map(({ id: _id, ...entry }) => entry).toSorted(byCategoryAndSeverity);
}

/** Serializes concurrent saves without blocking readers. */
export const lockCatalogue = (tx: Executor) => tx.execute(sql`lock table ${costCatalogue} in share row exclusive mode`);

export async function saveEntries(tx: Executor, entries: CostEntry[]): Promise<void> {
  await tx.delete(costCatalogue);
  await tx.insert(costCatalogue).values(entries);
}
