import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { requireRoom } from './disk-room.ts';

test('a disk has room for what fits with a reserve, and for no more', async () => {
  await requireRoom(tmpdir(), 0);
  const { bavail, bsize } = await statfs(tmpdir());
  await expect(requireRoom(tmpdir(), bavail * bsize)).rejects.toThrow(/has no room for \d+ bytes more/);
});
