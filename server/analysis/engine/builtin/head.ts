import { readFile } from 'node:fs/promises';
import { featureDepth } from './features.ts';

interface StoredHead {
  classes: string[];
  mean: string;
  scale: string;
  w1: string;
  b1: string;
  w2: string;
  b2: string;
}

const decode = (text: string): Float32Array => {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

/** Probabilities of each class for each cell: cells x classes. */
export type Head = (features: Float32Array) => Float32Array;

/** Loads a trained head (training) of this folder: one hidden layer over the features of a cell. */
export async function loadHead(file: string, names: readonly string[]): Promise<Head> {
  const stored = JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8')) as StoredHead;
  if (stored.classes.join() !== names.join()) throw new Error(`${file} was trained for other classes`);
  const [mean, scale, w1, b1, w2, b2] = [stored.mean, stored.scale, stored.w1, stored.b1, stored.w2, stored.b2].map(
    decode,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
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
