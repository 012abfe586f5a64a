import { and, inArray, or, sql } from 'drizzle-orm';
import { noCoverage, type Coverage } from '#contract/coverage.ts';
import type { Severity } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { scoreArea, worstOf, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { checklistAnswers, checklistItems } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

/** Computed from checks, photos and findings where they are shown. */
export interface Figures {
  photoCount: number;
  openFindings: number;
  coverage: Coverage;
  worst: Severity | null;
  /** 0-100; null until the critical checks are answered and there is a usable photo. */
  score: number | null;
}
export const noFigures: Figures = { photoCount: 0, openFindings: 0, coverage: noCoverage, worst: null, score: null };

/** The id of the area session or inspection that a photo or finding belongs to. */
const scopeIdOf = (table: typeof photos | typeof findings) =>
  sql<string>`coalesce(${table.areaSessionId}, ${table.inspectionId})`;
const inScopes = (table: typeof photos | typeof findings, scopeIds: string[]) =>
  or(inArray(table.areaSessionId, scopeIds), inArray(table.inspectionId, scopeIds));

/** The findings that count for the score, by the id of their area session or inspection. */
export async function openFindings(db: Executor, scopeIds: string[]): Promise<Map<string, AreaFinding[]>> {
  const byScope = new Map<string, AreaFinding[]>();
  if (scopeIds.length === 0) return byScope;
  const rows = await db
    .select({
      scopeId: scopeIdOf(findings),
      severity: findings.severity,
      category: findings.category,
      confidence: findings.aiConfidence,
      source: findings.source,
      status: findings.status,
      photoId: findings.photoId,
    })
    .from(findings)
    .where(and(inScopes(findings, scopeIds), inArray(findings.status, openFindingStatuses)));
  for (const { scopeId, confidence, status, ...finding } of rows) {
    const found = byScope.get(scopeId) ?? [];
    found.push({ ...finding, confidence: Number(confidence ?? 100), confirmed: status === 'confirmed' });
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
    })
    .from(photos)
    .where(inScopes(photos, scopeIds))
    .groupBy(scopeIdOf(photos));
  return new Map(rows.map(({ scopeId, ...counts }) => [scopeId, counts]));
}

/** Coverage, open findings and score, by the id of the area session or inspection. */
export async function figuresOf(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  if (scopeIds.length === 0) return new Map();
  const checks = await checksOf(db, scopeIds);
  const pictures = await photosOf(db, scopeIds);
  const byScope = await openFindings(db, scopeIds);
  return new Map(
    scopeIds.map((id) => {
      const coverage = { ...noCoverage, ...checks.get(id), ...pictures.get(id) };
      const open = byScope.get(id) ?? [];
      const figures = {
        photoCount: coverage.photos,
        openFindings: open.length,
        coverage,
        worst: worstOf(open),
        score: scoreArea(open, coverage)?.overall ?? null,
      };
      return [id, figures];
    }),
  );
}

export const figuresOfOne = async (db: Executor, scopeId: string): Promise<Figures> =>
  (await figuresOf(db, [scopeId])).get(scopeId) ?? noFigures;
