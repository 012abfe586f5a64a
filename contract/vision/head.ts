import { z } from 'zod';
import { featureDepth } from './grid.ts';

const encodedFloats = z.base64().transform((text): Float32Array => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
});

/** A trained head in its stored form: one hidden layer over the features of a cell; floats in base64. */
export const headSchema = z.object({
  classes: z.array(z.string()).min(2),
  mean: encodedFloats,
  scale: encodedFloats,
  w1: encodedFloats,
  b1: encodedFloats,
  w2: encodedFloats,
  b2: encodedFloats,
});
export type HeadWeights = z.output<typeof headSchema>;

/** The probabilities of each class for each cell: cells x classes. */
export type Head = (features: Float32Array) => Float32Array;

export function createHead({ classes: names, mean, scale, w1, b1, w2, b2 }: HeadWeights): Head {
  const [hidden, classes] = [b1.length, names.length];
  const h = new Float32Array(hidden);
  const x = new Float32Array(featureDepth);
  return (features) => {
    const cells = features.length / featureDepth;
    const out = new Float32Array(cells * classes);
    for (let cell = 0; cell < cells; cell += 1) {
      for (let d = 0; d < featureDepth; d += 1) {
        x[d] = ((features[cell * featureDepth + d] as number) - (mean[d] as number)) * (scale[d] as number);
      }
      hiddenLayer(x, w1, b1, h);
      softmax(h, w2, b2, out.subarray(cell * classes, (cell + 1) * classes));
    }
    return out;
  };
}

/**
 * h = max(0, w x + b). Computes four rows at once, because a single sum would wait for each addition before the next.
 */
export function hiddenLayer(x: Float32Array, w: Float32Array, b: Float32Array, h: Float32Array): void {
  const depth = x.length;
  const fours = h.length - (h.length % 4);
  for (let j = 0; j < fours; j += 4) {
    const [r0, r1, r2, r3] = [j * depth, (j + 1) * depth, (j + 2) * depth, (j + 3) * depth];
    let [s0, s1, s2, s3] = [b[j] as number, b[j + 1] as number, b[j + 2] as number, b[j + 3] as number];
    for (let d = 0; d < depth; d += 1) {
      const value = x[d] as number;
      s0 += (w[r0 + d] as number) * value;
      s1 += (w[r1 + d] as number) * value;
      s2 += (w[r2 + d] as number) * value;
      s3 += (w[r3 + d] as number) * value;
    }
    h[j] = Math.max(0, s0);
    h[j + 1] = Math.max(0, s1);
    h[j + 2] = Math.max(0, s2);
    h[j + 3] = Math.max(0, s3);
  }
  for (let j = fours; j < h.length; j += 1) {
    let sum = b[j] as number;
    for (let d = 0; d < depth; d += 1) sum += (w[j * depth + d] as number) * (x[d] as number);
    h[j] = Math.max(0, sum);
  }
}

/** The probability of each class from the hidden layer. */
export function softmax(h: Float32Array, w2: Float32Array, b2: Float32Array, out: Float32Array): void {
  for (let c = 0; c < out.length; c += 1) {
    let sum = b2[c] as number;
    for (let j = 0; j < h.length; j += 1) sum += (w2[c * h.length + j] as number) * (h[j] as number);
    out[c] = sum;
  }
  const top = Math.max(...out);
  let total = 0;
  for (let c = 0; c < out.length; c += 1) total += out[c] = Math.exp((out[c] as number) - top);
  for (let c = 0; c < out.length; c += 1) out[c] = (out[c] as number) / total;
}
