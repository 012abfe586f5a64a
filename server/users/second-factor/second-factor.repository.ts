import { and, count, eq, gt, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import {
  recoveryCodes,
  secondFactors,
  signInChallenges,
  type ChallengeRow,
  type SecondFactorRow,
} from '#server/schema/users.tables.ts';

/** The active authenticator app of a user. */
export const findFactor = async (db: Executor, userId: string): Promise<SecondFactorRow | null> =>
  (
    await db
      .select()
      .from(secondFactors)
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.sessionId)))
  )[0] ?? null;

/** The authenticator app that a session is setting up, if it was started after a time. */
export const findSetup = async (
  db: Executor,
  userId: string,
  sessionId: string,
  after: Date,
): Promise<SecondFactorRow | null> =>
  (
    await db
      .select()
      .from(secondFactors)
      .where(
        and(
          eq(secondFactors.userId, userId),
          eq(secondFactors.sessionId, sessionId),
          gt(secondFactors.createdAt, after),
        ),
      )
  )[0] ?? null;

/** Starts a setup, replacing an unfinished one. */
export async function saveSetup(tx: Transaction, values: typeof secondFactors.$inferInsert): Promise<void> {
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, values.userId), isNotNull(secondFactors.sessionId)));
  await tx.insert(secondFactors).values(values);
}

/** Completes a setup: from now on the app is required to sign in. */
export const updateToOn = (tx: Transaction, userId: string, lastStep: number) =>
  tx
    .update(secondFactors)
    .set({ sessionId: null, lastStep, createdAt: new Date() })
    .where(eq(secondFactors.userId, userId));

/** Uses up all codes up to a time step; returns false when a code of that step or a later one was used already. */
export const updateLastStep = async (tx: Transaction, userId: string, step: number): Promise<boolean> =>
  (
    await tx
      .update(secondFactors)
      .set({ lastStep: step })
      .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.sessionId), lt(secondFactors.lastStep, step)))
      .returning({ userId: secondFactors.userId })
  ).length > 0;

export async function deleteFactor(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
}

export const deleteRecoveryCodes = (tx: Transaction, userId: string) =>
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** Replaces all recovery codes; their positions are those in the list. */
export async function saveRecoveryCodes(tx: Transaction, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash, position) => ({ userId, position, hash })));
}

const codeAt = (userId: string, position: number): SQL | undefined =>
  and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.position, position));

export const findRecoveryHash = async (db: Executor, userId: string, position: number): Promise<string | null> =>
  (await db.select({ hash: recoveryCodes.hash }).from(recoveryCodes).where(codeAt(userId, position)))[0]?.hash ?? null;

/** Uses up a recovery code; returns false when it was used or replaced meanwhile. */
export const deleteRecoveryCode = async (
  tx: Transaction,
  userId: string,
  position: number,
  hash: string,
): Promise<boolean> =>
  (
    await tx
      .delete(recoveryCodes)
      .where(and(codeAt(userId, position), eq(recoveryCodes.hash, hash)))
      .returning({ position: recoveryCodes.position })
  ).length > 0;

export const countRecoveryCodes = async (db: Executor, userId: string): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))).value;

export const insertChallenge = (tx: Transaction, values: typeof signInChallenges.$inferInsert) =>
  tx.insert(signInChallenges).values(values);

export const findChallenge = async (db: Executor, tokenHash: string): Promise<ChallengeRow | null> =>
  (
    await db
      .select()
      .from(signInChallenges)
      .where(and(eq(signInChallenges.tokenHash, tokenHash), gt(signInChallenges.expiresAt, new Date())))
  )[0] ?? null;

/** Counts an attempt; returns false when the limit was reached or the sign-in has ended. */
export const updateTries = async (db: Executor, id: string, most: number): Promise<boolean> =>
  (
    await db
      .update(signInChallenges)
      .set({ tries: sql`${signInChallenges.tries} + 1` })
      .where(and(eq(signInChallenges.id, id), lt(signInChallenges.tries, most)))
      .returning({ id: signInChallenges.id })
  ).length > 0;

/** Ends a waiting sign-in; returns false when it has ended already, so that one of two concurrent answers fails. */
export const deleteChallenge = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.delete(signInChallenges).where(eq(signInChallenges.id, id)).returning({ id: signInChallenges.id })).length >
  0;

export const deleteChallengesOf = (tx: Transaction, userId: string) =>
  tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId));

/** Deletes sign-ins that stopped waiting for a code before a time. */
export const deleteChallengesBefore = (db: Executor, time: Date) =>
  db.delete(signInChallenges).where(lte(signInChallenges.expiresAt, time));

/** Deletes unfinished setups that were started before a time. */
export const deleteSetupsBefore = (db: Executor, time: Date) =>
  db.delete(secondFactors).where(and(isNotNull(secondFactors.sessionId), lte(secondFactors.createdAt, time)));
