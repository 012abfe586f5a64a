import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeUpright, readHeader } from './codec.ts';
import { inspect, parseExifTime } from './facts.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'facts-'));
});
afterAll(() => rm(dir, { recursive: true }));

const heic = new URL('../fixtures/room.heic', import.meta.url);
/** Left half red, right half blue. */
const halves = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#2020d0' } }, left: width / 2, top: 0 },
  ]);

async function put(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, bytes);
  return path;
}

/** Random bytes: a JPEG of them cannot be truncated without losing part of the picture. */
const noisy = (width: number, height: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: width * height * 3 }, (_, n) => (n * 7919) % 251)), {
    raw: { width, height, channels: 3 },
  });

describe('accepted formats', () => {
  test.each([
    ['jpeg', () => halves().jpeg().toBuffer(), 'image/jpeg'],
    ['png', () => halves().png().toBuffer(), 'image/png'],
    ['webp', () => halves().webp().toBuffer(), 'image/webp'],
    ['avif', () => halves().avif().toBuffer(), 'image/avif'],
  ])('%s, whatever its file name', async (format, make, mimeType) => {
    const bytes = await make();
    const facts = await inspect(await put(`photo-of-${format}.txt`, bytes));
    expect(facts).toEqual({
      format,
      mimeType,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: 60,
      height: 40,
      takenAt: null,
      location: null,
    });
  });

  test('heic', async () => {
    const path = await put('room.heic', await readFile(heic));
    expect(await inspect(path)).toMatchObject({ format: 'heic', mimeType: 'image/heic', width: 480, height: 360 });
    const pixels = await decodeUpright(path, await readHeader(path), 200);
    expect([pixels.width, pixels.height, pixels.data.length]).toEqual([200, 150, 200 * 150 * 3]);
    expect(new Set(pixels.data).size).toBeGreaterThan(50);
  });

  test('gray, 16-bit and transparent pictures become RGB on white', async () => {
    const clear = {
      create: { width: 20, height: 20, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    };
    const path = await put('clear.png', await sharp(clear).png().toBuffer());
    const { data } = await decodeUpright(path, await readHeader(path), 100);
    expect([...new Set(data)]).toEqual([255]);
    const gray = await put('gray.jpg', await halves().greyscale().jpeg().toBuffer());
    expect((await decodeUpright(gray, await readHeader(gray), 100)).data.length).toBe(60 * 40 * 3);
    const deep = await put('deep.png', await halves().toColourspace('rgb16').png().toBuffer());
    expect((await decodeUpright(deep, await readHeader(deep), 100)).data.length).toBe(60 * 40 * 3);
  });

  test('a PDF only if it is allowed', async () => {
    const path = await put('license.jpg', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
    expect(await inspect(path, { allowPdf: true })).toMatchObject({ format: 'pdf', width: null, bytes: 29 });
    await expect(inspect(path)).rejects.toMatchObject({ code: 'pdf_elsewhere', status: 415 });
  });
});

describe('refused files', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  test.each([
    ['SVG', svg],
    ['nothing', ''],
    ['text', 'a long enough line of text that is no picture'],
    ['GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff'],
    ['TIFF', 'II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'],
    ['an MP4', '\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2'],
  ])('%s is not a photo', async (_name, text) => {
    const path = await put('claims-to-be.jpg', Buffer.from(text, 'latin1'));
    await expect(inspect(path)).rejects.toMatchObject({ name: 'PhotoRejected', code: 'unsupported_type', status: 415 });
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a truncated %s is unreadable', async (format) => {
    const whole = await noisy(400, 300).toFormat(format).toBuffer();
    const path = await put(`cut.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(inspect(path)).rejects.toMatchObject({ code: 'unreadable', status: 422 });
  });

  test('a truncated HEIC is unreadable', async () => {
    const whole = await readFile(heic);
    const path = await put('cut.heic', whole.subarray(0, Math.floor(whole.length * 0.6)));
    await expect(inspect(path)).rejects.toMatchObject({ code: 'unreadable', status: 422 });
  });

  test('a small file of 64 million pixels is refused by its header', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1e6);
    const started = performance.now();
    const path = await put('bomb.png', bomb);
    await expect(inspect(path)).rejects.toMatchObject({ code: 'too_many_pixels', status: 422 });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('EXIF', () => {
  test('a HEIC from an upright phone, in tiles that its container rotates, is rotated only once', async () => {
    // Its EXIF also has a rotation, which must be ignored because the container has one.
    const path = await put('phone.heic', await readFile(new URL('../fixtures/phone.heic', import.meta.url)));
    expect(await inspect(path)).toMatchObject({
      format: 'heic',
      width: 480,
      height: 720,
      takenAt: '2026-06-07T22:19:20.000Z',
      location: { latitude: 43.66, longitude: -70.25 },
    });
    const { data, height, width } = await decodeUpright(path, await readHeader(path), 720);
    expect([width, height]).toEqual([480, 720]);
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
    const strongest = (pixel: number[]) => pixel.indexOf(Math.max(...pixel));
    // Red at the top, green at the left, blue at the bottom.
    expect([at(240, 40), at(20, 360), at(240, 690)].map(strongest)).toEqual([0, 1, 2]);
  });

  test('a picture taken sideways is upright [domain.boxes.2]', async () => {
    const path = await put(
      'side.jpg',
      await halves()
        .withExif({ IFD0: { Orientation: '6' } })
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    expect(await inspect(path)).toMatchObject({ width: 40, height: 60 });
    const { data, height, width } = await decodeUpright(path, await readHeader(path), 100);
    expect([width, height]).toEqual([40, 60]);
    expect(data[0]).toBeGreaterThan(150);
    expect(data[(59 * 40 + 20) * 3 + 2]).toBeGreaterThan(150);
  });

  test('time with its zone, and location', async () => {
    const exif = {
      IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', OffsetTimeOriginal: '+02:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '2/1 15/1 0/1' },
    };
    const path = await put('place.jpg', await halves().withExif(exif).jpeg().toBuffer());
    const facts = await inspect(path);
    expect(facts.takenAt).toBe('2026-03-04T03:06:07.000Z');
    expect(facts.location?.latitude).toBeCloseTo(48.5);
    expect(facts.location?.longitude).toBeCloseTo(-2.25);
  });

  test.each([
    ['2026:03:04 05:06:07', undefined, '2026-03-04T05:06:07.000Z'],
    ['0000:00:00 00:00:00', undefined, null],
    ['yesterday', undefined, null],
    [undefined, '+02:00', null],
  ])('%s %s', (time, zone, expected) => expect(parseExifTime(time, zone)).toBe(expected));
});
