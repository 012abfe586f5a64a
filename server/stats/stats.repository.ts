import { and, eq, gte, inArray, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#contract/due-dates.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspectionCounts } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';

export interface Counts {
  inspections: number;
  inspectionsOfMonth: number;
  inspectionsToReview: number;
  activePlans: number;
  plansToApprove: number;
  casesDue: number;
}

async function count(
  db: Executor,
  table: typeof inspections | typeof pipReports,
  where: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`count(*)::int` })
    .from(table)
    .innerJoin(properties, eq(properties.id, table.propertyId))
    .where(where);
  return row?.value ?? 0;
}

/**
 * Counts the plans that match. A plan of an area or an inspection is not counted beside a matching plan of its whole
 * property, of which it is a view.
 */
function countPlans(db: Executor, ofOwner: SQL | undefined, matching: (status: AnyPgColumn) => SQL): Promise<number> {
  const whole = alias(pipReports, 'whole');
  const viewed = db
    .select({ id: whole.id })
    .from(whole)
    .where(and(eq(whole.propertyId, pipReports.propertyId), eq(whole.source, 'property'), matching(whole.status)));
  const counted = or(eq(pipReports.source, 'property'), notExists(viewed));
  return count(db, pipReports, and(ofOwner, matching(pipReports.status), counted));
}

/** Counts all inspections, or those in a status, from the stored counts. */
async function countOfAll(db: Executor, where?: SQL): Promise<number> {
  const [row] = await db
    .select({ value: sql<number>`coalesce(sum(${inspectionCounts.change}), 0)::int` })
    .from(inspectionCounts)
    .where(where);
  return row?.value ?? 0;
}

async function countCasesDue(db: Executor, ownerId: string | null, dueBefore: CalendarDate): Promise<number> {
  const ofOwner = ownerId
    ? sql`${inspectionCases.propertyId} in (select ${properties.id} from ${properties} where ${properties.userId} = ${ownerId})`
    : undefined;
  const open = inArray(inspectionCases.status, ['pending', 'in_progress']);
  const [row] = await db
    .select({ value: sql<number>`count(*)::int` })
    .from(inspectionCases)
    .where(and(ofOwner, open, lt(inspectionCases.dueDate, dueBefore)));
  return row?.value ?? 0;
}

/** Counts the properties of an owner, or all when `ownerId` is null. */
export async function countAll(
  db: Executor,
  ownerId: string | null,
  { monthStart, dueBefore }: { monthStart: Date; dueBefore: CalendarDate },
): Promise<Counts> {
  const ofOwner = ownerId ? eq(properties.userId, ownerId) : undefined;
  const [all, ofMonth, toReview, activePlans, plansToApprove, casesDue] = await Promise.all([
    ownerId ? count(db, inspections, ofOwner) : countOfAll(db),
    count(db, inspections, and(ofOwner, gte(inspections.createdAt, monthStart))),
    ownerId
      ? count(db, inspections, and(ofOwner, eq(inspections.status, 'pending_review')))
      : countOfAll(db, eq(inspectionCounts.status, 'pending_review')),
    countPlans(db, ofOwner, (status) => ne(status, 'completed')),
    countPlans(db, ofOwner, (status) => eq(status, 'pending_approval')),
    countCasesDue(db, ownerId, dueBefore),
  ]);
  return {
    inspections: all,
    inspectionsOfMonth: ofMonth,
    inspectionsToReview: toReview,
    activePlans,
    plansToApprove,
    casesDue,
  };
}
