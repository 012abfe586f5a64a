import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { caseStatuses, inspectionTypes } from '#contract/cases.ts';
import { coverageSchema, noCoverage, type Coverage } from '#contract/coverage.ts';
import { classOfSeverity, findingCategories, severities } from '#contract/finding-categories.ts';
import { maxPropertyPageRows } from '#contract/property-page.ts';
import { windowEnds } from '#contract/plan-phases.ts';
import { planItemStatuses, planSources, planStatuses } from '#contract/plans.ts';
import { inspectionStatuses } from '#contract/statuses.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas, isHandedInCase } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings, roomInBuilding } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItemFindings, pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { listRows } from './analytics.repository.ts';
import { isOpenItem } from './properties.repository.ts';

/**
 * The maximum number of a property's inspections whose scores are shown, and of groups of findings that are compared.
 */
const maxInspections = 400;
const maxFound = 5000;

const ofRun = alias(pipReports, 'plan_of_run');

/** Milliseconds since 1970. */
const milliseconds = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000)::float8`;

const scoreRow = z.object({
  area: z.string(),
  inspectionId: z.string(),
  at: z.number(),
  score: z.number().nullable(),
  coverage: coverageSchema,
  status: z.enum(inspectionStatuses),
});

const coverageNames = Object.keys(noCoverage) as (keyof Coverage)[];
/** The stored coverage as JSON; of what has no stored figures, all counts are 0. */
const coverageJson: SQL = sql`jsonb_build_object(${sql.join(
  coverageNames.map((name) => sql`${sql.raw(`'${name}'`)}, coalesce(${scopeFigures[name]}, 0)`),
  sql`, `,
)})`;

/** The submitted inspections of a property with their scores, those of approved ones as they were then, newest first. */
export const listScores = (db: Executor, propertyId: string) =>
  listRows(
    db,
    scoreRow,
    sql`
    select coalesce(${inspectionAreas.name}, ${inspections.area}) as area, ${inspections.id} as "inspectionId",
      ${milliseconds(sql`coalesce(${inspections.completedAt}, ${inspections.createdAt})`)} as at,
      coalesce(${inspections.approvedScore}, ${scopeFigures.score}) as score, ${coverageJson} as coverage, ${inspections.status} as status
    from ${inspections}
    left join ${areaSessions} on ${areaSessions.id} = ${inspections.areaSessionId}
    left join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
      or (${areaSessions.id} is null and lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code}))
    left join ${scopeFigures} on ${scopeFigures.scopeId} = coalesce(${inspections.areaSessionId}, ${inspections.id})
    where ${inspections.propertyId} = ${propertyId} and ${inspections.status} <> 'in_progress'
      and ${areaSessions.status} is distinct from 'not_applicable'
    order by ${inspections.createdAt} desc, ${inspections.id} desc limit ${maxInspections}`,
  );

const foundRow = z.object({
  roundId: z.string(),
  area: z.string(),
  room: z.string().nullable(),
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  confirmed: z.boolean(),
  open: z.boolean(),
  firstAt: z.number(),
  lastAt: z.number(),
});

/** What each round found by category and place of a property, without dismissed findings, newest first. */
export const listFoundByRound = (db: Executor, propertyId: string) =>
  listRows(
    db,
    foundRow,
    sql`
    with found as (
      select ${areaSessions.runId} as round_id, ${inspectionAreas.name} as area, ${roomInBuilding} as room, ${findings.category} as category,
        ${findings.severity} as severity, ${findings.status} as status, ${findings.source} as source, ${findings.createdAt} as created_at
      from ${areaSessions} join ${findings} on ${findings.areaSessionId} = ${areaSessions.id}
      join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
      where ${areaSessions.propertyId} = ${propertyId} and ${areaSessions.status} <> 'not_applicable' and ${findings.status} <> 'dismissed'
      union all
      select ${inspections.id}, coalesce(${inspectionAreas.name}, ${inspections.area}), ${roomInBuilding}, ${findings.category},
        ${findings.severity}, ${findings.status}, ${findings.source}, ${findings.createdAt}
      from ${inspections} join ${findings} on ${findings.inspectionId} = ${inspections.id}
      left join ${inspectionAreas} on lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})
      where ${inspections.propertyId} = ${propertyId} and ${inspections.areaSessionId} is null and ${findings.status} <> 'dismissed'
    )
    select round_id as "roundId", area, room, category, severity,
      bool_or(status in ('confirmed', 'resolved') or source = 'person') as confirmed,
      bool_or(status in ('pending', 'confirmed')) as open,
      ${milliseconds(sql`min(created_at)`)} as "firstAt", ${milliseconds(sql`max(created_at)`)} as "lastAt"
    from found group by 1, 2, 3, 4, 5 order by max(created_at) desc limit ${maxFound}`,
  );

const total = z.number();
const caseRow = z.object({
  id: z.string(),
  caseNumber: z.string(),
  inspectionType: z.enum(inspectionTypes),
  status: z.enum(caseStatuses),
  dueDate: z.string(),
  handedIn: z.boolean(),
  total,
});

/** The cases of a property, newest first, and their total number. */
export const listCases = (db: Executor, propertyId: string) =>
  listRows(
    db,
    caseRow,
    sql`
    select ${inspectionCases.id} as id, ${inspectionCases.caseNumber} as "caseNumber", ${inspectionCases.inspectionType} as "inspectionType",
      ${inspectionCases.status} as status, ${inspectionCases.dueDate}::text as "dueDate",
      ${isHandedInCase(inspectionCases.id)} as "handedIn", count(*) over ()::int as total
    from ${inspectionCases} where ${inspectionCases.propertyId} = ${propertyId}
    order by ${inspectionCases.createdAt} desc, ${inspectionCases.id} desc limit ${maxPropertyPageRows}`,
  );

const planRow = z.object({
  id: z.string(),
  source: z.enum(planSources),
  area: z.string().nullable(),
  status: z.enum(planStatuses),
  propertyPlanStatus: z.enum(planStatuses).nullable(),
  totalCost: z.number(),
  createdAt: z.number(),
  total,
});

/** The plans of a property, newest first, and their total number. */
export const listPlans = (db: Executor, propertyId: string) =>
  listRows(
    db,
    planRow,
    sql`
    select ${pipReports.id} as id, ${pipReports.source} as source, coalesce(${inspectionAreas.name}, ${inspections.area}) as area,
      ${pipReports.status} as status, case when ${pipReports.source} <> 'property' then ${ofRun.status} end as "propertyPlanStatus",
      ${pipReports.totalCost}::float8 as "totalCost", ${milliseconds(sql`${pipReports.createdAt}`)} as "createdAt",
      count(*) over ()::int as total
    from ${pipReports}
    left join ${areaSessions} on ${areaSessions.id} = ${pipReports.areaSessionId}
    left join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
    left join ${inspections} on ${inspections.id} = ${pipReports.inspectionId}
    left join ${pipReports} ${ofRun} on ${ofRun.runId} = ${pipReports.runId} and ${ofRun.source} = 'property'
    where ${pipReports.propertyId} = ${propertyId}
    order by ${pipReports.createdAt} desc, ${pipReports.id} desc limit ${maxPropertyPageRows}`,
  );

const itemsOf = (propertyId: string): SQL => sql`
  ${pipItems} join ${pipReports} on ${pipReports.id} = ${pipItems.pipReportId} where ${pipReports.propertyId} = ${propertyId}`;

const itemRow = z.object({
  id: z.string(),
  planId: z.string(),
  title: z.string(),
  area: z.string().nullable(),
  room: z.string().nullable(),
  priority: z.enum(severities),
  status: z.enum(planItemStatuses),
  estimatedCost: z.number(),
  dueDate: z.string(),
  accepted: z.boolean(),
  total,
});

const windowDays = sql`case ${pipItems.priority} ${sql.join(
  severities.map((severity) => sql`when ${severity} then ${windowEnds[classOfSeverity[severity]]}::int`),
  sql` `,
)} end`;
const firstAccepted = sql`(select min(shown.approved_on) from ${pipReports} shown
  where shown.id = ${pipItems.pipReportId} or shown.area_session_id = ${pipItems.areaSessionId}
    or shown.area_session_id in (select ${findings.areaSessionId} from ${pipItemFindings}
      join ${findings} on ${findings.id} = ${pipItemFindings.findingId} where ${pipItemFindings.itemId} = ${pipItems.id}))`;
/**
 * An item's due date, or else the last day of its window or of a longer delivery and work, as `dueInWindow` counts it from
 * the first acceptance of a plan that shows the item.
 */
export const dueDateOfItem = (accepted: SQL): SQL => {
  const created = sql`(${pipItems.createdAt} at time zone 'UTC')::date`;
  // An item that was added after the acceptance counts from its creation, as in `windowStart`.
  const from = sql`(case when ${created} <= ${accepted} + 1 then ${accepted} else ${created} end)`;
  const window = sql`case when ${pipItems.horizonMonths} is null then ${from} + ${windowDays}
    else (${from} + make_interval(months => ${pipItems.horizonMonths}))::date end`;
  const earliest = sql`case when ${pipItems.horizonMonths} is not null or ${pipItems.priority} <> 'critical'
    then ${from} + ceil(${pipItems.leadDays} + ${pipItems.daysOnSite})::int end`;
  return sql`coalesce(${pipItems.dueDate}, greatest(${window}, ${earliest}))`;
};
const dueDate = dueDateOfItem(firstAccepted);

/** The unsettled items of a property, most urgent first, and their total number. */
export const listOpenItems = (db: Executor, propertyId: string) =>
  listRows(
    db,
    itemRow,
    sql`
    select ${pipItems.id} as id, ${pipItems.pipReportId} as "planId", ${pipItems.title} as title, ${pipItems.area} as area, ${pipItems.room} as room,
      ${pipItems.priority} as priority, ${pipItems.status} as status, ${pipItems.estimatedCost}::float8 as "estimatedCost",
      ${dueDate}::text as "dueDate", ${firstAccepted} is not null as accepted, count(*) over ()::int as total
    from ${itemsOf(propertyId)} and ${isOpenItem}
    order by array_position(array[${sql.join(
      severities.map((severity) => sql`${severity}::text`),
      sql`, `,
    )}], ${pipItems.priority}), ${dueDate}, ${pipItems.createdAt}, ${pipItems.id} limit ${maxPropertyPageRows}`,
  );

const costRow = z.object({ items: z.number(), estimated: z.number(), actual: z.number(), unpriced: z.number() });

/** The estimated and actual costs of a property's completed items, and the number of those without an actual cost. */
export async function sumCompletedCosts(db: Executor, propertyId: string) {
  const priced = sql`filter (where ${pipItems.actualCost} is not null)`;
  const [row] = await listRows(
    db,
    costRow,
    sql`
    select (count(*) ${priced})::int as items, coalesce(sum(${pipItems.estimatedCost}) ${priced}, 0)::float8 as estimated,
      coalesce(sum(${pipItems.actualCost}), 0)::float8 as actual,
      (count(*) filter (where ${pipItems.actualCost} is null))::int as unpriced
    from ${itemsOf(propertyId)} and ${pipItems.status} = 'completed'`,
  );
  return row ?? { items: 0, estimated: 0, actual: 0, unpriced: 0 };
}
