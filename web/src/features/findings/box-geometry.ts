import type { BoundingBox } from '#contract/analysis.ts';
import type { Point } from '#contract/photo-marks.ts';

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/**
 * How far an arrow key moves a box, as a fraction of the picture. Pointer movements up to this distance are not
 * drags.
 */
export const keyStep = 0.01;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** The movement for an arrow key, five times as far with Alt; null for other keys. */
export function arrowKeyStep({ key, altKey }: { key: string; altKey: boolean }): Point | null {
  const arrow = arrows[key];
  const step = altKey ? keyStep * 5 : keyStep;
  return arrow ? { x: arrow.x * step, y: arrow.y * step } : null;
}

/** The smallest side of a box; smaller boxes could not be seen or grabbed. */
export const minSide = 0.02;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
/** Rounds to six decimals, which is finer than a pixel, to remove floating-point noise. */
const roundFraction = (value: number) => Math.round(value * 1e6) / 1e6;
const roundBox = ({ x, y, width, height }: BoundingBox): BoundingBox => ({
  x: roundFraction(x),
  y: roundFraction(y),
  width: roundFraction(width),
  height: roundFraction(height),
});

/** The box between two points, inside the picture and at least of the smallest size. */
export function boxBetween(a: Point, b: Point): BoundingBox {
  const side = (one: number, two: number): [number, number] => {
    const [low, high] = [clamp(Math.min(one, two), 0, 1), clamp(Math.max(one, two), 0, 1)];
    const length = Math.max(minSide, high - low);
    return [Math.min(low, 1 - length), length];
  };
  const [x, width] = side(a.x, b.x);
  const [y, height] = side(a.y, b.y);
  return roundBox({ x, y, width, height });
}

/** Moves a box; it stops at the edge of the picture. */
export const moveBox = (box: BoundingBox, by: Point): BoundingBox =>
  roundBox({ ...box, x: clamp(box.x + by.x, 0, 1 - box.width), y: clamp(box.y + by.y, 0, 1 - box.height) });

/** Moves one corner of a box; the opposite corner stays. */
export function resizeBox(box: BoundingBox, corner: Corner, by: Point): BoundingBox {
  const fixed = {
    x: corner.endsWith('w') ? box.x + box.width : box.x,
    y: corner.startsWith('n') ? box.y + box.height : box.y,
  };
  const moved = {
    x: (corner.endsWith('w') ? box.x : box.x + box.width) + by.x,
    y: (corner.startsWith('n') ? box.y : box.y + box.height) + by.y,
  };
  return boxBetween(fixed, moved);
}

/** The initial box of a finding without one. */
export const middleBox: BoundingBox = { x: 0.35, y: 0.35, width: 0.3, height: 0.3 };
