import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { accountTokens, sessions, users, type SessionRow, type UserRow } from './users.tables.ts';

export const byUsername = async (db: Executor, username: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(users)
      .where(sql`lower(${users.username}) = lower(${username})`)
      .limit(1)
  )[0] ?? null;

export const byEmail = async (db: Executor, email: string): Promise<UserRow | null> =>
  (
    await db
      .select()
      .from(users)
      .where(sql`lower(${users.email}) = lower(${email})`)
      .limit(1)
  )[0] ?? null;

/** Full names, or usernames, by id; whoever has no account any more is missing. */
export async function namesOf(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ id, username, firstName, lastName }) => [
      id,
      [firstName, lastName].filter(Boolean).join(' ') || username,
    ]),
  );
}

/** The session of a token and its person, while it lasts. */
export async function findSession(
  db: Database,
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

export const sessionAlive = async (db: Database, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), gt(sessions.expiresAt, new Date())))
      .limit(1)
  ).length > 0;

export const endOtherSessions = (db: Executor, userId: string, keep: string | null) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), keep ? ne(sessions.id, keep) : undefined));

/** Gives a one-time link that is still good a new token; null when it is used or too old. */
export async function renewToken(db: Executor, id: string, tokenHash: string) {
  const [row] = await db
    .update(accountTokens)
    .set({ tokenHash })
    .where(and(eq(accountTokens.id, id), isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, new Date())))
    .returning();
  return row ?? null;
}

/** Uses up a one-time token; null when it is unknown, used or too old. */
export async function takeToken(
  db: Executor,
  kind: 'password_reset' | 'email_verification' | 'invitation',
  tokenHash: string,
) {
  const [row] = await db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(accountTokens.kind, kind),
        eq(accountTokens.tokenHash, tokenHash),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, new Date()),
      ),
    )
    .returning();
  return row ?? null;
}
