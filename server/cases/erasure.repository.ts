import { and, eq, inArray, ne, not, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { caseEvents, inspectionCases } from '#server/schema/cases.tables.ts';
import { isPropertyOf } from '#server/schema/inspections.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import { erasedAddress } from '#server/users/erasure.rules.ts';

const lower = (addresses: readonly string[]) => addresses.map((address) => address.toLowerCase());
const isSentTo = (addresses: readonly string[]): SQL =>
  inArray(sql`lower(${inspectionCases.ownerEmail})`, lower(addresses));

/** Matches the cases of a user's properties whose address belongs to no other account. */
const isLinkedCaseOf = (tx: Transaction, userId: string): SQL | undefined =>
  and(
    isPropertyOf(userId, inspectionCases.propertyId),
    notExists(
      tx
        .select({ id: users.id })
        .from(users)
        .where(and(ne(users.id, userId), eq(sql`lower(${users.email})`, sql`lower(${inspectionCases.ownerEmail})`))),
    ),
  );

/** The addresses to which the cases of a user's properties were sent, except those of other accounts. */
export async function listAddressesOf(tx: Transaction, { id, addresses }: NamedPerson): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ address: inspectionCases.ownerEmail })
    .from(inspectionCases)
    .where(and(isLinkedCaseOf(tx, id), not(isSentTo(addresses))));
  return rows.map(({ address }) => address);
}

/** Erases a user's names from the texts of cases and their events, and the owner from the user's own cases. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const { id, addresses } = person;
  const own = or(isPropertyOf(id, inspectionCases.propertyId), isSentTo(addresses));
  // Before the cases lose their addresses, by which they are recognized.
  const ofOwn = sql`${caseEvents.caseId} in ${tx.select({ id: inspectionCases.id }).from(inspectionCases).where(own)}`;
  await eraseTexts(tx, caseEvents, { names: ['details'], own: or(eq(caseEvents.userId, id), ofOwn) }, person);
  const written = or(own, eq(inspectionCases.createdByAdminId, id));
  await eraseTexts(tx, inspectionCases, { names: ['notes', 'requirements'], own: written }, person);
  await tx
    .update(inspectionCases)
    .set({ ownerEmail: erasedAddress(id), ownerName: null })
    .where(or(isLinkedCaseOf(tx, id), isSentTo(addresses)));
}
