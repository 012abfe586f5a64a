import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { featureDepth } from './features.ts';

const encodedFloats = z.base64().transform((text): Float32Array => {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
});

/** A trained head as it is stored: one hidden layer over the features of a cell; floats in base64. */
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

const encode = (values: Float32Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

/** The form in which headSchema reads it again. */
export function encodeHead({ classes, ...weights }: HeadWeights): z.input<typeof headSchema> {
  const { mean, scale, w1, b1, w2, b2 } = weights;
  return {
    classes,
    mean: encode(mean),
    scale: encode(scale),
    w1: encode(w1),
    b1: encode(b1),
    w2: encode(w2),
    b2: encode(b2),
  };
}

/** Probabilities of each class for each cell: cells x classes. */
export type Head = (features: Float32Array) => Float32Array;

/** A head that is stored in this folder (training makes it). Throws where it was trained for other classes. */
export async function loadHead(file: string, names: readonly string[]): Promise<Head> {
  const weights = headSchema.parse(JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8')));
  if (weights.classes.join() !== names.join()) throw new Error(`${file} was trained for other classes`);
  return createHead(weights);
}

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
      for (let j = 0; j < hidden; j += 1) {
        let sum = b1[j] as number;
        for (let d = 0; d < featureDepth; d += 1) sum += (w1[j * featureDepth + d] as number) * (x[d] as number);
        h[j] = Math.max(0, sum);
      }
      softmax(h, w2, b2, out.subarray(cell * classes, (cell + 1) * classes));
    }
    return out;
  };
}

function softmax(h: Float32Array, w2: Float32Array, b2: Float32Array, out: Float32Array): void {
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
