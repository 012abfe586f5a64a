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
  isUnfiltered,
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

/** The times of the findings of properties: those of areas, and those of inspections of their own. */
function foundAt(filter: PropertyFilter, where: SQL): SQL {
  const ofArea = isUnfiltered(filter)
    ? sql`from ${findings} where ${findings.areaSessionId} is not null`
    : sql`from ${findings} join ${areaSessions} on ${areaSessions.id} = ${findings.areaSessionId}
        join ${properties} on ${properties.id} = ${areaSessions.propertyId} where ${inFilter(filter)}`;
  return sql`
    select ${findings.createdAt} as created_at ${ofArea} and ${where}
    union all
    select ${findings.createdAt}
    from ${findings} join ${inspections} on ${inspections.id} = ${findings.inspectionId}
    join ${properties} on ${properties.id} = ${inspections.propertyId}
    where ${findings.areaSessionId} is null and ${where} and ${inFilter(filter)}`;
}

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
const ageRow = z.object({ age: z.number() });

/** The ages in days of the open findings of a day, oldest first, from this number on. */
async function listAges(db: Executor, filter: PropertyFilter, day: string, number: number, limit: number) {
  const ofDay = within(sql`${findings.createdAt}`, { from: day, to: day, bucket: 'week' });
  const rows = await listRows(
    db,
    ageRow,
    sql`select ${daysBetween(sql`created_at`, sql`now()`)}::float8 as age
      from (${foundAt(filter, sql`${isOpen} and ${ofDay}`)}) found order by created_at offset ${number} limit ${limit}`,
  );
  return rows.map(({ age }) => age);
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
    sql`select day::text as day, findings from (
      select ${findingSums.day} as day, sum(${openSum})::int as findings
      ${summedAt(filter, sql`${openSum} > 0`)} group by 1
    ) days order by days.day`,
  );
  const count = days.reduce((sum, each) => sum + each.findings, 0);
  /** The ages of open findings that follow one another, from this number on, counted from the oldest. */
  const agesFrom = async (number: number, limit: number): Promise<number[]> => {
    let before = 0;
    for (const { day, findings: ofDay } of days) {
      if (number < before + ofDay) {
        const ofThisDay = Math.min(limit, before + ofDay - number);
        const ages = await listAges(db, filter, day, number - before, ofThisDay);
        // For those that were closed since they were summed, their day has to do.
        while (ages.length < ofThisDay) ages.push((Date.now() - Date.parse(day)) / 86_400_000);
        return ofThisDay < limit ? [...ages, ...(await agesFrom(number + ofThisDay, limit - ofThisDay))] : ages;
      }
      before += ofDay;
    }
    throw new Error('There are not as many open findings');
  };
  if (count === 0) return { findings: 0, median: null, oldest: null };
  const [[oldest = 0], middles] = await Promise.all([
    agesFrom(0, 1),
    agesFrom(Math.floor((count - 1) / 2), count % 2 === 0 ? 2 : 1),
  ]);
  return {
    findings: count,
    median: toTenth(middles.reduce((sum, age) => sum + age, 0) / middles.length),
    oldest: toTenth(oldest),
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
