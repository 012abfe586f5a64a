import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { classOfSeverity, severities } from '#contract/finding-categories.ts';
import { phaseNames } from '#contract/plan-phases.ts';
import { planItemStatuses } from '#contract/plans.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { isSettled } from '#server/plans/plans.rules.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { itemSums } from '#server/schema/sums.tables.ts';
import { inFilter, listRows, type PropertyFilter } from './analytics.repository.ts';

const propertyRow = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  brandStandard: z.string().nullable(),
  /** Milliseconds since 1970. */
  lastInspectionAt: z.number().nullable(),
  total: z.number(),
});

/** The properties of the filter, last inspected first, and their total number. */
export const listLastInspected = (db: Executor, filter: PropertyFilter, limit: number) =>
  listRows(
    db,
    propertyRow,
    sql`
    select ${properties.id} as id, ${properties.name} as name, ${properties.city} as city, ${properties.state} as state,
      ${properties.brandStandard} as "brandStandard", (extract(epoch from latest.at) * 1000)::float8 as "lastInspectionAt", count(*) over ()::int as total
    from ${properties} left join lateral (
      select max(${inspections.createdAt}) as at from ${inspections} where ${inspections.propertyId} = ${properties.id}
    ) latest on true
    where ${inFilter(filter)}
    order by latest.at desc nulls last, ${properties.name}, ${properties.id}
    limit ${limit}`,
  );

export const idsOf = (ids: readonly string[]): SQL => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

/** The latest run of each property, which determines the applicable areas. */
const latestRuns = (ids: readonly string[]): SQL => sql`
  select distinct on (${inspectionRuns.propertyId}) ${inspectionRuns.id} as id,
    ${inspectionRuns.propertyId} as property_id, ${inspectionRuns.createdAt} as created_at
  from ${inspectionRuns} where ${inspectionRuns.propertyId} = ${idsOf(ids)}
  order by ${inspectionRuns.propertyId}, ${inspectionRuns.createdAt} desc`;

/**
 * For each applicable area, its latest submitted area session, so that a new run hides nothing, or else its latest area
 * session.
 */
const currentAreas = (ids: readonly string[]): SQL => sql`
  select known.id as id, runs.property_id as property_id, ${inspectionAreas.code} as code
  from runs join ${areaSessions} on ${areaSessions.runId} = runs.id and ${areaSessions.status} <> 'not_applicable'
  join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
  join (
    select distinct on (each.property_id, each.area_id) each.id, each.property_id, each.area_id
    from ${areaSessions} each left join ${inspections} on ${inspections.areaSessionId} = each.id and ${inspections.status} <> 'in_progress'
    where each.property_id = ${idsOf(ids)} and each.status <> 'not_applicable'
    order by each.property_id, each.area_id, (${inspections.id} is not null) desc, each.created_at desc
  ) known on known.property_id = runs.property_id and known.area_id = ${areaSessions.areaId}`;

const openOf = { critical: z.number(), high: z.number(), medium: z.number(), low: z.number() };
/** Open findings by severity. */
const openColumns = sql`${scopeFigures.openCritical} as critical, ${scopeFigures.openHigh} as high,
  ${scopeFigures.openMedium} as medium, ${scopeFigures.openLow} as low`;

const areaRow = z.object({
  /** The area session. */
  id: z.string(),
  propertyId: z.string(),
  code: z.string(),
  score: z.number().nullable(),
  worst: z.enum(severities).nullable(),
  checks: z.number(),
  answered: z.number(),
  ...openOf,
});

/** The applicable areas of each property with their scores and open findings. */
export const listCurrentAreas = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    areaRow,
    sql`
    with runs as (${latestRuns(ids)})
    select current.id, current.property_id as "propertyId", current.code, ${scopeFigures.score} as score, ${scopeFigures.worst} as worst,
      ${scopeFigures.checks} as checks, ${scopeFigures.answered} as answered, ${openColumns}
    from (${currentAreas(ids)}) current join ${scopeFigures} on ${scopeFigures.scopeId} = current.id`,
  );

const apartRow = z.object({ propertyId: z.string(), ...openOf });

/** The open findings of each inspection outside of runs, since the latest run of its property started. */
export const listOpenOutsideRuns = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    apartRow,
    sql`
    with runs as (${latestRuns(ids)})
    select ${inspections.propertyId} as "propertyId", ${openColumns}
    from ${inspections} left join runs on runs.property_id = ${inspections.propertyId}
    join ${scopeFigures} on ${scopeFigures.scopeId} = ${inspections.id} and ${scopeFigures.openFindings} > 0
    where ${inspections.propertyId} = ${idsOf(ids)} and ${inspections.areaSessionId} is null
      and ${inspections.createdAt} >= coalesce(runs.created_at, '-infinity')`,
  );

const openItemStatuses = planItemStatuses.filter((status) => !isSettled({ status }));
/** Matches unsettled items. */
export const isOpenItem = sql`${pipItems.status} in (${sql.join(
  openItemStatuses.map((status) => sql`${status}`),
  sql`, `,
)})`;
/** The window in which an item is due. */
export const phase = sql`case when ${pipItems.horizonMonths} is not null then 'months_' || ${pipItems.horizonMonths} else case ${pipItems.priority} ${sql.join(
  severities.map((severity) => sql.raw(`when '${severity}' then '${classOfSeverity[severity]}'`)),
  sql` `,
)} end end`;
/** A sum of cents, which a JavaScript number represents exactly. */
export const cents = z.int();
const costRow = z.object({ propertyId: z.string(), cost: cents });

/** The cost of the unfinished items; a finding has one item, however many plans show it. */
export const sumCostByProperty = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    costRow,
    sql`select ${pipReports.propertyId} as "propertyId", sum(${pipItems.estimatedCost})::float8 as cost
      from ${pipReports} join ${pipItems} on ${pipItems.pipReportId} = ${pipReports.id}
      where ${pipReports.propertyId} = ${idsOf(ids)} and ${isOpenItem} group by 1`,
  );

/** The same from the sums, after they were refreshed. */
export const listCostSums = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    costRow,
    sql`select ${itemSums.propertyId} as "propertyId", sum(${itemSums.cost})::float8 as cost
      from ${itemSums} where ${itemSums.propertyId} = ${idsOf(ids)} group by 1`,
  );

const phaseRow = z.object({
  name: z.enum(phaseNames),
  items: z.number(),
  cost: cents,
  costLow: cents,
  costHigh: cents,
});

export const sumCostByPhase = (db: Executor, filter: PropertyFilter) =>
  listRows(
    db,
    phaseRow,
    sql`select ${itemSums.phase} as name, sum(${itemSums.items})::int as items, sum(${itemSums.cost})::float8 as cost,
      sum(${itemSums.costLow})::float8 as "costLow", sum(${itemSums.costHigh})::float8 as "costHigh"
      from ${itemSums} join ${properties} on ${properties.id} = ${itemSums.propertyId}
      where ${inFilter(filter)} group by 1`,
  );
