import { and, asc, count, eq, lte } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import {
  passkeyChallenges,
  passkeys,
  type PasskeyChallengeRow,
  type PasskeyPurpose,
  type PasskeyRow,
} from '#server/schema/users.tables.ts';

/** The passkeys of a user, oldest first. */
export const listPasskeys = (db: Executor, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export const countPasskeys = async (db: Executor, userId: string): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(passkeys).where(eq(passkeys.userId, userId))).value;

export const findPasskey = async (db: Executor, userId: string, id: string): Promise<PasskeyRow | null> =>
  (
    await db
      .select()
      .from(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
  )[0] ?? null;

export const findByCredential = async (db: Executor, credentialId: string): Promise<PasskeyRow | null> =>
  (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0] ?? null;

/** Stores a new passkey; returns null when it is registered with an account already. */
export const insertPasskey = async (
  tx: Transaction,
  values: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | null> =>
  (await tx.insert(passkeys).values(values).onConflictDoNothing({ target: passkeys.credentialId }).returning())[0] ??
  null;

/** Records a use; returns false when the passkey was removed or used meanwhile. */
export const updateUse = async (
  tx: Transaction,
  passkey: PasskeyRow,
  used: { counter: number; synced: boolean },
): Promise<boolean> =>
  (
    await tx
      .update(passkeys)
      .set({ ...used, lastUsedAt: new Date() })
      .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
      .returning({ id: passkeys.id })
  ).length > 0;

export const updateName = async (tx: Transaction, id: string, name: string): Promise<PasskeyRow> =>
  expectOne(await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id)).returning());

/** Removes a passkey; returns false when it no longer exists. */
export const deletePasskey = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.delete(passkeys).where(eq(passkeys.id, id)).returning({ id: passkeys.id })).length > 0;

export const deletePasskeysOf = (tx: Transaction, userId: string) =>
  tx.delete(passkeys).where(eq(passkeys.userId, userId));

/** Stores a challenge, and deletes those that have expired. */
export async function insertChallenge(db: Executor, values: typeof passkeyChallenges.$inferInsert): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, new Date()));
  await db.insert(passkeyChallenges).values(values);
}

/**
 * Takes a challenge, so that nobody can answer it again; returns null when it has expired or belongs to another
 * browser.
 */
export async function deleteChallenge(
  db: Executor,
  challenge: string,
  purpose: PasskeyPurpose,
  browser: string,
): Promise<PasskeyChallengeRow | null> {
  const [row] = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.challenge, challenge)).returning();
  const isRight = row?.purpose === purpose && row.browser === browser && row.expiresAt.getTime() > Date.now();
  return isRight ? row : null;
}
