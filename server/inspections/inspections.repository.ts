import { and, asc, desc, eq, gte, ilike, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { InspectionStatus } from '#contract/statuses.ts';
import { scoreArea, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { openStatuses } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import { photos } from '#server/photos/photos.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { containing } from '#server/platform/database/text.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import { users, type UserRow } from '#server/users/users.tables.ts';
import { inspections, type InspectionRow } from './inspections.tables.ts';

export interface InspectionContext {
  inspection: InspectionRow;
  property: PropertyRow;
  inspector: UserRow;
  runId: string | null;
}

const select = (db: Executor) =>
  db
    .select({ inspection: inspections, property: properties, inspector: users, runId: areaSessions.runId })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .leftJoin(areaSessions, eq(areaSessions.id, inspections.areaSessionId));

export const find = async (db: Executor, id: string, where?: SQL): Promise<InspectionContext | null> =>
  (
    await select(db)
      .where(and(eq(inspections.id, id), where))
      .limit(1)
  )[0] ?? null;

export const findMany = (db: Executor, ids: string[]): Promise<InspectionContext[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db).where(inArray(inspections.id, ids));

export const bySessionId = async (db: Executor, sessionId: string): Promise<InspectionContext | null> =>
  (await select(db).where(eq(inspections.sessionId, sessionId)).limit(1))[0] ?? null;

/** Whether a session id is that of an area session, whose inspection is made by completing it. */
export async function isAreaSession(db: Executor, sessionId: string): Promise<boolean> {
  if (!z.uuid().safeParse(sessionId).success) return false;
  return (await db.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.id, sessionId))).length > 0;
}

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
export const withStatus = (status: InspectionStatus): SQL => eq(inspections.status, status);
export const ofProperty = (propertyId: string): SQL => eq(inspections.propertyId, propertyId);
/** PostgreSQL has no year 0, and nothing here is older than 1970. */
const knownTime = (time: Date): Date => new Date(Math.max(0, time.getTime()));
export const since = (from: Date): SQL => gte(inspections.createdAt, knownTime(from));
export const until = (to: Date): SQL => lt(inspections.createdAt, knownTime(to));
/** Property, area, and the inspector's first or last name, whatever the case of the letters. */
export const matching = (q: string): SQL | undefined =>
  or(
    ilike(inspections.propertyName, containing(q)),
    ilike(inspections.area, containing(q)),
    ilike(users.firstName, containing(q)),
    ilike(users.lastName, containing(q)),
    sql`(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')) ilike ${containing(q)}`,
  );

export async function pageOf(
  db: Executor,
  where: SQL | undefined,
  limit: number,
  cursor?: string,
): Promise<Page<InspectionContext>> {
  const rows = await select(db)
    .where(and(where, afterCursor(cursor, inspections.createdAt, inspections.id)))
    .orderBy(desc(inspections.createdAt), desc(inspections.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => ({ at: row.inspection.createdAt, id: row.inspection.id }));
}

export async function countByStatus(db: Executor, where: SQL | undefined): Promise<Map<InspectionStatus, number>> {
  const rows = await db
    .select({ status: inspections.status, value: sql<number>`count(*)::int` })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .where(where)
    .groupBy(inspections.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** When the inspection that has waited longest for its review came to it. */
export async function oldestPending(db: Executor, where: SQL | undefined): Promise<Date | null> {
  const since = sql`coalesce(${inspections.completedAt}, ${inspections.createdAt})`;
  const [row] = await db
    .select({ completedAt: inspections.completedAt, createdAt: inspections.createdAt })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .where(and(where, withStatus('pending_review')))
    .orderBy(asc(since))
    .limit(1);
  return row ? (row.completedAt ?? row.createdAt) : null;
}

export interface InspectionFigures {
  photoCount: number;
  openIssues: number;
  score: number | null;
}

/** Photos, open findings and score; those of an area's inspection are its session's. */
export async function figuresOf(db: Executor, rows: InspectionRow[]): Promise<Map<string, InspectionFigures>> {
  const ids = rows.map((row) => row.id);
  const sessionIds = rows.flatMap((row) => row.areaSessionId ?? []);
  const byHolder = new Map(rows.map((row) => [row.areaSessionId ?? row.id, row.id]));
  const figures = new Map<string, InspectionFigures>();
  if (ids.length === 0) return figures;
  const holder = (inspectionId: string | null, areaSessionId: string | null) =>
    byHolder.get(areaSessionId ?? inspectionId ?? '');
  const within = (table: typeof photos | typeof issues) =>
    or(inArray(table.inspectionId, ids), sessionIds.length > 0 ? inArray(table.areaSessionId, sessionIds) : undefined);
  const counted = await db
    .select({
      inspectionId: photos.inspectionId,
      areaSessionId: photos.areaSessionId,
      value: sql<number>`count(*)::int`,
    })
    .from(photos)
    .where(within(photos))
    .groupBy(photos.inspectionId, photos.areaSessionId);
  const open = await db
    .select()
    .from(issues)
    .where(and(within(issues), inArray(issues.status, openStatuses)));
  const photoCounts = new Map<string, number>();
  for (const row of counted) {
    const id = holder(row.inspectionId, row.areaSessionId);
    if (id) photoCounts.set(id, (photoCounts.get(id) ?? 0) + row.value);
  }
  const findings = new Map<string, AreaFinding[]>();
  for (const { inspectionId, areaSessionId, severity, category, source, photoId, aiConfidence } of open) {
    const id = holder(inspectionId, areaSessionId);
    if (!id) continue;
    findings.set(id, [
      ...(findings.get(id) ?? []),
      { severity, category, source, photoId, confidence: Number(aiConfidence ?? 100) },
    ]);
  }
  for (const id of ids) {
    const photoCount = photoCounts.get(id) ?? 0;
    const own = findings.get(id) ?? [];
    figures.set(id, { photoCount, openIssues: own.length, score: photoCount > 0 ? scoreArea(own).overall : null });
  }
  return figures;
}
