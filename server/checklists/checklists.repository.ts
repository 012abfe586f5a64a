import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { Severity } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import { partsOf, type Write } from '#server/platform/database/one-statement.ts';
import type { Executor, Transaction } from '#server/platform/database/types.ts';
import { inspectionAreas, type AreaRow } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems, type ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import { findings, type FindingRow } from '#server/schema/findings.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

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

/** What an area or inspection has of a check. */
export interface CheckState {
  answer: AnswerRow | null;
  /** The finding that failing it has created, whatever was decided on it since. */
  finding: FindingRow | null;
  hasPhoto: boolean;
  /** The open findings of the AI in the whole area or inspection. */
  detected: FindingRow[];
}

async function findState(db: Pick<Executor, 'select'>, scope: ScopeKey, itemId: string): Promise<CheckState> {
  const ofCheck = eq(findings.checklistItemId, itemId);
  const isDetected = and(eq(findings.source, 'ai'), inArray(findings.status, openFindingStatuses));
  const photo = sql`select from ${photos} where ${inScope(photos, scope)} and ${photos.checkId} = ${itemId}`;
  const rows = await db
    .select({ answer: checklistAnswers, finding: findings, hasPhoto: sql<boolean>`exists (${photo})` })
    .from(checklistItems)
    .leftJoin(checklistAnswers, and(inScope(checklistAnswers, scope), eq(checklistAnswers.itemId, checklistItems.id)))
    .leftJoin(findings, and(inScope(findings, scope), or(ofCheck, isDetected)))
    .where(eq(checklistItems.id, itemId));
  const found = rows.flatMap(({ finding }) => finding ?? []);
  const finding = found.find(({ checklistItemId }) => checklistItemId === itemId) ?? null;
  const answer = rows[0]?.answer ?? null;
  return {
    answer: answer && { ...answer, severity: finding && (finding.raisedFrom ?? finding.severity) },
    finding,
    hasPhoto: rows[0]?.hasPhoto ?? false,
    detected: found.filter(({ source, status }) => source === 'ai' && openFindingStatuses.includes(status)),
  };
}

export const findCheck = (db: Executor, scope: ScopeKey, itemId: string): Promise<CheckState> =>
  findState(db, scope, itemId);

/** Stores the answer of a check, or deletes it, and returns in the same statement what there was before. */
export function saveAnswer(
  tx: Transaction,
  scope: ScopeKey,
  itemId: string,
  answer: Pick<StoredAnswer, 'result' | 'note' | 'userId' | 'updatedAt'> | null,
): Promise<CheckState> {
  const { areaSessionId, inspectionId } = scope;
  const holder = areaSessionId ? checklistAnswers.areaSessionId : checklistAnswers.inspectionId;
  const write: Write = answer
    ? tx
        .insert(checklistAnswers)
        .values({ ...answer, areaSessionId, inspectionId, itemId })
        .onConflictDoUpdate({ target: [holder, checklistAnswers.itemId], set: answer })
    : tx.delete(checklistAnswers).where(and(inScope(checklistAnswers, scope), eq(checklistAnswers.itemId, itemId)));
  return findState(tx.with(...partsOf(tx, [write])), scope, itemId);
}
