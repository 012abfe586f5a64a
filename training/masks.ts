import { gridSize, inputSize } from '#contract/vision/grid.ts';
import { undecided } from '#server/analysis/learning/cells.rules.ts';
import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';

/** The minimum share of a cell covered by a defect; lower for thin ones. */
const enough: Partial<Record<DefectClass, number>> = { crack: 0.035, broken_tile: 0.2 };
const minShareOfOther = 0.3;

/** The class of each cell of a 512 x 512 mask of classes; `undecided` if a defect covers only a little of it. */
export function labelMask(mask: Uint8Array): Uint8Array {
  const cell = inputSize / gridSize;
  const labels = new Uint8Array(gridSize * gridSize);
  for (const n of labels.keys()) {
    const counts = new Uint32Array(defectClasses.length);
    const [x, y] = [(n % gridSize) * cell, Math.floor(n / gridSize) * cell];
    for (let k = 0; k < cell * cell; k += 1) {
      const value = mask[(y + Math.floor(k / cell)) * inputSize + x + (k % cell)] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    counts[0] = 0;
    const most = counts.indexOf(Math.max(...counts));
    const share = (counts[most] ?? 0) / (cell * cell);
    const name = defectClasses[most];
    if (share === 0 || !name || name === 'none') labels[n] = 0;
    else labels[n] = share >= (enough[name] ?? minShareOfOther) ? most : undecided;
  }
  return labels;
}
