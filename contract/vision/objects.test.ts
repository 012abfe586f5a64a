import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundingBoxSchema } from '../analysis.ts';
import { overlap } from './overlap.ts';
import { clampBox, shareInside, suppress } from './boxes.ts';
import { readObjects } from './objects.ts';

const [bed, couch, toilet] = [59, 57, 61];
const rows = (...each: number[][]): Float32Array => Float32Array.from(each.flat());

describe('objects from the detector', () => {
  test('boxes become fractions, scores percent', () => {
    expect(readObjects(rows([128, 256, 384, 512, 0.8, bed]))).toEqual([
      { name: 'bed', confidence: 80, boundingBox: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 } },
    ]);
  });

  test('weak, empty and unknown rows are left out, and boxes are clamped', () => {
    const found = readObjects(
      rows(
        [0, 0, 100, 100, 0.29, bed],
        [50, 50, 50, 90, 0.9, bed],
        [0, 0, 9, 9, 0.9, 99],
        [0, 0, 9, 9, Number.NaN, bed],
        [-20, -20, 600, 600, 0.9, toilet],
      ),
    );
    expect(found).toEqual([{ name: 'toilet', confidence: 90, boundingBox: { x: 0, y: 0, width: 1, height: 1 } }]);
  });

  test('classes that do not occur in hotels are left out, however high the score', () => {
    const [bird, airplane] = [14, 4];
    expect(readObjects(rows([0, 0, 200, 200, 0.9, bird], [300, 0, 500, 200, 0.9, airplane]))).toEqual([]);
  });

  test('an uncertain object that fills the picture is left out', () => {
    expect(readObjects(rows([0, 0, 512, 512, 0.4, toilet]))).toEqual([]);
    expect(readObjects(rows([0, 0, 512, 512, 0.6, bed]))).toHaveLength(1);
  });

  test('two detections of one object are merged, and two objects stay two', () => {
    const found = readObjects(
      rows(
        [0, 0, 200, 200, 0.7, bed],
        [5, 5, 205, 205, 0.6, bed],
        [4, 0, 200, 198, 0.5, couch],
        [300, 0, 500, 200, 0.5, bed],
      ),
    );
    expect(found.map((each) => [each.name, each.confidence])).toEqual([
      ['bed', 70],
      ['bed', 50],
    ]);
  });

  test('any output gives boxes inside the picture', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: false }), { maxLength: 60 }), (values) => {
        for (const each of readObjects(Float32Array.from(values))) boundingBoxSchema.parse(each.boundingBox);
      }),
    );
  });
});

describe('boxes', () => {
  const whole = { x: 0, y: 0, width: 1, height: 1 };
  const quarter = { x: 0, y: 0, width: 0.5, height: 0.5 };
  test('overlap and cover', () => {
    expect(overlap(whole, quarter)).toBeCloseTo(0.25);
    expect(shareInside(quarter, whole)).toBeCloseTo(1);
    expect(overlap(quarter, { ...quarter, x: 0.5 })).toBe(0);
    expect(
      suppress(
        [
          { confidence: 1, boundingBox: whole },
          { confidence: 2, boundingBox: whole },
        ],
        0.5,
      ),
    ).toEqual([{ confidence: 2, boundingBox: whole }]);
    expect(clampBox(0.5, 0.5, 0.5, 0.9)).toBeNull();
  });
});
