import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '#server/platform/storage/disk-files.ts';
import { MissingUploadError, PartsRejectedError } from '#server/platform/storage/storage.errors.ts';
import type { StoredPart } from '#server/platform/storage/storage.ts';

/** Each part is a file named by its number, which ends with the SHA-256 of its bytes. */
export const digestBytes = 32;
const isPart = (name: string): boolean => /^\d+$/.test(name);

async function readPart(path: string, name: string): Promise<StoredPart> {
  const file = await open(join(path, name), 'r');
  try {
    const size = (await file.stat()).size - digestBytes;
    const { buffer } = await file.read(Buffer.alloc(digestBytes), 0, digestBytes, size);
    return { partNumber: Number(name), etag: buffer.toString('hex'), size };
  } finally {
    await file.close();
  }
}

/** The parts in the folder of an upload, by number. Throws MissingUploadError. */
export async function listParts(path: string): Promise<StoredPart[]> {
  try {
    const names = (await readdir(path)).filter(isPart);
    const parts: StoredPart[] = [];
    for (const name of names) parts.push(await readPart(path, name));
    return parts.toSorted((a, b) => a.partNumber - b.partNumber);
  } catch (error) {
    // The upload was completed or dropped meanwhile.
    if (isMissing(error)) throw new MissingUploadError();
    throw error;
  }
}

/** The total size of the parts in a folder, without the one that is about to be replaced. */
export async function bytesOfOtherParts(path: string, except: number): Promise<number> {
  let bytes = 0;
  for (const name of (await readdir(path)).filter(isPart)) {
    if (Number(name) !== except) bytes += (await stat(join(path, name))).size - digestBytes;
  }
  return bytes;
}

/** The bytes of some parts, one after the other. Throws PartsRejectedError for a part that changed on the disk. */
export async function* contentOf(path: string, parts: StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const { partNumber, size, etag } of parts) {
    if (size === 0) continue;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(join(path, String(partNumber)), { end: size - 1 })) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    if (hash.digest('hex') !== etag) throw new PartsRejectedError(`Part ${partNumber} has changed; send it again`);
  }
}
