import { loadHead } from './head.ts';
import { materialClasses, type MaterialClass } from '#server/analysis/surface-classes.rules.ts';

/**
 * The share of the picture's cells, 0-1, that are recognized as each material; materials without a cell are left out.
 */
export type MaterialShares = ReadonlyMap<MaterialClass, number>;

/** The probability from which a cell counts for a material. */
const minCellProbability = 0.6;

/** Reads materials from the cell features of the whole picture. */
export async function createMaterialReader(): Promise<(features: Float32Array) => MaterialShares> {
  const head = await loadHead('./material-head.json', materialClasses);
  return (features) => countCells(head(features));
}

/** Computes the shares from the probabilities of all classes for each cell. */
export function countCells(chances: Float32Array): MaterialShares {
  const cells = chances.length / materialClasses.length;
  const shares = new Map<MaterialClass, number>();
  for (const [c, name] of materialClasses.entries()) {
    if (name === 'other') continue;
    let count = 0;
    for (let n = 0; n < cells; n += 1)
      if ((chances[n * materialClasses.length + c] ?? 0) >= minCellProbability) count += 1;
    if (count > 0) shares.set(name, count / cells);
  }
  return shares;
}
