import type { BoundingBox } from '../analysis.ts';
import { intersection, overlap } from './overlap.ts';

/** The share of `part` that is inside `whole`, 0-1. */
export function shareInside(part: BoundingBox, whole: BoundingBox): number {
  const area = part.width * part.height;
  return area === 0 ? 0 : intersection(part, whole) / area;
}

/** The smallest box around both. */
export function union(a: BoundingBox, b: BoundingBox): BoundingBox {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A box between two corners in fractions, clamped to the picture and rounded to four decimals; null when empty. */
export function clampBox(left: number, top: number, right: number, bottom: number): BoundingBox | null {
  const unit = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
  const [x, y] = [unit(left), unit(top)];
  const [width, height] = [unit(unit(right) - x), unit(unit(bottom) - y)];
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Non-maximum suppression: keeps the best of the boxes that overlap by more than `limit`. */
export function suppress<T extends { confidence: number; boundingBox: BoundingBox }>(found: T[], limit: number): T[] {
  const kept: T[] = [];
  for (const each of found.toSorted((a, b) => b.confidence - a.confidence)) {
    if (kept.every((other) => overlap(each.boundingBox, other.boundingBox) <= limit)) kept.push(each);
  }
  return kept;
}
