import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { singleRoomAreas } from '#contract/area-codes.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { distinctFindings, findings, type FindingRow } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photoLikenesses, photos } from '#server/schema/photos.tables.ts';
import { listDecidedByBrand } from './findings.repository.ts';
import { defectOf, pairKey, type PhotoOfPlace } from './same-defects.rules.ts';

/** At most this many open findings of other inspections of a place are compared, the latest first. */
const maxElsewhere = 200;

/** The findings merged into these, oldest first. */
export const listParts = (db: Executor, ids: string[]): Promise<FindingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.select().from(findings).where(inArray(findings.mergedInto, ids)).orderBy(findings.createdAt, findings.id);

/** The open and closed findings of the same defects in other inspections of the place, by the id of each of these findings. */
export async function listLinked(
  db: Executor,
  rows: readonly Pick<FindingRow, 'id' | 'earlierId'>[],
): Promise<Map<string, FindingRow[]>> {
  const defects = [...new Set(rows.map(defectOf))];
  if (defects.length === 0) return new Map();
  const found = await db
    .select()
    .from(findings)
    .where(
      or(
        isAnyOf(findings.earlierId, defects),
        isAnyOf(
          findings.id,
          rows.flatMap(({ earlierId }) => earlierId ?? []),
        ),
      ),
    )
    .orderBy(findings.createdAt, findings.id);
  const byDefect = Map.groupBy(found, defectOf);
  return new Map(rows.map((row) => [row.id, (byDefect.get(defectOf(row)) ?? []).filter(({ id }) => id !== row.id)]));
}

/** The defects of these findings that the brand has confirmed in any inspection. */
export async function listDefectsOfBrand(
  db: Executor,
  rows: readonly Pick<FindingRow, 'id' | 'earlierId'>[],
): Promise<Set<string>> {
  const defects = [...new Set(rows.map(defectOf))];
  if (defects.length === 0) return new Set();
  const members = await db
    .select({ id: findings.id, earlierId: findings.earlierId })
    .from(findings)
    .where(or(isAnyOf(findings.id, defects), isAnyOf(findings.earlierId, defects)));
  const decided = await listDecidedByBrand(
    db,
    members.map(({ id }) => id),
  );
  return new Set(members.filter(({ id }) => decided.has(id)).map(defectOf));
}

/** When the first finding of a defect is merged or separated, moves the later ones, or those in `ids`, to the new first one. */
export async function updateEarlier(tx: Executor, from: string, to: string, ids?: readonly string[]): Promise<void> {
  await tx
    .update(findings)
    .set({ earlierId: to })
    .where(and(eq(findings.earlierId, from), ids && isAnyOf(findings.id, ids)));
}

/** Ends the relation of these findings to those of other inspections, in both directions. */
export async function updateToUnlinked(tx: Executor, id: string): Promise<string[]> {
  const rows = await tx
    .update(findings)
    .set({ earlierId: null })
    .where(and(or(eq(findings.id, id), eq(findings.earlierId, id)), isNotNull(findings.earlierId)))
    .returning({ id: findings.id });
  return rows.map((row) => row.id);
}

/** The other inspections of the same area of the same property: the area's in other runs, and those outside of runs. */
async function elsewhere(db: Executor, { areaSessionId, inspectionId }: ScopeKey) {
  const [place] = areaSessionId
    ? await db
        .select({ propertyId: areaSessions.propertyId, area: inspectionAreas.name, code: inspectionAreas.code })
        .from(areaSessions)
        .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
        .where(eq(areaSessions.id, areaSessionId))
    : await db
        .select({ propertyId: inspections.propertyId, area: inspections.area, code: inspectionAreas.code })
        .from(inspections)
        .leftJoin(inspectionAreas, eq(inspectionAreas.name, inspections.area))
        .where(eq(inspections.id, inspectionId ?? ''));
  if (!place) return null;
  // The ids are read first, because the planner would otherwise walk through the open findings of all properties.
  const sessions = await db
    .select({ id: areaSessions.id })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .where(and(eq(areaSessions.propertyId, place.propertyId), eq(inspectionAreas.name, place.area)));
  const outside = await db
    .select({ id: inspections.id })
    .from(inspections)
    .where(
      and(
        eq(inspections.propertyId, place.propertyId),
        eq(inspections.area, place.area),
        isNull(inspections.areaSessionId),
      ),
    );
  const others = (rows: { id: string }[]) =>
    rows.map(({ id }) => id).filter((id) => id !== areaSessionId && id !== inspectionId);
  return {
    code: place.code,
    where: or(isAnyOf(findings.areaSessionId, others(sessions)), isAnyOf(findings.inspectionId, others(outside))),
  };
}

/** Whether all of these findings belong to other inspections of the scope's place. */
export async function isOfSamePlace(db: Executor, scope: ScopeKey, ids: readonly string[]): Promise<boolean> {
  const place = await elsewhere(db, scope);
  if (!place) return false;
  const rows = await db
    .select({ id: findings.id })
    .from(findings)
    .where(and(isAnyOf(findings.id, ids), place.where));
  return rows.length === ids.length;
}

/** The open findings of other inspections of the scope's place, and whether the place is a single room. */
export async function listElsewhere(
  db: Executor,
  scope: ScopeKey,
): Promise<{ findings: (FindingRow & { place: PhotoOfPlace | null })[]; isOneRoom: boolean }> {
  const place = await elsewhere(db, scope);
  if (!place) return { findings: [], isOneRoom: false };
  const rows = await db
    .select({
      finding: findings,
      latitude: photos.latitude,
      longitude: photos.longitude,
      numbers: photoLikenesses.numbers,
    })
    .from(findings)
    .leftJoin(photos, eq(photos.id, findings.photoId))
    .leftJoin(photoLikenesses, eq(photoLikenesses.photoId, findings.photoId))
    .where(and(place.where, inArray(findings.status, openFindingStatuses)));
  const latest = rows.toSorted((a, b) => b.finding.createdAt.getTime() - a.finding.createdAt.getTime());
  return {
    findings: latest.slice(0, maxElsewhere).map(({ finding, latitude, longitude, numbers }) => ({
      ...finding,
      place: finding.photoId ? { latitude, longitude, likeness: decoded(numbers) } : null,
    })),
    isOneRoom: place.code !== null && singleRoomAreas.includes(place.code),
  };
}

/** When a finding is merged, moves the findings merged into it to its new primary finding. */
export async function updateMergedInto(tx: Executor, from: string, to: string): Promise<void> {
  await tx.update(findings).set({ mergedInto: to }).where(eq(findings.mergedInto, from));
}

export async function insertDistinctPair(
  tx: Executor,
  pair: { firstId: string; secondId: string },
  userId: string,
): Promise<void> {
  await tx
    .insert(distinctFindings)
    .values({ ...pair, userId })
    .onConflictDoNothing();
}

/** The pairs among these findings that a user marked as different defects. */
export async function listMarkedDifferent(db: Executor, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select()
    .from(distinctFindings)
    .where(or(inArray(distinctFindings.firstId, ids), inArray(distinctFindings.secondId, ids)));
  return new Set(rows.map(({ firstId, secondId }) => pairKey(firstId, secondId)));
}

const decoded = (numbers: string | null): Int8Array | null => {
  if (numbers === null) return null;
  const bytes = Buffer.from(numbers, 'base64');
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

/** The photos of an area that have findings, with the facts that identify their places. */
export async function listPlaces(db: Executor, scope: ScopeKey): Promise<Map<string, PhotoOfPlace>> {
  const rows = await db
    .selectDistinct({
      id: photos.id,
      latitude: photos.latitude,
      longitude: photos.longitude,
      numbers: photoLikenesses.numbers,
    })
    .from(findings)
    .innerJoin(photos, eq(photos.id, findings.photoId))
    .leftJoin(photoLikenesses, eq(photoLikenesses.photoId, photos.id))
    .where(and(inScope(findings, scope), isNotNull(findings.photoId)));
  return new Map(rows.map(({ id, numbers, ...place }) => [id, { ...place, likeness: decoded(numbers) }]));
}
