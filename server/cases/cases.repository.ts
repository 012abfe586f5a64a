import { and, desc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { CaseStatus } from '#contract/cases.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { afterCursor, toPage, type Page } from '#server/platform/http/page.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import type { CaseProgress } from './cases.rules.ts';
import { users } from '#server/users/users.tables.ts';
import { inspectionCases, type CaseRow } from './cases.tables.ts';

export const byId = async (db: Executor, id: string): Promise<CaseRow | null> =>
  (await db.select().from(inspectionCases).where(eq(inspectionCases.id, id)).limit(1))[0] ?? null;

export const byNumber = async (db: Executor, caseNumber: string): Promise<CaseRow | null> =>
  (await db.select().from(inspectionCases).where(eq(inspectionCases.caseNumber, caseNumber)).limit(1))[0] ?? null;

/** Cases of properties that are linked to the person, and those sent to the person's address that nobody has linked. */
export const ownedBy = (userId: string, email: string | null): SQL => {
  const linked = sql`${inspectionCases.propertyId} in (select ${properties.id} from ${properties} where ${properties.userId} = ${userId})`;
  const free = or(
    isNull(inspectionCases.propertyId),
    sql`${inspectionCases.propertyId} in (select ${properties.id} from ${properties} where ${properties.userId} is null)`,
  );
  const sent = email === null ? undefined : and(free, sql`lower(${inspectionCases.ownerEmail}) = lower(${email})`);
  return or(linked, sent) ?? linked;
};

/** The person a case concerns: the property's owner, or while nobody has linked it whoever has the address. */
export async function ownerId(db: Executor, row: CaseRow): Promise<string | null> {
  if (row.propertyId) {
    const [owner] = await db
      .select({ id: properties.userId })
      .from(properties)
      .where(eq(properties.id, row.propertyId));
    if (owner?.id) return owner.id;
  }
  const [person] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${row.ownerEmail})`);
  return person?.id ?? null;
}

export const isOwner = async (db: Executor, propertyId: string, userId: string): Promise<boolean> =>
  (
    await db
      .select({ id: properties.id })
      .from(properties)
      .where(and(eq(properties.id, propertyId), eq(properties.userId, userId)))
  ).length > 0;

export const matching = (q: string): SQL | undefined =>
  or(
    ilike(inspectionCases.caseNumber, containing(q)),
    ilike(inspectionCases.propertyName, containing(q)),
    ilike(inspectionCases.propertyCity, containing(q)),
    ilike(inspectionCases.ownerEmail, containing(q)),
    ilike(inspectionCases.ownerName, containing(q)),
  );

export async function pageOf(
  db: Executor,
  where: SQL | undefined,
  limit: number,
  cursor: string | undefined,
): Promise<Page<CaseRow>> {
  const rows = await db
    .select()
    .from(inspectionCases)
    .where(and(where, afterCursor(cursor, inspectionCases.createdAt, inspectionCases.id)))
    .orderBy(desc(inspectionCases.createdAt), desc(inspectionCases.id))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
}

export async function countByStatus(db: Executor, where: SQL | undefined): Promise<Map<CaseStatus, number>> {
  const rows = await db
    .select({ status: inspectionCases.status, value: sql<number>`count(*)::int` })
    .from(inspectionCases)
    .where(where)
    .groupBy(inspectionCases.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** The latest run of each case with the state of its areas. */
export async function progressOf(db: Executor, caseIds: string[]): Promise<Map<string, CaseProgress>> {
  const found = new Map<string, CaseProgress>();
  if (caseIds.length === 0) return found;
  const latest = db
    .selectDistinctOn([inspectionRuns.caseId], { id: inspectionRuns.id, caseId: inspectionRuns.caseId })
    .from(inspectionRuns)
    .where(inArray(inspectionRuns.caseId, caseIds))
    .orderBy(inspectionRuns.caseId, desc(inspectionRuns.createdAt))
    .as('latest');
  const rows = await db
    .select({
      caseId: latest.caseId,
      runId: latest.id,
      status: areaSessions.status,
      review: inspections.status,
      inspectionId: inspections.id,
      reviewedAt: inspections.updatedAt,
    })
    .from(latest)
    .innerJoin(areaSessions, eq(areaSessions.runId, latest.id))
    .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
    .orderBy(desc(inspections.updatedAt));
  for (const row of rows) {
    if (!row.caseId) continue;
    const progress = found.get(row.caseId) ?? { runId: row.runId, inspectionId: null, areas: [] };
    progress.areas.push({ status: row.status, review: row.review });
    progress.inspectionId ??= row.inspectionId;
    found.set(row.caseId, progress);
  }
  return found;
}
