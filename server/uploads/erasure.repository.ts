import { eq } from 'drizzle-orm';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { uploads } from '#server/schema/uploads.tables.ts';

/** Erases a user's names from the names of uploaded files. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(tx, uploads, { names: ['filename'], own: eq(uploads.userId, person.id) }, person);
}
