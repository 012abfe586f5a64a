import type { FindingCategory } from '#contract/finding-categories.ts';

/**
 * The time at which a picture was taken by the device's clock, which may be wrong, and at which the server received it,
 * which may be much later.
 */
export interface PictureTimes {
  takenAt: Date | null;
  receivedAt: Date;
}

/** For how long a moving camera shows the same place, in milliseconds. Tracks of confirmed defects are kept as long. */
const sameVisitMilliseconds = 30_000;

/** Whether two pictures were taken closely enough in time to show the same place. */
export function areCloseInTime(a: PictureTimes, b: PictureTimes): boolean {
  const apart = (x: Date | null, y: Date | null) => (x && y ? Math.abs(x.getTime() - y.getTime()) : Infinity);
  return Math.min(apart(a.takenAt, b.takenAt), apart(a.receivedAt, b.receivedAt)) <= sameVisitMilliseconds;
}

/**
 * Pairs the findings of two pictures of the same place. Within a category, findings are paired in order of confidence,
 * each at most once, because two findings of one category in one picture are two defects.
 */
export function pairDuplicates<
  Found extends { category: FindingCategory; confidence: number },
  Existing extends { category: FindingCategory; confidence: number },
>(found: readonly Found[], existing: readonly Existing[]): Map<Found, Existing> {
  const byConfidence = <T extends { confidence: number }>(list: readonly T[]) =>
    list.toSorted((a, b) => b.confidence - a.confidence);
  const left = byConfidence(existing);
  const pairs = new Map<Found, Existing>();
  for (const each of byConfidence(found)) {
    const index = left.findIndex(({ category }) => category === each.category);
    const [same] = index < 0 ? [] : left.splice(index, 1);
    if (same) pairs.set(each, same);
  }
  return pairs;
}
