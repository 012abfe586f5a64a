import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walk } from '#test/factories.ts';
import { endlessRun, oneHeaderForAll, oneSampleManyTimes, shiftedRun } from '#test/hostile-videos.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { remux } from './remux.ts';

const MB = 1024 * 1024;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remux-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type VideoType = 'video/webm' | 'video/mp4' | 'video/quicktime';
const target = (): string => join(folder, 'target');
function copy(bytes: Buffer, contentType: VideoType, stallLimit?: number) {
  const source = join(folder, 'source');
  writeFileSync(source, bytes);
  rmSync(target(), { force: true });
  return remux({ source, target: target(), contentType }, new AbortController().signal, stallLimit);
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

test('a video whose frames all start with the same stored megabyte makes no copy beyond the limit', async () => {
  const hostile = oneHeaderForAll(walk.webm, MB);
  expect(hostile.length).toBeLessThan(2 * MB);
  await expect(copy(hostile, 'video/webm')).rejects.toThrow('Its copy would be far larger than itself');
  expect(copySize()).toBeLessThanOrEqual(maxBytes(hostile));
});

test('a run of four billion samples fails at the memory or time limit', async () => {
  await expect(copy(endlessRun(walk.mp4), 'video/mp4', 3000)).rejects.toThrow(UnreadableRecording);
});

test.each(['video/mp4', 'video/quicktime'] as const)('a plain %s is accepted', async (type) => {
  const { seconds } = await copy(walk.mp4, type);
  const plain = readFileSync(target());
  expect(await copy(plain, type)).toMatchObject({ seconds });
  expect(Math.abs(copySize() - plain.length)).toBeLessThan(1000);
});
