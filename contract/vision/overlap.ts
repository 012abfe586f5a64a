import type { BoundingBox } from '../analysis.ts';

/**
 * The intersection over union from which two boxes count as one place; low, because outlines of stains and cracks vary
 * a lot.
 */
export const samePlace = 0.2;

/** The area shared by two boxes. */
export function intersection(a: BoundingBox, b: BoundingBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The intersection over union of two boxes, 0-1. */
export function overlap(a: BoundingBox, b: BoundingBox): number {
  const shared = intersection(a, b);
  return shared === 0 ? 0 : shared / (a.width * a.height + b.width * b.height - shared);
}
