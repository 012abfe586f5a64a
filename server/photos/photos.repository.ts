import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { ScoredFinding } from '#server/analysis/scoring.rules.ts';
import { areaSessions } from '#server/areas/areas.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { openStatuses, toScored } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties } from '#server/properties/properties.tables.ts';
import { inspectionRuns } from '#server/runs/runs.tables.ts';
import { photos, type PhotoRow } from './photos.tables.ts';

export const byId = async (db: Executor, id: string): Promise<PhotoRow | null> =>
  (await db.select().from(photos).where(eq(photos.id, id)))[0] ?? null;

interface Holder {
  areaSessionId: string | null;
  inspectionId: string | null;
}

export const within = (holder: Holder): SQL =>
  holder.areaSessionId
    ? eq(photos.areaSessionId, holder.areaSessionId)
    : eq(photos.inspectionId, holder.inspectionId ?? '');

export const ofHolder = (db: Executor, holder: Holder): Promise<PhotoRow[]> =>
  db.select().from(photos).where(within(holder)).orderBy(asc(photos.createdAt), asc(photos.id));

export const sameContent = async (db: Executor, holder: Holder, sha256: string): Promise<PhotoRow | null> =>
  (
    await db
      .select()
      .from(photos)
      .where(and(within(holder), eq(photos.sha256, sha256)))
  )[0] ?? null;

/** The open findings of each photo, for its score. */
export async function openFindings(db: Executor, photoIds: string[]): Promise<Map<string, ScoredFinding[]>> {
  const found = new Map<string, ScoredFinding[]>();
  if (photoIds.length === 0) return found;
  const rows = await db
    .select()
    .from(issues)
    .where(and(inArray(issues.photoId, photoIds), inArray(issues.status, openStatuses)));
  for (const row of rows) {
    if (row.photoId) found.set(row.photoId, [...(found.get(row.photoId) ?? []), toScored(row)]);
  }
  return found;
}

/** Who owns what a photo belongs to, and the inspection it is reviewed under. For jobs, which act for the photo's person. */
export async function holderOf(db: Executor, photo: PhotoRow) {
  if (photo.areaSessionId) {
    const [row] = await db
      .select({ ownerId: properties.userId, reviewId: inspections.id })
      .from(areaSessions)
      .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
      .innerJoin(properties, eq(properties.id, inspectionRuns.propertyId))
      .leftJoin(inspections, eq(inspections.areaSessionId, areaSessions.id))
      .where(eq(areaSessions.id, photo.areaSessionId));
    return { areaSessionId: photo.areaSessionId, ownerId: row?.ownerId ?? null, reviewId: row?.reviewId ?? null };
  }
  const [row] = await db
    .select({ ownerId: properties.userId })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .where(eq(inspections.id, photo.inspectionId ?? ''));
  return { areaSessionId: null, ownerId: row?.ownerId ?? null, reviewId: photo.inspectionId };
}
