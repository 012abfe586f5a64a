import { and, asc, eq } from 'drizzle-orm';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { photos, type PhotoRow } from '#server/schema/photos.tables.ts';

export type NewPhoto = typeof photos.$inferInsert & { id: string; storageKey: string; sha256: string };

/** Null where there is a photo with this id, or with this content in the same place. */
export const insertNew = async (tx: Executor, row: NewPhoto): Promise<PhotoRow | null> =>
  (await tx.insert(photos).values(row).onConflictDoNothing().returning())[0] ?? null;

/** False where there was none. */
export const remove = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.delete(photos).where(eq(photos.id, id)).returning({ id: photos.id })).length > 0;

export const byId = async (db: Executor, id: string): Promise<PhotoRow | null> =>
  (await db.select().from(photos).where(eq(photos.id, id)))[0] ?? null;

export const ofScope = (db: Executor, scope: ScopeKey): Promise<PhotoRow[]> =>
  db.select().from(photos).where(inScope(photos, scope)).orderBy(asc(photos.createdAt), asc(photos.id));

export const sameContent = async (db: Executor, scope: ScopeKey, sha256: string): Promise<PhotoRow | null> =>
  (
    await db
      .select()
      .from(photos)
      .where(and(inScope(photos, scope), eq(photos.sha256, sha256)))
  )[0] ?? null;

/** Null where it was deleted meanwhile. */
export const update = async (tx: Executor, id: string, set: Partial<PhotoRow>): Promise<PhotoRow | null> =>
  (await tx.update(photos).set(set).where(eq(photos.id, id)).returning())[0] ?? null;
