import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { caseStatuses } from '#contract/cases.ts';
import type { CalendarDate } from '#contract/due-dates.ts';
import { findingCategories } from '#contract/finding-categories.ts';
import { spendingOfCategory } from '#contract/line-classes.ts';
import { containing } from '#server/platform/database/text.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { isHandedInCase } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItemFindings, pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inFilter, listRows, type PropertyFilter } from './analytics.repository.ts';
import { cents, idsOf, isOpenItem } from './properties.repository.ts';
import { dueDateOfItem } from './property-page.repository.ts';

const propertyRow = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  state: z.string(),
  brandStandard: z.string().nullable(),
});

const matching = (q: string): SQL =>
  sql`(${sql.join(
    [properties.name, properties.city, properties.state, properties.brandStandard].map(
      (column) => sql`${column} ilike ${containing(q)}`,
    ),
    sql` or `,
  )})`;

/** All properties that match the filter, in no particular order. */
export const listProperties = (db: Executor, { q, ...filter }: PropertyFilter & { q?: string | undefined }) =>
  listRows(
    db,
    propertyRow,
    sql`
    select ${properties.id} as id, ${properties.name} as name, ${properties.city} as city, ${properties.state} as state,
      ${properties.brandStandard} as "brandStandard"
    from ${properties} where ${inFilter(filter)} and ${q ? matching(q) : sql`true`}`,
  );

const itemsRow = z.object({
  propertyId: z.string(),
  items: z.number(),
  overdue: z.number(),
  cost: cents,
  operating: cents,
});

/** Whether a line is an operating expense: as entered, or else by its category. */
const isOperating = sql`coalesce(${pipItems.spending} = 'operating', ${pipItems.category} in (${sql.join(
  findingCategories
    .filter((category) => spendingOfCategory(category) === 'operating')
    .map((category) => sql`${category}`),
  sql`, `,
)}))`;

const firstAccepted = sql`least(${pipReports.approvedOn}, areas.approved_on, joined.approved_on)`;
/** Only items of a plan that its owner accepted can be overdue, and only until their work is reported as done. */
const isOverdueOn = (today: CalendarDate): SQL =>
  sql`${firstAccepted} is not null and ${pipItems.status} <> 'awaiting_verification' and ${dueDateOfItem(firstAccepted)} < ${today}::date`;

/** The unsettled items by property: their number, the number of overdue ones, and their cost. */
export const sumOpenItems = (db: Executor, ids: readonly string[], today: CalendarDate) =>
  listRows(
    db,
    itemsRow,
    sql`
    with areas as (
      select ${pipReports.areaSessionId} as id, min(${pipReports.approvedOn}) as approved_on from ${pipReports}
      where ${pipReports.areaSessionId} is not null and ${pipReports.approvedOn} is not null group by 1
    ),
    joined as (
      select ${pipItemFindings.itemId} as item_id, min(areas.approved_on) as approved_on from ${pipItemFindings}
      join ${findings} on ${findings.id} = ${pipItemFindings.findingId} join areas on areas.id = ${findings.areaSessionId} group by 1
    )
    select ${pipReports.propertyId} as "propertyId", count(*)::int as items,
      (count(*) filter (where ${isOverdueOn(today)}))::int as overdue,
      sum(${pipItems.estimatedCost})::float8 as cost,
      coalesce(sum(${pipItems.estimatedCost}) filter (where ${isOperating}), 0)::float8 as operating
    from ${pipItems} join ${pipReports} on ${pipReports.id} = ${pipItems.pipReportId}
    left join areas on areas.id = ${pipItems.areaSessionId} left join joined on joined.item_id = ${pipItems.id}
    where ${pipReports.propertyId} = ${idsOf(ids)} and ${isOpenItem} group by 1`,
  );

const caseRow = z.object({
  propertyId: z.string(),
  id: z.string(),
  caseNumber: z.string(),
  status: z.enum(caseStatuses),
  dueDate: z.string(),
  handedIn: z.boolean(),
});

/** The open case of each property that is due first, those last whose owner has submitted everything. */
export const listRunningCases = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    caseRow,
    sql`
    select distinct on (${inspectionCases.propertyId}) ${inspectionCases.propertyId} as "propertyId", ${inspectionCases.id} as id,
      ${inspectionCases.caseNumber} as "caseNumber", ${inspectionCases.status} as status, ${inspectionCases.dueDate}::text as "dueDate", handed_in as "handedIn"
    from ${inspectionCases}, lateral (select ${isHandedInCase(inspectionCases.id)} as handed_in) submitted
    where ${inspectionCases.propertyId} = ${idsOf(ids)} and ${inspectionCases.status} in ('pending', 'in_progress')
    order by ${inspectionCases.propertyId}, handed_in, ${inspectionCases.dueDate}, ${inspectionCases.createdAt}, ${inspectionCases.id}`,
  );

const overdueRow = z.object({ propertyId: z.string(), cases: z.number() });

/** The number of open cases of each property that are past their due date and not submitted. */
export const countOverdueCases = (db: Executor, ids: readonly string[], today: CalendarDate) =>
  listRows(
    db,
    overdueRow,
    sql`
    select ${inspectionCases.propertyId} as "propertyId", count(*)::int as cases from ${inspectionCases}
    where ${inspectionCases.propertyId} = ${idsOf(ids)} and ${inspectionCases.status} in ('pending', 'in_progress')
      and ${inspectionCases.dueDate} < ${today}::date and not ${isHandedInCase(inspectionCases.id)} group by 1`,
  );

const inspectedRow = z.object({ propertyId: z.string(), at: z.number() });

/** When the last inspection of each property started, in milliseconds since 1970. */
export const listLastInspections = (db: Executor, ids: readonly string[]) =>
  listRows(
    db,
    inspectedRow,
    sql`
    select ${inspections.propertyId} as "propertyId", (extract(epoch from max(${inspections.createdAt})) * 1000)::float8 as at
    from ${inspections} where ${inspections.propertyId} = ${idsOf(ids)} group by 1`,
  );
