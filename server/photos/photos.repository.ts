import { and, asc, count, eq, gt, isNull } from 'drizzle-orm';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { photoLikenesses, photos, type PhotoRow } from '#server/schema/photos.tables.ts';
import { uploads } from '#server/schema/uploads.tables.ts';

export type NewPhoto = typeof photos.$inferInsert & { id: string; storageKey: string; sha256: string };

/** Stores a photo; returns null when its id, or its content in the same scope, is already stored. */
export const insertNew = async (tx: Executor, row: NewPhoto): Promise<PhotoRow | null> =>
  (await tx.insert(photos).values(row).onConflictDoNothing().returning())[0] ?? null;

/** Returns the deleted row; null when there was none. */
export const deleteById = async (tx: Executor, id: string): Promise<PhotoRow | null> =>
  (await tx.delete(photos).where(eq(photos.id, id)).returning())[0] ?? null;

export const findById = async (db: Executor, id: string): Promise<PhotoRow | null> =>
  (await db.select().from(photos).where(eq(photos.id, id)))[0] ?? null;

export const listByScope = (db: Executor, scope: ScopeKey): Promise<PhotoRow[]> =>
  db.select().from(photos).where(inScope(photos, scope)).orderBy(asc(photos.createdAt), asc(photos.id));

/** Photos of finished work, oldest first. */
export const listByPlanItems = (db: Executor, itemIds: string[]): Promise<PhotoRow[]> =>
  itemIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(photos)
        .where(isAnyOf(photos.planItemId, itemIds))
        .orderBy(asc(photos.createdAt), asc(photos.id));

export const listByIds = (db: Executor, ids: string[]): Promise<PhotoRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.select().from(photos).where(isAnyOf(photos.id, ids));

export const findByContent = async (db: Executor, scope: ScopeKey, sha256: string): Promise<PhotoRow | null> =>
  (
    await db
      .select()
      .from(photos)
      .where(and(inScope(photos, scope), eq(photos.sha256, sha256)))
  )[0] ?? null;

/** Returns null when the photo was deleted meanwhile. */
export const update = async (tx: Executor, id: string, set: Partial<PhotoRow>): Promise<PhotoRow | null> =>
  (await tx.update(photos).set(set).where(eq(photos.id, id)).returning())[0] ?? null;

/** Marks the photos' files as deleted; returns the photos that had files. */
export const updateToFilesDeleted = (tx: Executor, ids: string[], filesDeletedAt: Date): Promise<PhotoRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .update(photos)
        .set({ filesDeletedAt })
        .where(and(isAnyOf(photos.id, ids), isNull(photos.filesDeletedAt)))
        .returning();

/** Stores the fingerprint by which photos that look alike are found. */
export async function saveLikeness(tx: Executor, photoId: string, likeness: Int8Array): Promise<void> {
  const numbers = Buffer.from(likeness.buffer, likeness.byteOffset, likeness.byteLength).toString('base64');
  await tx
    .insert(photoLikenesses)
    .values({ photoId, numbers })
    .onConflictDoUpdate({ target: photoLikenesses.photoId, set: { numbers } });
}

/** Counts the user's photos uploaded since a time that wait for their analysis. */
export async function countWaiting(db: Executor, userId: string, since: Date): Promise<number> {
  const rows = await db
    .select({ value: count() })
    .from(uploads)
    .innerJoin(photos, eq(photos.id, uploads.photoId))
    .where(and(eq(uploads.userId, userId), gt(uploads.createdAt, since), eq(photos.analysisStatus, 'pending')));
  return expectOne(rows).value;
}
