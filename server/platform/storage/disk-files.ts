import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileTooLarge } from '#server/platform/storage/storage.errors.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder that survives a crash: a new name is durable once its parent has been synced. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await createFolder(dirname(to));
  await rename(from, to);
  await syncFolder(dirname(to));
}

/**
 * Adds a second name for a file. Uploads replace the first name and never write into a file, so the second one keeps
 * the current bytes.
 */
export async function linkDurably(from: string, to: string): Promise<void> {
  await createFolder(dirname(to));
  for (let tries = linkTries; ; tries -= 1) {
    try {
      await link(from, to);
      return await syncFolder(dirname(to));
    } catch (error) {
      // link() also reports ENOENT when another file replaced the name at the same time.
      if (tries === 0 || !isMissing(error) || !(await exists(from))) throw error;
    }
  }
}

const linkTries = 20;
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export interface DraftOptions {
  maxBytes: number;
  /** Appends the 32 bytes of the digest to the file. */
  withDigest?: boolean;
  /** Moves the finished, synced draft to its place. */
  place(draft: string): Promise<void>;
}

/**
 * Streams data to a temporary file below `incoming` and moves it with `place`; a failure leaves nothing behind. Returns
 * the SHA-256.
 */
export async function writeDraft(
  incoming: string,
  data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, withDigest = false, place }: DraftOptions,
): Promise<string> {
  const draft = join(incoming, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  try {
    let digest: Buffer;
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const chunk of data) {
        size += chunk.length;
        if (size > maxBytes) throw fileTooLarge(maxBytes);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      digest = hash.digest();
      if (withDigest) await file.writeFile(digest);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(draft);
    return digest.toString('hex');
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
