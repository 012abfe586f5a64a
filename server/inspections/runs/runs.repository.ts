import { and, desc, eq, sql } from 'drizzle-orm';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newestOfOwner, type OwnerPageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { inspectionCases, type CaseRow } from '#server/schema/cases.tables.ts';
import { properties, type PropertyRow, ownedProperties } from '#server/schema/properties.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { inspectionRuns, type RunRow } from '#server/schema/runs.tables.ts';

export interface RunContext {
  run: RunRow;
  property: PropertyRow;
}

export interface ActiveRun {
  id: string;
  propertyId: string;
  /** Whether any field work was done. */
  hasProgress: boolean;
}

/**
 * The column needs its table name: in a query on one table drizzle writes a bare `id`, which would mean the area
 * session's.
 */
const hasProgress = sql<boolean>`exists (select 1 from ${areaSessions} where ${areaSessions}.run_id = ${inspectionRuns}.id and ${areaSessions}.status in ('in_progress', 'completed'))`;

export async function findById(db: Executor, id: string, ownerId: string | undefined): Promise<RunContext | null> {
  const [row] = await db
    .select({ run: inspectionRuns, property: properties })
    .from(inspectionRuns)
    .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
    .where(and(eq(inspectionRuns.id, id), ownerId ? eq(properties.userId, ownerId) : undefined));
  return row ?? null;
}

const isActive = eq(inspectionRuns.status, 'in_progress');

export async function findActiveByProperty(db: Executor, propertyId: string): Promise<RunRow | null> {
  const rows = await db
    .select()
    .from(inspectionRuns)
    .where(and(eq(inspectionRuns.propertyId, propertyId), isActive));
  return rows[0] ?? null;
}

const listed = {
  table: inspectionRuns,
  id: inspectionRuns.id,
  time: inspectionRuns.createdAt,
  belongsTo: inspectionRuns.propertyId,
  owned: ownedProperties,
};

export async function listActivePage(
  db: Executor,
  filter: Pick<OwnerPageFilter, 'ownerId' | 'limit' | 'cursor'>,
): Promise<Page<ActiveRun>> {
  const rows = await db
    .select({
      id: inspectionRuns.id,
      propertyId: inspectionRuns.propertyId,
      hasProgress,
      createdAt: inspectionRuns.createdAt,
    })
    .from(inspectionRuns)
    .where(newestOfOwner(listed, { ...filter, where: isActive }))
    .orderBy(desc(inspectionRuns.createdAt), desc(inspectionRuns.id));
  return toPage(rows, filter.limit, (row) => ({ at: row.createdAt, id: row.id }));
}

/**
 * The property whose active run its owner continues first: one with an area that was sent back, then the one whose case is due
 * first, then the newest. Runs with only approved areas wait for nobody.
 */
export async function findPropertyToContinue(db: Executor, ownerId: string): Promise<string | null> {
  const applies = sql`${areaSessions.status} <> 'not_applicable'`;
  const [row] = await db
    .select({ propertyId: inspectionRuns.propertyId })
    .from(inspectionRuns)
    .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
    .innerJoin(areaSessions, and(eq(areaSessions.runId, inspectionRuns.id), applies))
    .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
    .leftJoin(inspectionCases, eq(inspectionCases.id, inspectionRuns.caseId))
    .where(and(eq(properties.userId, ownerId), isActive))
    .groupBy(inspectionRuns.id, inspectionCases.dueDate)
    .having(sql`not bool_and(coalesce(${inspections.status}, '') = 'approved')`)
    .orderBy(
      desc(sql`bool_or(coalesce(${inspections.status}, '') = 'requires_action')`),
      sql`${inspectionCases.dueDate} nulls last`,
      desc(inspectionRuns.createdAt),
    )
    .limit(1);
  return row?.propertyId ?? null;
}

/**
 * Serializes starting and reopening the runs of one property, so that the second finds the run of the first; returns the
 * property's owner.
 */
export async function lockProperty(tx: Executor, id: string): Promise<string | null> {
  const rows = await tx
    .select({ ownerId: properties.userId })
    .from(properties)
    .where(eq(properties.id, id))
    .for('no key update');
  return rows[0]?.ownerId ?? null;
}

/** Locks a run until the commit; after the lock of the area for a change of both. */
export async function lockById(tx: Executor, id: string): Promise<RunRow | null> {
  const [row] = await tx.select().from(inspectionRuns).where(eq(inspectionRuns.id, id)).for('no key update');
  return row ?? null;
}

export const insert = async (tx: Executor, values: typeof inspectionRuns.$inferInsert): Promise<RunRow> =>
  expectOne(await tx.insert(inspectionRuns).values(values).returning());

export const updateToCompleted = async (tx: Executor, id: string): Promise<RunRow> =>
  expectOne(
    await tx
      .update(inspectionRuns)
      .set({ status: 'completed', completedAt: new Date(), lastTouched: new Date() })
      .where(and(eq(inspectionRuns.id, id), isActive))
      .returning(),
  );

export async function updateToInProgress(tx: Executor, id: string): Promise<void> {
  await tx.update(inspectionRuns).set({ status: 'in_progress', completedAt: null }).where(eq(inspectionRuns.id, id));
}

/** Stores the current time as that of the latest field work. */
export async function updateLastTouched(tx: Executor, id: string): Promise<void> {
  await tx.update(inspectionRuns).set({ lastTouched: new Date() }).where(eq(inspectionRuns.id, id));
}

/** The id of the property's plan that was made from this run. */
export async function findPlanId(db: Executor, runId: string): Promise<string | null> {
  const [plan] = await db
    .select({ id: pipReports.id })
    .from(pipReports)
    .where(and(eq(pipReports.runId, runId), eq(pipReports.source, 'property')));
  return plan?.id ?? null;
}

export async function findCase(db: Executor, id: string, propertyId: string): Promise<CaseRow | null> {
  const where = and(eq(inspectionCases.id, id), eq(inspectionCases.propertyId, propertyId));
  return (await db.select().from(inspectionCases).where(where))[0] ?? null;
}

/** The pending cases of a property, earliest due date first. */
export const listPendingCases = (db: Executor, propertyId: string): Promise<CaseRow[]> =>
  db
    .select()
    .from(inspectionCases)
    .where(and(eq(inspectionCases.propertyId, propertyId), eq(inspectionCases.status, 'pending')))
    .orderBy(inspectionCases.dueDate, inspectionCases.createdAt);
