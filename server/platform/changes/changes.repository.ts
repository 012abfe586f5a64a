import { and, eq, lt } from 'drizzle-orm';
import { insertOf, type Write } from '#server/platform/database/one-statement.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { publishedEvents, appliedChanges } from '#server/schema/changes.tables.ts';

export interface AppliedChange {
  userId: string;
  id: string;
  contentHash: string;
}

/**
 * Records a device's change as applied; a part of a statement, which fails when it already was, and waits for a
 * transaction that is applying the same change.
 */
export const insertApplied = (change: AppliedChange): Write => insertOf(appliedChanges, change);

export async function findContentHash(db: Executor, userId: string, id: string): Promise<string | null> {
  const [row] = await db
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
