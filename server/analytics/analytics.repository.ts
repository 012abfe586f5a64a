import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import type { CalendarDate } from '#contract/due-dates.ts';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { inspectionStatuses } from '#contract/statuses.ts';
import { isHandedInCase } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { handedInAt } from '#server/schema/inspections.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { findingSums, inspectionSums } from '#server/schema/sums.tables.ts';
import { limitsOf, type Period } from './analytics.rules.ts';

/** The properties that the figures cover. */
export interface PropertyFilter {
  brand?: string;
  state?: string;
}

const same = (column: SQL, wanted: string | undefined): SQL =>
  wanted ? sql`lower(trim(${column})) = lower(${wanted})` : sql`true`;
const inColumns = (filter: PropertyFilter, brand: SQL, state: SQL): SQL =>
  sql`(${same(brand, filter.brand)} and ${same(state, filter.state)})`;
/** Matches brand and state, for queries that join properties. */
export const inFilter = (filter: PropertyFilter): SQL =>
  inColumns(filter, sql`${properties.brandStandard}`, sql`${properties.state}`);

export const within = (column: SQL, period: Period): SQL => {
  const { start, end } = limitsOf(period);
  return sql`(${column} >= ${start.toISOString()}::timestamptz and ${column} < ${end.toISOString()}::timestamptz)`;
};
export const isOpen = sql`${findings.status} in (${sql.join(
  openFindingStatuses.map((status) => sql`${status}`),
  sql`, `,
)})`;

/** Validates rows, because raw SQL is untyped. */
export async function listRows<Row extends z.ZodType>(
  db: Executor,
  row: Row,
  statement: SQL,
): Promise<z.output<Row>[]> {
  return z.array(row).parse((await db.execute(statement)).rows);
}

const counts = <const Names extends readonly string[]>(names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Names[number], z.ZodNumber>);

const inspectionRow = counts(inspectionStatuses).extend({
  start: z.string(),
  scored: z.number(),
  scoreSum: z.number(),
});

/** Whether all properties match, so that they need not be joined. */
export const isUnfiltered = ({ brand, state }: PropertyFilter): boolean => !brand && !state;

/** The sums of the period's days, of the properties of the filter. Sums are always of a property. */
const summed = (sums: typeof inspectionSums | typeof findingSums, filter: PropertyFilter, where: SQL): SQL =>
  isUnfiltered(filter)
    ? sql`from ${sums} where ${where}`
    : sql`from ${sums} join ${properties} on ${properties.id} = ${sums.propertyId} where ${where} and ${inFilter(filter)}`;
export const summedIn = (sums: typeof inspectionSums | typeof findingSums, filter: PropertyFilter, period: Period) =>
  summed(sums, filter, isDayIn(sums.day, period));
export const summedAt = (filter: PropertyFilter, where: SQL): SQL => summed(findingSums, filter, where);
const isDayIn = (day: SQLWrapper, { from, to }: Period): SQL => sql`${day} between ${from}::date and ${to}::date`;

/** The column of each status. */
const ofStatus = {
  in_progress: inspectionSums.inProgress,
  pending_review: inspectionSums.pendingReview,
  approved: inspectionSums.approved,
  requires_action: inspectionSums.requiresAction,
} satisfies Record<(typeof inspectionStatuses)[number], unknown>;
const { scoreSum, scored } = inspectionSums;

/**
 * The inspections of the period by week or month: how many have which current status, how many have a score, and the
 * sum of their scores.
 */
export const listInspectionBuckets = (db: Executor, filter: PropertyFilter, period: Period) =>
  listRows(
    db,
    inspectionRow,
    sql`
    with days as (
      select ${inspectionSums.day} as day, ${sql.join(
        inspectionStatuses.map((status) => sql`sum(${ofStatus[status]}) as ${sql.identifier(status)}`),
        sql`, `,
      )}, sum(${scored}) as scored, sum(${scoreSum}) as score_sum
      ${summedIn(inspectionSums, filter, period)} group by 1
    )
    select date_trunc(${sql.raw(`'${period.bucket}'`)}, day::timestamp)::date::text as start, ${sql.join(
      inspectionStatuses.map((status) => sql`sum(${sql.identifier(status)})::int as ${sql.identifier(status)}`),
      sql`, `,
    )}, sum(scored)::int as scored, sum(score_sum)::float8 as "scoreSum"
    from days group by 1`,
  );

export async function countInspections(db: Executor, filter: PropertyFilter, period: Period): Promise<number> {
  const rows = await listRows(
    db,
    z.object({ value: z.number() }),
    sql`select coalesce(sum(${sql.join(Object.values(ofStatus), sql` + `)}), 0)::int as value
      ${summedIn(inspectionSums, filter, period)}`,
  );
  return rows[0]?.value ?? 0;
}

const changeRow = z.object({ areas: z.number(), points: z.number().nullable() });

/** The mean change of scores, over those areas of a property that have one in the period and in the previous one. */
export async function findScoreChange(db: Executor, filter: PropertyFilter, period: Period, earlier: Period) {
  const now = isDayIn(inspectionSums.day, period);
  const [row] = await listRows(
    db,
    changeRow,
    sql`
    with areas as (
      select sum(${scoreSum}) filter (where ${now}) as sum, sum(${scored}) filter (where ${now}) as scored,
        sum(${scoreSum}) filter (where not ${now}) as sum_before, sum(${scored}) filter (where not ${now}) as scored_before
      ${summedIn(inspectionSums, filter, { ...period, from: earlier.from })} and ${scored} > 0
      group by ${inspectionSums.propertyId}, ${inspectionSums.area}
    )
    select count(*)::int as areas, avg(sum / scored - sum_before / scored_before)::float8 as points
    from areas where scored > 0 and scored_before > 0`,
  );
  return row?.points == null ? null : { areas: row.areas, points: Math.round(row.points * 10) / 10 };
}

const caseOutcomes = ['onTime', 'late', 'overdue', 'open'] as const;
const caseRow = counts(caseOutcomes).extend({ start: z.string() });

/**
 * The cases due in the period by week or month, by outcome. Whether a case is late depends on when its owner submitted it,
 * however long the review takes; one that was sent back waits for its owner again. An expired case stays overdue.
 */
export const listCaseBuckets = (db: Executor, filter: PropertyFilter, period: Period, today: CalendarDate) => {
  const { status, dueDate, completedAt } = inspectionCases;
  // A case is on time while its due date lasts in any time zone, as in `earliestToday`.
  const byDueDate = (time: SQLWrapper) => sql`(${time} at time zone 'UTC' - interval '12 hours')::date <= ${dueDate}`;
  const isHandedIn = sql`(${status} = 'completed' or (${status} = 'in_progress' and ${isHandedInCase(inspectionCases.id)}))`;
  // A case that was approved by its due date was submitted before, so its areas need not be read.
  const onTime = sql`coalesce(${byDueDate(completedAt)} or ${byDueDate(handedInAt(inspectionCases.id))}, false)`;
  const outcome = sql`case when not ${isHandedIn} then case when ${dueDate} < ${today}::date then 'overdue' else 'open' end
    when ${onTime} then 'onTime' else 'late' end`;
  const countOf = (name: string) => sql`(count(*) filter (where outcome = ${name}))::int as ${sql.identifier(name)}`;
  // Materialized, so that each outcome is put together once, not for each of the counts.
  return listRows(
    db,
    caseRow,
    sql`
    with due as materialized (
      select date_trunc(${sql.raw(`'${period.bucket}'`)}, ${dueDate}::timestamp)::date::text as start, ${outcome} as outcome
      from ${inspectionCases}
      where ${status} <> 'cancelled' and ${dueDate} between ${period.from} and ${period.to}
        and ${inColumns(filter, sql`${inspectionCases.brandStandard}`, sql`${inspectionCases.propertyState}`)}
    )
    select start, ${sql.join(caseOutcomes.map(countOf), sql`, `)} from due group by 1`,
  );
};

/** All severities of a row of sums. */
export const openSum = sql.join(
  severities.map((severity) => findingSums[severity]),
  sql` + `,
);
const decisions = ['standing', 'repeated', 'aiConfirmed', 'aiDismissed', 'aiUndecided'] as const;
const findingRow = counts([...severities, ...decisions]).extend({
  category: z.enum(findingCategories),
  area: z.string(),
});
export type FindingRow = z.output<typeof findingRow>;

/** The sums of the findings of the period by category and area; the severities count those that are still open. */
export const listFindings = (db: Executor, filter: PropertyFilter, period: Period) =>
  listRows(
    db,
    findingRow,
    sql`
    select ${findingSums.category} as category, ${findingSums.area} as area, ${sql.join(
      [...severities, ...decisions].map((name) => sql`sum(${findingSums[name]})::int as ${sql.identifier(name)}`),
      sql`, `,
    )}
    ${summedIn(findingSums, filter, period)} group by 1, 2`,
  );

const choiceRow = z.object({ kind: z.enum(['brand', 'state']), value: z.string() });
const maxChoices = 200;

/** The brands and states of all properties, each once, ignoring letter case. */
export async function findFilterOptions(db: Executor): Promise<{ brands: string[]; states: string[] }> {
  const each = (kind: string, column: SQL) =>
    sql`select ${kind} as kind, min(trim(${column})) as value from ${properties}
      where trim(${column}) <> '' group by lower(trim(${column})) order by 2 limit ${maxChoices}`;
  const rows = await listRows(
    db,
    choiceRow,
    sql`(${each('brand', sql`${properties.brandStandard}`)}) union all (${each('state', sql`${properties.state}`)})`,
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.value);
  return { brands: of('brand'), states: of('state') };
}
