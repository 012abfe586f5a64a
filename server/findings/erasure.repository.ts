import { eq, or } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { isAreaSessionOf, isInspectionOf } from '#server/schema/inspections.tables.ts';

const described = ['title', 'description', 'recommendedAction', 'building', 'floor', 'room'] as const;

/** Erases a user's names from the texts of findings. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const own = or(
    isAreaSessionOf(person.id, findings.areaSessionId),
    isInspectionOf(person.id, findings.inspectionId),
    eq(findings.createdBy, person.id),
  );
  await eraseTexts(tx, findings, { names: described, own }, person);
  // Of another person's finding, the user who decided on it has written the note alone.
  await eraseTexts(tx, findings, { names: ['note'], own: or(own, eq(findings.decidedBy, person.id)) }, person);
}
