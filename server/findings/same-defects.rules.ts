import { openFindingStatuses } from '#contract/findings.ts';
import { severityRank } from '#contract/finding-categories.ts';
import { roomNumber } from '#contract/rooms.ts';
import { minLikeness, likenessOf } from '#server/analysis/likeness.rules.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';

/** The facts of a photo that tell whether it shows the same place as another. */
export interface PhotoOfPlace {
  likeness: Int8Array | null;
  latitude: number | null;
  longitude: number | null;
}

/** The error of a phone's position indoors, in meters. Photos farther apart than this show different places. */
const samePlaceMeters = 100;
const metersOfDegree = 111_320;

function areFarApart(a: PhotoOfPlace, b: PhotoOfPlace): boolean {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null) return false;
  const north = (a.latitude - b.latitude) * metersOfDegree;
  const east = (a.longitude - b.longitude) * metersOfDegree * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east) > samePlaceMeters;
}

/** A pair of findings in a fixed order, so that users' answers about it can be found. */
export const pairOf = (a: string, b: string): { firstId: string; secondId: string } =>
  a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
export const pairKey = (a: string, b: string): string => Object.values(pairOf(a, b)).join(' ');

type Compared = Pick<FindingRow, 'id' | 'category' | 'status' | 'photoId'> &
  Partial<Pick<FindingRow, 'building' | 'room'>>;

/** Whether users gave the two findings different rooms or buildings, so that they cannot be the same defect. */
function areInTwoRooms(a: Compared, b: Compared): boolean {
  if (a.building && b.building && a.building.toLowerCase() !== b.building.toLowerCase()) return true;
  const [one, other] = [roomNumber(a.room), roomNumber(b.room)];
  return one !== null && other !== null && one !== other;
}

/** The first finding of a defect that several inspections found. */
export const defectOf = ({ id, earlierId }: Pick<FindingRow, 'id' | 'earlierId'>): string => earlierId ?? id;

const isOpen = ({ status }: Pick<FindingRow, 'status'>): boolean => openFindingStatuses.includes(status);

/**
 * Whether to ask 'Same defect?' about two findings of one category: their photos look alike and are not known to be far
 * apart.
 */
function mayBeSameDefect(a: Compared, b: Compared, photos: ReadonlyMap<string, PhotoOfPlace>): boolean {
  if (a.photoId === b.photoId || areInTwoRooms(a, b)) return false;
  const [one, other] = [photos.get(a.photoId ?? ''), photos.get(b.photoId ?? '')];
  if (!one?.likeness || !other?.likeness || areFarApart(one, other)) return false;
  return likenessOf(one.likeness, other.likeness) >= minLikeness;
}

/** At most this many findings per category are compared, because each pair takes a millisecond. */
const maxCompared = 40;

/**
 * The other findings of an area that may be the same defect, by finding id. `separated` has the pairs that a user
 * marked as different.
 */
export function sameDefects(
  findings: readonly Compared[],
  photos: ReadonlyMap<string, PhotoOfPlace>,
  separated: ReadonlySet<string>,
): Map<string, string[]> {
  const open = findings.filter((finding) => isOpen(finding) && finding.photoId !== null);
  const found = new Map<string, string[]>();
  for (const group of Map.groupBy(open, ({ category }) => category).values()) {
    for (const [index, a] of group.slice(0, maxCompared).entries()) {
      for (const b of group.slice(index + 1, maxCompared)) {
        if (separated.has(pairKey(a.id, b.id)) || !mayBeSameDefect(a, b, photos)) continue;
        found.set(a.id, [...(found.get(a.id) ?? []), b.id]);
        found.set(b.id, [...(found.get(b.id) ?? []), a.id]);
      }
    }
  }
  return found;
}

interface Elsewhere extends Compared, Pick<FindingRow, 'earlierId' | 'createdAt'> {
  place: PhotoOfPlace | null;
}

/** Whether users gave both the same room, or the place is a single room and neither has another one. */
function areInOneRoom(a: Compared, b: Compared, isOneRoom: boolean): boolean {
  const [one, other] = [roomNumber(a.room ?? null), roomNumber(b.room ?? null)];
  return one === null && other === null ? isOneRoom : one === other;
}

/**
 * The finding of an earlier inspection that may be the same defect, by finding id: of one category, in one room or on
 * photos that look alike. The one that looks most alike is asked about, or else the latest; each is asked about once.
 */
export function sameAsEarlier<Other extends Elsewhere>(
  findings: readonly (Compared & Pick<FindingRow, 'earlierId' | 'createdAt'>)[],
  elsewhere: readonly Other[],
  {
    photos,
    separated,
    isOneRoom,
  }: { photos: ReadonlyMap<string, PhotoOfPlace>; separated: ReadonlySet<string>; isOneRoom: boolean },
): Map<string, Other> {
  const taken = new Set(findings.map(defectOf));
  const found = new Map<string, Other>();
  for (const finding of findings.filter((each) => isOpen(each) && each.earlierId === null)) {
    const place = photos.get(finding.photoId ?? '');
    const weighed = elsewhere.flatMap((other) => {
      if (other.category !== finding.category || other.createdAt >= finding.createdAt) return [];
      if (taken.has(defectOf(other)) || separated.has(pairKey(finding.id, other.id))) return [];
      if (areInTwoRooms(finding, other) || (place && other.place && areFarApart(place, other.place))) return [];
      const alike = place?.likeness && other.place?.likeness ? likenessOf(place.likeness, other.place.likeness) : 0;
      return alike >= minLikeness || areInOneRoom(finding, other, isOneRoom) ? [{ other, alike }] : [];
    });
    const [best] = weighed.toSorted(
      (a, b) => b.alike - a.alike || b.other.createdAt.getTime() - a.other.createdAt.getTime(),
    );
    if (!best) continue;
    found.set(finding.id, best.other);
    taken.add(defectOf(best.other));
  }
  return found;
}

type Weighed = Pick<FindingRow, 'id' | 'severity' | 'status' | 'source' | 'aiConfidence' | 'createdAt'>;

/** The primary finding: most severe, then confirmed, most certain, oldest. */
export function primaryFindingOf<Finding extends Weighed>(findings: readonly Finding[]): Finding | undefined {
  return findings.toSorted(
    (a, b) =>
      severityRank(b.severity) - severityRank(a.severity) ||
      Number(b.status === 'confirmed') - Number(a.status === 'confirmed') ||
      Number(b.source === 'person') - Number(a.source === 'person') ||
      Number(b.aiConfidence ?? 100) - Number(a.aiConfidence ?? 100) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )[0];
}

/** The reason why findings cannot be merged, or null. */
export function mergeRefusal(
  findings: readonly Pick<FindingRow, 'category' | 'earlierId' | 'status'>[],
): 'category' | 'closed' | 'earlier' | 'single' | null {
  if (findings.length < 2) return 'single';
  if (!findings.every(isOpen)) return 'closed';
  if (new Set(findings.flatMap(({ earlierId }) => earlierId ?? [])).size > 1) return 'earlier';
  return findings.every(({ category }) => category === findings[0]?.category) ? null : 'category';
}

/** The changes that merge a finding into its primary finding. */
export const mergedFields = (finding: Pick<FindingRow, 'status'>, into: string) => ({
  mergedInto: into,
  statusBefore: finding.status,
  status: 'dismissed' as const,
});

/** The changes that separate a merged finding again. */
export const separatedFields = (finding: Pick<FindingRow, 'statusBefore'>) => ({
  status: finding.statusBefore ?? ('pending' as const),
  mergedInto: null,
  statusBefore: null,
});
