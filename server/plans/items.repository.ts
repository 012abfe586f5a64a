import { and, asc, eq, inArray, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import { union, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { PlanItemStatus } from '#contract/plans.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { pipItemFindings, pipItems, pipReports, type PlanItemRow } from '#server/schema/plans.tables.ts';
import { listSameDefectIds } from './following.repository.ts';
import { nameOf, users } from '#server/schema/users.tables.ts';

/** An item with the other findings that its work repairs besides the first one, and their areas. */
export interface ItemWithFindings extends PlanItemRow {
  furtherFindingIds: string[];
  furtherAreaIds: string[];
}
/** An item as a part of one of the plans that show it. */
export interface ShownItem extends ItemWithFindings {
  shownIn: string;
  addedByName: string | null;
}

const further = sql`from ${pipItemFindings} join ${findings} on ${findings.id} = ${pipItemFindings.findingId}
  where ${pipItemFindings.itemId} = ${pipItems.id}`;
const withFindings = {
  item: pipItems,
  furtherFindingIds: sql<
    string[]
  >`array(select ${findings.id} ${further} order by ${findings.createdAt}, ${findings.id})`,
  furtherAreaIds: sql<
    string[]
  >`array(select distinct ${findings.areaSessionId} ${further} and ${findings.areaSessionId} is not null)`,
};

const shownColumns = (itemId: AnyPgColumn) => ({
  itemId: sql<string>`${itemId}`.as('item_id'),
  shownIn: sql<string>`${pipReports.id}`.as('shown_in'),
});

/** The items that plans show: the plan's own items and those of its area (`shows` is the same rule). */
function shownIn(db: Executor, planIds: string[]) {
  const wanted = isAnyOf(pipReports.id, planIds);
  const held = db
    .select(shownColumns(pipItems.id))
    .from(pipReports)
    .innerJoin(
      pipItems,
      or(eq(pipItems.pipReportId, pipReports.id), eq(pipItems.areaSessionId, pipReports.areaSessionId)),
    )
    .where(wanted);
  const byFurtherFinding = db
    .select(shownColumns(pipItemFindings.itemId))
    .from(pipReports)
    .innerJoin(findings, eq(findings.areaSessionId, pipReports.areaSessionId))
    .innerJoin(pipItemFindings, eq(pipItemFindings.findingId, findings.id))
    .where(wanted);
  return union(held, byFurtherFinding).as('shown');
}

/** The items that plans show, oldest first. */
export async function listItems(db: Executor, planIds: string[]): Promise<ShownItem[]> {
  if (planIds.length === 0) return [];
  const shown = shownIn(db, planIds);
  const rows = await db
    .select({ ...withFindings, shownIn: shown.shownIn, addedByName: nameOf(users) })
    .from(shown)
    .innerJoin(pipItems, eq(pipItems.id, shown.itemId))
    .leftJoin(users, eq(users.id, pipItems.addedBy))
    .orderBy(asc(pipItems.createdAt), asc(pipItems.id));
  return rows.map(({ item, ...rest }) => ({ ...item, ...rest }));
}

/** Those plans that show an item in one of these statuses, with the time when such an item was last returned, if one was. */
export async function listLastReturns(
  db: Executor,
  planIds: string[],
  statuses: readonly PlanItemStatus[],
): Promise<{ planId: string; returnedAt: Date | null }[]> {
  if (planIds.length === 0) return [];
  const shown = shownIn(db, planIds);
  return db
    .select({ planId: shown.shownIn, returnedAt: max(pipItems.returnedAt) })
    .from(shown)
    .innerJoin(pipItems, eq(pipItems.id, shown.itemId))
    .where(inArray(pipItems.status, statuses))
    .groupBy(shown.shownIn);
}

/** The ids of those findings that have an item in any plan. */
export async function listPlannedFindings(db: Executor, findingIds: string[]): Promise<Set<string | null>> {
  if (findingIds.length === 0) return new Set();
  const leading = db.select({ id: pipItems.issueId }).from(pipItems).where(isAnyOf(pipItems.issueId, findingIds));
  const others = db
    .select({ id: pipItemFindings.findingId })
    .from(pipItemFindings)
    .where(isAnyOf(pipItemFindings.findingId, findingIds));
  return new Set((await leading.union(others)).map(({ id }) => id));
}

/** Sets the further findings of items, replacing their earlier ones. */
export async function saveFurtherFindings(
  tx: Executor,
  itemIds: string[],
  rows: (typeof pipItemFindings.$inferInsert)[],
): Promise<void> {
  if (itemIds.length > 0) await tx.delete(pipItemFindings).where(inArray(pipItemFindings.itemId, itemIds));
  if (rows.length > 0) await tx.insert(pipItemFindings).values(rows);
}

/** Moves the items of the plans of a run's areas to the property's plan. */
export async function updatePlanOfRunItems(tx: Executor, planId: string, runId: string): Promise<void> {
  const areas = tx.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.runId, runId));
  await tx
    .update(pipItems)
    .set({ pipReportId: planId })
    .where(and(inArray(pipItems.areaSessionId, areas), ne(pipItems.pipReportId, planId)));
}

export async function findItem(db: Executor, id: string): Promise<ItemWithFindings | null> {
  const [row] = await db
    .select(withFindings)
    .from(pipItems)
    // The join is needed: in a statement on one table drizzle leaves out table names, which the subqueries need.
    .innerJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
    .where(eq(pipItems.id, id))
    .limit(1);
  return row ? { ...row.item, furtherFindingIds: row.furtherFindingIds, furtherAreaIds: row.furtherAreaIds } : null;
}

/** In the order of their ids. */
export async function listByIds(db: Executor, ids: readonly string[]): Promise<ItemWithFindings[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(withFindings)
    .from(pipItems)
    // Joined for the same reason as in findItem.
    .innerJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
    .where(isAnyOf(pipItems.id, ids))
    .orderBy(pipItems.id);
  return rows.map(({ item, ...rest }) => ({ ...item, ...rest }));
}

/** The completed items whose work repaired one of these findings, or another finding of the same defect. */
export async function listCompletedOfFindings(
  tx: Executor,
  findingIds: readonly string[],
): Promise<ItemWithFindings[]> {
  if (findingIds.length === 0) return [];
  const same = listSameDefectIds(tx, findingIds);
  const further = tx
    .select({ id: pipItemFindings.itemId })
    .from(pipItemFindings)
    .where(inArray(pipItemFindings.findingId, same));
  const rows = await tx
    .select(withFindings)
    .from(pipItems)
    // Joined for the same reason as in findItem.
    .innerJoin(pipReports, eq(pipReports.id, pipItems.pipReportId))
    .where(and(eq(pipItems.status, 'completed'), or(inArray(pipItems.issueId, same), inArray(pipItems.id, further))))
    .orderBy(pipItems.id);
  return rows.map(({ item, ...rest }) => ({ ...item, ...rest }));
}

/** Returns null when another item has its id. */
export async function insertItem(tx: Executor, row: typeof pipItems.$inferInsert): Promise<PlanItemRow | null> {
  return (await tx.insert(pipItems).values(row).onConflictDoNothing({ target: pipItems.id }).returning())[0] ?? null;
}

/** Adds items with their further findings. */
export async function insertItems(
  tx: Executor,
  rows: { item: typeof pipItems.$inferInsert; furtherFindingIds: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  const added = await tx
    .insert(pipItems)
    .values(rows.map(({ item }) => item))
    .returning({ id: pipItems.id });
  const further = added.flatMap(({ id }, index) =>
    (rows[index]?.furtherFindingIds ?? []).map((findingId) => ({ findingId, itemId: id })),
  );
  await saveFurtherFindings(tx, [], further);
}

export async function updateItem(tx: Executor, id: string, fields: Partial<PlanItemRow>): Promise<void> {
  await tx.update(pipItems).set(fields).where(eq(pipItems.id, id));
}

/** Ends the taking back of what was decided on these items and changed with it, because the owner gets it now. */
export async function updateToSent(tx: Executor, ids: string[]): Promise<void> {
  await tx
    .update(pipItems)
    .set({ decisionBefore: null })
    .where(and(inArray(pipItems.id, ids), isNotNull(pipItems.decisionBefore)));
}

/** Changes an item; returns false when it no longer has the status that the user saw. */
export async function updateItemInStatus(
  tx: Executor,
  seen: Pick<PlanItemRow, 'id' | 'status'>,
  fields: Partial<PlanItemRow>,
): Promise<boolean> {
  const rows = await tx
    .update(pipItems)
    .set({ ...fields, touchedAt: new Date() })
    .where(and(eq(pipItems.id, seen.id), eq(pipItems.status, seen.status)))
    .returning({ id: pipItems.id });
  return rows.length > 0;
}

export async function deleteItems(tx: Executor, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(pipItems).where(inArray(pipItems.id, ids));
}
