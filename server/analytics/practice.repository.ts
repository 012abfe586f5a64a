import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { findingCategories } from '#contract/finding-categories.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inFilter, isOpen, listRows, ofInspection, within, type PropertyFilter } from './analytics.repository.ts';
import type { Period } from './analytics.rules.ts';

const median = (value: SQL): SQL => sql`percentile_cont(0.5) within group (order by ${value})`;
const daysBetween = (from: SQL, to: SQL): SQL => sql`extract(epoch from (${to} - ${from})) / 86400`;
/** To a tenth. Clocks of machines differ, so a time may seem to end before it begins; null stays null. */
const toDays = (value: SQL): SQL => sql`round((case when ${value} < 0 then 0 else ${value} end)::numeric, 1)::float8`;

/** The only row of a query without groups. */
async function one<Row extends z.ZodType>(db: Executor, row: Row, statement: SQL): Promise<z.output<Row>> {
  const [first] = await listRows(db, row, statement);
  if (first === undefined) throw new Error('A query without groups has one row');
  return first;
}

/** Findings with their property: those of areas, and those of inspections of their own. */
const foundAt = (where: SQL): SQL => sql`
  select ${findings.id} as id, ${findings.category} as category, ${findings.status} as status, ${findings.source} as source,
    ${findings.decidedBy} as decided_by, ${findings.mergedInto} as merged_into, ${findings.createdAt} as created_at,
    ${areaSessions.id} as session_id, ${areaSessions.areaId} as area_id, ${areaSessions.propertyId} as property_id
  from ${findings} join ${areaSessions} on ${areaSessions.id} = ${findings.areaSessionId}
  join ${properties} on ${properties.id} = ${areaSessions.propertyId} where ${where}
  union all
  select ${findings.id}, ${findings.category}, ${findings.status}, ${findings.source}, ${findings.decidedBy},
    ${findings.mergedInto}, ${findings.createdAt}, null, null, ${inspections.propertyId}
  from ${findings} join ${inspections} on ${inspections.id} = ${findings.inspectionId}
  join ${properties} on ${properties.id} = ${inspections.propertyId}
  where ${findings.areaSessionId} is null and ${where}`;

export async function findMedianScore(db: Executor, filter: PropertyFilter, period: Period): Promise<number | null> {
  const row = await one(
    db,
    z.object({ value: z.number().nullable() }),
    sql`select ${median(sql`${scopeFigures.score}`)}::float8 as value
      from ${inspections} join ${properties} on ${properties.id} = ${inspections.propertyId}
      join ${scopeFigures} on ${ofInspection}
      where ${within(sql`${inspections.createdAt}`, period)} and ${inFilter(filter)}`,
  );
  return row.value;
}

const ageRow = z.object({ findings: z.number(), median: z.number().nullable(), oldest: z.number().nullable() });

/** How long the findings that are open now have been known. */
export const findOpenAge = (db: Executor, filter: PropertyFilter) =>
  one(
    db,
    ageRow,
    sql`select count(*)::int as findings, ${toDays(median(sql`age`))} as median, ${toDays(sql`max(age)`)} as oldest
      from (select ${daysBetween(sql`created_at`, sql`now()`)} as age
        from (${foundAt(sql`${isOpen} and ${inFilter(filter)}`)}) open) aged`,
  );

const completedItems = (filter: PropertyFilter, period: Period): SQL => sql`
  from ${pipItems} join ${pipReports} on ${pipReports.id} = ${pipItems.pipReportId}
  join ${properties} on ${properties.id} = ${pipReports.propertyId}
  left join ${findings} on ${findings.id} = ${pipItems.issueId}
  where ${pipItems.status} = 'completed' and ${within(sql`${pipItems.completedAt}`, period)} and ${inFilter(filter)}`;

const repairRow = z.object({ items: z.number(), median: z.number().nullable() });

/** From finding to completed repair, by the items of findings. */
export const findTimeToRepair = (db: Executor, filter: PropertyFilter, period: Period) =>
  one(
    db,
    repairRow,
    sql`select count(*)::int as items,
      ${toDays(median(daysBetween(sql`${findings.createdAt}`, sql`${pipItems.completedAt}`)))} as median
      ${completedItems(filter, period)} and ${findings.id} is not null`,
  );

const spentRow = z.object({ items: z.number(), planned: z.int(), actual: z.int() });

export const findSpent = (db: Executor, filter: PropertyFilter, period: Period) =>
  one(
    db,
    spentRow,
    sql`select count(*)::int as items, coalesce(sum(${pipItems.estimatedCost}), 0)::float8 as planned,
      coalesce(sum(${pipItems.actualCost}), 0)::float8 as actual
      ${completedItems(filter, period)} and ${pipItems.actualCost} is not null`,
  );

const repeatRow = z.object({ findings: z.number(), repeated: z.number() });

/** A finding is a repeat where an earlier inspection of the same area had one of its category that nobody dismissed. */
export const countRepeats = (db: Executor, filter: PropertyFilter, period: Period) =>
  one(
    db,
    repeatRow,
    sql`
    with found as (${foundAt(sql`${findings.status} <> 'dismissed' and ${within(sql`${findings.createdAt}`, period)} and ${inFilter(filter)}`)})
    select count(*)::int as findings, count(*) filter (where session_id is not null and exists (
      select 1 from ${areaSessions} earlier join ${findings} before on before.area_session_id = earlier.id
      where earlier.property_id = found.property_id and earlier.area_id = found.area_id and earlier.id <> found.session_id
        and before.category = found.category and before.status <> 'dismissed' and before.created_at < found.created_at
    ))::int as repeated from found`,
  );

const decidedRow = z.object({
  category: z.enum(findingCategories),
  confirmed: z.number(),
  dismissed: z.number(),
  undecided: z.number(),
});

/** The AI's findings of the period by class; those that the program dismissed as duplicates are no decision. */
export const listAiFindings = (db: Executor, filter: PropertyFilter, period: Period) =>
  listRows(
    db,
    decidedRow,
    sql`
    select category, count(*) filter (where status in ('confirmed', 'resolved'))::int as confirmed,
      count(*) filter (where status = 'dismissed')::int as dismissed,
      count(*) filter (where status = 'pending')::int as undecided
    from (${foundAt(sql`${findings.source} = 'ai' and ${within(sql`${findings.createdAt}`, period)} and ${inFilter(filter)}`)}) found
    where merged_into is null and (status <> 'dismissed' or decided_by is not null)
    group by 1 order by count(*) desc, 1`,
  );
