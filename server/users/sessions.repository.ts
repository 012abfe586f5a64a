import { and, eq, gt } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { sessions, users, type SessionRow, type UserRow } from '#server/schema/users.tables.ts';

/** The session of a token and its person, while it lasts. */
export async function findByToken(
  db: Executor,
  tokenHash: string,
): Promise<{ session: SessionRow; user: UserRow } | null> {
  const [row] = await db
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, new Date())))
    .limit(1);
  return row ?? null;
}

export const isAlive = async (db: Executor, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), gt(sessions.expiresAt, new Date())))
      .limit(1)
  ).length > 0;

export const insertSession = async (db: Executor, values: typeof sessions.$inferInsert): Promise<SessionRow> =>
  expectOne(await db.insert(sessions).values(values).returning());

export const touchSession = (db: Executor, id: string, lastSeenAt: Date, expiresAt: Date) =>
  db.update(sessions).set({ lastSeenAt, expiresAt }).where(eq(sessions.id, id));

export const deleteSession = (db: Executor, id: string) => db.delete(sessions).where(eq(sessions.id, id));

export const deleteSessionsOf = (db: Executor, userId: string) =>
  db.delete(sessions).where(eq(sessions.userId, userId));
