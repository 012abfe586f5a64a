import { and, eq, gte, isNotNull, sql, type SQL } from 'drizzle-orm';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCounts } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';

export interface Counts {
  inspections: number;
  inspectionsOfMonth: number;
  inspectionsToReview: number;
}

async function countInspections(db: Executor, where: SQL | undefined): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`count(*)::int` })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .where(where);
  return row?.value ?? 0;
}

/** Counts all inspections, or those in a status, from the stored counts. */
async function countOfAll(db: Executor, where?: SQL): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`coalesce(sum(${inspectionCounts.change}), 0)::int` })
    .from(inspectionCounts)
    .where(where);
  return row?.value ?? 0;
}

export async function listPropertyIds(db: Executor, ownerId: string): Promise<string[]> {
  const rows = await db.select({ id: properties.id }).from(properties).where(eq(properties.userId, ownerId));
  return rows.map(({ id }) => id);
}

/** Counts the properties of an owner, or all when `ownerId` is null. */
export async function countAll(db: Executor, ownerId: string | null, monthStart: Date): Promise<Counts> {
  const ofOwner = ownerId ? eq(properties.userId, ownerId) : undefined;
  const [all, ofMonth, toReview] = await Promise.all([
    ownerId ? countInspections(db, ofOwner) : countOfAll(db),
    countInspections(db, and(ofOwner, gte(inspections.createdAt, monthStart))),
    ownerId
      ? countInspections(db, and(ofOwner, eq(inspections.status, 'pending_review')))
      : countOfAll(db, eq(inspectionCounts.status, 'pending_review')),
  ]);
  return {
    inspections: all,
    inspectionsOfMonth: ofMonth,
    inspectionsToReview: toReview,
  };
}

/** The scores with which these inspections were approved, by id. */
export async function listApprovedScores(db: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { id, approvedScore } = inspections;
  const rows = await db
    .select({ id, approvedScore })
    .from(inspections)
    .where(and(isAnyOf(id, ids), isNotNull(approvedScore)));
  return new Map(rows.flatMap((row) => (row.approvedScore === null ? [] : [[row.id, row.approvedScore]])));
}
