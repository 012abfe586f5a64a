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
import { caseRequirements } from '#server/schema/cases.tables.ts';
import {
  checklistAnswers,
  checklistItems,
  meetsRequirement,
  requirementEvidence,
} from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

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
 * Compliance score and worst open severity of each row, computed in SQL like scoreArea. The rows are (key,
 * area_session_id, inspection_id), where area_session_id is null for an inspection without one; the answer's are (key,
 * score, worst). The constants are those of analysis/scoring.rules.ts, and a test compares the two.
 */
export const scoresOf = (scored: SQL): SQL => sql`
  with scored as (${scored}),
  found as (
    select ${columns} from scored
    join ${findings} on ${findings.areaSessionId} = scored.area_session_id
    where ${isOpen}
    union all
    select ${columns} from scored
    join ${findings} on ${findings.inspectionId} = scored.inspection_id and ${findings.areaSessionId} is null
    where scored.area_session_id is null and ${isOpen}
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
  finding_scores as (
    select key, ${weighted('safety')} + ${weighted('condition')} + ${weighted('maintenance')} as points,
      min(${bySeverity(sql`severity`, capOf)}) as cap, ${worst} as worst
    from counted group by key
  ),
  pictured as (
    select key from scored
    where exists (select 1 from ${photos} where ${photos.areaSessionId} = scored.area_session_id and ${photos.usable})
    union all
    select key from scored
    where scored.area_session_id is null
      and exists (select 1 from ${photos} where ${photos.inspectionId} = scored.inspection_id and ${photos.usable})
  ),
  answers as (
    select key, ${checklistAnswers.itemId} as item_id from scored
    join ${checklistAnswers} on ${checklistAnswers.areaSessionId} = scored.area_session_id
    union all
    select key, ${checklistAnswers.itemId} from scored
    join ${checklistAnswers} on ${checklistAnswers.inspectionId} = scored.inspection_id
    where scored.area_session_id is null
  ),
  answered as (
    select key, ${checklistItems.areaId} as area_id, count(*) as answered,
      count(*) filter (where ${checklistItems.critical}) as critical_answered
    from answers join ${checklistItems} on ${checklistItems.id} = answers.item_id group by 1, 2
  ),
  places as (
    select key, ${areaSessions.areaId} as area_id from scored
    join ${areaSessions} on ${areaSessions.id} = scored.area_session_id
    union all
    select key, ${inspectionAreas.id} from scored
    join ${inspections} on ${inspections.id} = scored.inspection_id
    join ${inspectionAreas} on lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})
    where scored.area_session_id is null
  ),
  unanswered as (
    select places.key, check_counts.checks - coalesce(answered.answered, 0) as checks,
      check_counts.critical - coalesce(answered.critical_answered, 0) as critical
    from places join (${checkCounts}) check_counts on check_counts.area_id = places.area_id
    left join answered on answered.key = places.key and answered.area_id = places.area_id
  ),
  unmet as (
    select distinct key from scored
    join ${areaSessions} on ${areaSessions.id} = scored.area_session_id
    join ${inspectionRuns} on ${inspectionRuns.id} = ${areaSessions.runId}
    join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
    join ${caseRequirements} on ${caseRequirements.caseId} = ${inspectionRuns.caseId} and ${caseRequirements.area} = ${inspectionAreas.code}
    where not exists (
      select from ${requirementEvidence}
      where ${requirementEvidence.areaSessionId} = ${areaSessions.id} and ${requirementEvidence.position} = ${caseRequirements.position}
        and ${meetsRequirement})
  )
  select scored.key, finding_scores.worst, case when pictured.key is null or unanswered.critical > 0 then null else round(
    least(coalesce(finding_scores.points, 100), coalesce(finding_scores.cap, case when unanswered.checks > 0 or unmet.key is not null then ${sql.raw(String(incompleteCap))} end, 100)),
    1)::float8 end as score
  from scored
  left join pictured on pictured.key = scored.key
  left join unanswered on unanswered.key = scored.key
  left join unmet on unmet.key = scored.key
  left join finding_scores on finding_scores.key = scored.key`;
