import { statfs } from 'node:fs/promises';
import { diskFull } from './storage.errors.ts';

/** The bytes to keep free for the database and everything else on the disk. */
const reserveBytes = 256 * 1024 * 1024;
/** How many bytes arrive between two looks at the disk. */
const lookEvery = 8 * 1024 * 1024;

/** Whether the disk of `folder` has room for so many more bytes. */
async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes + reserveBytes;
}

/** Throws unless the disk of `folder` has room for this many more bytes. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  if (!(await hasRoom(folder, bytes))) throw new Error(`The disk of ${folder} has no room for ${bytes} bytes more`);
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Passes on what arrives for the disk of `folder`; throws 503 once that is full, while the database still has its reserve. */
export async function* whileRoom(folder: string, data: Bytes, room = hasRoom): AsyncGenerator<Uint8Array> {
  let sinceLook = lookEvery;
  for await (const chunk of data) {
    sinceLook += chunk.length;
    if (sinceLook >= lookEvery) {
      sinceLook = 0;
      if (!(await room(folder, chunk.length))) throw diskFull();
    }
    yield chunk;
  }
}
