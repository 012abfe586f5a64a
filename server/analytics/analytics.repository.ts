import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { CalendarDate } from '#contract/due-dates.ts';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { inspectionStatuses } from '#contract/statuses.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
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
/** The first day of the week or month, yyyy-MM-dd. */
const startOf = (column: SQL, { bucket }: Period): SQL =>
  sql`date_trunc(${sql.raw(`'${bucket}'`)}, ${column} at time zone 'UTC')::date::text`;

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

/** The figures of an inspection; those of an area's are kept with its area session. */
export const ofInspection = sql`${scopeFigures.scopeId} = coalesce(${inspections.areaSessionId}, ${inspections.id})`;

/**
 * The inspections of the period by week or month: how many have which current status, how many have a score, and the
 * sum of their scores.
 */
export const listInspectionBuckets = (db: Executor, filter: PropertyFilter, period: Period) =>
  listRows(
    db,
    inspectionRow,
    sql`
    select ${startOf(sql`${inspections.createdAt}`, period)} as start, ${sql.join(
      inspectionStatuses.map(
        (status) => sql`count(*) filter (where ${inspections.status} = ${status})::int as ${sql.identifier(status)}`,
      ),
      sql`, `,
    )}, count(${scopeFigures.score})::int as scored, coalesce(sum(${scopeFigures.score}), 0)::float8 as "scoreSum"
    from ${inspections} join ${properties} on ${properties.id} = ${inspections.propertyId}
    left join ${scopeFigures} on ${ofInspection}
    where ${within(sql`${inspections.createdAt}`, period)} and ${inFilter(filter)}
    group by 1`,
  );

export async function countInspections(db: Executor, filter: PropertyFilter, period: Period): Promise<number> {
  const rows = await listRows(
    db,
    z.object({ value: z.number() }),
    sql`select count(*)::int as value from ${inspections}
      join ${properties} on ${properties.id} = ${inspections.propertyId}
      where ${within(sql`${inspections.createdAt}`, period)} and ${inFilter(filter)}`,
  );
  return rows[0]?.value ?? 0;
}

const changeRow = z.object({ areas: z.number(), points: z.number().nullable() });

/** The mean change of scores, over those areas of a property that have one in the period and in the previous one. */
export async function findScoreChange(db: Executor, filter: PropertyFilter, period: Period, earlier: Period) {
  const { createdAt } = inspections;
  const [row] = await listRows(
    db,
    changeRow,
    sql`
    with compared as (
      select avg(score) filter (where now) - avg(score) filter (where not now) as points
      from (
        select ${inspections.propertyId} as property_id, lower(${inspections.area}) as area, ${scopeFigures.score} as score,
          ${within(sql`${createdAt}`, period)} as now
        from ${inspections} join ${properties} on ${properties.id} = ${inspections.propertyId}
        join ${scopeFigures} on ${ofInspection}
        where (${within(sql`${createdAt}`, period)} or ${within(sql`${createdAt}`, earlier)}) and ${inFilter(filter)}
          and ${scopeFigures.score} is not null
      ) scored
      group by property_id, area having bool_or(now) and bool_or(not now)
    )
    select count(*)::int as areas, avg(points)::float8 as points from compared`,
  );
  return row?.points == null ? null : { areas: row.areas, points: Math.round(row.points * 10) / 10 };
}

const caseRow = counts(['onTime', 'late', 'overdue', 'open']).extend({ start: z.string() });

/** The cases due in the period by week or month, by outcome. An expired case stays overdue. */
export const listCaseBuckets = (db: Executor, filter: PropertyFilter, period: Period, today: CalendarDate) => {
  const { status, dueDate, completedAt } = inspectionCases;
  const done = sql`${status} = 'completed'`;
  const overdue = sql`${dueDate} < ${today}::date`;
  // A case is on time while its due date lasts in any time zone, as in `earliestToday`.
  const onTime = sql`(${completedAt} at time zone 'UTC' - interval '12 hours')::date <= ${dueDate}`;
  return listRows(
    db,
    caseRow,
    sql`
    select date_trunc(${sql.raw(`'${period.bucket}'`)}, ${dueDate}::timestamp)::date::text as start,
      count(*) filter (where ${done} and ${onTime})::int as "onTime",
      count(*) filter (where ${done} and not ${onTime})::int as late,
      count(*) filter (where not ${done} and ${overdue})::int as overdue,
      count(*) filter (where not ${done} and not ${overdue})::int as open
    from ${inspectionCases}
    where ${status} <> 'cancelled' and ${dueDate} between ${period.from} and ${period.to}
      and ${inColumns(filter, sql`${inspectionCases.brandStandard}`, sql`${inspectionCases.propertyState}`)}
    group by 1`,
  );
};

const findingRow = counts(severities).extend({ category: z.enum(findingCategories), area: z.string() });

/** The findings of the period that are still open, by category and area. */
export const listOpenFindings = (db: Executor, filter: PropertyFilter, period: Period) =>
  listRows(
    db,
    findingRow,
    sql`
    with found as (
      select ${findings.category} as category, ${findings.severity} as severity, ${inspectionAreas.name} as area
      from ${findings} join ${areaSessions} on ${areaSessions.id} = ${findings.areaSessionId}
      join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
      join ${properties} on ${properties.id} = ${areaSessions.propertyId}
      where ${isOpen} and ${within(sql`${findings.createdAt}`, period)} and ${inFilter(filter)}
      union all
      select ${findings.category}, ${findings.severity}, coalesce(${inspectionAreas.name}, ${inspections.area})
      from ${findings} join ${inspections} on ${inspections.id} = ${findings.inspectionId}
      left join ${inspectionAreas} on lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})
      join ${properties} on ${properties.id} = ${inspections.propertyId}
      where ${findings.areaSessionId} is null
        and ${isOpen} and ${within(sql`${findings.createdAt}`, period)} and ${inFilter(filter)}
    )
    select category, area, ${sql.join(
      severities.map(
        (severity) => sql`count(*) filter (where severity = ${severity})::int as ${sql.identifier(severity)}`,
      ),
      sql`, `,
    )}
    from found group by 1, 2`,
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
