import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { distinctFindings, findings, type FindingRow } from '#server/schema/findings.tables.ts';
import { photoLikenesses, photos } from '#server/schema/photos.tables.ts';
import { pairKey, type PhotoOfPlace } from './same-defects.rules.ts';

/** The findings merged into these, oldest first. */
export const listParts = (db: Executor, ids: string[]): Promise<FindingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.select().from(findings).where(inArray(findings.mergedInto, ids)).orderBy(findings.createdAt, findings.id);

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
