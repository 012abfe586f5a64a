import { hiddenLayer, softmax } from '#contract/vision/head.ts';
import { createRandom } from '../random.rules.ts';

/** A network with one hidden layer: inputs are (x - mean) * scale, rectified, then a softmax over the classes. */
export interface Network {
  mean: Float32Array;
  scale: Float32Array;
  w1: Float32Array;
  b1: Float32Array;
  w2: Float32Array;
  b2: Float32Array;
}

export interface TrainingSet {
  count: number;
  depth: number;
  classes: number;
  features: Float32Array;
  labels: Uint8Array;
  /** The loss weight per class. */
  classWeights: Float32Array;
}

const hidden = 64;
const batch = 256;
const adam = { first: 0.9, second: 0.999, tiny: 1e-8 } as const;

interface Part {
  value: Float32Array;
  gradient: Float32Array;
  first: Float32Array;
  second: Float32Array;
  decay: number;
}

const part = (value: Float32Array, decay: number): Part => ({
  value,
  gradient: new Float32Array(value.length),
  first: new Float32Array(value.length),
  second: new Float32Array(value.length),
  decay,
});

export interface TrainingOptions {
  epochs: number;
  /** The maximum learning rate. */
  rate: number;
  seed: number;
  /** The initial weights; random if missing. */
  start?: Network | null;
  log?: (line: string) => void;
}

/** Random weights, with inputs normalized to mean 0 and spread 1. */
function initial(set: TrainingSet, normal: () => number): Network {
  const { classes, depth } = set;
  return {
    ...spreadOf(set),
    w1: Float32Array.from({ length: hidden * depth }, () => normal() * Math.sqrt(2 / depth)),
    b1: new Float32Array(hidden),
    w2: Float32Array.from({ length: classes * hidden }, () => normal() * Math.sqrt(2 / hidden)),
    b2: new Float32Array(classes),
  };
}

/** The weight decay. */
const decay = 3e-4;

/** Trains with Adam and a cosine schedule. Noise is added to inputs, so that the head does not rely on exact values. */
export function train(set: TrainingSet, { epochs, rate, seed, start, log }: TrainingOptions): Network {
  const random = createRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());
  const { classes, count, depth } = set;
  const { mean, scale, ...first } = start ?? initial(set, normal);
  const [w1, b1, w2, b2] = [
    part(first.w1.slice(), decay),
    part(first.b1.slice(), 0),
    part(first.w2.slice(), decay),
    part(first.b2.slice(), 0),
  ];
  const parts = [w1, b1, w2, b2];
  const noise = Float32Array.from({ length: 1 << 16 }, () => normal() * 0.25);
  const order = Uint32Array.from({ length: count }, (_, n) => n);
  const steps = epochs * Math.ceil(count / batch);
  const x = new Float32Array(depth);
  const h = new Float32Array(hidden);
  const p = new Float32Array(classes);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let n = count - 1; n > 0; n -= 1) {
      const other = Math.floor(random() * (n + 1));
      const kept = order[n] as number;
      order[n] = order[other] as number;
      order[other] = kept;
    }
    let loss = 0;
    for (let from = 0; from < count; from += batch) {
      const end = Math.min(count, from + batch);
      for (let n = from; n < end; n += 1) {
        const at = order[n] as number;
        const shift = Math.floor(random() * ((1 << 16) - depth));
        for (let d = 0; d < depth; d += 1) {
          const raw = ((set.features[at * depth + d] as number) - (mean[d] as number)) * (scale[d] as number);
          x[d] = raw + (noise[shift + d] as number);
        }
        const label = set.labels[at] as number;
        const weight = set.classWeights[label] as number;
        hiddenLayer(x, w1.value, b1.value, h);
        softmax(h, w2.value, b2.value, p);
        loss -= Math.log((p[label] as number) + 1e-9) * weight;
        backward(x, h, p, label, weight, w1, b1, w2, b2);
      }
      step += 1;
      const speed = rate * 0.5 * (1 + Math.cos((Math.PI * step) / steps));
      for (const each of parts) descend(each, speed, step, end - from);
    }
    log?.(`epoch ${epoch + 1}: loss ${(loss / count).toFixed(4)}`);
  }
  return { mean, scale, w1: w1.value, b1: b1.value, w2: w2.value, b2: b2.value };
}

function spreadOf({ count, depth, features }: TrainingSet): { mean: Float32Array; scale: Float32Array } {
  const sum = new Float64Array(depth);
  const squares = new Float64Array(depth);
  for (let at = 0; at < count * depth; at += 1) {
    const d = at % depth;
    const value = features[at] as number;
    sum[d] = (sum[d] as number) + value;
    squares[d] = (squares[d] as number) + value * value;
  }
  const mean = Float32Array.from(sum, (total) => total / count);
  const scale = Float32Array.from(
    squares,
    (total, d) => 1 / Math.sqrt(total / count - (mean[d] as number) ** 2 + 1e-6),
  );
  return { mean, scale };
}

/** Smoothing the target keeps the head from being overconfident. */
const smoothing = 0.05;

function backward(
  x: Float32Array,
  h: Float32Array,
  p: Float32Array,
  label: number,
  weight: number,
  w1: Part,
  b1: Part,
  w2: Part,
  b2: Part,
): void {
  const depth = x.length;
  const width = h.length;
  const back = new Float32Array(width);
  for (let c = 0; c < p.length; c += 1) {
    const target = (c === label ? 1 - smoothing : 0) + smoothing / p.length;
    const error = ((p[c] as number) - target) * weight;
    b2.gradient[c] = (b2.gradient[c] as number) + error;
    for (let j = 0; j < width; j += 1) {
      const k = c * width + j;
      w2.gradient[k] = (w2.gradient[k] as number) + error * (h[j] as number);
      back[j] = (back[j] as number) + error * (w2.value[k] as number);
    }
  }
  for (let j = 0; j < width; j += 1) {
    if (h[j] === 0) continue;
    const error = back[j] as number;
    b1.gradient[j] = (b1.gradient[j] as number) + error;
    const row = j * depth;
    for (let d = 0; d < depth; d += 1)
      w1.gradient[row + d] = (w1.gradient[row + d] as number) + error * (x[d] as number);
  }
}

function descend(each: Part, rate: number, step: number, size: number): void {
  const { first, gradient, second, value } = each;
  const [c1, c2] = [1 - adam.first ** step, 1 - adam.second ** step];
  for (let n = 0; n < value.length; n += 1) {
    const g = (gradient[n] as number) / size;
    const m = adam.first * (first[n] as number) + (1 - adam.first) * g;
    const v = adam.second * (second[n] as number) + (1 - adam.second) * g * g;
    first[n] = m;
    second[n] = v;
    value[n] = (value[n] as number) * (1 - rate * each.decay) - (rate * (m / c1)) / (Math.sqrt(v / c2) + adam.tiny);
    gradient[n] = 0;
  }
}
