import { and, count, desc, eq, gt, inArray, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import { builtOnce } from '#server/platform/database/built-once.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { sessions, users, type SessionRow } from '#server/schema/users.tables.ts';

const alive = (): SQL => gt(sessions.expiresAt, new Date());

/** What every signed-in call reads of its session and its user. */
const byToken = builtOnce((db) =>
  db
    .select({
      session: {
        id: sessions.id,
        provenAt: sessions.provenAt,
        remember: sessions.remember,
        providerMfa: sessions.providerMfa,
        lastSeenAt: sessions.lastSeenAt,
        createdAt: sessions.createdAt,
      },
      user: {
        id: users.id,
        username: users.username,
        email: users.email,
        role: users.role,
        adminGranted: users.adminGranted,
        emailVerifiedAt: users.emailVerifiedAt,
        pendingEmail: users.pendingEmail,
        firstName: users.firstName,
        lastName: users.lastName,
        propertyName: users.propertyName,
        language: users.language,
        secondFactorAt: users.secondFactorAt,
        createdAt: users.createdAt,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(users.disabledAt),
      ),
    )
    .limit(1)
    .prepare(''),
);

/** The valid session with this token and its user, unless the account is disabled. */
export async function findByToken(db: Executor, tokenHash: string) {
  const [row] = await byToken(db).execute({ tokenHash, now: new Date() });
  return row ?? null;
}

export const isAlive = async (db: Executor, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), alive()))
      .limit(1)
  ).length > 0;

export const insertSession = async (db: Executor, values: typeof sessions.$inferInsert): Promise<SessionRow> =>
  expectOne(await db.insert(sessions).values(values).returning());

export const updateSession = (db: Executor, id: string, values: Partial<typeof sessions.$inferInsert>) =>
  db.update(sessions).set(values).where(eq(sessions.id, id));

/** A valid session of a user. */
export const findSessionOf = async (db: Executor, userId: string, id: string): Promise<SessionRow | null> =>
  (
    await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId), alive()))
      .limit(1)
  )[0] ?? null;

/** The valid sessions of a user, last used first. */
export const listSessionsOf = (db: Executor, userId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive()))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));

/** Counts the valid sessions of each user; users without one have no entry. */
export async function countSessions(db: Executor, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ userId: sessions.userId, value: count() })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), alive()))
    .groupBy(sessions.userId);
  return new Map(rows.map(({ userId, value }) => [userId, value]));
}

export const deleteSession = (db: Executor, id: string) => db.delete(sessions).where(eq(sessions.id, id));

export const deleteSessionsOf = (db: Executor, userId: string) =>
  db.delete(sessions).where(eq(sessions.userId, userId));

export const deleteSessionsExcept = (db: Executor, userId: string, id: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, id)));

/** Deletes sessions that ended before a time. */
export const deleteSessionsBefore = (db: Executor, time: Date) =>
  db.delete(sessions).where(lte(sessions.expiresAt, time));
