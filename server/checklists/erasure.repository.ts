import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { checklistAnswers } from '#server/schema/checklists.tables.ts';

/** Erases a user's names from the texts of answers. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(tx, checklistAnswers, ['note'], person);
}
