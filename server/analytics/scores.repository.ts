import { sql, type SQL } from 'drizzle-orm';
import {
  dimensionOf,
  findingCategories,
  severities,
  type ScoreDimension,
  type Severity,
} from '#contract/finding-categories.ts';
import { capOf, dimensionWeights, incompleteCap, penaltyOf } from '#server/analysis/scoring.rules.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

const listOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
export const isOpen = sql`${findings.status} in (${listOf(openFindingStatuses)})`;

const bySeverity = (column: SQL, points: Record<Severity, number>): SQL =>
  sql`case ${column} ${sql.join(
    severities.map((severity) => sql.raw(`when '${severity}' then ${points[severity]}`)),
    sql` `,
  )} end`;
const penalty = bySeverity(sql`${findings.severity}`, penaltyOf);
const categoriesOf = (dimension: ScoreDimension): SQL =>
  listOf(findingCategories.filter((category) => dimensionOf[category] === dimension));
/** What is left of a dimension, times its weight. */
const weighted = (dimension: ScoreDimension): SQL =>
  sql`${sql.raw(String(dimensionWeights[dimension]))} * greatest(0, 100 - coalesce(sum(points) filter (where category in (${categoriesOf(dimension)})), 0))`;

const columns = sql`key, ${findings.severity}, ${findings.category}, ${findings.source}, ${findings.photoId}, ${penalty} as penalty,
  case when ${findings.source} = 'person' or ${findings.status} = 'confirmed' then 100
    else coalesce(${findings.aiConfidence}, 100) end as confidence`;

/** The worst of the severities of some rows. */
const worst = sql`case ${sql.join(
  severities.map((severity) => sql.raw(`when bool_or(severity = '${severity}') then '${severity}'`)),
  sql` `,
)} end`;

/** Checks of each area. */
const checkCounts = sql`
  select ${checklistItems.areaId} as area_id, count(*) as checks, count(*) filter (where ${checklistItems.critical}) as critical
  from ${checklistItems} group by 1`;

/**
 * Rows (key, score, worst) of rows (key, area_session_id, inspection_id): the compliance score of what an area session,
 * or an inspection without one, shows, null where it has none, and the worst severity that is open. It is `scoreArea` of
 * analysis/scoring.rules.ts, from the same constants, for more findings than ought to leave the database; a test holds
 * the two against each other.
 */
export const scoresOf = (holders: SQL): SQL => sql`
  with holders as (${holders}),
  found as (
    select ${columns} from holders
    join ${findings} on ${findings.areaSessionId} = holders.area_session_id
    where ${isOpen}
    union all
    select ${columns} from holders
    join ${findings} on ${findings.inspectionId} = holders.inspection_id and ${findings.areaSessionId} is null
    where holders.area_session_id is null and ${isOpen}
  ),
  ranked as (
    select *, row_number() over (partition by key, category, photo_id order by penalty desc, confidence desc) as rank
    from found where source = 'ai' and photo_id is not null
  ),
  placed as (
    select *, row_number() over (partition by key, category, rank order by penalty desc, confidence desc) as place
    from ranked
  ),
  counted as (
    select key, category, severity, penalty * confidence / 100 as points
    from found where source = 'person' or photo_id is null
    union all
    select key, category, severity, penalty * confidence / 100 from placed where place = 1
  ),
  scored as (
    select key, ${weighted('safety')} + ${weighted('condition')} + ${weighted('maintenance')} as points,
      min(${bySeverity(sql`severity`, capOf)}) as cap, ${worst} as worst
    from counted group by key
  ),
  pictured as (
    select key from holders
    where exists (select 1 from ${photos} where ${photos.areaSessionId} = holders.area_session_id and ${photos.usable})
    union all
    select key from holders
    where holders.area_session_id is null
      and exists (select 1 from ${photos} where ${photos.inspectionId} = holders.inspection_id and ${photos.usable})
  ),
  answers as (
    select key, ${checklistAnswers.itemId} as item_id from holders
    join ${checklistAnswers} on ${checklistAnswers.areaSessionId} = holders.area_session_id
    union all
    select key, ${checklistAnswers.itemId} from holders
    join ${checklistAnswers} on ${checklistAnswers.inspectionId} = holders.inspection_id
    where holders.area_session_id is null
  ),
  answered as (
    select key, ${checklistItems.areaId} as area_id, count(*) as answered,
      count(*) filter (where ${checklistItems.critical}) as critical_answered
    from answers join ${checklistItems} on ${checklistItems.id} = answers.item_id group by 1, 2
  ),
  places as (
    select key, ${areaSessions.areaId} as area_id from holders
    join ${areaSessions} on ${areaSessions.id} = holders.area_session_id
    union all
    select key, ${inspectionAreas.id} from holders
    join ${inspections} on ${inspections.id} = holders.inspection_id
    join ${inspectionAreas} on lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})
    where holders.area_session_id is null
  ),
  unanswered as (
    select places.key, check_counts.checks - coalesce(answered.answered, 0) as checks,
      check_counts.critical - coalesce(answered.critical_answered, 0) as critical
    from places join (${checkCounts}) check_counts on check_counts.area_id = places.area_id
    left join answered on answered.key = places.key and answered.area_id = places.area_id
  )
  select holders.key, scored.worst, case when pictured.key is null or unanswered.critical > 0 then null else round(
    least(coalesce(scored.points, 100), coalesce(scored.cap, case when unanswered.checks > 0 then ${sql.raw(String(incompleteCap))} end, 100)),
    1)::float8 end as score
  from holders
  left join pictured on pictured.key = holders.key
  left join unanswered on unanswered.key = holders.key
  left join scored on scored.key = holders.key`;
