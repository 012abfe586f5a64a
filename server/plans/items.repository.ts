import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { pipItems, pipReports, type PlanItemRow } from '#server/schema/plans.tables.ts';
import { nameOf, users } from '#server/schema/users.tables.ts';

/** An item as one of the plans shows it. */
export interface ShownItem extends PlanItemRow {
  shownIn: string;
  addedByName: string | null;
}

/** Items that plans show, the oldest first: those that a plan holds and those of its area (`shows` is the same rule). */
export async function listItems(db: Executor, planIds: string[]): Promise<ShownItem[]> {
  if (planIds.length === 0) return [];
  const rows = await db
    .select({ item: pipItems, shownIn: pipReports.id, addedByName: nameOf(users) })
    .from(pipReports)
    .innerJoin(
      pipItems,
      or(eq(pipItems.pipReportId, pipReports.id), eq(pipItems.areaSessionId, pipReports.areaSessionId)),
    )
    .leftJoin(users, eq(users.id, pipItems.addedBy))
    .where(inArray(pipReports.id, planIds))
    .orderBy(asc(pipItems.createdAt), asc(pipItems.id));
  return rows.map(({ item, ...shown }) => ({ ...item, ...shown }));
}

/** The ids of those findings that have an item in any plan. */
export async function listPlannedFindings(db: Executor, findingIds: string[]): Promise<Set<string | null>> {
  if (findingIds.length === 0) return new Set();
  const rows = await db
    .select({ findingId: pipItems.issueId })
    .from(pipItems)
    .where(inArray(pipItems.issueId, findingIds));
  return new Set(rows.map(({ findingId }) => findingId));
}

/** The property's plan takes over what the plans of the run's areas hold. */
export async function updatePlanOfRunItems(tx: Executor, planId: string, runId: string): Promise<void> {
  const areas = tx.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.runId, runId));
  await tx
    .update(pipItems)
    .set({ pipReportId: planId })
    .where(and(inArray(pipItems.areaSessionId, areas), ne(pipItems.pipReportId, planId)));
}

export const findItem = async (db: Executor, id: string): Promise<PlanItemRow | null> =>
  (await db.select().from(pipItems).where(eq(pipItems.id, id)).limit(1))[0] ?? null;

export async function insertItem(tx: Executor, row: typeof pipItems.$inferInsert): Promise<PlanItemRow> {
  return expectOne(await tx.insert(pipItems).values(row).returning());
}

export async function insertItems(tx: Executor, rows: (typeof pipItems.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(pipItems).values(rows);
}

export async function updateItem(tx: Executor, id: string, fields: Partial<PlanItemRow>): Promise<void> {
  await tx.update(pipItems).set(fields).where(eq(pipItems.id, id));
}

/** Changes an item; false where it no longer has the status that the person saw. */
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
