import { and, inArray, or, sql } from 'drizzle-orm';
import { scoreArea, type AreaFinding } from '#server/analysis/scoring.rules.ts';
import { openStatuses } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import { photos } from '#server/photos/photos.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';

export interface Figures {
  photoCount: number;
  openIssues: number;
  /** 0-100; null while there is no photo. */
  score: number | null;
}
export const noFigures: Figures = { photoCount: 0, openIssues: 0, score: null };

/** Photos and findings belong to an area session or to an inspection of its own. */
const heldBy = (table: typeof photos | typeof issues, holders: string[]) =>
  or(inArray(table.areaSessionId, holders), inArray(table.inspectionId, holders));
const holderOf = (table: typeof photos | typeof issues) =>
  sql<string>`coalesce(${table.areaSessionId}, ${table.inspectionId})`;

/** The findings that count for the score, by the id of the area session or inspection that holds them. */
export async function openFindings(db: Executor, holders: string[]): Promise<Map<string, AreaFinding[]>> {
  const findings = new Map<string, AreaFinding[]>();
  if (holders.length === 0) return findings;
  const open = await db
    .select({
      holder: holderOf(issues),
      severity: issues.severity,
      category: issues.category,
      confidence: issues.aiConfidence,
      source: issues.source,
      photoId: issues.photoId,
    })
    .from(issues)
    .where(and(heldBy(issues, holders), inArray(issues.status, openStatuses)));
  for (const { holder, confidence, ...issue } of open) {
    const own = findings.get(holder) ?? [];
    own.push({ ...issue, confidence: Number(confidence ?? 100) });
    findings.set(holder, own);
  }
  return findings;
}

/** Photos, open findings and score, by the id of the area session or inspection that holds them. */
export async function figuresOf(db: Executor, holders: string[]): Promise<Map<string, Figures>> {
  if (holders.length === 0) return new Map();
  const counted = await db
    .select({ holder: holderOf(photos), count: sql<number>`count(*)::int` })
    .from(photos)
    .where(heldBy(photos, holders))
    .groupBy(holderOf(photos));
  const photoCounts = new Map(counted.map(({ holder, count }) => [holder, count]));
  const findings = await openFindings(db, holders);
  return new Map(
    holders.map((holder) => {
      const photoCount = photoCounts.get(holder) ?? 0;
      const own = findings.get(holder) ?? [];
      return [holder, { photoCount, openIssues: own.length, score: photoCount > 0 ? scoreArea(own).overall : null }];
    }),
  );
}
