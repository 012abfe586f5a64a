import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProcessor, type ProcessorOptions } from './processor.ts';

/** A photo with faces, from the package of the face detector. */
const people = fileURLToPath(new URL('../../node_modules/@vladmandic/human/assets/samples.jpg', import.meta.url));
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'processor-'));
});
afterAll(() => rm(dir, { recursive: true }));

const processor = (more: Partial<ProcessorOptions>) =>
  createProcessor({ engine: 'builtin', pictures: 'parts', faceBlur: false, dataDir: null, ...more });

/** The share of clearly different pixels between two pictures of the same size, per thousand. */
async function difference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((each) => sharp(each).resize(560, 420, { fit: 'fill' }).raw().toBuffer()),
  );
  let count = 0;
  for (let n = 0; n < 560 * 420; n += 1) if (Math.abs((one?.[n * 3] ?? 0) - (other?.[n * 3] ?? 0)) > 40) count += 1;
  return (count * 1000) / (560 * 420);
}

test('faces are blurred in what a model service may see, whatever is configured for shared copies', async () => {
  const shown = await processor({}).photo(people, { analyze: true });
  const blurred = await processor({ faceBlur: true, pictures: null }).photo(people, { analyze: false });
  expect([shown.faces, blurred.faces > 0]).toEqual([0, true]);
  const [sent] = shown.pictures;
  if (!sent) throw new Error('No picture was made');
  // With this setting the shared copy shows the faces, but the picture to be sent does not.
  const hidden = await difference(blurred.preview, shown.preview);
  expect(hidden).toBeGreaterThan(1);
  expect(await difference(sent.jpeg, shown.preview)).toBeGreaterThan(hidden / 2);
  expect(await difference(sent.jpeg, blurred.preview)).toBeLessThan(hidden / 2);
});

test('a large photo is sent in five pictures without metadata, and none without a service or an analysis', async () => {
  const path = join(dir, 'large.jpg');
  await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#998877' } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .jpeg()
    .toFile(path);
  const { pictures } = await processor({}).photo(path, { analyze: true });
  expect(pictures.map(({ part }) => part.width)).toEqual([1, 0.6, 0.6, 0.6, 0.6]);
  for (const { height, jpeg, width } of pictures) {
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height });
    expect((await sharp(jpeg).metadata()).exif).toBeUndefined();
  }
  const one = await processor({ pictures: 'whole' }).photo(path, { analyze: true });
  const none = await processor({ pictures: null }).photo(path, { analyze: true });
  const copies = await processor({}).photo(path, { analyze: false });
  expect([one, none, copies].map((each) => each.pictures.length)).toEqual([1, 0, 0]);
});
