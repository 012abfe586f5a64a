import { and, asc, avg, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { InspectionStatus } from '#contract/statuses.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { checklistAnswers } from '#server/checklists/checklists.tables.ts';
import { figuresOf as evidenceFigures, noFigures, type Figures } from '#server/evidence/figures.service.ts';
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
  /** Who flagged it for another reviewer. */
  flagger: UserRow | null;
}

const flagger = alias(users, 'flagger');

const select = (db: Executor) =>
  db
    .select({ inspection: inspections, property: properties, inspector: users, runId: areaSessions.runId, flagger })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .leftJoin(areaSessions, eq(areaSessions.id, inspections.areaSessionId))
    .leftJoin(flagger, eq(flagger.id, inspections.flaggedBy));

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

/** How far the analyses of some photos can be trusted, 0-100 with two decimals; null without any. */
export async function meanConfidence(db: Executor, where: SQL): Promise<string | null> {
  const confidence = sql<string | null>`(${photos.aiAnalysis}->>'overallConfidence')::numeric`;
  const [mean] = await db
    .select({ value: avg(confidence) })
    .from(photos)
    .where(and(where, sql`${photos.aiAnalysis} is not null`));
  return mean?.value ? Number(mean.value).toFixed(2) : null;
}

/** Checklist items of an inspection of its own that have a result. */
export async function countAnswers(db: Executor, id: string): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`count(*)::int` })
    .from(checklistAnswers)
    .where(eq(checklistAnswers.inspectionId, id));
  return row?.value ?? 0;
}

/** Whether a session id is that of an area session, whose inspection is made by completing it. */
export async function isAreaSession(db: Executor, sessionId: string): Promise<boolean> {
  if (!z.uuid().safeParse(sessionId).success) return false;
  return (await db.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.id, sessionId))).length > 0;
}

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
export const withStatus = (status: InspectionStatus): SQL => eq(inspections.status, status);
export const isStandalone = (standalone: boolean): SQL =>
  standalone ? isNull(inspections.areaSessionId) : isNotNull(inspections.areaSessionId);
export const isFlagged = (): SQL => isNotNull(inspections.flaggedAt);
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

export async function countFlagged(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`count(*)::int` })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .where(and(where, isFlagged()));
  return row?.value ?? 0;
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

/** Photos, open findings and score by inspection; those of an area's inspection are its session's. */
export async function figuresOf(db: Executor, rows: InspectionRow[]): Promise<Map<string, Figures>> {
  const holderOf = (row: InspectionRow) => row.areaSessionId ?? row.id;
  const figures = await evidenceFigures(db, rows.map(holderOf));
  return new Map(rows.map((row) => [row.id, figures.get(holderOf(row)) ?? noFigures]));
}
