import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { classOfSeverity, severities } from '#contract/finding-categories.ts';
import { phaseNames } from '#contract/plan-phases.ts';
import { planItemStatuses } from '#contract/plans.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { isSettledStatus } from '#server/plans/plans.rules.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
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

/** How many of the newest inspections are looked at before those of each property are. */
const newestRead = 2000;
const newestInspections = sql`
  select ${inspections.propertyId} as property_id, max(${inspections.createdAt}) as at
  from (select * from ${inspections} order by ${inspections.createdAt} desc limit ${newestRead}) ${inspections} group by 1`;
const lastInspections = sql`
  select ${properties.id} as property_id, (
    select max(${inspections.createdAt}) from ${inspections} where ${inspections.propertyId} = ${properties.id}
  ) as at from ${properties}`;

/** The properties of the filter, last inspected first, and their total number. */
export async function listLastInspected(db: Executor, filter: PropertyFilter, limit: number) {
  const listFrom = (latest: SQL) =>
    listRows(
      db,
      propertyRow,
      sql`
      select ${properties.id} as id, ${properties.name} as name, ${properties.city} as city, ${properties.state} as state,
        ${properties.brandStandard} as "brandStandard", (extract(epoch from latest.at) * 1000)::float8 as "lastInspectionAt",
        (select count(*) from ${properties} where ${inFilter(filter)})::int as total
      from ${properties} join (${latest}) latest on latest.property_id = ${properties.id}
      where ${inFilter(filter)}
      order by latest.at desc nulls last, ${properties.name}, ${properties.id}
      limit ${limit}`,
    );
  // A property that none of the newest inspections is of was inspected before all that they are of.
  const rows = await listFrom(newestInspections);
  return rows.length < limit ? listFrom(lastInspections) : rows;
}

export const idsOf = (ids: readonly string[]): SQL => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

const openItemStatuses = planItemStatuses.filter((status) => !isSettledStatus(status));
/** Matches unsettled items. */
export const isOpenItem = sql`(${pipItems.noLongerNeeded} is null and ${pipItems.status} in (${sql.join(
  openItemStatuses.map((status) => sql`${status}`),
  sql`, `,
)}))`;
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
