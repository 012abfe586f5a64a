import { and, eq, inArray, isNotNull, max, ne, or, sql } from 'drizzle-orm';
import { noCoverage, type Coverage, type RequirementCounts } from '#contract/coverage.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { scoreArea, toScored, worstOf, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { caseRequirements, inspectionCases } from '#server/schema/cases.tables.ts';
import {
  checklistAnswers,
  checklistItems,
  meetsRequirement,
  requirementEvidence,
} from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';
import { inspectionRuns, type RunRow } from '#server/schema/runs.tables.ts';
import { noFigures, type Figures } from './figures.rules.ts';
import * as kept from './kept-figures.repository.ts';

/** The id of the area session or inspection that a photo or finding belongs to. */
const scopeIdOf = (table: typeof photos | typeof findings) =>
  sql<string>`coalesce(${table.areaSessionId}, ${table.inspectionId})`;
const inScopes = (table: typeof photos | typeof findings, scopeIds: string[]) =>
  or(inArray(table.areaSessionId, scopeIds), inArray(table.inspectionId, scopeIds));

/** The findings that count for the score, by the id of their area session or inspection. */
export async function listOpenFindings(db: Executor, scopeIds: string[]): Promise<Map<string, AreaFinding[]>> {
  const byScope = new Map<string, AreaFinding[]>();
  if (scopeIds.length === 0) return byScope;
  const rows = await db
    .select({
      scopeId: scopeIdOf(findings),
      severity: findings.severity,
      category: findings.category,
      aiConfidence: findings.aiConfidence,
      source: findings.source,
      status: findings.status,
      photoId: findings.photoId,
      room: findings.room,
    })
    .from(findings)
    .where(and(inScopes(findings, scopeIds), inArray(findings.status, openFindingStatuses)));
  for (const { scopeId, photoId, room, ...finding } of rows) {
    const found = byScope.get(scopeId) ?? [];
    found.push({ ...toScored(finding), photoId, room });
    byScope.set(scopeId, found);
  }
  return byScope;
}

type CheckCounts = Pick<Coverage, 'checks' | 'answered' | 'critical' | 'criticalAnswered'>;

const checkCounts = {
  checks: sql<number>`count(${checklistItems.id})::int`,
  answered: sql<number>`count(${checklistAnswers.id})::int`,
  critical: sql<number>`count(*) filter (where ${checklistItems.critical})::int`,
  criticalAnswered: sql<number>`count(${checklistAnswers.id}) filter (where ${checklistItems.critical})::int`,
};

/** Requirements of the case that are about these areas, and how many of them are met. */
async function requirementsOf(db: Executor, scopeIds: string[]): Promise<Map<string, RequirementCounts>> {
  const rows = await db
    .select({
      scopeId: areaSessions.id,
      requirements: sql<number>`count(*)::int`,
      requirementsMet: sql<number>`count(${requirementEvidence.id})::int`,
    })
    .from(areaSessions)
    .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .innerJoin(
      caseRequirements,
      and(eq(caseRequirements.caseId, inspectionRuns.caseId), eq(caseRequirements.area, inspectionAreas.code)),
    )
    .leftJoin(
      requirementEvidence,
      and(
        eq(requirementEvidence.areaSessionId, areaSessions.id),
        eq(requirementEvidence.position, caseRequirements.position),
        meetsRequirement,
      ),
    )
    .where(inArray(areaSessions.id, scopeIds))
    .groupBy(areaSessions.id);
  return new Map(rows.map(({ scopeId, ...counts }) => [scopeId, counts]));
}

/** Requirements of a run's case that are about the whole property, and how many of them are met in any area. */
export async function getRequirementsOfProperty(
  db: Executor,
  { id, caseId }: Pick<RunRow, 'id' | 'caseId'>,
): Promise<RequirementCounts> {
  if (!caseId) return { requirements: 0, requirementsMet: 0 };
  const [all] = await db
    .select({ value: sql<number>`jsonb_array_length(${inspectionCases.requirements})` })
    .from(inspectionCases)
    .where(eq(inspectionCases.id, caseId));
  const placed = await db
    .select({ position: caseRequirements.position })
    .from(caseRequirements)
    .where(and(eq(caseRequirements.caseId, caseId), isNotNull(caseRequirements.area)));
  const positions = new Set(placed.map(({ position }) => position));
  const met = await db
    .selectDistinct({ position: requirementEvidence.position })
    .from(requirementEvidence)
    .innerJoin(areaSessions, eq(areaSessions.id, requirementEvidence.areaSessionId))
    .where(and(eq(areaSessions.runId, id), ne(areaSessions.status, 'not_applicable'), meetsRequirement));
  return {
    requirements: (all?.value ?? 0) - positions.size,
    requirementsMet: met.filter(({ position }) => !positions.has(position)).length,
  };
}

/** Checks of area sessions and their answers, and those of live and photo inspections, whose area is a name. */
async function checksOf(db: Executor, scopeIds: string[]): Promise<Map<string, CheckCounts>> {
  const ofAreas = await db
    .select({ scopeId: areaSessions.id, ...checkCounts })
    .from(areaSessions)
    .innerJoin(checklistItems, sql`${checklistItems.areaId} = ${areaSessions.areaId}`)
    .leftJoin(
      checklistAnswers,
      sql`${checklistAnswers.areaSessionId} = ${areaSessions.id} and ${checklistAnswers.itemId} = ${checklistItems.id}`,
    )
    .where(inArray(areaSessions.id, scopeIds))
    .groupBy(areaSessions.id);
  const ofInspections = await db
    .select({ scopeId: inspections.id, ...checkCounts })
    .from(inspections)
    .innerJoin(
      inspectionAreas,
      sql`lower(${inspections.area}) in (lower(${inspectionAreas.name}), ${inspectionAreas.code})`,
    )
    .innerJoin(checklistItems, sql`${checklistItems.areaId} = ${inspectionAreas.id}`)
    .leftJoin(
      checklistAnswers,
      sql`${checklistAnswers.inspectionId} = ${inspections.id} and ${checklistAnswers.itemId} = ${checklistItems.id}`,
    )
    .where(inArray(inspections.id, scopeIds))
    .groupBy(inspections.id);
  return new Map([...ofAreas, ...ofInspections].map(({ scopeId, ...counts }) => [scopeId, counts]));
}

async function photosOf(db: Executor, scopeIds: string[]) {
  const rows = await db
    .select({
      scopeId: scopeIdOf(photos),
      photos: sql<number>`count(*)::int`,
      usablePhotos: sql<number>`count(*) filter (where ${photos.usable})::int`,
      pending: sql<number>`count(*) filter (where ${photos.analysisStatus} = 'pending')::int`,
      latest: max(photos.createdAt),
    })
    .from(photos)
    .where(inScopes(photos, scopeIds))
    .groupBy(scopeIdOf(photos));
  return new Map(rows.map(({ scopeId, ...counts }) => [scopeId, counts]));
}

/** When the latest recording of each area session and inspection was added; that of an area is kept with its inspection. */
async function latestRecordings(db: Executor, scopeIds: string[]): Promise<Map<string, Date | null>> {
  const scopeId = sql<string>`coalesce(${inspections.areaSessionId}, ${inspections.id})`;
  const rows = await db
    .select({ scopeId, latest: max(recordings.createdAt) })
    .from(inspections)
    .innerJoin(recordings, eq(recordings.inspectionId, inspections.id))
    .where(or(inArray(inspections.areaSessionId, scopeIds), inArray(inspections.id, scopeIds)))
    .groupBy(scopeId);
  return new Map(rows.map((row) => [row.scopeId, row.latest]));
}

/** Counts afresh, by the id of the area session or inspection. */
export async function countFigures(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  if (scopeIds.length === 0) return new Map();
  const checks = await checksOf(db, scopeIds);
  const required = await requirementsOf(db, scopeIds);
  const pictures = await photosOf(db, scopeIds);
  const filmed = await latestRecordings(db, scopeIds);
  const byScope = await listOpenFindings(db, scopeIds);
  return new Map(
    scopeIds.map((id) => {
      const { pending = 0, latest = null, ...photoCounts } = pictures.get(id) ?? {};
      const coverage = { ...noCoverage, ...checks.get(id), ...photoCounts, ...required.get(id) };
      const times = [latest, filmed.get(id) ?? null].filter((time) => time !== null);
      const open = byScope.get(id) ?? [];
      const figures = {
        photoCount: coverage.photos,
        pendingPhotos: pending,
        lastEvidenceAt: times.reduce<Date | null>((last, time) => (last && last > time ? last : time), null),
        openFindings: open.length,
        coverage,
        worst: worstOf(open),
        score: scoreArea(open, coverage)?.overall ?? null,
      };
      return [id, figures];
    }),
  );
}

/** Coverage, open findings and score, by the id of the area session or inspection; those that are outdated are counted. */
export async function listFigures(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  const current = await kept.listCurrent(db, scopeIds);
  const counted = await countFigures(
    db,
    scopeIds.filter((id) => !current.has(id)),
  );
  return new Map([...current, ...counted]);
}

export const getFigures = async (db: Executor, scopeId: string): Promise<Figures> =>
  (await listFigures(db, [scopeId])).get(scopeId) ?? noFigures;

/** Counts the figures of a scope after a change of it, and keeps them. */
export async function refreshFigures(tx: Executor, scopeId: string): Promise<Figures> {
  await kept.lock(tx, scopeId);
  const counted = await countFigures(tx, [scopeId]);
  await kept.save(tx, counted);
  return counted.get(scopeId) ?? noFigures;
}
