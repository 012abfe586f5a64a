import { and, asc, eq } from 'drizzle-orm';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionAreas, type AreaRow } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems, type ChecklistItemRow } from '#server/schema/checklists.tables.ts';

export type AnswerRow = typeof checklistAnswers.$inferSelect;

/** The checks of an area in their order. */
export const listItems = (db: Executor, areaId: string): Promise<ChecklistItemRow[]> =>
  db.select().from(checklistItems).where(eq(checklistItems.areaId, areaId)).orderBy(asc(checklistItems.sortOrder));

export const findAreaById = async (db: Executor, id: string): Promise<AreaRow | null> =>
  (await db.select().from(inspectionAreas).where(eq(inspectionAreas.id, id)))[0] ?? null;

export const listAnswers = (db: Executor, scope: ScopeKey): Promise<AnswerRow[]> =>
  db.select().from(checklistAnswers).where(inScope(checklistAnswers, scope));

export async function deleteAnswer(tx: Executor, scope: ScopeKey, itemId: string): Promise<void> {
  await tx.delete(checklistAnswers).where(and(inScope(checklistAnswers, scope), eq(checklistAnswers.itemId, itemId)));
}

/** Stores the answer of an item, replacing an earlier one. */
export async function saveAnswer(
  tx: Executor,
  { areaSessionId, inspectionId }: ScopeKey,
  itemId: string,
  answer: Pick<AnswerRow, 'result' | 'note' | 'userId' | 'updatedAt'>,
): Promise<void> {
  const holder = areaSessionId ? checklistAnswers.areaSessionId : checklistAnswers.inspectionId;
  await tx
    .insert(checklistAnswers)
    .values({ ...answer, areaSessionId, inspectionId, itemId })
    .onConflictDoUpdate({ target: [holder, checklistAnswers.itemId], set: answer });
}
