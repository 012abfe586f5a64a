import { and, eq, lte } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { identities, providerSignIns, type ProviderSignInRow } from '#server/schema/users.tables.ts';

/** The account that is linked to a provider's user, or null. */
export const findUserIdOf = async (db: Executor, issuer: string, subject: string): Promise<string | null> =>
  (
    await db
      .select({ userId: identities.userId })
      .from(identities)
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  )[0]?.userId ?? null;

/** Whether the account is linked to any provider's user. */
export const hasIdentity = async (db: Executor, userId: string): Promise<boolean> =>
  (await db.select({ id: identities.id }).from(identities).where(eq(identities.userId, userId)).limit(1)).length > 0;

/** Links a provider's user to an account; returns false when that user is linked already. */
export const insertIdentity = async (tx: Transaction, values: typeof identities.$inferInsert): Promise<boolean> =>
  (await tx.insert(identities).values(values).onConflictDoNothing().returning({ id: identities.id })).length > 0;

/** Stores a sign-in that a browser starts, and deletes those that have expired. */
export async function insertSignIn(db: Executor, values: typeof providerSignIns.$inferInsert): Promise<void> {
  await db.delete(providerSignIns).where(lte(providerSignIns.expiresAt, new Date()));
  await db.insert(providerSignIns).values(values);
}

/** Takes the sign-in of a browser, so that it cannot be completed again; returns null when it has expired. */
export async function deleteSignIn(db: Executor, tokenHash: string): Promise<ProviderSignInRow | null> {
  const [row] = await db.delete(providerSignIns).where(eq(providerSignIns.tokenHash, tokenHash)).returning();
  return row && row.expiresAt.getTime() > Date.now() ? row : null;
}
