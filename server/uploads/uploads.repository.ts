import { and, count, eq, gt, isNotNull, isNull, lt, or, sql, type Column, type SQL } from 'drizzle-orm';
import { uploadLimits } from '#contract/uploads.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';
import { uploads, type UploadRow } from '#server/schema/uploads.tables.ts';
import type { UploadFigures } from './uploads.rules.ts';

export type NewUpload = typeof uploads.$inferInsert;
/** The photo or recording that the file became. */
export type UploadOwner = { photoId: string } | { recordingId: string };

const withKey = (key: string) => eq(uploads.storageKey, key);
/** Neither a photo nor a recording was made of it, and none can be. */
const isSpent = and(isNotNull(uploads.claimedAt), isNull(uploads.photoId), isNull(uploads.recordingId));
const notSpent = sql`not (${isSpent})`;

export const insert = async (db: Executor, row: NewUpload): Promise<UploadRow> =>
  expectOne(await db.insert(uploads).values(row).returning());

/** The user's upload with this key, in any state but spent. */
export const findByKey = async (db: Executor, key: string, userId: string): Promise<UploadRow | null> =>
  (
    await db
      .select()
      .from(uploads)
      .where(and(withKey(key), eq(uploads.userId, userId), notSpent))
  )[0] ?? null;

/** A multipart upload by the id that clients use. */
export const findMultipartById = async (db: Executor, id: string, userId: string): Promise<UploadRow | null> =>
  (
    await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNotNull(uploads.multipartId), notSpent))
  )[0] ?? null;

/** Counts the user's multipart uploads that are neither completed nor expired. */
export async function countOpen(db: Executor, userId: string): Promise<number> {
  const open = and(
    eq(uploads.userId, userId),
    isNotNull(uploads.multipartId),
    isNull(uploads.completedAt),
    gt(uploads.expiresAt, new Date()),
  );
  return expectOne(await db.select({ value: count() }).from(uploads).where(open)).value;
}

/** Locks an upload until the commit. */
export const lockByKey = async (tx: Executor, key: string): Promise<UploadRow | null> =>
  (await tx.select().from(uploads).where(withKey(key)).for('update'))[0] ?? null;

/** The upload, as soon as no other transaction has it locked. */
export const findOnceUnlocked = async (db: Executor, key: string): Promise<UploadRow | null> =>
  (await db.select().from(uploads).where(withKey(key)).for('share'))[0] ?? null;

export async function updateToClaimed(tx: Executor, key: string, owner: UploadOwner): Promise<void> {
  await tx
    .update(uploads)
    .set({ claimedAt: new Date(), ...owner })
    .where(withKey(key));
}

/** Returns false when the upload was dropped meanwhile. */
export const updateToCompleted = async (tx: Executor, key: string): Promise<boolean> =>
  (await tx.update(uploads).set({ completedAt: new Date() }).where(withKey(key)).returning()).length > 0;

export async function deleteByKey(tx: Executor, key: string): Promise<void> {
  await tx.delete(uploads).where(withKey(key));
}

/** Null when it was claimed or is gone. */
export const deleteUnclaimed = async (db: Executor, key: string): Promise<UploadRow | null> =>
  (
    await db
      .delete(uploads)
      .where(and(withKey(key), isNull(uploads.claimedAt)))
      .returning()
  )[0] ?? null;

/** An unclaimed upload counts as used from now on, and nothing can be made of it; null when it was claimed or is gone. */
export const updateToSpent = async (db: Executor, key: string): Promise<UploadRow | null> =>
  (
    await db
      .update(uploads)
      .set({ claimedAt: new Date() })
      .where(and(withKey(key), isNull(uploads.claimedAt)))
      .returning()
  )[0] ?? null;

/** Removes unclaimed uploads that expired before `time`; returns the removed rows. */
export const deleteExpired = (db: Executor, time: Date): Promise<UploadRow[]> =>
  db
    .delete(uploads)
    .where(and(isNull(uploads.claimedAt), lt(uploads.expiresAt, time)))
    .returning();

/** Uploads that no photo or recording has claimed. */
export const listUnclaimed = (db: Executor): Promise<UploadRow[]> =>
  db.select().from(uploads).where(isNull(uploads.claimedAt));

/** Claimed single-part uploads whose addresses expired between two times. */
export const listClaimedAndExpired = (db: Executor, after: Date, before: Date): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(
      and(
        isNotNull(uploads.claimedAt),
        isNull(uploads.multipartId),
        gt(uploads.expiresAt, after),
        lt(uploads.expiresAt, before),
      ),
    );

/** Whether a photo or a recording uses the file with this key. */
export async function isUsed(db: Executor, key: string): Promise<boolean> {
  const ofPhotos = db.select({ key: photos.storageKey }).from(photos).where(eq(photos.storageKey, key));
  const ofRecordings = db.select({ key: recordings.storageKey }).from(recordings).where(eq(recordings.storageKey, key));
  return (await ofPhotos.unionAll(ofRecordings)).length > 0;
}

/** What a user has uploaded since a time, and what is still open, however old it is. */
export async function getFiguresSince(db: Executor, userId: string, since: Date): Promise<UploadFigures> {
  const isOpen = sql`${uploads.claimedAt} is null and ${uploads.expiresAt} > now()`;
  // Of uploads that have no limit of their own, which are older than the column.
  const limit = sql`coalesce(${uploads.maxBytes}, ${uploadLimits.fileBytes})`;
  const ofVoiceNotes = sql`(${photos.voiceNote} ->> 'bytes')::bigint`;
  const sumOf = (bytes: SQL | Column) => sql`coalesce(sum(${bytes}), 0)::float8`;
  const rows = await db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})::int`,
      used: sql<number>`count(${uploads.claimedAt})::int`,
      bytes: sql<number>`${sumOf(photos.bytes)} + ${sumOf(ofVoiceNotes)} + ${sumOf(recordings.size)}`,
      reserved: sql<number>`coalesce(sum(${limit}) filter (where ${isOpen}), 0)::float8`,
      waiting: sql<number>`count(*) filter (where ${photos.analysisStatus} = 'pending')::int`,
    })
    .from(uploads)
    .leftJoin(photos, eq(photos.id, uploads.photoId))
    .leftJoin(recordings, eq(recordings.id, uploads.recordingId))
    .where(and(eq(uploads.userId, userId), or(gt(uploads.createdAt, since), isOpen)));
  return expectOne(rows);
}
