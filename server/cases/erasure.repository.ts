import { eq, ilike, inArray, or, sql } from 'drizzle-orm';
import { containing } from '#server/platform/database/text.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { caseEvents, inspectionCases, type CaseRow } from '#server/schema/cases.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';

/** The cases of a user: those of the user's properties, and those sent to one of the user's addresses. */
export function listCasesOf(tx: Transaction, userId: string, addresses: readonly string[]): Promise<CaseRow[]> {
  const own = tx.select({ id: properties.id }).from(properties).where(eq(properties.userId, userId));
  const lower = addresses.map((address) => address.toLowerCase());
  return tx
    .select()
    .from(inspectionCases)
    .where(or(inArray(inspectionCases.propertyId, own), inArray(sql`lower(${inspectionCases.ownerEmail})`, lower)));
}

/** Events whose details contain one of the texts. */
export const listEventsNaming = (tx: Transaction, texts: readonly string[]) =>
  tx
    .select({ id: caseEvents.id, details: caseEvents.details })
    .from(caseEvents)
    .where(or(...texts.map((text) => ilike(sql`${caseEvents.details}::text`, containing(text)))));

export async function updateEventDetails(tx: Transaction, id: string, details: unknown): Promise<void> {
  await tx
    .update(caseEvents)
    .set({ details: details as typeof caseEvents.$inferInsert.details })
    .where(eq(caseEvents.id, id));
}
