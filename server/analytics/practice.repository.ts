import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { findingSums, inspectionSums } from '#server/schema/sums.tables.ts';
import {
  inFilter,
  isOpen,
  listRows,
  openSum,
  summedAt,
  summedIn,
  within,
  type PropertyFilter,
} from './analytics.repository.ts';
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

/** The times of findings: those of areas, and those of inspections of their own. */
const foundAt = (where: SQL): SQL => sql`
  select ${findings.createdAt} as created_at
  from ${findings} join ${areaSessions} on ${areaSessions.id} = ${findings.areaSessionId}
  join ${properties} on ${properties.id} = ${areaSessions.propertyId} where ${where}
  union all
  select ${findings.createdAt}
  from ${findings} join ${inspections} on ${inspections.id} = ${findings.inspectionId}
  join ${properties} on ${properties.id} = ${inspections.propertyId}
  where ${findings.areaSessionId} is null and ${where}`;

export async function findMedianScore(db: Executor, filter: PropertyFilter, period: Period): Promise<number | null> {
  const row = await one(
    db,
    z.object({ value: z.number().nullable() }),
    sql`select ${median(sql`score`)}::float8 as value
      from (select unnest(${inspectionSums.scores}) as score ${summedIn(inspectionSums, filter, period)}) scored`,
  );
  return row.value;
}

const openDayRow = z.object({ day: z.string(), findings: z.number() });
const ageRow = z.object({ age: z.number().nullable() });

/** The age in days of the open finding with this number among those of a day, oldest first. */
async function findAge(db: Executor, filter: PropertyFilter, day: string, number: number): Promise<number | null> {
  const ofDay = within(sql`${findings.createdAt}`, { from: day, to: day, bucket: 'week' });
  const row = await one(
    db,
    ageRow,
    sql`select (select ${daysBetween(sql`created_at`, sql`now()`)}::float8 from (${foundAt(
      sql`${isOpen} and ${ofDay} and ${inFilter(filter)}`,
    )}) found order by created_at offset ${number} limit 1) as age`,
  );
  return row.age;
}

/** In days to a tenth. Clocks of machines differ, so a time may seem to be in the future. */
const toTenth = (age: number): number => Math.max(0, Math.round(age * 10) / 10);

/**
 * How long the findings that are open now have been known. The sums tell on which days the oldest and the middle ones were
 * found, so that only findings of these days are read.
 */
export async function findOpenAge(db: Executor, filter: PropertyFilter) {
  const days = await listRows(
    db,
    openDayRow,
    sql`select ${findingSums.day}::text as day, sum(${openSum})::int as findings
      ${summedAt(filter, sql`${openSum} > 0`)} group by 1 order by 1`,
  );
  const count = days.reduce((sum, each) => sum + each.findings, 0);
  const ageOf = async (number: number): Promise<number> => {
    let before = 0;
    for (const { day, findings: ofDay } of days) {
      if (number < before + ofDay) {
        const age = await findAge(db, filter, day, number - before);
        // Closed since it was summed: then its day has to do.
        return age ?? (Date.now() - Date.parse(day)) / 86_400_000;
      }
      before += ofDay;
    }
    throw new Error('There are not as many open findings');
  };
  if (count === 0) return { findings: 0, median: null, oldest: null };
  const middles = [...new Set([Math.floor((count - 1) / 2), Math.ceil((count - 1) / 2)])];
  const [oldest, ...ages] = await Promise.all([0, ...middles].map(ageOf));
  return {
    findings: count,
    median: toTenth(ages.reduce((sum, age) => sum + age, 0) / ages.length),
    oldest: toTenth(oldest ?? 0),
  };
}

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
