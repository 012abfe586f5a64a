import { and, count, inArray, or, sql } from 'drizzle-orm';
import { openFindingStatuses } from '#contract/findings.ts';
import { scoreArea, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

/** Computed from photos and findings where they are shown. */
export interface Figures {
  photoCount: number;
  openIssues: number;
  /** 0-100; null while there is no photo. */
  score: number | null;
}
export const noFigures: Figures = { photoCount: 0, openIssues: 0, score: null };

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
      photoId: findings.photoId,
    })
    .from(findings)
    .where(and(inScopes(findings, scopeIds), inArray(findings.status, openFindingStatuses)));
  for (const { scopeId, confidence, ...finding } of rows) {
    const found = byScope.get(scopeId) ?? [];
    found.push({ ...finding, confidence: Number(confidence ?? 100) });
    byScope.set(scopeId, found);
  }
  return byScope;
}

/** Photos, open findings and score, by the id of the area session or inspection. */
export async function figuresOf(db: Executor, scopeIds: string[]): Promise<Map<string, Figures>> {
  if (scopeIds.length === 0) return new Map();
  const counted = await db
    .select({ scopeId: scopeIdOf(photos), count: count() })
    .from(photos)
    .where(inScopes(photos, scopeIds))
    .groupBy(scopeIdOf(photos));
  const photoCounts = new Map(counted.map((row) => [row.scopeId, row.count]));
  const byScope = await openFindings(db, scopeIds);
  return new Map(
    scopeIds.map((id) => {
      const photoCount = photoCounts.get(id) ?? 0;
      const open = byScope.get(id) ?? [];
      return [id, { photoCount, openIssues: open.length, score: photoCount > 0 ? scoreArea(open).overall : null }];
    }),
  );
}
