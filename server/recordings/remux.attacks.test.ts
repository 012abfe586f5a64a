import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walk } from '#test/factories.ts';
import {
  emptySamples,
  endlessRun,
  oneHeaderForAll,
  oneSampleManyTimes,
  secondSizes,
  shiftedRun,
} from '#test/hostile-videos.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { maxReadingMs } from './recordings.rules.ts';
import { remux } from './remux.ts';

const MB = 1024 * 1024;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remux-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type VideoType = 'video/webm' | 'video/mp4' | 'video/quicktime';
const target = (): string => join(folder, 'target');
function copy(bytes: Buffer, contentType: VideoType, limits?: Parameters<typeof remux>[2]) {
  const source = join(folder, 'source');
  writeFileSync(source, bytes);
  rmSync(target(), { force: true });
  return remux({ source, target: target(), contentType }, new AbortController().signal, limits);
}
const copySize = (): number => statSync(target(), { throwIfNoEntry: false })?.size ?? 0;
const maxBytes = (source: Buffer): number => source.length * 1.1 + 16 * MB;

/** A recording with its sample table after the data, as phones write it. */
async function plainMp4(): Promise<Buffer> {
  await copy(walk.mp4, 'video/mp4');
  return readFileSync(target());
}

test('a video that lists one sample many times is refused, and makes no large file', async () => {
  const hostile = oneSampleManyTimes(await plainMp4(), { count: 150, bytes: 4 * MB });
  expect(hostile.length).toBeLessThan(5 * MB);
  await expect(copy(hostile, 'video/mp4')).rejects.toThrow(new UnreadableRecording('Its samples overlap'));
  expect(copySize()).toBe(0);
});

test('two samples that share bytes are refused, although the copy would be no larger', async () => {
  const hostile = oneSampleManyTimes(await plainMp4(), { count: 2, bytes: 100 });
  await expect(copy(hostile, 'video/mp4')).rejects.toThrow('Its samples overlap');
  await expect(copy(shiftedRun(walk.mp4, 1000), 'video/mp4')).rejects.toThrow('Its samples overlap');
});

test('overlapping samples are found also where a second table says that they overlap', async () => {
  const [first, second] = [
    { count: 100, bytes: 16 },
    { count: 100, bytes: 4000 },
  ];
  await expect(copy(secondSizes(await plainMp4(), first, second), 'video/mp4')).rejects.toThrow('two boxes stsz');
  const movie = (await plainMp4()).subarray((await plainMp4()).indexOf('moov', 0, 'latin1') - 4);
  await expect(copy(Buffer.concat([await plainMp4(), movie]), 'video/mp4')).rejects.toThrow('two boxes moov');
});

test('a small video of countless empty samples, which never gets stuck, is given up within seconds', async () => {
  const hostile = emptySamples(await plainMp4(), 500_000);
  expect(hostile.length).toBeLessThan(3 * MB);
  expect(maxReadingMs(hostile.length)).toBeLessThan(11_000);
  await expect(copy(hostile, 'video/mp4', { processor: 2000 })).rejects.toThrow('It takes too long to read');
});

test('a video with an index far too long for it is refused before the index is read whole', async () => {
  const hostile = oneSampleManyTimes(await plainMp4(), { count: 100_000, bytes: 1 });
  await expect(copy(hostile, 'video/mp4')).rejects.toThrow('Its index lists too many pieces');
});

test('a video whose frames all start with the same stored megabyte makes no copy beyond the limit', async () => {
  const hostile = oneHeaderForAll(walk.webm, MB);
  expect(hostile.length).toBeLessThan(2 * MB);
  await expect(copy(hostile, 'video/webm')).rejects.toThrow('Its copy would be far larger than itself');
  expect(copySize()).toBeLessThanOrEqual(maxBytes(hostile));
});

test('a run of four billion samples fails at the memory or time limit', async () => {
  await expect(copy(endlessRun(walk.mp4), 'video/mp4', { stall: 3000 })).rejects.toThrow(UnreadableRecording);
});

test.each(['video/mp4', 'video/quicktime'] as const)('a plain %s is accepted', async (type) => {
  const { seconds } = await copy(walk.mp4, type);
  const plain = readFileSync(target());
  expect(await copy(plain, type)).toMatchObject({ seconds });
  expect(Math.abs(copySize() - plain.length)).toBeLessThan(1000);
});
