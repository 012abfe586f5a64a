import { and, count, desc, eq, gt, isNull } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newest, type PageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { apiKeys, type ApiKeyRow } from '#server/schema/keys.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';

/** The key with this prefix and its user, unless the account is disabled. */
export async function findByPrefix(db: Executor, prefix: string): Promise<{ key: ApiKeyRow; user: UserRow } | null> {
  const [row] = await db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.prefix, prefix), isNull(users.disabledAt)))
    .limit(1);
  return row ?? null;
}

export const findApiKey = async (db: Executor, id: string): Promise<ApiKeyRow | null> =>
  (await db.select().from(apiKeys).where(eq(apiKeys.id, id)).limit(1))[0] ?? null;

/** The keys of a user, newest first. */
export const listApiKeysOf = (db: Executor, userId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

export async function countApiKeysOf(db: Executor, userId: string): Promise<number> {
  const [row] = await db.select({ value: count() }).from(apiKeys).where(eq(apiKeys.userId, userId));
  return row?.value ?? 0;
}

/** The number of keys of a user that have not expired. */
export async function countValidApiKeysOf(db: Executor, userId: string): Promise<number> {
  const valid = and(eq(apiKeys.userId, userId), gt(apiKeys.expiresAt, new Date()));
  const [row] = await db.select({ value: count() }).from(apiKeys).where(valid);
  return row?.value ?? 0;
}

/** A page of all users' keys, newest first. */
export async function listAllApiKeys(db: Executor, page: Omit<PageFilter, 'where'>): Promise<Page<ApiKeyRow>> {
  const listed = { table: apiKeys, id: apiKeys.id, time: apiKeys.createdAt };
  const rows = await db
    .select()
    .from(apiKeys)
    .where(newest(listed, page))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return toPage(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }));
}

export const insertApiKey = async (db: Executor, values: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> =>
  expectOne(await db.insert(apiKeys).values(values).returning());

export const updateApiKey = (db: Executor, id: string, values: Partial<typeof apiKeys.$inferInsert>) =>
  db.update(apiKeys).set(values).where(eq(apiKeys.id, id));

/** Returns false when it was deleted before. */
export const deleteApiKey = async (db: Executor, id: string): Promise<boolean> =>
  (await db.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id })).length > 0;

/** Deletes the keys of a user and returns them. */
export const deleteApiKeysOf = (db: Executor, userId: string): Promise<ApiKeyRow[]> =>
  db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning();
