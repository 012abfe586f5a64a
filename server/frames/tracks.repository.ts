import { eq, lt, sql } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { frameTracks, type KeptTracks } from '#server/schema/frames.tables.ts';

/** The tracks of an inspection, locked until the transaction ends; null before its first frame. */
export async function lockTracks(tx: Executor, inspectionId: string): Promise<KeptTracks | null> {
  const rows = await tx
    .insert(frameTracks)
    .values({ inspectionId })
    .onConflictDoUpdate({ target: frameTracks.inspectionId, set: { updatedAt: new Date() } })
    .returning({ kept: frameTracks.kept });
  return expectOne(rows).kept;
}

export async function saveTracks(tx: Executor, inspectionId: string, kept: KeptTracks): Promise<void> {
  await tx.update(frameTracks).set({ kept }).where(eq(frameTracks.inspectionId, inspectionId));
}

/** Deletes the tracks of recordings that have had no frame for a day. */
export async function deleteIdle(tx: Executor): Promise<void> {
  await tx.delete(frameTracks).where(lt(frameTracks.updatedAt, sql`now() - interval '1 day'`));
}
