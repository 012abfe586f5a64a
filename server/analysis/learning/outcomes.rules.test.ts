import { describe, expect, it } from 'vitest';
import { confidenceOf } from '#contract/vision/surface-model.ts';
import { labelCells, undecided } from './cells.rules.ts';
import {
  calibrate,
  chooseLimits,
  countByCategory,
  figuresOf,
  isBetter,
  limitChoices,
  outcomeOf,
  scoreOf,
} from './outcomes.rules.ts';
import type { Outcome } from '#server/schema/learning.tables.ts';

const whole = { x: 0, y: 0, width: 1, height: 1 };
const classes = ['none', 'crack', 'stain'] as const;
const cellAt = (labels: Uint8Array, x: number, y: number) => labels[y * 32 + x];

describe('the cells of a labeled photo', () => {
  it('take the class of their box, and are undecided near its edge', () => {
    const labels = labelCells(
      whole,
      [{ category: 'stain', box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } }],
      classes,
    );
    expect([cellAt(labels, 16, 16), cellAt(labels, 2, 2)]).toEqual([2, 0]);
    expect([cellAt(labels, 8, 16), cellAt(labels, 24, 16)]).toEqual([undecided, undecided]);
  });

  it('belong to the smaller of two boxes, and to the part that is being read', () => {
    const boxes = [
      { category: 'stain' as const, box: whole },
      { category: 'crack' as const, box: { x: 0.5, y: 0, width: 0.5, height: 0.5 } },
    ];
    expect(cellAt(labelCells(whole, boxes, classes), 24, 8)).toBe(1);
    const lower = labelCells({ x: 0, y: 0.5, width: 0.5, height: 0.5 }, boxes, classes);
    expect(cellAt(lower, 16, 16)).toBe(2);
  });
});

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 };
const finding = (category: 'crack' | 'stain', boundingBox = box) => ({
  category,
  boundingBox,
  severity: 'low' as const,
  confidence: 60,
});

describe('the score of a model', () => {
  it('is based on each photo: found, named and placed', () => {
    const truth = [{ category: 'crack' as const, box }];
    const far = { x: 0.7, y: 0.7, width: 0.2, height: 0.2 };
    expect(outcomeOf([], truth)).toEqual({ isDamaged: true, found: false, named: [], rightPlace: false });
    expect(outcomeOf([finding('stain')], truth)).toMatchObject({ found: true, named: [], rightPlace: true });
    expect(outcomeOf([finding('crack', far)], truth)).toMatchObject({ named: ['crack'], rightPlace: false });
    expect(outcomeOf([finding('crack')], [])).toMatchObject({ isDamaged: false, found: true });
  });

  const outcome = (isDamaged: boolean, right: boolean): Outcome => ({
    isDamaged,
    found: isDamaged === right,
    named: isDamaged && right ? ['crack'] : [],
    rightPlace: isDamaged && right,
  });
  const of = (damagedRight: number, cleanRight: number) =>
    figuresOf([
      ...Array.from({ length: 10 }, (_, n) => outcome(true, n < damagedRight)),
      ...Array.from({ length: 10 }, (_, n) => outcome(false, n < cleanRight)),
    ]);

  it('falls as fast with false alarms as it rises with findings, or faster where alarms cost more', () => {
    expect(of(8, 9)).toEqual({ damaged: 10, found: 8, rightClass: 8, rightPlace: 8, clean: 10, falseAlarms: 1 });
    expect([scoreOf(of(8, 9)), scoreOf(of(8, 9), 2)]).toEqual(
      [0.8 - 0.1, 0.8 - 0.2].map((score) => expect.closeTo(score)),
    );
    expect(isBetter(of(9, 9), of(8, 10))).toBe(false);
    expect(isBetter(of(10, 9), of(8, 10))).toBe(true);
    expect(isBetter(of(8, 9), of(8, 9))).toBe(false);
  });

  it('counts as better from a gain of one whole damaged photo', () => {
    const nearly = { ...of(8, 9), found: 10 };
    expect(scoreOf(nearly)).toBeGreaterThan(scoreOf(of(8, 9)));
    expect(isBetter(nearly, of(8, 9))).toBe(false);
    expect(isBetter(of(9, 9), of(8, 9))).toBe(true);
  });

  it('chooses limits that score well together with their neighbors', () => {
    const [lone, middle] = [limitChoices[1]?.[1], limitChoices[5]?.[3]];
    const nearMiddle = limitChoices.slice(4, 7).flatMap((row) => row.slice(2, 5));
    const good = new Set([lone, ...nearMiddle]);
    expect(chooseLimits((limits) => [outcome(true, good.has(limits))])).toBe(middle);
  });

  it('chooses stricter limits where alarms cost more', () => {
    const loose = new Set(limitChoices.slice(0, 4).flat());
    // Loose limits find all damage, and raise an alarm in most sound photos.
    const read = (limits: (typeof limitChoices)[number][number]) => [
      ...Array.from({ length: 3 }, (_, n) => outcome(true, loose.has(limits) || n > 1)),
      ...Array.from({ length: 10 }, (_, n) => outcome(false, !loose.has(limits) || n > 4)),
    ];
    expect([loose.has(chooseLimits(read)), loose.has(chooseLimits(read, 2))]).toEqual([true, false]);
  });

  it('counts the photos of each category, and how many more are needed', () => {
    const photo = (...names: ('crack' | 'stain')[]) => ({ defects: names.map((category) => ({ category, box })) });
    const cracks = Array.from({ length: 11 }, () => photo('crack', 'crack'));
    expect(countByCategory([...cracks, photo('crack', 'stain'), photo()])).toEqual([
      { category: 'crack', photos: 12, wants: 0 },
      { category: 'stain', photos: 1, wants: 9 },
    ]);
  });
});

describe('confidence', () => {
  /** 24 findings of one certainty, of which every `nth` differs from the rest. */
  const predictions = (certainty: number, nth: number, mostHold: boolean) =>
    Array.from({ length: 24 }, (_, n) => ({ certainty, holds: (n % nth === 0) !== mostHold }));

  it('is how often findings of that certainty were right, with one right and one wrong added to each band', () => {
    const scale = calibrate([...predictions(0.6, 4, false), ...predictions(0.9, 8, true)]);
    expect([confidenceOf(scale, 0.6), confidenceOf(scale, 0.9)]).toEqual([30, 80]);
    expect(confidenceOf(scale, 0.75)).toBe(55);
    expect([confidenceOf(scale, 0.1), confidenceOf(scale, 0.99)]).toEqual([30, 80]);
  });

  it('never falls as certainty rises, and is one half without any data', () => {
    const scale = calibrate([...predictions(0.6, 8, true), ...predictions(0.9, 4, false)]);
    expect(confidenceOf(scale, 0.9)).toBe(confidenceOf(scale, 0.6));
    expect(confidenceOf(calibrate([]), 0.8)).toBe(50);
  });
});
