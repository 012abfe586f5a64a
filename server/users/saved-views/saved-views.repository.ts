import { asc, eq, sql } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { savedViews, type SavedViewRow } from '#server/schema/views.tables.ts';

/** The views of a user, by name. */
export const listSavedViewsOf = (db: Executor, userId: string): Promise<SavedViewRow[]> =>
  db
    .select()
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id));

export const findSavedView = async (db: Executor, id: string): Promise<SavedViewRow | null> =>
  (await db.select().from(savedViews).where(eq(savedViews.id, id)).limit(1))[0] ?? null;

export const insertSavedView = async (db: Executor, values: typeof savedViews.$inferInsert): Promise<SavedViewRow> =>
  expectOne(await db.insert(savedViews).values(values).returning());

/** Returns null when it was deleted. */
export const updateSavedView = async (db: Executor, id: string, name: string): Promise<SavedViewRow | null> =>
  (await db.update(savedViews).set({ name }).where(eq(savedViews.id, id)).returning())[0] ?? null;

/** Returns false when it was deleted before. */
export const deleteSavedView = async (db: Executor, id: string): Promise<boolean> =>
  (await db.delete(savedViews).where(eq(savedViews.id, id)).returning({ id: savedViews.id })).length > 0;

/** Deletes a user's views, and erases the user's addresses from those of others. */
export async function deletePerson(tx: Transaction, person: NamedPerson): Promise<void> {
  await tx.delete(savedViews).where(eq(savedViews.userId, person.id));
  await eraseTexts(tx, savedViews, { names: ['name', 'search'], own: undefined }, person);
}
