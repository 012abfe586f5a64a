import { sql, type SQL } from 'drizzle-orm';
import { dimensionOf, findingCategories, severities, type ScoreDimension } from '#contract/finding-categories.ts';
import { criticalCap, dimensionWeights, penaltyOf } from '#server/analysis/scoring.rules.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

const listOf = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
export const isOpen = sql`${findings.status} in (${listOf(openFindingStatuses)})`;

const penalty = sql`case ${findings.severity} ${sql.join(
  severities.map((severity) => sql.raw(`when '${severity}' then ${penaltyOf[severity]}`)),
  sql` `,
)} end`;
const categoriesOf = (dimension: ScoreDimension): SQL =>
  listOf(findingCategories.filter((category) => dimensionOf[category] === dimension));
/** What is left of a dimension, times its weight. */
const weighted = (dimension: ScoreDimension): SQL =>
  sql`${sql.raw(String(dimensionWeights[dimension]))} * greatest(0, 100 - coalesce(sum(points) filter (where category in (${categoriesOf(dimension)})), 0))`;

const columns = sql`key, ${findings.severity}, ${findings.category}, ${findings.source}, ${findings.photoId}, ${penalty} as penalty,
  case ${findings.source} when 'person' then 100 else coalesce(${findings.aiConfidence}, 100) end as confidence`;

/**
 * Rows (key, score) of rows (key, area_session_id, inspection_id): the compliance score of what an area session, or an
 * inspection without one, shows; null without a photo. It is `scoreArea` of analysis/scoring.rules.ts, from the same
 * constants, for more findings than ought to leave the database; a test holds the two against each other.
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
      bool_or(severity = 'critical') as critical
    from counted group by key
  ),
  pictured as (
    select key from holders
    where exists (select 1 from ${photos} where ${photos.areaSessionId} = holders.area_session_id)
    union all
    select key from holders
    where holders.area_session_id is null
      and exists (select 1 from ${photos} where ${photos.inspectionId} = holders.inspection_id)
  )
  select holders.key, case when pictured.key is null then null else round(
    case when scored.critical then least(scored.points, ${sql.raw(String(criticalCap))}) else coalesce(scored.points, 100) end,
    1)::float8 end as score
  from holders
  left join pictured on pictured.key = holders.key
  left join scored on scored.key = holders.key`;
