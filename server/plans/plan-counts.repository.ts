import { and, count, eq, ne, not, sql, type SQL } from 'drizzle-orm';
import type { PlanStatus } from '#contract/plans.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { listCounts } from '#server/schema/figures.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';

/** All plans, from the counts that are kept. */
export async function countAllByStatus(db: Executor): Promise<Map<PlanStatus, number>> {
  const rows = await db
    .select({ status: sql<PlanStatus>`${listCounts.status}`, value: sql<number>`sum(${listCounts.change})::int` })
    .from(listCounts)
    .where(eq(listCounts.list, 'plans'))
    .groupBy(listCounts.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

export async function countByStatus(db: Executor, where: SQL | undefined): Promise<Map<PlanStatus, number>> {
  const rows = await db
    .select({ status: pipReports.status, value: count() })
    .from(pipReports)
    .where(where)
    .groupBy(pipReports.status);
  return new Map(rows.map((row) => [row.status, row.value]));
}

/** Matches a plan whose items a wider plan shows too, if that one meets the condition. */
const isPartOf = (wider: SQL): SQL => sql`exists (select from ${pipReports} wider where ${wider})`;
const ofProperty = sql`${pipReports.source} <> 'property' and wider.source = 'property' and wider.run_id = ${pipReports.runId}`;
const ofArea = sql`${pipReports.source} = 'inspection' and wider.source = 'area' and wider.area_session_id = ${pipReports.areaSessionId}`;

/**
 * Matches a plan that its owner has to accept. The plan of an area or an inspection is a view of its property's plan (or
 * of its area's), so nobody has to accept it for itself once that one was sent.
 */
export const awaitsAcceptance: SQL | undefined = and(
  eq(pipReports.status, 'pending_approval'),
  ...[ofProperty, ofArea].map((wider) => not(isPartOf(sql`${wider} and wider.status <> 'draft'`))),
);

const countWhere = async (db: Executor, where: SQL | undefined): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(pipReports).where(where)).value;

/** Counts the plans that wait for their owner, of all or of one. */
export const countAwaitingAcceptance = (db: Executor, where: SQL | undefined): Promise<number> =>
  countWhere(db, and(awaitsAcceptance, where));

/**
 * Counts the plans that are not completed, without those beside the plan of their whole property, of which they are views,
 * and the plans that wait for their owner.
 */
export async function countOpen(db: Executor, where: SQL | undefined): Promise<{ active: number; toAccept: number }> {
  const [active, toAccept] = await Promise.all([
    countWhere(db, and(ne(pipReports.status, 'completed'), not(isPartOf(ofProperty)), where)),
    countAwaitingAcceptance(db, where),
  ]);
  return { active, toAccept };
}
