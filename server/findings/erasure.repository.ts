import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { findings } from '#server/schema/findings.tables.ts';

/** Erases a user's names from the texts of findings. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(
    tx,
    findings,
    ['title', 'description', 'recommendedAction', 'building', 'floor', 'room', 'note'],
    person,
  );
}
