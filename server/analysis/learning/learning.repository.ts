import { and, desc, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm';
import { openRunStatuses } from '#contract/learning.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { learnedVersions, learningRuns, type LearningRunRow } from '#server/schema/learning.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';

const { head: _head, ...describing } = getTableColumns(learnedVersions);

/** Every version without its head, newest first. */
export const listVersions = (db: Executor) =>
  db
    .select({ version: describing, person: users })
    .from(learnedVersions)
    .leftJoin(users, eq(users.id, learnedVersions.startedBy))
    .orderBy(desc(learnedVersions.number));
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** The number of the version in use; null for the shipped head. */
export const findNumberInUse = async (db: Executor): Promise<number | null> =>
  (await db.select({ number: learnedVersions.number }).from(learnedVersions).where(eq(learnedVersions.inUse, true)))[0]
    ?.number ?? null;

export const findHead = async (db: Executor, number: number): Promise<unknown> =>
  (await db.select({ head: learnedVersions.head }).from(learnedVersions).where(eq(learnedVersions.number, number)))[0]
    ?.head ?? null;

const versionsLock = 0x1ea7;
const lockVersions = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${versionsLock})`);

/** Stores a version and returns its number: the highest one plus 1. A sequence would be reset by a restored backup. */
export async function insertVersion(
  tx: Transaction,
  row: Omit<typeof learnedVersions.$inferInsert, 'number'>,
): Promise<number> {
  await lockVersions(tx);
  const [last] = await tx.select({ number: max(learnedVersions.number) }).from(learnedVersions);
  const number = (last?.number ?? 0) + 1;
  await tx.insert(learnedVersions).values({ ...row, number });
  return number;
}

/** Null selects the shipped head. Returns false when the version does not exist. */
export async function updateNumberInUse(tx: Transaction, number: number | null): Promise<boolean> {
  await lockVersions(tx);
  await tx.update(learnedVersions).set({ inUse: false }).where(eq(learnedVersions.inUse, true));
  if (number === null) return true;
  const set = tx.update(learnedVersions).set({ inUse: true }).where(eq(learnedVersions.number, number));
  return (await set.returning({ number: learnedVersions.number })).length > 0;
}

/** Returns null when another run is waiting or running. */
export async function insertRun(tx: Executor, startedBy: string | null): Promise<LearningRunRow | null> {
  return (await tx.insert(learningRuns).values({ startedBy }).onConflictDoNothing().returning())[0] ?? null;
}

export async function findLatestRun(db: Executor): Promise<{ run: LearningRunRow; person: UserRow | null } | null> {
  const newest = db
    .select({ run: learningRuns, person: users })
    .from(learningRuns)
    .leftJoin(users, eq(users.id, learningRuns.startedBy))
    .orderBy(desc(learningRuns.createdAt))
    .limit(1);
  return (await newest)[0] ?? null;
}

/** Changes a run that has not ended; returns null when it has. */
export async function updateRun(
  db: Executor,
  id: string,
  set: Partial<LearningRunRow>,
): Promise<LearningRunRow | null> {
  const open = and(eq(learningRuns.id, id), inArray(learningRuns.status, openRunStatuses));
  return (await db.update(learningRuns).set(set).where(open).returning())[0] ?? null;
}
