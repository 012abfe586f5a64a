import type { FindingCategory } from '#contract/findings.ts';

/** When a picture was taken by its device's clock, and when it came here: a clock may be wrong, and a line slow. */
export interface Moment {
  takenAt: Date | null;
  createdAt: Date;
}

/**
 * A camera that is walked through a room looks at one thing for so long, in ms; as long as the tracker knows a confirmed
 * defect again.
 */
const sameVisit = 30_000;

export function sameMoment(a: Moment, b: Moment): boolean {
  const apart = (x: Date | null, y: Date | null) => (x && y ? Math.abs(x.getTime() - y.getTime()) : Infinity);
  return Math.min(apart(a.takenAt, b.takenAt), apart(a.createdAt, b.createdAt)) <= sameVisit;
}

/**
 * Which findings of one picture are which of those that another picture of the same moment gave: of one category, the
 * surest with the surest, each at most once. Two of a category in one picture are two.
 */
export function pairDoubles<
  Found extends { category: FindingCategory; confidence: number },
  Present extends { category: FindingCategory; confidence: number },
>(found: readonly Found[], present: readonly Present[]): Map<Found, Present> {
  const surest = <T extends { confidence: number }>(list: readonly T[]) =>
    list.toSorted((a, b) => b.confidence - a.confidence);
  const left = surest(present);
  const pairs = new Map<Found, Present>();
  for (const each of surest(found)) {
    const at = left.findIndex(({ category }) => category === each.category);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same) pairs.set(each, same);
  }
  return pairs;
}
