import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/types.ts';
import { accountTokens, identities, passkeyChallenges, passkeys, users } from '#server/schema/users.tables.ts';
import { deleteChallengesOf, deleteFactor, deleteRecoveryCodes } from './second-factor/second-factor.repository.ts';

/** Whether another account that can sign in has the admin right. */
export const hasOtherAdmin = async (tx: Transaction, userId: string): Promise<boolean> =>
  (
    await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.adminGranted, true), isNull(users.disabledAt), ne(users.id, userId)))
      .limit(1)
  ).length > 0;

/** Deletes every way in which the user could sign in, and every link sent to their confirmed addresses. */
export async function deleteSignInsOf(tx: Transaction, userId: string, addresses: readonly string[]): Promise<void> {
  const lower = addresses.map((address) => address.toLowerCase());
  await tx.delete(accountTokens).where(eq(accountTokens.userId, userId));
  await tx.delete(accountTokens).where(inArray(sql`lower(${accountTokens.email})`, lower));
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(identities).where(eq(identities.userId, userId));
  await deleteChallengesOf(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await deleteFactor(tx, userId);
}
