import { eq, or } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { checklistAnswers } from '#server/schema/checklists.tables.ts';
import { isAreaSessionOf, isInspectionOf } from '#server/schema/inspections.tables.ts';

/** Erases a user's names from the texts of answers. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = or(
    eq(checklistAnswers.userId, person.id),
    isAreaSessionOf(person.id, checklistAnswers.areaSessionId),
    isInspectionOf(person.id, checklistAnswers.inspectionId),
  );
  await eraseTexts(tx, checklistAnswers, { names: ['note'], own }, person);
}
