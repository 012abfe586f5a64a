import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { requireRoom, whileRoom } from './disk-room.ts';

test('a disk has room for what fits with a reserve, and for no more', async () => {
  await requireRoom(tmpdir(), 0);
  const { bavail, bsize } = await statfs(tmpdir());
  await expect(requireRoom(tmpdir(), bavail * bsize)).rejects.toThrow(/has no room for \d+ bytes more/);
});

test('what arrives is refused with 503 while the reserve of the database is still there, at the start or on the way', async () => {
  const MB = 1024 * 1024;
  const take = async (looks: boolean[], chunks: number) => {
    let taken = 0;
    const data = whileRoom('x', Array<Uint8Array>(chunks).fill(new Uint8Array(MB)), async () => looks.shift() ?? true);
    try {
      for await (const chunk of data) taken += chunk.length;
    } catch (error) {
      return [taken / MB, (error as { status: number }).status];
    }
    return [taken / MB, 200];
  };
  expect(await take([false], 1)).toEqual([0, 503]);
  expect(await take([true, true, false], 30)).toEqual([16, 503]);
  expect(await take([true, true, true, true], 30)).toEqual([30, 200]);
});
