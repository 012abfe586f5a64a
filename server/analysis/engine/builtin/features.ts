import type { Pixels } from '../../picture/codec.ts';

/** Side of the detector's square input, pixels. */
export const inputSize = 512;
/** Cells per side of the grid over the input; a cell has 16 x 16 pixels. */
export const gridSize = 32;
const layers = [
  { name: 'tower_0/MobilenetV3/expanded_conv_5/add', side: 64, depth: 32 },
  { name: 'tower_0/MobilenetV3/expanded_conv_11/add', side: 32, depth: 88 },
  { name: 'tower_0/MobilenetV3/expanded_conv_14/add', side: 16, depth: 120 },
] as const;
export const featureOutputs = layers.map((layer) => layer.name);
export const featureDepth = layers.reduce((sum, layer) => sum + layer.depth, 0);

/** The detector's inner layers for a 512 x 512 picture, in the order of featureOutputs. */
export type ReadLayers = (picture: Pixels) => Float32Array[];

/** 240 numbers for each of 32 x 32 cells, row by row: finer layers averaged over a cell, coarser ones interpolated. */
export function cellFeatures(outputs: readonly Float32Array[]): Float32Array {
  const features = new Float32Array(gridSize * gridSize * featureDepth);
  let offset = 0;
  for (const [n, { side, depth }] of layers.entries()) {
    const values = outputs[n];
    if (values?.length !== side * side * depth) throw new Error('The detector has other layers than expected');
    fill(features, offset, values, side, depth);
    offset += depth;
  }
  return features;
}

function fill(features: Float32Array, offset: number, values: Float32Array, side: number, depth: number): void {
  const scale = side / gridSize;
  for (let y = 0; y < gridSize; y += 1) {
    for (let x = 0; x < gridSize; x += 1) {
      const [top, bottom, wy] = neighbors(y, scale, side);
      const [left, right, wx] = neighbors(x, scale, side);
      const to = (y * gridSize + x) * featureDepth + offset;
      const corners: [number, number][] = [
        [(top * side + left) * depth, (1 - wy) * (1 - wx)],
        [(top * side + right) * depth, (1 - wy) * wx],
        [(bottom * side + left) * depth, wy * (1 - wx)],
        [(bottom * side + right) * depth, wy * wx],
      ];
      for (let d = 0; d < depth; d += 1) {
        let sum = 0;
        for (const [from, weight] of corners) sum += weight * (values[from + d] ?? 0);
        features[to + d] = sum;
      }
    }
  }
}

/** The two rows (or columns) around the center of a cell and the weight of the second; for side 64 that is the mean. */
function neighbors(cell: number, scale: number, side: number): [number, number, number] {
  const center = Math.min(side - 1, Math.max(0, (cell + 0.5) * scale - 0.5));
  const first = Math.min(side - 1, Math.floor(center));
  return [first, Math.min(side - 1, first + 1), center - first];
}
