import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { uploads, type UploadRow } from '#server/schema/uploads.tables.ts';

type NewUpload = typeof uploads.$inferInsert;
/** What a file became. */
export type Claimant = { photoId: string } | { recordingId: string };

const withKey = (key: string) => eq(uploads.storageKey, key);

export const insert = async (db: Executor, row: NewUpload): Promise<UploadRow> =>
  expectOne(await db.insert(uploads).values(row).returning());

/** The upload of a person with this key, whatever its state. */
export const byKey = async (db: Executor, key: string, userId: string): Promise<UploadRow | null> =>
  (
    await db
      .select()
      .from(uploads)
      .where(and(withKey(key), eq(uploads.userId, userId)))
  )[0] ?? null;

/** A multipart upload by the id that clients use. */
export const inPartsById = async (db: Executor, id: string, userId: string): Promise<UploadRow | null> =>
  (
    await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, userId), isNotNull(uploads.multipartId)))
  )[0] ?? null;

/** Uploads in parts of a person that are neither completed nor expired. */
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
export const lock = async (tx: Executor, key: string): Promise<UploadRow | null> =>
  (await tx.select().from(uploads).where(withKey(key)).for('update'))[0] ?? null;

/** The upload, once no transaction locks it any more. */
export const unlocked = async (db: Executor, key: string): Promise<UploadRow | null> =>
  (await db.select().from(uploads).where(withKey(key)).for('share'))[0] ?? null;

export async function markClaimed(tx: Executor, key: string, claimant: Claimant): Promise<void> {
  await tx
    .update(uploads)
    .set({ claimedAt: new Date(), ...claimant })
    .where(withKey(key));
}

/** False when the upload was dropped meanwhile. */
export const markCompleted = async (tx: Executor, key: string): Promise<boolean> =>
  (await tx.update(uploads).set({ completedAt: new Date() }).where(withKey(key)).returning()).length > 0;

export async function remove(tx: Executor, key: string): Promise<void> {
  await tx.delete(uploads).where(withKey(key));
}

export async function removeUnclaimed(db: Executor, key: string): Promise<void> {
  await db.delete(uploads).where(and(withKey(key), isNull(uploads.claimedAt)));
}

/** Removes unclaimed uploads that expired before `time`; answers the removed rows. */
export const removeExpired = (db: Executor, time: Date): Promise<UploadRow[]> =>
  db
    .delete(uploads)
    .where(and(isNull(uploads.claimedAt), lt(uploads.expiresAt, time)))
    .returning();

/** Claimed single-part uploads whose addresses expired between two times. */
export const claimedAndExpired = (db: Executor, after: Date, before: Date): Promise<UploadRow[]> =>
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
