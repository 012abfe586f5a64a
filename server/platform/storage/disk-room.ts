import { statfs } from 'node:fs/promises';

/** What stays free for the database and everything else that lives on the disk. */
const reserveBytes = 256 * 1024 * 1024;

/** Throws unless the disk below `folder` has room for so many bytes more. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes)
    throw new Error(`The disk of ${folder} has no room for ${bytes} bytes more`);
}
