import sharp from 'sharp';
import { expect, test } from 'vitest';
import { detailSize, isLarge, pictureOfWhole, picturesOfParts, sentSize } from './pictures.ts';

test.each([
  [4000, 3000],
  [3000, 4000],
  [1600, 1200],
  [8000, 400],
  [640, 480],
  [1, 3000],
  [1, 1],
])('%i by %i is sent in a size that no model changes', (width, height) => {
  const size = sentSize({ width, height });
  expect([size.width % 28, size.height % 28]).toEqual([0, 0]);
  expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(1568);
  expect(size.width * size.height).toBeLessThanOrEqual(1_150_000);
});

test('four parts overlap and cover the photo, in more detail than the whole', async () => {
  const [width, height] = [detailSize, Math.round(detailSize * 0.75)];
  const data = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .raw()
    .toBuffer();
  const pixels = { data, width, height };
  const whole = await pictureOfWhole(pixels);
  const parts = await picturesOfParts(pixels);
  expect(parts.map(({ part }) => [part.x, part.y])).toEqual([
    [0, 0],
    [0.4, 0],
    [0, 0.4],
    [0.4, 0.4],
  ]);
  for (const { part, width: sent } of parts) {
    expect([part.width, part.height]).toEqual([0.6, 0.6]);
    expect(sent / part.width).toBeGreaterThan(whole.width * 1.5);
  }
  expect([isLarge({ width: 4000, height: 3000 }), isLarge({ width: 1600, height: 1200 })]).toEqual([true, false]);
});
