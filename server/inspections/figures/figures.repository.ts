import { and, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { RequirementCounts } from '#contract/coverage.ts';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { findingSources, findingStatuses, openFindingStatuses } from '#contract/findings.ts';
import { scoreArea, toScored, worstOf, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import { builtOnce } from '#server/platform/database/built-once.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { caseRequirements, inspectionCases } from '#server/schema/cases.tables.ts';
import {
  checklistAnswers,
  checklistItems,
  meetsRequirement,
  requirementEvidence,
} from '#server/schema/checklists.tables.ts';
import { findings, roomInBuilding } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { countBySeverity, noFigures, type Figures } from './figures.rules.ts';
import * as stored from './stored-figures.repository.ts';

/** Passes any number of ids as one parameter, so that the statement text stays the same. */
export const anyOf = (ids: readonly string[]) => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

/** The findings that count for the score, by the id of the area session or inspection. */
export async function listOpenFindings(db: Executor, scopeIds: string[]): Promise<Map<string, AreaFinding[]>> {
  const byScope = new Map<string, AreaFinding[]>();
  if (scopeIds.length === 0) return byScope;
  const rows = await db
    .select({
      scopeId: sql<string>`coalesce(${findings.areaSessionId}, ${findings.inspectionId})`,
      severity: findings.severity,
      category: findings.category,
      aiConfidence: findings.aiConfidence,
      source: findings.source,
      status: findings.status,
      photoId: findings.photoId,
      room: roomInBuilding,
    })
    .from(findings)
    .where(
      and(
        or(sql`${findings.areaSessionId} = ${anyOf(scopeIds)}`, sql`${findings.inspectionId} = ${anyOf(scopeIds)}`),
        inArray(findings.status, openFindingStatuses),
      ),
    );
  for (const { scopeId, photoId, room, ...finding } of rows) {
    const found = byScope.get(scopeId) ?? [];
    found.push({ ...toScored(finding), photoId, room });
    byScope.set(scopeId, found);
  }
  return byScope;
}

const requirementsRow = z.object({ runId: z.string(), requirements: z.number(), requirementsMet: z.number() });

/**
 * Counts the requirements of each run's case that are about the whole property, and those that are met in any area, by
 * the id of the run. Runs without any are left out.
 */
export async function listRequirementsOfProperty(
  db: Executor,
  runIds: readonly string[],
): Promise<Map<string, RequirementCounts>> {
  if (runIds.length === 0) return new Map();
  const placed = sql`from ${caseRequirements} where ${caseRequirements.caseId} = ${inspectionCases.id} and ${caseRequirements.area} is not null`;
  const { rows } = await db.execute(sql`
    select ${inspectionRuns.id} as "runId",
      (jsonb_array_length(${inspectionCases.requirements}) - (select count(*) ${placed}))::int as requirements,
      (
        select count(distinct ${requirementEvidence.position})::int
        from ${areaSessions} join ${requirementEvidence} on ${requirementEvidence.areaSessionId} = ${areaSessions.id}
        where ${areaSessions.runId} = ${inspectionRuns.id} and ${areaSessions.status} <> 'not_applicable' and ${meetsRequirement}
          and not exists (select 1 ${placed} and ${caseRequirements.position} = ${requirementEvidence.position})
      ) as "requirementsMet"
    from ${inspectionRuns} join ${inspectionCases} on ${inspectionCases.id} = ${inspectionRuns.caseId}
    where ${inspectionRuns.id} = ${anyOf(runIds)} and jsonb_array_length(${inspectionCases.requirements}) > 0`);
  return new Map(
    z
      .array(requirementsRow)
      .parse(rows)
      .map(({ runId, ...counts }) => [runId, counts]),
  );
}

const count = z.number();
const openFinding = z.object({
  severity: z.enum(severities),
  category: z.enum(findingCategories),
  aiConfidence: z.number().nullable(),
  source: z.enum(findingSources),
  status: z.enum(findingStatuses),
  photoId: z.string().nullable(),
  room: z.string().nullable(),
});
const countedRow = z.object({
  id: z.string(),
  checks: count,
  answered: count,
  critical: count,
  criticalAnswered: count,
  notApplicable: count,
  requirements: count,
  requirementsMet: count,
  photos: count,
  usablePhotos: count,
  pendingPhotos: count,
  /** Milliseconds since 1970. */
  latestPhoto: z.number().nullable(),
  latestRecording: z.number().nullable(),
  open: z.array(openFinding),
});

/**
 * One id is not passed as an array: PostgreSQL expects ten ids in an array that it does not know yet, and would plan the
 * statement anew for each single one, which takes longer than reading.
 */
const oneId = sql`${sql.placeholder('ids')}::uuid`;
const manyIds = sql`any(${sql.placeholder('ids')}::uuid[])`;
const inThisScope = (table: typeof photos | typeof checklistAnswers | typeof findings) =>
  sql`(${table.areaSessionId} = scopes.id or ${table.inspectionId} = scopes.id)`;
const epoch = (column: PgColumn) => sql`(extract(epoch from max(${column})) * 1000)::float8`;

/** A failed check whose finding was dismissed is not answered: one of the two is wrong, and somebody has to say which. */
const isAnswered = sql`not (${checklistAnswers.result} = 'fail' and exists (
  select from ${findings} where ${inThisScope(findings)} and ${findings.checklistItemId} = ${checklistAnswers.itemId}
    and ${findings.status} = 'dismissed' and ${findings.mergedInto} is null))`;

/**
 * Counts checks, requirements, photos and recordings of each scope, and lists its open findings. A standalone inspection stores its area by name.
 */
const countingOf = (givenIds: SQL): SQL => sql`
  with scopes as (
    select ${areaSessions.id} as id, ${areaSessions.areaId} as area_id, ${inspectionRuns.caseId} as case_id
    from ${areaSessions} join ${inspectionRuns} on ${inspectionRuns.id} = ${areaSessions.runId}
    where ${areaSessions.id} = ${givenIds}
    union all
    select ${inspections.id}, (
      select ${inspectionAreas.id} from ${inspectionAreas}
      where lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code}) limit 1
    ), null
    from ${inspections} where ${inspections.id} = ${givenIds}
  )
  select scopes.id, checked.*, required.*, pictured.*, filmed.*, found.*
  from scopes
  cross join lateral (
    select count(*)::int as checks, count(${checklistAnswers.id}) filter (where ${isAnswered})::int as answered,
      count(*) filter (where ${checklistItems.critical})::int as critical,
      count(${checklistAnswers.id}) filter (where ${checklistItems.critical} and ${isAnswered})::int as "criticalAnswered",
      count(*) filter (where ${checklistAnswers.result} = 'not_applicable')::int as "notApplicable"
    from ${checklistItems}
    left join ${checklistAnswers} on ${checklistAnswers.itemId} = ${checklistItems.id} and ${inThisScope(checklistAnswers)}
    where ${checklistItems.areaId} = scopes.area_id
  ) checked
  cross join lateral (
    select count(*)::int as requirements, count(${requirementEvidence.id})::int as "requirementsMet"
    from ${caseRequirements}
    join ${inspectionAreas} on ${inspectionAreas.code} = ${caseRequirements.area} and ${inspectionAreas.id} = scopes.area_id
    left join ${requirementEvidence} on ${requirementEvidence.areaSessionId} = scopes.id
      and ${requirementEvidence.position} = ${caseRequirements.position} and ${meetsRequirement}
    where ${caseRequirements.caseId} = scopes.case_id
  ) required
  cross join lateral (
    select count(*)::int as photos, count(*) filter (where ${photos.usable})::int as "usablePhotos",
      count(*) filter (where ${photos.analysisStatus} = 'pending')::int as "pendingPhotos",
      ${epoch(photos.createdAt)} as "latestPhoto"
    from ${photos} where ${inThisScope(photos)}
  ) pictured
  cross join lateral (
    select ${epoch(recordings.createdAt)} as "latestRecording"
    from ${inspections} join ${recordings} on ${recordings.inspectionId} = ${inspections.id}
    where ${inspections.id} = scopes.id or ${inspections.areaSessionId} = scopes.id
  ) filmed
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('severity', ${findings.severity}, 'category', ${findings.category},
      'aiConfidence', ${findings.aiConfidence}, 'source', ${findings.source}, 'status', ${findings.status},
      'photoId', ${findings.photoId}, 'room', ${roomInBuilding})), '[]') as open
    from ${findings} where ${inThisScope(findings)} and ${inArray(findings.status, openFindingStatuses)}
  ) found`;
const countedColumns = Object.fromEntries(
  Object.keys(countedRow.shape).map((name) => [name, sql`counted.${sql.identifier(name)}`]),
);
const countedByIds = builtOnce((db, shape) =>
  db
    .select(countedColumns)
    .from(sql`(${countingOf(shape === 'one' ? oneId : manyIds)}) as counted`)
    .prepare(''),
);

/** Counts the figures anew, by the id of the area session or inspection. */
export async function countFigures(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  if (scopeIds.length === 0) return new Map();
  const [first, ...others] = scopeIds;
  const found =
    others.length === 0
      ? await countedByIds(db, 'one').execute({ ids: first })
      : await countedByIds(db, 'many').execute({ ids: `{${scopeIds.join(',')}}` });
  const rows = z.array(countedRow).parse(found);
  const counted = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    scopeIds.map((id) => {
      const row = counted.get(id);
      if (!row) return [id, noFigures];
      const { id: _id, latestPhoto, latestRecording, open: found, ...coverage } = row;
      const latest = Math.max(latestPhoto ?? 0, latestRecording ?? 0);
      const open = found.map(({ photoId, room, aiConfidence, ...finding }) => ({
        ...toScored({ ...finding, aiConfidence: aiConfidence === null ? null : String(aiConfidence) }),
        photoId,
        room,
      }));
      const figures = {
        photoCount: coverage.photos,
        pendingPhotos: coverage.pendingPhotos,
        lastEvidenceAt: latest === 0 ? null : new Date(latest),
        openFindings: open.length,
        openOf: countBySeverity(open),
        coverage,
        worst: worstOf(open),
        score: scoreArea(open, coverage)?.overall ?? null,
      };
      return [id, figures];
    }),
  );
}

/**
 * Coverage, open findings and score, by the id of the area session or inspection. Outdated figures are counted anew.
 */
export async function listFigures(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  const current = await stored.listCurrent(db, scopeIds);
  const counted = await countFigures(
    db,
    scopeIds.filter((id) => !current.has(id)),
  );
  return new Map([...current, ...counted]);
}

export const getFigures = async (db: Executor, scopeId: string): Promise<Figures> =>
  (await listFigures(db, [scopeId])).get(scopeId) ?? noFigures;

/** Counts the figures of a scope after a change, under the lock. Store them before the commit. */
export async function countLocked(tx: Executor, scopeId: string): Promise<Figures> {
  await stored.lock(tx, scopeId);
  return (await countFigures(tx, [scopeId])).get(scopeId) ?? noFigures;
}
