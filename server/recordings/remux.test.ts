import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, Input, MP4, WEBM } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walk } from '#test/factories.ts';
import { UnreadableRecording } from './recordings.errors.ts';
import { remux } from './remux.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'remux-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyOf(bytes: Buffer, contentType: 'video/webm' | 'video/mp4', limits?: Parameters<typeof remux>[2]) {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')];
  writeFileSync(source, bytes);
  const never = new AbortController().signal;
  return remux({ source, target, contentType }, never, limits).then((facts) => ({
    facts,
    copy: readFileSync(target),
  }));
}
const read = (bytes: Buffer) => new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: [WEBM, MP4] });

/** The time and bytes of every packet. */
async function packets(bytes: Buffer): Promise<string[]> {
  const { EncodedPacketSink } = await import('mediabunny');
  const track = await read(bytes).getPrimaryVideoTrack();
  if (!track) throw new Error('There is no video');
  const found: string[] = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    found.push(
      `${packet.timestamp.toFixed(2)} ${packet.type} ${createHash('sha256').update(packet.data).digest('hex')}`,
    );
  return found;
}

test.each([
  ['WebM', walk.webm, 'video/webm'],
  ['MP4', walk.mp4, 'video/mp4'],
] as const)('a copy of %s has the same pictures at the same times, and a duration', async (_name, bytes, type) => {
  const { facts, copy } = await copyOf(bytes, type);
  expect(facts.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(facts.seconds).toBeGreaterThan(3.5);
  expect(facts.seconds).toBeLessThan(4.5);
  const [before, after] = [await packets(bytes), await packets(copy)];
  expect(before.length).toBeGreaterThan(50);
  expect(after).toEqual(before);
  expect(await read(copy).getDurationFromMetadata()).toBeCloseTo(facts.seconds, 0);
});

test('a truncated recording is copied as far as it goes', async () => {
  const { facts } = await copyOf(walk.webm.subarray(0, 9000), 'video/webm');
  expect(facts.seconds).toBeGreaterThan(0.5);
  expect(facts.seconds).toBeLessThan(3);
});

test.each([
  ['only begins', walk.webm.subarray(0, 300)],
  ['is of another kind', Buffer.from('a text that is no video at all')],
  ['keeps its reader busy for ever', Buffer.concat([walk.webm.subarray(0, 60), Buffer.alloc(5000, 9)])],
])('a file that %s is unreadable', async (_name, bytes) => {
  await expect(copyOf(bytes, 'video/webm', { stall: 1500 })).rejects.toThrow(UnreadableRecording);
});

test('stops when its signal is aborted', async () => {
  const stop = new AbortController();
  const task = { source: join(folder, 'source'), target: join(folder, 'target'), contentType: 'video/webm' as const };
  const going = remux(task, stop.signal);
  stop.abort(new Error('the process ends'));
  await expect(going).rejects.toThrow('the process ends');
  await expect(remux(task, stop.signal)).rejects.toThrow('the process ends');
});
