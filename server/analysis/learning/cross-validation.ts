import type { FindingCategory } from '#contract/finding-categories.ts';
import { colorsIn } from '#contract/vision/colors.ts';
import { featureDepth } from '#contract/vision/grid.ts';
import { createHead, type HeadWeights } from '#contract/vision/head.ts';
import { findingsOf, type ReadView } from '#contract/vision/regions.ts';
import type { ConfidenceScale, Limits, SurfaceModel } from '#contract/vision/surface-model.ts';
import type { EngineFinding } from '../engine/port.ts';
import { createRandom, shuffled } from '../random.rules.ts';
import type { Example } from './examples.ts';
import { train, type Network } from './network.ts';
import type { Outcome } from '#server/schema/learning.tables.ts';
import { calibrate, chooseLimits, outcomeOf, type Prediction } from './outcomes.rules.ts';

type Classes = readonly ['none', ...FindingCategory[]];

export const folds = 5;
/** A new head needs more and larger steps than one that is already trained. */
const schedules = { anew: { epochs: 8, rate: 1e-3 }, further: { epochs: 6, rate: 3e-4 } } as const;
const seed = 7;
/** Real photos mostly consist of sound cells, so calling one damaged must cost more than the reverse. */
const soundWeight = 1.4;
/** Confidence is calibrated after the limits are chosen; until then it equals the certainty. */
const identityScale: ConfidenceScale = [
  { certainty: 0, percent: 0 },
  { certainty: 1, percent: 100 },
];

/** Rarer classes get a higher weight, by the square root. */
function weigh(labels: Uint8Array, classes: Classes): Float32Array {
  const counts = new Float64Array(classes.length);
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const seen = counts.subarray(1).filter((count) => count > 0);
  const mean = seen.reduce((sum, each) => sum + each, 0) / Math.max(1, seen.length);
  return Float32Array.from(counts, (each, n) =>
    n === 0 ? soundWeight : Math.min(3, Math.sqrt(mean / Math.max(1, each))),
  );
}

/** The initial log-odds of a class that is new to the head: unlikely. */
const unknownClass = -2;

/** The weights of a head with a row for each of these classes. */
function withClasses({ classes: known, b2, w2, ...rest }: HeadWeights, classes: Classes): Network {
  const hidden = rest.b1.length;
  const rows = new Float32Array(classes.length * hidden);
  const biases = new Float32Array(classes.length).fill(unknownClass);
  for (const [at, name] of classes.entries()) {
    const from = known.indexOf(name);
    if (from < 0) continue;
    rows.set(w2.subarray(from * hidden, (from + 1) * hidden), at * hidden);
    biases[at] = b2[from] ?? 0;
  }
  return { ...rest, w2: rows, b2: biases };
}

/**
 * The share of the trained weights in a head that learns from an installation's photos; the rest are the weights before
 * training. Boxes drawn by eye contain sound cells, so the trained weights alone locate less (docs/decisions/018).
 */
const learnedShare = 0.7;

/** Mixes the weights of a head before and after training, layer by layer. */
function mixWeights(before: Network, after: Network, isNew: readonly boolean[]): Network {
  const mix = (from: Float32Array, to: Float32Array): Float32Array =>
    to.map((value, n) => value * learnedShare + (from[n] ?? 0) * (1 - learnedShare));
  const hidden = after.b1.length;
  const [w2, b2] = [mix(before.w2, after.w2), mix(before.b2, after.b2)];
  for (const [row, added] of isNew.entries()) {
    if (!added) continue;
    // The head before training knows nothing of a class that it did not have.
    w2.set(after.w2.subarray(row * hidden, (row + 1) * hidden), row * hidden);
    b2[row] = after.b2[row] ?? 0;
  }
  return { ...after, w1: mix(before.w1, after.w1), b1: mix(before.b1, after.b1), w2, b2 };
}

/**
 * Trains a head on the cells of these photos, starting from `start`, so that it keeps most of what `start` knows about
 * other damage.
 */
export function trainOn(
  examples: readonly Pick<Example, 'cells'>[],
  classes: Classes,
  start: HeadWeights | null,
): HeadWeights {
  const cells = examples.flatMap((example) => example.cells);
  const count = cells.reduce((sum, { labels }) => sum + labels.length, 0);
  const features = new Float32Array(count * featureDepth);
  const labels = new Uint8Array(count);
  let at = 0;
  for (const each of cells) {
    features.set(each.features, at * featureDepth);
    labels.set(each.labels, at);
    at += each.labels.length;
  }
  const set = { count, depth: featureDepth, classes: classes.length, features, labels };
  const before = start && withClasses(start, classes);
  const trained = train(
    { ...set, classWeights: weigh(labels, classes) },
    { ...(start ? schedules.further : schedules.anew), seed, start: before },
  );
  if (!before) return { classes: [...classes], ...trained };
  const isNew = classes.map((name) => !start.classes.includes(name));
  return { classes: [...classes], ...mixWeights(before, trained, isNew) };
}

/** A photo with its reading by a head. */
export interface ReadExample {
  example: Example;
  classes: Classes;
  views: ReadView[];
}

export async function readWith({ chances, classes }: Pick<SurfaceModel, 'chances' | 'classes'>, example: Example) {
  const views = (await example.views()).map(({ part, features }) => ({ part, chances: chances(features) }));
  return { example, classes, views };
}

export function findingsIn({ classes, example, views }: ReadExample, limits: Limits): EngineFinding[] {
  const { objects, pixels } = example;
  const confidence = identityScale;
  return findingsOf({ classes, limits, confidence, views, objects, colorsIn: (box) => colorsIn(pixels, box) });
}

export const outcomesWith = (read: readonly ReadExample[], limits: Limits): Outcome[] =>
  read.map((each) => outcomeOf(findingsIn(each, limits), each.example.photo.defects));

/** Splits the photos into groups of equal size, each with its share of every category. */
function splitIntoFolds(examples: readonly Example[]): Example[][] {
  const groups: Example[][] = Array.from({ length: folds }, () => []);
  const byCategory = Map.groupBy(
    shuffled(examples, createRandom(seed)),
    ({ photo }) => photo.defects[0]?.category ?? 'none',
  );
  for (const [at, example] of [...byCategory.values()].flat().entries()) groups[at % folds]?.push(example);
  return groups;
}

export interface Validation {
  /** The outcome of each photo when read by a head that was trained, with limits that were chosen, without it. */
  outcomes: Map<string, Outcome>;
  limits: Limits;
  confidence: ConfidenceScale;
}

/** Estimates the accuracy of a head on unseen photos. */
export async function crossValidate(
  examples: readonly Example[],
  classes: Classes,
  start: HeadWeights | null,
  onFold: (done: number, of: number) => void = () => undefined,
): Promise<Validation> {
  const groups = splitIntoFolds(examples);
  const read: ReadExample[][] = [];
  for (const [at, group] of groups.entries()) {
    const chances = createHead(trainOn(groups.filter((each) => each !== group).flat(), classes, start));
    const own: ReadExample[] = [];
    for (const example of group) own.push(await readWith({ chances, classes }, example));
    read.push(own);
    onFold(at + 1, groups.length);
  }
  const outcomes = new Map<string, Outcome>();
  for (const own of read) {
    const others = read.filter((each) => each !== own).flat();
    const limits = chooseLimits((choice) => outcomesWith(others, choice));
    for (const each of own) {
      outcomes.set(each.example.photo.id, outcomeOf(findingsIn(each, limits), each.example.photo.defects));
    }
  }
  const limits = chooseLimits((choice) => outcomesWith(read.flat(), choice));
  return { outcomes, limits, confidence: calibrate(predictionsOf(read.flat(), limits)) };
}

export const predictionsOf = (read: readonly ReadExample[], limits: Limits): Prediction[] =>
  read.flatMap((each) =>
    findingsIn(each, limits).map(({ category, confidence }) => ({
      certainty: confidence / 100,
      holds: each.example.photo.defects.some((defect) => defect.category === category),
    })),
  );
