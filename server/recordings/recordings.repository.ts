import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { recordings, type RecordingRow } from '#server/schema/recordings.tables.ts';
import { uploads } from '#server/schema/uploads.tables.ts';

export type NewRecording = typeof recordings.$inferInsert & { id: string };

export const findById = async (db: Executor, id: string): Promise<RecordingRow | null> =>
  (await db.select().from(recordings).where(eq(recordings.id, id)))[0] ?? null;

/** The recordings of an inspection, in the order of its timeline. */
export const listByInspection = (db: Executor, inspectionId: string): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(eq(recordings.inspectionId, inspectionId))
    .orderBy(asc(recordings.startedAt), asc(recordings.createdAt), asc(recordings.id));

export const insert = async (tx: Executor, row: NewRecording): Promise<RecordingRow> =>
  expectOne(await tx.insert(recordings).values(row).returning());

/** Marks a recording's files as deleted; returns null when they were deleted before. */
export const updateToFilesDeleted = async (
  tx: Executor,
  id: string,
  set: Pick<RecordingRow, 'filesDeletedAt' | 'sha256'>,
): Promise<RecordingRow | null> =>
  (
    await tx
      .update(recordings)
      .set(set)
      .where(and(eq(recordings.id, id), isNull(recordings.filesDeletedAt)))
      .returning()
  )[0] ?? null;

/** Counts the user's recordings uploaded since a time that wait for their copy. */
export async function countWaiting(db: Executor, userId: string, since: Date): Promise<number> {
  const rows = await db
    .select({ value: count() })
    .from(uploads)
    .innerJoin(recordings, eq(recordings.id, uploads.recordingId))
    .where(and(eq(uploads.userId, userId), gt(uploads.createdAt, since), eq(recordings.preparation, 'pending')));
  return expectOne(rows).value;
}

/** Stores the outcome of preparing a copy; returns null when one is stored already. */
export async function updatePreparation(
  tx: Executor,
  id: string,
  outcome: Partial<RecordingRow>,
): Promise<RecordingRow | null> {
  const pending = and(eq(recordings.id, id), eq(recordings.preparation, 'pending'));
  return (await tx.update(recordings).set(outcome).where(pending).returning())[0] ?? null;
}
