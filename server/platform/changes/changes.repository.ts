import { and, eq, lt } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { publishedEvents, appliedChanges } from '#server/schema/changes.tables.ts';

interface AppliedChange {
  userId: string;
  id: string;
  contentHash: string;
}

/**
 * Records a device's change as applied; returns false when it already was. Waits for a transaction that is applying the
 * same change.
 */
export async function insertApplied(tx: Transaction, change: AppliedChange): Promise<boolean> {
  const rows = await tx
    .insert(appliedChanges)
    .values(change)
    .onConflictDoNothing()
    .returning({ id: appliedChanges.id });
  return rows.length > 0;
}

export async function findContentHash(tx: Transaction, userId: string, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ contentHash: appliedChanges.contentHash })
    .from(appliedChanges)
    .where(and(eq(appliedChanges.userId, userId), eq(appliedChanges.id, id)));
  return row?.contentHash ?? null;
}

export async function deleteAppliedBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(appliedChanges).where(lt(appliedChanges.takenAt, before));
}

/** Returns null when the event was published before. */
export async function insertEvent(
  tx: Transaction,
  values: typeof publishedEvents.$inferInsert,
): Promise<{ id: string } | null> {
  const [row] = await tx
    .insert(publishedEvents)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: publishedEvents.id });
  return row ?? null;
}

export async function deleteEventsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(publishedEvents).where(lt(publishedEvents.createdAt, before));
}
