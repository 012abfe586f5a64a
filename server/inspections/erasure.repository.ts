import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { inspections, reviewSteps } from '#server/schema/inspections.tables.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';

/** Erases a user's names from review notes and reasons. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  await eraseTexts(tx, inspections, ['submissionReason', 'reviewNote', 'flagNote'], person);
  await eraseTexts(tx, reviewSteps, ['note'], person);
  await eraseTexts(tx, areaSessions, ['notApplicableReason'], person);
}
