import type { FindingCategory } from '#contract/finding-categories.ts';

/** When a picture was taken by its device's clock, and when it came here: a clock may be wrong, and a line slow. */
export interface PictureTimes {
  takenAt: Date | null;
  receivedAt: Date;
}

/**
 * A camera that is walked through a room looks at one thing for so long, in ms; the tracker of frames knows a confirmed
 * defect again for as long.
 */
const sameVisit = 30_000;

/** Whether two pictures can show the same defect, because the camera was at one place for both. */
export function areOfSameVisit(a: PictureTimes, b: PictureTimes): boolean {
  const apart = (x: Date | null, y: Date | null) => (x && y ? Math.abs(x.getTime() - y.getTime()) : Infinity);
  return Math.min(apart(a.takenAt, b.takenAt), apart(a.receivedAt, b.receivedAt)) <= sameVisit;
}

/**
 * Which findings of one picture are which of those that another picture of the same visit gave: of one category, the
 * surest with the surest, each at most once. Two of a category in one picture are two.
 */
export function pairDuplicates<
  Found extends { category: FindingCategory; confidence: number },
  Existing extends { category: FindingCategory; confidence: number },
>(found: readonly Found[], existing: readonly Existing[]): Map<Found, Existing> {
  const surestFirst = <T extends { confidence: number }>(list: readonly T[]) =>
    list.toSorted((a, b) => b.confidence - a.confidence);
  const left = surestFirst(existing);
  const pairs = new Map<Found, Existing>();
  for (const each of surestFirst(found)) {
    const index = left.findIndex(({ category }) => category === each.category);
    const [same] = index < 0 ? [] : left.splice(index, 1);
    if (same) pairs.set(each, same);
  }
  return pairs;
}
