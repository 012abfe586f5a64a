import { asc, inArray, sql, type SQL } from 'drizzle-orm';
import { severities } from '#contract/finding-categories.ts';
import { inspectionStatuses } from '#contract/statuses.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { findingSums, inspectionSums, itemSums, summedChanges } from '#server/schema/sums.tables.ts';
import { isOpen } from './analytics.repository.ts';
import { isOpenItem, phase } from './properties.repository.ts';

/** An area of a property; `noArea` is its standalone inspections, `planItems` the items of its plans. */
interface Unit {
  propertyId: string;
  areaId: string;
}
const noArea = '00000000-0000-0000-0000-000000000000';
const planItems = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const unitsOf = (units: readonly Unit[]): SQL => {
  const arrayOf = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;
  return sql`unnest(${arrayOf(units.map(({ propertyId }) => propertyId))}, ${arrayOf(units.map(({ areaId }) => areaId))})
    as units (property_id, area_id)`;
};
const ofStandalone = sql`units.area_id = ${noArea}::uuid and ${inspections.propertyId} = units.property_id and ${inspections.areaSessionId} is null`;
const ofArea = sql`${areaSessions.propertyId} = units.property_id and ${areaSessions.areaId} = units.area_id`;
const dayOf = (time: SQL | typeof inspections.createdAt): SQL => sql`(${time} at time zone 'UTC')::date`;
const counted = (where: SQL): SQL => sql`count(*) filter (where ${where})`;

/** In the order of the columns of inspectionSums. */
const inspectionsOf = (units: readonly Unit[]): SQL => sql`
  select property_id, area_id, day, area, ${sql.join(
    inspectionStatuses.map((status) => counted(sql`status = ${status}`)),
    sql`, `,
  )}, count(score), coalesce(sum(score), 0), coalesce(array_agg(score) filter (where score is not null), '{}')
  from (
    select units.*, ${dayOf(inspections.createdAt)} as day, lower(${inspections.area}) as area,
      ${inspections.status} as status, ${scopeFigures.score} as score
    from ${unitsOf(units)} join ${areaSessions} on ${ofArea}
    join ${inspections} on ${inspections.areaSessionId} = ${areaSessions.id}
    left join ${scopeFigures} on ${scopeFigures.scopeId} = ${areaSessions.id}
    union all
    select units.*, ${dayOf(inspections.createdAt)}, lower(${inspections.area}), ${inspections.status}, ${scopeFigures.score}
    from ${unitsOf(units)} join ${inspections} on ${ofStandalone}
    left join ${scopeFigures} on ${scopeFigures.scopeId} = ${inspections.id}
  ) inspected group by property_id, area_id, day, area`;

const foundColumns = sql`${findings.category} as category, ${findings.severity} as severity, ${findings.status} as status,
  ${isOpen} as open, ${findings.createdAt} as created_at,
  ${findings.source} = 'ai' and ${findings.mergedInto} is null
    and (${findings.status} <> 'dismissed' or ${findings.decidedBy} is not null) as judged`;

/**
 * In the order of the columns of findingSums. A finding is a repeat where an earlier inspection of the same area had one of
 * its category that nobody dismissed: after the first such finding of all inspections of the area, or for those of the
 * inspection that had it, of the others.
 */
const findingsOf = (units: readonly Unit[]): SQL => sql`
  with found as (
    select units.*, ${inspectionAreas.name} as area, ${areaSessions.id} as session_id, ${foundColumns}
    from ${unitsOf(units)} join ${areaSessions} on ${ofArea}
    join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
    join ${findings} on ${findings.areaSessionId} = ${areaSessions.id}
    union all
    select units.*, coalesce(${inspectionAreas.name}, ${inspections.area}), null, ${foundColumns}
    from ${unitsOf(units)} join ${inspections} on ${ofStandalone}
    left join ${inspectionAreas} on lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})
    join ${findings} on ${findings.inspectionId} = ${inspections.id} and ${findings.areaSessionId} is null
  ), firsts as (
    select property_id, area_id, category, session_id, min(created_at) as at
    from found where session_id is not null and status <> 'dismissed' group by 1, 2, 3, 4
  ), earliest as (
    select property_id, area_id, category, (array_agg(session_id order by at, session_id))[1] as session_id,
      (array_agg(at order by at, session_id))[1] as first, (array_agg(at order by at, session_id))[2] as second
    from firsts group by 1, 2, 3
  )
  select property_id, area_id, day, area, category, ${sql.join(
    severities.map((severity) => counted(sql`open and severity = ${severity}`)),
    sql`, `,
  )}, ${counted(sql`status <> 'dismissed'`)}, ${counted(sql`status <> 'dismissed' and created_at > before`)},
    ${counted(sql`judged and status in ('confirmed', 'resolved')`)}, ${counted(sql`judged and status = 'dismissed'`)},
    ${counted(sql`judged and status = 'pending'`)}
  from (
    select found.*, ${dayOf(sql`created_at`)} as day,
      case when found.session_id = earliest.session_id then earliest.second when found.session_id is not null then earliest.first end as before
    from found left join earliest using (property_id, area_id, category)
  ) dated group by property_id, area_id, day, area, category`;

/** In the order of the columns of itemSums. A finding has one item, however many plans show it. */
const itemsOf = (propertyIds: readonly string[]): SQL => sql`
  select property_id, phase, count(*), sum(cost), sum(low), sum(high)
  from (
    select ${pipReports.propertyId} as property_id, ${phase} as phase, ${pipItems.estimatedCost} as cost,
      ${pipItems.costLow} as low, ${pipItems.costHigh} as high
    from ${pipReports} join ${pipItems} on ${pipItems.pipReportId} = ${pipReports.id}
    where ${isAnyOf(pipReports.propertyId, propertyIds)} and ${isOpenItem}
  ) items group by property_id, phase`;

async function saveItemSums(tx: Executor, units: readonly Unit[]): Promise<void> {
  const propertyIds = units.filter(({ areaId }) => areaId === planItems).map(({ propertyId }) => propertyId);
  if (propertyIds.length === 0) return;
  await tx.delete(itemSums).where(isAnyOf(itemSums.propertyId, propertyIds));
  await tx.insert(itemSums).select(itemsOf(propertyIds));
}

/** An arbitrary number that no other advisory lock of the product uses. */
const sumsLock = 0x73_75_6d_73;

/**
 * Sums a batch of what has changed anew; returns the number of changes. Waits for another transaction that does, because
 * what that one has removed is summed only when it commits.
 */
export async function saveChanged(tx: Executor, limit: number): Promise<number> {
  const waiting = tx.select({ id: summedChanges.id }).from(summedChanges).orderBy(asc(summedChanges.id)).limit(limit);
  if ((await waiting).length === 0) return 0;
  await tx.execute(sql`select pg_advisory_xact_lock(${sumsLock})`);
  const changes = await tx
    .delete(summedChanges)
    .where(inArray(summedChanges.id, waiting))
    .returning({ propertyId: summedChanges.propertyId, areaId: summedChanges.areaId });
  const units = [...new Map(changes.map((unit) => [`${unit.propertyId} ${unit.areaId}`, unit])).values()];
  if (units.length === 0) return 0;
  const isOfUnit = (table: typeof findingSums | typeof inspectionSums): SQL =>
    sql`(${table.propertyId}, ${table.areaId}) in (select property_id, area_id from ${unitsOf(units)})`;
  await tx.delete(inspectionSums).where(isOfUnit(inspectionSums));
  await tx.delete(findingSums).where(isOfUnit(findingSums));
  await tx.insert(inspectionSums).select(inspectionsOf(units));
  await tx.insert(findingSums).select(findingsOf(units));
  await saveItemSums(tx, units);
  return changes.length;
}
