import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Severity } from '#contract/finding-categories.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionAreas, type AreaRow } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems, type ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';

type StoredAnswer = typeof checklistAnswers.$inferSelect;
/** With the severity of the finding that a failed check has created, before it was raised. */
export type AnswerRow = StoredAnswer & { severity: Severity | null };

/** The checks of an area in their order. */
export const listItems = (db: Executor, areaId: string): Promise<ChecklistItemRow[]> =>
  db.select().from(checklistItems).where(eq(checklistItems.areaId, areaId)).orderBy(asc(checklistItems.sortOrder));

export const findAreaById = async (db: Executor, id: string): Promise<AreaRow | null> =>
  (await db.select().from(inspectionAreas).where(eq(inspectionAreas.id, id)))[0] ?? null;

export const listAnswers = (db: Executor, scope: ScopeKey): Promise<AnswerRow[]> =>
  db
    .select({
      ...getTableColumns(checklistAnswers),
      severity: sql<Severity | null>`coalesce(${findings.raisedFrom}, ${findings.severity})`,
    })
    .from(checklistAnswers)
    .leftJoin(findings, and(inScope(findings, scope), eq(findings.checklistItemId, checklistAnswers.itemId)))
    .where(inScope(checklistAnswers, scope));

export async function deleteAnswer(tx: Executor, scope: ScopeKey, itemId: string): Promise<void> {
  await tx.delete(checklistAnswers).where(and(inScope(checklistAnswers, scope), eq(checklistAnswers.itemId, itemId)));
}

/** Stores the answer of an item, replacing an earlier one. */
export async function saveAnswer(
  tx: Executor,
  { areaSessionId, inspectionId }: ScopeKey,
  itemId: string,
  answer: Pick<StoredAnswer, 'result' | 'note' | 'userId' | 'updatedAt'>,
): Promise<void> {
  const holder = areaSessionId ? checklistAnswers.areaSessionId : checklistAnswers.inspectionId;
  await tx
    .insert(checklistAnswers)
    .values({ ...answer, areaSessionId, inspectionId, itemId })
    .onConflictDoUpdate({ target: [holder, checklistAnswers.itemId], set: answer });
}
