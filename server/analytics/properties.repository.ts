import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { classOfSeverity, severities } from '#contract/finding-categories.ts';
import { phaseNames, planItemStatuses } from '#contract/plans.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { isSettled } from '#server/plans/plans.rules.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { inFilter, isOpen, listRows, type PropertyFilter } from './analytics.repository.ts';

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

/** Properties of the filter, the last inspected first, and how many there are in all. */
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

const idsOf = (ids: readonly string[]): SQL => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

/** The latest run of each property, which says which areas apply. */
const latestRuns = (ids: readonly string[]): SQL => sql`
  select distinct on (${inspectionRuns.propertyId}) ${inspectionRuns.id} as id,
    ${inspectionRuns.propertyId} as property_id, ${inspectionRuns.createdAt} as created_at
  from ${inspectionRuns} where ${inspectionRuns.propertyId} = ${idsOf(ids)}
  order by ${inspectionRuns.propertyId}, ${inspectionRuns.createdAt} desc`;

/**
 * What is known of each area that applies: its latest area session that was submitted, so that a new run hides nothing,
 * or else its latest one at all.
 */
const currentAreas = sql`
  select known.id as id, runs.property_id as property_id, ${inspectionAreas.code} as code
  from runs join ${areaSessions} on ${areaSessions.runId} = runs.id and ${areaSessions.status} <> 'not_applicable'
  join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
  join lateral (
    select each.id from ${areaSessions} each
    where each.property_id = runs.property_id and each.area_id = ${areaSessions.areaId} and each.status <> 'not_applicable'
    order by exists(select 1 from ${inspections} where ${inspections.areaSessionId} = each.id and ${inspections.status} <> 'in_progress') desc, each.created_at desc
    limit 1
  ) known on true`;

const areaRow = z.object({
  /** The area session. */
  id: z.string(),
  propertyId: z.string(),
  code: z.string(),
  score: z.number().nullable(),
  worst: z.enum(severities).nullable(),
});

/** The applicable areas of each property with their scores. */
export const listCurrentAreas = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    areaRow,
    sql`
    with runs as (${latestRuns(ids)})
    select current.id, current.property_id as "propertyId", current.code, ${scopeFigures.score} as score, ${scopeFigures.worst} as worst
    from (${currentAreas}) current join ${scopeFigures} on ${scopeFigures.scopeId} = current.id`,
  );

const severityRow = z.object({ propertyId: z.string(), severity: z.enum(severities), value: z.number() });

/** Open findings of each property: those of its current areas, and those of standalone inspections since its latest run began. */
export const countOpenBySeverity = (db: Executor, ids: readonly string[], areaSessionIds: readonly string[]) =>
  listRows(
    db,
    severityRow,
    sql`
    with runs as (${latestRuns(ids)}),
    found as (
      select ${areaSessions.propertyId} as property_id, ${findings.severity} as severity
      from ${areaSessions} join ${findings} on ${findings.areaSessionId} = ${areaSessions.id}
      where ${areaSessions.id} = ${idsOf(areaSessionIds)} and ${isOpen}
      union all
      select ${inspections.propertyId}, ${findings.severity}
      from ${inspections} left join runs on runs.property_id = ${inspections.propertyId}
      join ${findings} on ${findings.inspectionId} = ${inspections.id} and ${findings.areaSessionId} is null
      where ${inspections.propertyId} = ${idsOf(ids)} and ${inspections.areaSessionId} is null and ${isOpen}
        and ${inspections.createdAt} >= coalesce(runs.created_at, '-infinity')
    )
    select property_id as "propertyId", severity, count(*)::int as value from found group by 1, 2`,
  );

export const openItemStatuses = planItemStatuses.filter((status) => !isSettled({ status }));
const phase = sql`case ${pipItems.priority} ${sql.join(
  severities.map((severity) => sql.raw(`when '${severity}' then '${classOfSeverity[severity]}'`)),
  sql` `,
)} end`;
/** Items that are not done yet: one for a finding, however many plans show it. */
const openWorks = (where: SQL): SQL => sql`
  select ${pipReports.propertyId} as property_id,
    ${phase} as phase, ${pipItems.estimatedCost} as cost, ${pipItems.costLow} as low, ${pipItems.costHigh} as high
  from ${pipItems} join ${pipReports} on ${pipReports.id} = ${pipItems.pipReportId}
  join ${properties} on ${properties.id} = ${pipReports.propertyId}
  where ${pipItems.status} in (${sql.join(
    openItemStatuses.map((status) => sql`${status}`),
    sql`, `,
  )}) and ${where}`;

/** A sum of cents, which a JavaScript number holds exactly. */
const cents = z.int();
const costRow = z.object({ propertyId: z.string(), cost: cents });

export const sumCostByProperty = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    costRow,
    sql`select property_id as "propertyId", sum(cost)::float8 as cost
      from (${openWorks(sql`${properties.id} = ${idsOf(ids)}`)}) works group by 1`,
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
    sql`select phase as name, count(*)::int as items, sum(cost)::float8 as cost,
      sum(low)::float8 as "costLow", sum(high)::float8 as "costHigh"
      from (${openWorks(inFilter(filter))}) works group by 1`,
  );
