import { eq, or } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { isInspectionOf } from '#server/schema/inspections.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';

/** Erases a user's names from the texts of recordings. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = or(eq(recordings.userId, person.id), isInspectionOf(person.id, recordings.inspectionId));
  await eraseTexts(tx, recordings, { names: ['filename'], own }, person);
}
