import type { FindingCategory } from '#contract/finding-categories.ts';
import { overlap } from '../engine/builtin/boxes.ts';
import type { ConfidenceScale, Limits } from '../engine/builtin/surface-model.ts';
import type { EngineFinding } from '../engine/port.ts';
import type { LabelledBox } from './cells.rules.ts';

/** How a model did on a labelled photo. */
export interface Outcome {
  isDamaged: boolean;
  /** Something was found; on a photo without damage that is a false alarm. */
  found: boolean;
  rightClass: boolean;
  rightPlace: boolean;
}

/** Counts over photos with damage, and of false alarms over those without. */
export interface Figures {
  damaged: number;
  found: number;
  rightClass: number;
  rightPlace: number;
  clean: number;
  falseAlarms: number;
}

/** Two boxes are at the same place when their intersection over union reaches this. */
const samePlace = 0.2;

export function outcomeOf(findings: readonly EngineFinding[], defects: readonly LabelledBox[]): Outcome {
  return {
    isDamaged: defects.length > 0,
    found: findings.length > 0,
    rightClass: findings.some((finding) => defects.some(({ category }) => category === finding.category)),
    rightPlace: findings.some(({ boundingBox }) =>
      defects.some(({ box }) => boundingBox !== undefined && overlap(boundingBox, box) >= samePlace),
    ),
  };
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const damaged = outcomes.filter(({ isDamaged }) => isDamaged);
  const clean = outcomes.filter(({ isDamaged }) => !isDamaged);
  const count = (list: readonly Outcome[], is: (outcome: Outcome) => boolean) => list.filter(is).length;
  return {
    damaged: damaged.length,
    found: count(damaged, ({ found }) => found),
    rightClass: count(damaged, ({ rightClass }) => rightClass),
    rightPlace: count(damaged, ({ rightPlace }) => rightPlace),
    clean: clean.length,
    falseAlarms: count(clean, ({ found }) => found),
  };
}

/** A false alarm costs the trust in many findings. */
const alarmCost = 2;

/** One number to choose by: what is found, named and placed rightly, less the false alarms. */
export function worthOf({ clean, damaged, falseAlarms, found, rightClass, rightPlace }: Figures): number {
  const right = damaged === 0 ? 0 : (found + rightClass + rightPlace) / (3 * damaged);
  return right - (clean === 0 ? 0 : (alarmCost * falseAlarms) / clean);
}

/** The smallest gain for which a model is worth changing. */
const leastGain = 0.01;
export const isBetter = (after: Figures, before: Figures): boolean => worthOf(after) >= worthOf(before) + leastGain;

/** Parts are read larger, so that the same damage covers more of their cells. */
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
 * The limits with which the model is worth most on these photos, together with the choices next to them: a single photo more
 * or less must not decide.
 */
export function chooseLimits(outcomesOf: (limits: Limits) => Outcome[]): Limits {
  const worths = limitChoices.map((row) => row.map((limits) => worthOf(figuresOf(outcomesOf(limits)))));
  const around = (row: number, column: number): number => {
    const near = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => worths[row + y]?.[column + x]));
    const known = near.filter((worth) => worth !== undefined);
    return known.reduce((sum, worth) => sum + worth, 0) / known.length;
  };
  const rated = limitChoices.flatMap((row, y) => row.map((limits, x) => ({ limits, worth: around(y, x) })));
  const [best] = rated.toSorted((a, b) => b.worth - a.worth);
  if (!best) throw new Error('There are no limits to choose from');
  return best.limits;
}

export interface Claim {
  /** 0-1. */
  certainty: number;
  /** Whether there was damage of that very category. */
  holds: boolean;
}

const fewestInBand = 8;
/** One more wrong and one more right than were seen keeps a band of few claims from saying 0 or 100. */
const percentOf = (claims: readonly Claim[]): number =>
  (100 * (claims.filter(({ holds }) => holds).length + 1)) / (claims.length + 2);

/**
 * How often claims of a certainty held, in bands of equal size, pooled until they rise (isotonic regression): a finding said
 * at 70% is right in 7 of 10.
 */
export function calibrate(claims: readonly Claim[]): ConfidenceScale {
  const rising = claims.toSorted((a, b) => a.certainty - b.certainty);
  const size = Math.max(fewestInBand, Math.ceil(rising.length / 6));
  const bands: Claim[][] = [];
  for (let at = 0; at < rising.length; at += size) bands.push(rising.slice(at, at + size));
  for (let at = 1; at < bands.length;) {
    const [below, above] = [bands[at - 1] ?? [], bands[at] ?? []];
    if (above.length >= fewestInBand && percentOf(above) >= percentOf(below)) at += 1;
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

/** So many photos of a category are needed before its figures say anything. */
export const wantedExamples = 10;

/** How many photos of each category there are, and how many more it wants. */
export function countByCategory(
  photos: readonly { defects: readonly LabelledBox[] }[],
): { category: FindingCategory; photos: number; wants: number }[] {
  const counts = new Map<FindingCategory, number>();
  for (const { defects } of photos) {
    for (const category of new Set(defects.map((defect) => defect.category))) {
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([category, count]) => ({ category, photos: count, wants: Math.max(0, wantedExamples - count) }))
    .toSorted((a, b) => b.photos - a.photos);
}
