import { expect, test } from 'vitest';
import { blurFaces } from './derivatives.ts';

/** A picture in which every second pixel is white. */
const chequered = (size: number) => ({
  width: size,
  height: size,
  data: Uint8Array.from(
    { length: size * size * 3 },
    (_, n) => ((Math.floor(n / 3) + Math.floor(n / 3 / size)) % 2) * 255,
  ),
});
const spread = (data: Uint8Array, size: number, from: number, to: number): number => {
  const values: number[] = [];
  for (let y = from; y < to; y += 1) for (let x = from; x < to; x += 1) values.push(data[(y * size + x) * 3] ?? 0);
  return Math.max(...values) - Math.min(...values);
};

test('a face loses its detail, the rest keeps it, and the original is untouched [decisions.photos.8]', async () => {
  const picture = chequered(100);
  const blurred = await blurFaces(picture, [{ x: 0.4, y: 0.4, width: 0.2, height: 0.2 }]);
  expect(spread(blurred.data, 100, 42, 58)).toBeLessThan(60);
  expect(spread(blurred.data, 100, 0, 30)).toBe(255);
  expect(picture.data).toEqual(chequered(100).data);
});

test('a face at the edge, or too small to see, causes no error', async () => {
  const picture = chequered(40);
  const edge = await blurFaces(picture, [
    { x: 0.9, y: 0.9, width: 0.1, height: 0.1 },
    { x: 0, y: 0, width: 0.001, height: 0.001 },
  ]);
  expect([edge.width, edge.height, edge.data.length]).toEqual([40, 40, 4800]);
});
