import { and, asc, avg, count, desc, eq, ilike, inArray, ne, or, sql, sum, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { areaSessions, inspectionAreas } from '#server/areas/areas.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import type { PipStatus } from '#contract/reports.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import { users } from '#server/users/users.tables.ts';
import { pipItems, pipReports, type PipItemRow, type PipReportRow } from './reports.tables.ts';

/** A report with what its rules and its view need of its neighbours. */
export interface ReportContext {
  report: PipReportRow;
  property: PropertyRow;
  /** The case behind the field work; null for what an owner inspects for themselves. */
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
export const withStatus = (status: PipStatus): SQL => eq(pipReports.status, status);
/** Property, its city, or the area, whatever the case of the letters. */
export const matching = (q: string): SQL | undefined =>
  or(
    ilike(properties.name, containing(q)),
    ilike(properties.city, containing(q)),
    and(
      ne(pipReports.source, 'property'),
      or(ilike(inspectionAreas.name, containing(q)), ilike(inspections.area, containing(q))),
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

/** Newest first. */
export async function pageOf(
  db: Executor,
  where: SQL | undefined,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<ReportContext>> {
  const rows = await select(db)
    .where(and(where, afterCursor(cursor, pipReports.createdAt, pipReports.id)))
    .orderBy(desc(pipReports.createdAt), desc(pipReports.id))
    .limit(limit + 1);
  return toPage(rows, limit, ({ report }) => ({ at: report.createdAt, id: report.id }));
}

export async function countByStatus(db: Executor, where: SQL | undefined): Promise<Map<PipStatus, number>> {
  const rows = await db
    .select({ status: pipReports.status, value: count() })
    .from(pipReports)
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .leftJoin(areaSessions, eq(areaSessions.id, pipReports.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, pipReports.inspectionId))
    .where(where)
    .groupBy(pipReports.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** Sum of the costs and mean of the days over reports. */
export async function sumsOf(db: Executor, where: SQL | undefined): Promise<{ cost: number; days: number }> {
  const [row] = await db
    .select({ cost: sum(pipReports.totalCost), days: avg(pipReports.estimatedDays) })
    .from(pipReports)
    .innerJoin(properties, eq(properties.id, pipReports.propertyId))
    .where(where);
  return { cost: Number(row?.cost ?? 0), days: Math.round(Number(row?.days ?? 0)) };
}

export const itemsOf = (db: Executor, reportIds: string[]): Promise<PipItemRow[]> =>
  reportIds.length === 0
    ? Promise.resolve([])
    : db.select().from(pipItems).where(inArray(pipItems.pipReportId, reportIds)).orderBy(asc(pipItems.createdAt));

export const findItem = async (db: Executor, id: string): Promise<PipItemRow | null> =>
  (await db.select().from(pipItems).where(eq(pipItems.id, id)).limit(1))[0] ?? null;

/** Holds the report until the transaction ends: whoever changes it or its items takes turns. */
export const lock = async (tx: Executor, where: SQL | undefined): Promise<PipReportRow | null> =>
  (await tx.select().from(pipReports).where(where).limit(1).for('update'))[0] ?? null;
