import { statfs } from 'node:fs/promises';

/** The bytes to keep free for the database and everything else on the disk. */
const reserveBytes = 256 * 1024 * 1024;

/** Throws unless the disk of `folder` has room for this many more bytes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes)
    throw new Error(`The disk of ${folder} has no room for ${bytes} bytes more`);
}
