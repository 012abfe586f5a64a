import { and, avg, count, desc, eq, ilike, ne, or, sql, sum, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { toCents, type Cents } from '#contract/money.ts';
import type { PipStatus } from '#contract/reports.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { newestOfOwner, type OwnerPageFilter } from '#server/platform/http/newest.ts';
import { toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import { pipReports, type PipReportRow, type PlanSettings } from '#server/schema/reports.tables.ts';

/** A report with the related rows that its rules and its view need. */
export interface ReportContext {
  report: PipReportRow;
  property: PropertyRow;
  /** The case of the field work; null for inspections of the owner's own. */
  caseId: string | null;
  /** Null for a property-wide plan. */
  area: string | null;
  /** The inspection under review: the report's own, or its area session's once there is one. */
  inspectionId: string | null;
  inspector: string | null;
  approvedByName: string | null;
}

const ofArea = alias(inspections, 'area_inspection');
const inspector = alias(users, 'inspector');
const approver = alias(users, 'approver');
const nameOf = (user: typeof inspector | typeof approver) =>
  sql<string | null>`coalesce(nullif(concat_ws(' ', ${user.firstName}, ${user.lastName}), ''), ${user.username})`;

const select = (db: Executor) =>
  db
    .select({
      report: pipReports,
      property: properties,
      caseId: sql<string | null>`coalesce(${inspectionRuns.caseId}, ${inspections.caseId})`,
      area: sql<
        string | null
      >`case when ${pipReports.source} <> 'property' then coalesce(${inspectionAreas.name}, ${inspections.area}) end`,
      inspectionId: sql<string | null>`coalesce(${pipReports.inspectionId}, ${ofArea.id})`,
      inspector: nameOf(inspector),
      approvedByName: nameOf(approver),
    })
    .from(pipReports)
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .leftJoin(inspectionRuns, eq(inspectionRuns.id, pipReports.runId))
    .leftJoin(areaSessions, eq(areaSessions.id, pipReports.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, pipReports.inspectionId))
    .leftJoin(ofArea, eq(ofArea.areaSessionId, pipReports.areaSessionId))
    .leftJoin(inspector, eq(inspector.id, sql`coalesce(${inspectionRuns.userId}, ${inspections.userId})`))
    .leftJoin(approver, eq(approver.id, pipReports.approvedBy));

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
/** As ownedBy, where the property is not joined. */
export const ofOwner = (userId: string): SQL =>
  sql`${pipReports.propertyId} in (select ${properties.id} from ${properties} where ${ownedBy(userId)})`;
export const withStatus = (status: PipStatus): SQL => eq(pipReports.status, status);
/** Property, its city, or the area, whatever the case of the letters. */
export const matching = (q: string): SQL | undefined =>
  or(
    sql`${pipReports.propertyId} in (select ${properties.id} from ${properties} where ${or(ilike(properties.name, containing(q)), ilike(properties.city, containing(q)))})`,
    and(
      ne(pipReports.source, 'property'),
      or(
        sql`exists (select from ${areaSessions} join ${inspectionAreas} on ${eq(inspectionAreas.id, areaSessions.areaId)} where ${and(eq(areaSessions.id, pipReports.areaSessionId), ilike(inspectionAreas.name, containing(q)))})`,
        sql`exists (select from ${inspections} where ${and(eq(inspections.id, pipReports.inspectionId), ilike(inspections.area, containing(q)))})`,
      ),
    ),
  );

export const find = async (db: Executor, id: string, where?: SQL): Promise<ReportContext | null> =>
  (
    await select(db)
      .where(and(eq(pipReports.id, id), where))
      .limit(1)
  )[0] ?? null;

export const findOfArea = async (db: Executor, areaSessionId: string): Promise<ReportContext | null> =>
  (
    await select(db)
      .where(and(eq(pipReports.areaSessionId, areaSessionId), eq(pipReports.source, 'area')))
      .limit(1)
  )[0] ?? null;

const listed = {
  table: pipReports,
  id: pipReports.id,
  time: pipReports.createdAt,
  propertyId: pipReports.propertyId,
};

/** Newest first. */
export async function pageOf(db: Executor, filter: OwnerPageFilter): Promise<Page<ReportContext>> {
  const rows = await select(db)
    .where(newestOfOwner(db, listed, filter))
    .orderBy(desc(pipReports.createdAt), desc(pipReports.id));
  return toPage(rows, filter.limit, ({ report }) => ({ at: report.createdAt, id: report.id }));
}

export async function countByStatus(db: Executor, where: SQL | undefined): Promise<Map<PipStatus, number>> {
  const rows = await db
    .select({ status: pipReports.status, value: count() })
    .from(pipReports)
    .where(where)
    .groupBy(pipReports.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** Sum of the costs and mean of the days over reports. */
export async function sumsOf(db: Executor, where: SQL | undefined): Promise<{ cost: Cents; days: number }> {
  const [row] = await db
    .select({ cost: sum(pipReports.totalCost), days: avg(pipReports.estimatedDays) })
    .from(pipReports)
    .where(where);
  return { cost: toCents(row?.cost ?? 0), days: Math.round(Number(row?.days ?? 0)) };
}

/** The source that a plan is made from; each has one plan. */
export type PlanSource = Pick<PipReportRow, 'source' | 'propertyId' | 'runId' | 'areaSessionId' | 'inspectionId'>;

const sourceKey: Record<PlanSource['source'], (source: PlanSource) => SQL> = {
  area: ({ areaSessionId }) => eq(pipReports.areaSessionId, areaSessionId ?? ''),
  inspection: ({ inspectionId }) => eq(pipReports.inspectionId, inspectionId ?? ''),
  property: ({ runId }) => eq(pipReports.runId, runId ?? ''),
};

const lockWhere = async (tx: Executor, where: SQL | undefined): Promise<PipReportRow | null> =>
  (await tx.select().from(pipReports).where(where).limit(1).for('update'))[0] ?? null;

/** The report, locked until the transaction ends, so that changes of it and of its items are serialized. */
export const lock = (tx: Executor, id: string) => lockWhere(tx, eq(pipReports.id, id));

/** The report of a source, locked in the same way. */
export const lockBySource = (tx: Executor, source: PlanSource) =>
  lockWhere(tx, and(eq(pipReports.source, source.source), sourceKey[source.source](source)));

/** Inserts an empty report; null where a concurrent transaction has made the one of this source. */
export async function insertEmpty(tx: Executor, source: PlanSource, settings: PlanSettings) {
  const [report] = await tx
    .insert(pipReports)
    .values({ ...source, totalCost: 0, estimatedDays: 0, priority: 'low', settings })
    .onConflictDoNothing()
    .returning();
  return report ?? null;
}

export const updateReport = async (
  tx: Executor,
  id: string,
  fields: Partial<Pick<PipReportRow, 'settings' | 'totalCost' | 'estimatedDays' | 'priority'>>,
): Promise<PipReportRow> =>
  expectOne(
    await tx
      .update(pipReports)
      .set({ ...fields, updatedAt: new Date() })
      .where(eq(pipReports.id, id))
      .returning(),
  );

/** Sets the status of a report; null where it no longer has the status that the caller saw. */
export async function moveToStatus(
  tx: Executor,
  seen: PipReportRow,
  status: PipStatus,
  acceptance: Partial<Pick<PipReportRow, 'approvedAt' | 'approvedBy'>>,
): Promise<PipReportRow | null> {
  const [moved] = await tx
    .update(pipReports)
    .set({ ...acceptance, status, updatedAt: new Date() })
    .where(and(eq(pipReports.id, seen.id), eq(pipReports.status, seen.status)))
    .returning();
  return moved ?? null;
}
