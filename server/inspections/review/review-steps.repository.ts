import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/types.ts';
import { reviewSteps } from '#server/schema/inspections.tables.ts';

export async function insert(tx: Transaction, values: typeof reviewSteps.$inferInsert): Promise<void> {
  await tx.insert(reviewSteps).values(values);
}

/** Deletes the last step of an inspection: a recalled submission, or a decision that was taken back. */
export async function deleteLast(tx: Transaction, inspectionId: string): Promise<void> {
  const last = tx
    .select({ id: reviewSteps.id })
    .from(reviewSteps)
    .where(eq(reviewSteps.inspectionId, inspectionId))
    .orderBy(desc(reviewSteps.createdAt), desc(reviewSteps.id))
    .limit(1);
  await tx.delete(reviewSteps).where(and(eq(reviewSteps.inspectionId, inspectionId), eq(reviewSteps.id, last)));
}
