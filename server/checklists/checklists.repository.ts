import { and, asc, eq, getTableColumns, inArray, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Severity } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
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

/** Matches the rows of a table that belong to the area or inspection. */
type InScope = (table: Parameters<typeof inScope>[0]) => SQL;

const stateQuery = (db: Pick<Executor, 'select'>, belongs: InScope, itemId: string | Placeholder) => {
  const ofCheck = eq(findings.checklistItemId, itemId);
  const isDetected = and(eq(findings.source, 'ai'), inArray(findings.status, openFindingStatuses));
  const photo = sql`select from ${photos} where ${belongs(photos)} and ${photos.checkId} = ${itemId}`;
  return db
    .select({ answer: checklistAnswers, finding: findings, hasPhoto: sql<boolean>`exists (${photo})` })
    .from(checklistItems)
    .leftJoin(checklistAnswers, and(belongs(checklistAnswers), eq(checklistAnswers.itemId, checklistItems.id)))
    .leftJoin(findings, and(belongs(findings), or(ofCheck, isDetected)))
    .where(eq(checklistItems.id, itemId));
};

function toState(rows: Awaited<ReturnType<typeof stateQuery>>, itemId: string): CheckState {
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

export const findCheck = async (db: Executor, scope: ScopeKey, itemId: string): Promise<CheckState> =>
  toState(await stateQuery(db, (table) => inScope(table, scope), itemId), itemId);

/** Stores an answer of an area or an inspection, and gives in the same statement what there was before. */
const answerStatement = builtOnce((tx: Transaction, holder) => {
  const column = holder === 'area' ? 'areaSessionId' : 'inspectionId';
  const [scopeId, itemId] = [sql.placeholder('scopeId'), sql.placeholder('itemId')];
  const fields = ['result', 'note', 'userId', 'updatedAt'] as const;
  const values = Object.fromEntries(fields.map((name) => [name, sql.placeholder(name)])) as Record<
    (typeof fields)[number],
    Placeholder
  >;
  const excluded = Object.fromEntries(
    fields.map((name) => [name, sql`excluded.${sql.identifier(checklistAnswers[name].name)}`]),
  );
  const write = tx
    .insert(checklistAnswers)
    .values({ ...values, [column]: scopeId, itemId })
    .onConflictDoUpdate({ target: [checklistAnswers[column], checklistAnswers.itemId], set: excluded });
  return stateQuery(tx.with(tx.$with('write').as(write)), (table) => eq(table[column], scopeId), itemId).prepare('');
});

/** Stores the answer of a check, or deletes it, and returns in the same statement what there was before. */
export async function saveAnswer(
  tx: Transaction,
  scope: ScopeKey,
  itemId: string,
  answer: Pick<StoredAnswer, 'result' | 'note' | 'userId' | 'updatedAt'> | null,
): Promise<CheckState> {
  const belongs: InScope = (table) => inScope(table, scope);
  if (answer === null) {
    const write = tx
      .delete(checklistAnswers)
      .where(and(belongs(checklistAnswers), eq(checklistAnswers.itemId, itemId)));
    return toState(await stateQuery(tx.with(tx.$with('write').as(write)), belongs, itemId), itemId);
  }
  const statement = answerStatement(tx, scope.areaSessionId ? 'area' : 'inspection');
  const scopeId = scope.areaSessionId ?? scope.inspectionId;
  return toState(await statement.execute({ ...answer, scopeId, itemId }), itemId);
}
