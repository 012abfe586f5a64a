import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { samplePicture } from '#test/sample-pictures.ts';
import { judgeQuality, measureQuality } from './quality.ts';

let room: Buffer;
beforeAll(async () => {
  room = await samplePicture('guest-room-king.jpg');
});

async function reasons(picture: Sharp): Promise<string[]> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  return judgeQuality(await measureQuality(pixels), info).reasons;
}

test('a good photo has no fault', async () => expect(await reasons(sharp(room))).toEqual([]));
test.each([4, 8])('blurred by %d pixels', async (sigma) =>
  expect(await reasons(sharp(room).blur(sigma))).toEqual(['blurred']),
);
test('too dark', async () => expect(await reasons(sharp(room).linear(0.3, 0))).toContain('too_dark'));
test('too bright', async () => expect(await reasons(sharp(room).linear(2.2, 20))).toContain('too_bright'));
test('too small', async () => expect(await reasons(sharp(room).resize(200, 150))).toContain('too_small'));
test('a bare wall is not reported as blurred', async () => {
  const wall = sharp({ create: { width: 800, height: 600, channels: 3, background: '#c8c0b0' } });
  expect(await reasons(wall)).toEqual([]);
});
