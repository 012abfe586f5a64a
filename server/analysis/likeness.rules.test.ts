import { expect, test } from 'vitest';
import { createLikenessReader } from './engine/builtin/likeness.ts';
import { featureDepth, gridSize } from '#contract/vision/grid.ts';
import { minLikeness, likenessOf } from './likeness.rules.ts';

/** A picture of sixteen parts, each of which looks like one of a few objects. */
const picture = (things: readonly number[]): Int8Array =>
  Int8Array.from(things.flatMap((thing) => Array.from({ length: 4 }, (_, d) => (d === thing ? 127 : 0))));
const wall = picture([0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 2, 2, 2, 2]);

test.each<[string, readonly number[], number]>([
  ['itself', [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 2, 2, 2, 2], 1],
  ['the same things in other parts', [1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2], 1],
  ['a part of it', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], (8 / 16 + 1) / 2],
  ['something else', [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], 0],
])('a picture compared with %s', (_name, things, likeness) => {
  expect(likenessOf(wall, picture(things))).toBeCloseTo(likeness, 5);
  expect(likenessOf(picture(things), wall)).toBeCloseTo(likeness, 5);
});

test('readings of different formats are not compared', () => {
  expect(likenessOf(wall, new Int8Array(32))).toBe(0);
  expect(likenessOf(new Int8Array(0), new Int8Array(0))).toBe(0);
  expect(minLikeness).toBeGreaterThan(0.5);
});

test('the engine reads a picture in sixteen parts, whatever the strength of its features', async () => {
  const read = await createLikenessReader();
  const features = Float32Array.from({ length: gridSize * gridSize * featureDepth }, (_, n) => Math.sin(n % 977));
  const numbers = read(features);
  expect(numbers).toHaveLength(16 * featureDepth);
  expect(likenessOf(numbers, numbers)).toBeCloseTo(1, 5);
});
