import { and, count, eq, ne, not, or, sql, type SQL } from 'drizzle-orm';
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

const isOfProperty = sql`wider.source = 'property' and wider.run_id = ${pipReports.runId} and ${pipReports.source} <> 'property'`;
const isOfArea = sql`wider.source = 'area' and wider.area_session_id = ${pipReports.areaSessionId} and ${pipReports.source} = 'inspection'`;
const wasSent = sql`wider.status <> 'draft'`;

/**
 * Matches a plan whose items a wider plan shows too, if that one meets the condition. `offset 0` lets PostgreSQL look for
 * the wider plans of each row, instead of joining all plans for one page of a list.
 */
const isPartOf = (wider: SQL): SQL => sql`exists (select from ${pipReports} wider where ${wider} offset 0)`;

/**
 * Matches the plan of an area or an inspection that is a view of its property's plan (or of its area's), which was sent.
 * Nobody has to review or accept it for itself.
 */
const isViewOfSent =
  or(...[isOfProperty, isOfArea].map((wider) => isPartOf(sql`${wider} and ${wasSent}`))) ?? sql`false`;

/** Matches a draft that a brand has to review and send. */
export const awaitsReview: SQL | undefined = and(eq(pipReports.status, 'draft'), not(isViewOfSent));

/** Matches a plan that its owner has to accept. */
export const awaitsAcceptance: SQL | undefined = and(eq(pipReports.status, 'pending_approval'), not(isViewOfSent));

const countWhere = async (db: Executor, where: SQL | undefined): Promise<number> =>
  expectOne(await db.select({ value: count() }).from(pipReports).where(where)).value;

/** Counts the drafts that nobody has to review, of all or of those that match. They are found from the sent plans on. */
export const countDraftsOfSent = (db: Executor, where: SQL | undefined): Promise<number> => {
  const viewsIn = (wider: SQL) =>
    sql`select ${pipReports.id} from ${pipReports} wider, ${pipReports} where ${wider} and ${wasSent} and ${eq(pipReports.status, 'draft')}`;
  const views = sql`(${viewsIn(isOfProperty)} union ${viewsIn(isOfArea)})`;
  return countWhere(db, and(sql`${pipReports.id} in ${views}`, where));
};

/** Counts the plans that wait for their owner, of all or of one. */
export const countAwaitingAcceptance = (db: Executor, where: SQL | undefined): Promise<number> =>
  countWhere(db, and(awaitsAcceptance, where));

/**
 * Counts the plans that are not completed, without those beside the plan of their whole property, of which they are views,
 * and the plans that wait for their owner.
 */
export async function countOpen(db: Executor, where: SQL | undefined): Promise<{ active: number; toAccept: number }> {
  const [active, toAccept] = await Promise.all([
    countWhere(db, and(ne(pipReports.status, 'completed'), not(isPartOf(isOfProperty)), where)),
    countAwaitingAcceptance(db, where),
  ]);
  return { active, toAccept };
}
