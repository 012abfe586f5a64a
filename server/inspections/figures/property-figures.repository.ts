import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { severities } from '#contract/finding-categories.ts';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { anyOf, countFigures } from './figures.repository.ts';
import { noFigures, type AreaLeftOut, type Figures } from './figures.rules.ts';

const count = z.number();
const openRow = z.object({ propertyId: z.string(), critical: count, high: count, medium: count, low: count });
/** Open findings by severity. */
const openColumns = sql`${scopeFigures.openCritical} as critical, ${scopeFigures.openHigh} as high,
  ${scopeFigures.openMedium} as medium, ${scopeFigures.openLow} as low`;

/** The latest run of each property that meets a condition. */
const latestRuns = (propertyIds: readonly string[], condition: SQL = sql`true`): SQL => sql`
  select distinct on (${inspectionRuns.propertyId}) ${inspectionRuns.id} as id,
    ${inspectionRuns.propertyId} as property_id, ${inspectionRuns.createdAt} as created_at
  from ${inspectionRuns} where ${inspectionRuns.propertyId} = ${anyOf(propertyIds)} and ${condition}
  order by ${inspectionRuns.propertyId}, ${inspectionRuns.createdAt} desc`;
const isCompleted = sql`${inspectionRuns.status} = 'completed'`;

/**
 * The latest submitted area session of each applicable area, so that a new run hides nothing, or else its latest area
 * session. An area applies if it does in the latest run or, until that is submitted, in the one submitted before.
 */
const currentAreas = (propertyIds: readonly string[]): SQL => sql`
  select each.property_id, each.area_id,
    (array_agg(each.id order by (${inspections.id} is not null) desc, each.created_at desc))[1] as id
  from ${areaSessions} each left join runs on runs.id = each.run_id
  left join ${inspections} on ${inspections.areaSessionId} = each.id
    and ${inspections.propertyId} = ${anyOf(propertyIds)} and ${inspections.status} <> 'in_progress'
  where each.property_id = ${anyOf(propertyIds)} and each.status <> 'not_applicable'
  group by each.property_id, each.area_id having count(runs.id) > 0`;

const areaRow = openRow.extend({
  /** The area session. */
  id: z.string(),
  code: z.string(),
  version: count,
  score: z.number().nullable(),
  worst: z.enum(severities).nullable(),
  checks: count,
  answered: count,
  criticalChecks: count,
  criticalAnswered: count,
  notApplicable: count,
  photos: count,
  usablePhotos: count,
  pendingPhotos: count,
  requirements: count,
  requirementsMet: count,
});
type AreaRow = z.output<typeof areaRow>;

export interface CurrentArea extends Pick<AreaRow, 'propertyId' | 'code'> {
  figures: Pick<Figures, 'score' | 'worst' | 'coverage' | 'openOf'>;
}

const storedFigures = ({ critical, high, medium, low, score, worst, criticalChecks, ...row }: AreaRow) => ({
  score,
  worst,
  openOf: { critical, high, medium, low },
  coverage: {
    checks: row.checks,
    answered: row.answered,
    critical: criticalChecks,
    criticalAnswered: row.criticalAnswered,
    notApplicable: row.notApplicable,
    photos: row.photos,
    usablePhotos: row.usablePhotos,
    pendingPhotos: row.pendingPhotos,
    requirements: row.requirements,
    requirementsMet: row.requirementsMet,
  },
});

/** The applicable areas of each property with their figures. Outdated figures are counted anew. */
export async function listCurrentAreas(db: Executor, propertyIds: readonly string[]): Promise<CurrentArea[]> {
  if (propertyIds.length === 0) return [];
  const { rows } = await db.execute(sql`
    with runs as ((${latestRuns(propertyIds)}) union (${latestRuns(propertyIds, isCompleted)}))
    select current.id, current.property_id as "propertyId", ${inspectionAreas.code} as code,
      ${scopeFigures.version} as version, ${scopeFigures.score} as score, ${scopeFigures.worst} as worst,
      ${scopeFigures.checks} as checks, ${scopeFigures.answered} as answered,
      ${scopeFigures.critical} as "criticalChecks", ${scopeFigures.criticalAnswered} as "criticalAnswered",
      ${scopeFigures.notApplicable} as "notApplicable",
      ${scopeFigures.photos} as photos, ${scopeFigures.usablePhotos} as "usablePhotos",
      ${scopeFigures.pendingPhotos} as "pendingPhotos",
      ${scopeFigures.requirements} as requirements, ${scopeFigures.requirementsMet} as "requirementsMet", ${openColumns}
    from (${currentAreas(propertyIds)}) current join ${inspectionAreas} on ${inspectionAreas.id} = current.area_id
    join ${scopeFigures} on ${scopeFigures.scopeId} = current.id`);
  const areas = z.array(areaRow).parse(rows);
  const outdated = areas.filter(({ version }) => version !== scoringVersion);
  const counted = await countFigures(
    db,
    outdated.map(({ id }) => id),
  );
  return areas.map((area) => ({
    propertyId: area.propertyId,
    code: area.code,
    figures: area.version === scoringVersion ? storedFigures(area) : (counted.get(area.id) ?? noFigures),
  }));
}

const leftOutRow = z.object({ area: z.string(), reason: z.string() });

/**
 * The areas of a property that do not apply: left out of the latest run and, until that is submitted, not inspected by the
 * one submitted before, as in `currentAreas`.
 */
export async function listLeftOut(db: Executor, propertyId: string): Promise<AreaLeftOut[]> {
  const { rows } = await db.execute(sql`
    with latest as (select id, status from ${inspectionRuns} where property_id = ${propertyId} order by created_at desc limit 1),
      submitted as (
        select id from ${inspectionRuns} where property_id = ${propertyId} and status = 'completed' order by created_at desc limit 1
      )
    select ${inspectionAreas.name} as area, ${areaSessions.notApplicableReason} as reason
    from latest join ${areaSessions} on ${areaSessions.runId} = latest.id and ${areaSessions.status} = 'not_applicable'
    join ${inspectionAreas} on ${inspectionAreas.id} = ${areaSessions.areaId}
    where latest.status = 'completed' or not exists (
      select from submitted join ${areaSessions} before on before.run_id = submitted.id
      where before.area_id = ${areaSessions.areaId} and before.status <> 'not_applicable')
    order by ${inspectionAreas.sortOrder}`);
  return z.array(leftOutRow).parse(rows);
}

/** The open findings of each inspection outside of runs, since the latest submitted run of its property started. */
export async function listOpenOutsideRuns(db: Executor, propertyIds: readonly string[]) {
  if (propertyIds.length === 0) return [];
  const { rows } = await db.execute(sql`
    with runs as (${latestRuns(propertyIds, isCompleted)})
    select ${inspections.propertyId} as "propertyId", ${openColumns}
    from ${inspections} left join runs on runs.property_id = ${inspections.propertyId}
    join ${scopeFigures} on ${scopeFigures.scopeId} = ${inspections.id} and ${scopeFigures.openFindings} > 0
    where ${inspections.propertyId} = ${anyOf(propertyIds)} and ${inspections.areaSessionId} is null
      and ${inspections.createdAt} >= coalesce(runs.created_at, '-infinity')`);
  return z.array(openRow).parse(rows);
}

const caseRunRow = z.object({ propertyId: z.string(), runId: z.string() });
/** The latest run of each property that a case asked for and that was not cancelled, by the id of the property. */
export async function listCaseRuns(db: Executor, propertyIds: readonly string[]): Promise<Map<string, string>> {
  if (propertyIds.length === 0) return new Map();
  const ofCase = sql`exists (
    select from ${inspectionCases}
    where ${inspectionCases.id} = ${inspectionRuns.caseId} and ${inspectionCases.status} not in ('cancelled', 'expired')
  )`;
  const { rows } = await db.execute(sql`
    with runs as (${latestRuns(propertyIds, ofCase)}) select property_id as "propertyId", id as "runId" from runs`);
  const runs = z.array(caseRunRow).parse(rows);
  return new Map(runs.map(({ propertyId, runId }) => [propertyId, runId]));
}
