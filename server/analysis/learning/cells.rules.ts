import type { BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { gridSize } from '#contract/vision/grid.ts';

export interface LabeledBox {
  category: FindingCategory;
  /** In fractions of the picture. */
  box: BoundingBox;
}

/** Marks a cell that is too close to the edge of a box to label, or in a box whose category is unknown. */
export const undecided = 255;
/** Users draw boxes by eye, so this share of a box's side on both sides of its edge is not used for training. */
const edge = 0.06;

const grown = ({ x, y, width, height }: BoundingBox, by: number): BoundingBox => ({
  x: x - width * by,
  y: y - height * by,
  width: width * (1 + 2 * by),
  height: height * (1 + 2 * by),
});

const contains = (box: BoundingBox, x: number, y: number): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

const sizeOf = ({ width, height }: BoundingBox): number => width * height;

/**
 * The class of each of a part's 32 x 32 cells: 0 is sound; `undecided` is near the edge of a box, or in a box whose
 * category is unknown.
 */
export function labelCells(
  part: BoundingBox,
  defects: readonly LabeledBox[],
  classes: readonly ['none', ...FindingCategory[]],
  unknown: readonly BoundingBox[] = [],
): Uint8Array {
  const labels = new Uint8Array(gridSize * gridSize);
  // Where boxes overlap, the smaller one is more specific.
  const smallestFirst = defects.toSorted((a, b) => sizeOf(a.box) - sizeOf(b.box));
  for (let n = 0; n < labels.length; n += 1) {
    const x = part.x + (((n % gridSize) + 0.5) / gridSize) * part.width;
    const y = part.y + ((Math.floor(n / gridSize) + 0.5) / gridSize) * part.height;
    const inside = smallestFirst.find(({ box }) => contains(grown(box, -edge), x, y));
    if (inside) labels[n] = classes.indexOf(inside.category);
    else if ([...defects.map(({ box }) => box), ...unknown].some((box) => contains(grown(box, edge), x, y)))
      labels[n] = undecided;
  }
  return labels;
}
