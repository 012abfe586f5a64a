import type { FindingCategory } from '#contract/finding-categories.ts';
import type { CategoryFigures, LearningFigures } from '#contract/learning.ts';
import { overlap, samePlace } from '#contract/vision/overlap.ts';
import type { ConfidenceScale, Limits } from '#contract/vision/surface-model.ts';
import type { EngineFinding } from '../engine/port.ts';
import type { Outcome } from '#server/schema/learning.tables.ts';
import type { LabeledBox } from './cells.rules.ts';

const categoriesOf = ({ defects }: { defects: readonly LabeledBox[] }): FindingCategory[] => [
  ...new Set(defects.map(({ category }) => category)),
];

/** The categories that the photos show, each once. */
export const categoriesIn = (photos: readonly { defects: readonly LabeledBox[] }[]): FindingCategory[] => [
  ...new Set(photos.flatMap(categoriesOf)),
];

export function outcomeOf(findings: readonly EngineFinding[], defects: readonly LabeledBox[]): Outcome {
  return {
    isDamaged: defects.length > 0,
    found: findings.length > 0,
    named: categoriesOf({ defects }).filter((category) => findings.some((finding) => finding.category === category)),
    rightPlace: findings.some(({ boundingBox }) =>
      defects.some(({ box }) => boundingBox !== undefined && overlap(boundingBox, box) >= samePlace),
    ),
  };
}

export function figuresOf(outcomes: readonly Outcome[]): LearningFigures {
  const damaged = outcomes.filter(({ isDamaged }) => isDamaged);
  const clean = outcomes.filter(({ isDamaged }) => !isDamaged);
  const count = (list: readonly Outcome[], is: (outcome: Outcome) => boolean) => list.filter(is).length;
  return {
    damaged: damaged.length,
    found: count(damaged, ({ found }) => found),
    rightClass: count(damaged, ({ named }) => named.length > 0),
    rightPlace: count(damaged, ({ rightPlace }) => rightPlace),
    clean: clean.length,
    falseAlarms: count(clean, ({ found }) => found),
  };
}

/**
 * What a false alarm costs beside what a damaged photo is worth that is found, named and placed. On the photos of an
 * installation they are equal: damage that is overlooked stays, an alarm is dismissed with one press (docs/decisions/018).
 */
const usualAlarmCost = 1;

/** A single score: correct finds, names and places minus false alarms. */
export function scoreOf(
  { clean, damaged, falseAlarms, found, rightClass, rightPlace }: LearningFigures,
  alarmCost = usualAlarmCost,
): number {
  const right = damaged === 0 ? 0 : (found + rightClass + rightPlace) / (3 * damaged);
  return right - (clean === 0 ? 0 : (alarmCost * falseAlarms) / clean);
}

const rounding = 1e-9;
/** The minimum gain in score for switching models: the weight of one damaged photo that is found, named and placed. */
const minimumGain = ({ damaged }: LearningFigures): number => Math.max(0.02, 1 / Math.max(1, damaged));
export const isBetter = (after: LearningFigures, before: LearningFigures): boolean =>
  scoreOf(after) - scoreOf(before) > minimumGain(after) - rounding;

/** Parts are read enlarged, so that the same damage covers more of their cells. */
const tileSteps = { cell: 0.04, cells: 1.5 } as const;
const cellLevels = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94];
const cellCounts = [6, 12, 20, 32, 48];

const limitsAt = (cell: number, cells: number): Limits => ({
  whole: { cell, cells },
  tile: { cell: Math.min(0.97, cell + tileSteps.cell), cells: Math.round(cells * tileSteps.cells) },
});

/** Rows by the probability of a cell, columns by the number of cells. */
export const limitChoices: readonly (readonly Limits[])[] = cellLevels.map((cell) =>
  cellCounts.map((cells) => limitsAt(cell, cells)),
);

/**
 * The limits with the highest score on these photos, averaged with the neighboring choices, so that a single photo does
 * not decide.
 */
export function chooseLimits(outcomesOf: (limits: Limits) => Outcome[], alarmCost = usualAlarmCost): Limits {
  const scores = limitChoices.map((row) => row.map((limits) => scoreOf(figuresOf(outcomesOf(limits)), alarmCost)));
  const meanOfNeighbors = (row: number, column: number): number => {
    const near = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => scores[row + y]?.[column + x]));
    const known = near.filter((score) => score !== undefined);
    return known.reduce((sum, score) => sum + score, 0) / known.length;
  };
  const rated = limitChoices.flatMap((row, y) => row.map((limits, x) => ({ limits, score: meanOfNeighbors(y, x) })));
  const [best] = rated.toSorted((a, b) => b.score - a.score);
  if (!best) throw new Error('There are no limits to choose from');
  return best.limits;
}

export interface Prediction {
  /** 0-1. */
  certainty: number;
  /** Whether there was damage of that category. */
  holds: boolean;
}

const minInBand = 8;
/** Adds one right and one wrong prediction, so that small bands are never 0 or 100 %. */
const percentOf = (predictions: readonly Prediction[]): number =>
  (100 * (predictions.filter(({ holds }) => holds).length + 1)) / (predictions.length + 2);

/**
 * How often predictions of a certainty were right, in bands of equal size that are pooled until they rise (isotonic
 * regression), so that of findings at 70 % seven in ten are right.
 */
export function calibrate(predictions: readonly Prediction[]): ConfidenceScale {
  const rising = predictions.toSorted((a, b) => a.certainty - b.certainty);
  const size = Math.max(minInBand, Math.ceil(rising.length / 6));
  const bands: Prediction[][] = [];
  for (let at = 0; at < rising.length; at += size) bands.push(rising.slice(at, at + size));
  for (let at = 1; at < bands.length;) {
    const [below, above] = [bands[at - 1] ?? [], bands[at] ?? []];
    if (above.length >= minInBand && percentOf(above) >= percentOf(below)) at += 1;
    else {
      bands.splice(at - 1, 2, [...below, ...above]);
      at = Math.max(1, at - 1);
    }
  }
  const scale = bands.map((band) => ({
    certainty: band.reduce((sum, { certainty }) => sum + certainty, 0) / Math.max(1, band.length),
    percent: percentOf(band),
  }));
  return scale.length > 0 ? scale : [{ certainty: 1, percent: 50 }];
}

/** With fewer photos per category, figures are not meaningful. */
export const minExamples = 10;

/** The number of photos of each category, and how many more are needed. */
export function countByCategory(
  photos: readonly { defects: readonly LabeledBox[] }[],
): { category: FindingCategory; photos: number; wants: number }[] {
  const counts = new Map<FindingCategory, number>();
  for (const category of photos.flatMap(categoriesOf)) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .map(([category, count]) => ({ category, photos: count, wants: Math.max(0, minExamples - count) }))
    .toSorted((a, b) => b.photos - a.photos);
}

/** For each category, on how many of its photos a finding named it, before and after. */
export function compareByCategory(
  photos: readonly { id: string; defects: readonly LabeledBox[] }[],
  before: ReadonlyMap<string, Outcome>,
  after: ReadonlyMap<string, Outcome>,
): CategoryFigures[] {
  return countByCategory(photos).map(({ category, photos: count }) => {
    const named = (outcomes: ReadonlyMap<string, Outcome>) =>
      photos.filter(({ id }) => outcomes.get(id)?.named.includes(category)).length;
    return { category, photos: count, before: named(before), after: named(after) };
  });
}

/** With fewer photos of either kind, figures would be random. */
const minPhotos = { damaged: 10, clean: 10 } as const;

interface ExampleCounts {
  damaged: number;
  clean: number;
}

export const tooFewPhotosText = ({ clean, damaged }: ExampleCounts): string =>
  `There are ${damaged} photos with damage and ${clean} without; learning needs at least ${minPhotos.damaged} and ${minPhotos.clean}.`;

/** Why there are too few photos to learn from, as a sentence; null when there are enough. */
export function tooFewPhotos(photos: readonly { defects: readonly LabeledBox[] }[]): string | null {
  const damaged = photos.filter(({ defects }) => defects.length > 0).length;
  const clean = photos.length - damaged;
  if (damaged >= minPhotos.damaged && clean >= minPhotos.clean) return null;
  return tooFewPhotosText({ damaged, clean });
}
