import { eq, or, sql } from 'drizzle-orm';
import type { NamedPerson } from '#server/platform/audit/person.rules.ts';
import { eraseTexts } from '#server/platform/audit/erase-texts.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import {
  inspections,
  isAreaSessionOf,
  isInspectionOf,
  isPropertyOf,
  reviewSteps,
} from '#server/schema/inspections.tables.ts';

/** Erases a user's names from review notes and reasons. */
export async function updateToErased(tx: Transaction, person: NamedPerson): Promise<void> {
  const { id } = person;
  const own = or(eq(inspections.userId, id), isPropertyOf(id, inspections.propertyId));
  const by = {
    submissionReason: own,
    reviewNote: or(own, eq(inspections.reviewedBy, id)),
    decisionBefore: or(own, eq(sql`${inspections.decisionBefore} ->> 'by'`, id)),
    flagNote: or(own, eq(inspections.flaggedBy, id)),
  };
  for (const name of ['submissionReason', 'reviewNote', 'decisionBefore', 'flagNote'] as const)
    await eraseTexts(tx, inspections, { names: [name], own: by[name] }, person);
  const ownSteps = or(eq(reviewSteps.userId, id), isInspectionOf(id, reviewSteps.inspectionId));
  await eraseTexts(tx, reviewSteps, { names: ['note'], own: ownSteps }, person);
  const ownAreas = isAreaSessionOf(id, areaSessions.id);
  await eraseTexts(tx, areaSessions, { names: ['notApplicableReason'], own: ownAreas }, person);
}
