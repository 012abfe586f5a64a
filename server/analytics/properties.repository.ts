import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { classOfSeverity, severities } from '#contract/finding-categories.ts';
import { decimalAmount } from '#contract/money.ts';
import { phaseNames, pipItemStatuses } from '#contract/reports.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { isSettled } from '#server/reports/reports.rules.ts';
import { pipItems, pipReports } from '#server/schema/reports.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { inScope, rowsOf, type PropertyFilter } from './analytics.repository.ts';
import { isOpen, scoresOf } from './scores.repository.ts';

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

/** Properties of the scope, the last inspected first, and how many there are in all. */
export const lastInspected = (db: Executor, scope: PropertyFilter, limit: number) =>
  rowsOf(
    db,
    propertyRow,
    sql`
    select ${properties.id} as id, ${properties.name} as name, ${properties.city} as city, ${properties.state} as state,
      ${properties.brandStandard} as "brandStandard", (extract(epoch from latest.at) * 1000)::float8 as "lastInspectionAt", count(*) over ()::int as total
    from ${properties} left join lateral (
      select max(${inspections.createdAt}) as at from ${inspections} where ${inspections.propertyId} = ${properties.id}
    ) latest on true
    where ${inScope(scope)}
    order by latest.at desc nulls last, ${properties.name}, ${properties.id}
    limit ${limit}`,
  );

const idsOf = (ids: readonly string[]): SQL => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

/** The latest run of each property. */
const latestRuns = (ids: readonly string[]): SQL => sql`
  select distinct on (${inspectionRuns.propertyId}) ${inspectionRuns.id} as id,
    ${inspectionRuns.propertyId} as property_id, ${inspectionRuns.createdAt} as created_at
  from ${inspectionRuns} where ${inspectionRuns.propertyId} = ${idsOf(ids)}
  order by ${inspectionRuns.propertyId}, ${inspectionRuns.createdAt} desc`;

const areaRow = z.object({
  propertyId: z.string(),
  code: z.string(),
  score: z.number().nullable(),
  worst: z.enum(severities).nullable(),
});

/** Scores of the applicable areas of each property's latest run. */
export const areaScores = (db: Executor, ids: readonly string[]) =>
  rowsOf(
    db,
    areaRow,
    sql`
    with runs as (${latestRuns(ids)}),
    areas as (
      select ${areaSessions.id} as key, ${areaSessions.id} as area_session_id, null::uuid as inspection_id,
        runs.property_id as property_id, ${inspectionAreas.code} as code
      from runs join ${areaSessions} on ${areaSessions.runId} = runs.id
      join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
      where ${areaSessions.status} <> 'not_applicable'
    ),
    scores as (${scoresOf(sql`select key, area_session_id, inspection_id from areas`)})
    select property_id as "propertyId", code, score, worst from areas join scores on scores.key = areas.key`,
  );

const severityRow = z.object({ propertyId: z.string(), severity: z.enum(severities), value: z.number() });

/**
 * Open findings of each property: those of its latest run, and those of standalone inspections since that run began.
 */
export const openBySeverity = (db: Executor, ids: readonly string[]) =>
  rowsOf(
    db,
    severityRow,
    sql`
    with runs as (${latestRuns(ids)}),
    found as (
      select runs.property_id, ${findings.severity} as severity
      from runs join ${areaSessions} on ${areaSessions.runId} = runs.id
      join ${findings} on ${findings.areaSessionId} = ${areaSessions.id}
      where ${isOpen}
      union all
      select ${inspections.propertyId}, ${findings.severity}
      from ${inspections} left join runs on runs.property_id = ${inspections.propertyId}
      join ${findings} on ${findings.inspectionId} = ${inspections.id} and ${findings.areaSessionId} is null
      where ${inspections.propertyId} = ${idsOf(ids)} and ${inspections.areaSessionId} is null and ${isOpen}
        and ${inspections.createdAt} >= coalesce(runs.created_at, '-infinity')
    )
    select property_id as "propertyId", severity, count(*)::int as value from found group by 1, 2`,
  );

const openItemStatuses = pipItemStatuses.filter((status) => !isSettled({ status }));
const phase = sql`case ${pipItems.priority} ${sql.join(
  severities.map((severity) => sql.raw(`when '${severity}' then '${classOfSeverity[severity]}'`)),
  sql` `,
)} end`;
/**
 * Items of open plans that are not done yet. A finding that is in the plan of its area and in the property's plan
 * counts once.
 */
const openWorks = (where: SQL): SQL => sql`
  select distinct on (coalesce(${pipItems.issueId}, ${pipItems.id})) ${pipReports.propertyId} as property_id,
    ${phase} as phase, ${pipItems.estimatedCost} as cost, ${pipItems.costLow} as low, ${pipItems.costHigh} as high
  from ${pipItems} join ${pipReports} on ${pipReports.id} = ${pipItems.pipReportId}
  join ${properties} on ${properties.id} = ${pipReports.propertyId}
  where ${pipReports.status} <> 'completed' and ${pipItems.status} in (${sql.join(
    openItemStatuses.map((status) => sql`${status}`),
    sql`, `,
  )}) and ${where}
  order by coalesce(${pipItems.issueId}, ${pipItems.id}), ${pipReports.source} = 'property' desc, ${pipReports.updatedAt} desc`;

const costRow = z.object({ propertyId: z.string(), cost: decimalAmount });

export const costByProperty = (db: Executor, ids: readonly string[]) =>
  rowsOf(
    db,
    costRow,
    sql`select property_id as "propertyId", sum(cost)::numeric(14, 2)::text as cost
      from (${openWorks(sql`${properties.id} = ${idsOf(ids)}`)}) works group by 1`,
  );

const phaseRow = z.object({
  name: z.enum(phaseNames),
  items: z.number(),
  cost: decimalAmount,
  costLow: decimalAmount,
  costHigh: decimalAmount,
});

export const costByPhase = (db: Executor, scope: PropertyFilter) =>
  rowsOf(
    db,
    phaseRow,
    sql`select phase as name, count(*)::int as items, sum(cost)::numeric(14, 2)::text as cost,
      sum(low)::numeric(14, 2)::text as "costLow", sum(high)::numeric(14, 2)::text as "costHigh"
      from (${openWorks(inScope(scope))}) works group by 1`,
  );
