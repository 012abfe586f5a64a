import { featureDepth, gridSize } from '#contract/vision/grid.ts';
import { readShipped, weightsOf } from './surface-model.ts';

/** The number of parts per row and column; small, because from another position the same wall is in another part. */
const parts = 4;
/** Features are clipped at this many standard deviations before the comparison. */
const limit = 4;

/**
 * Computes a fingerprint of a picture's appearance as integers from -127 to 127: for each part, the features minus
 * their mean over the training pictures, normalized to length one. Pictures are compared by `likenessOf`.
 */
export async function createLikenessReader(): Promise<(features: Float32Array) => Int8Array> {
  const { mean, scale } = weightsOf(await readShipped());
  const cells = gridSize / parts;

  function partOf(features: Float32Array, top: number, left: number): Float32Array {
    const sum = new Float32Array(featureDepth);
    for (let y = top; y < top + cells; y += 1) {
      for (let x = left; x < left + cells; x += 1) {
        const cell = (y * gridSize + x) * featureDepth;
        for (let d = 0; d < featureDepth; d += 1) {
          const value = ((features[cell + d] ?? 0) - (mean[d] ?? 0)) * (scale[d] ?? 0);
          sum[d] = (sum[d] ?? 0) + Math.max(-limit, Math.min(limit, value));
        }
      }
    }
    return sum;
  }

  return (features) => {
    const numbers = new Int8Array(parts * parts * featureDepth);
    for (let part = 0; part < parts * parts; part += 1) {
      const sum = partOf(features, Math.floor(part / parts) * cells, (part % parts) * cells);
      const length = Math.hypot(...sum) || 1;
      for (let d = 0; d < featureDepth; d += 1) {
        // The numbers of a part are small compared with its length, so they can be scaled by eight.
        const value = Math.round(((sum[d] ?? 0) / length) * 127 * 8);
        numbers[part * featureDepth + d] = Math.max(-127, Math.min(127, value));
      }
    }
    return numbers;
  };
}
