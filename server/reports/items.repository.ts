import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { pipItems, type PipItemRow } from '#server/schema/reports.tables.ts';

/** Items of reports, the oldest first. */
export const itemsOf = (db: Executor, reportIds: string[]): Promise<PipItemRow[]> =>
  reportIds.length === 0
    ? Promise.resolve([])
    : db.select().from(pipItems).where(inArray(pipItems.pipReportId, reportIds)).orderBy(asc(pipItems.createdAt));

export const findItem = async (db: Executor, id: string): Promise<PipItemRow | null> =>
  (await db.select().from(pipItems).where(eq(pipItems.id, id)).limit(1))[0] ?? null;

export async function insertItems(tx: Executor, rows: (typeof pipItems.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(pipItems).values(rows);
}

export async function updateItem(tx: Executor, id: string, fields: Partial<PipItemRow>): Promise<void> {
  await tx.update(pipItems).set(fields).where(eq(pipItems.id, id));
}

/** Changes an item; false where it no longer has the status that the person saw. */
export async function changeItem(
  tx: Executor,
  seen: Pick<PipItemRow, 'id' | 'status'>,
  fields: Partial<PipItemRow>,
): Promise<boolean> {
  const rows = await tx
    .update(pipItems)
    .set({ ...fields, touchedAt: new Date() })
    .where(and(eq(pipItems.id, seen.id), eq(pipItems.status, seen.status)))
    .returning({ id: pipItems.id });
  return rows.length > 0;
}

export async function deleteItems(tx: Executor, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(pipItems).where(inArray(pipItems.id, ids));
}
