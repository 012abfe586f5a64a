import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#server/platform/http/problem.ts';
import { createFolder, isMissing, renameDurably, syncFolder, writeDraft } from '#server/platform/storage/disk-files.ts';
import { bytesOfOtherParts, contentOf, digestBytes, listParts } from '#server/platform/storage/disk-part-files.ts';
import { partsInOrder } from '#server/platform/storage/parts.ts';
import { checkedKey, type MultipartStorage, type NamedPart } from '#server/platform/storage/storage.ts';
import { fileTooLarge, MissingUploadError, partsGone } from '#server/platform/storage/storage.errors.ts';
import { createTurns } from '#server/platform/turns.ts';
import { signedFields, type UploadTerms } from '#server/platform/storage/upload-signature.ts';

export interface DiskParts extends MultipartStorage {
  /** Receives a part at an address whose signature was checked. Throws the errors of storage.errors.ts. */
  receive(terms: UploadTerms, data: AsyncIterable<Uint8Array>): Promise<{ etag: string }>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uploadFile = 'upload.json';

/** Counts the bytes that arrive for one thing at the same time. */
function createArriving() {
  const arriving = new Map<string, number>();
  const add = (of: string, bytes: number): number => {
    const sum = (arriving.get(of) ?? 0) + bytes;
    if (sum > 0) arriving.set(of, sum);
    else arriving.delete(of);
    return sum;
  };
  /** Writes data with `write`; throws 413 once more than `maxBytes` are arriving for the thing. */
  return async <T>(
    of: string,
    maxBytes: number,
    data: AsyncIterable<Uint8Array>,
    write: (data: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> => {
    let own = 0;
    const release = () => {
      add(of, -own);
      own = 0;
    };
    async function* counted() {
      for await (const chunk of data) {
        own += chunk.length;
        if (add(of, chunk.length) <= maxBytes) yield chunk;
        else {
          // Released before its draft is removed, otherwise this refusal would cause that of all others.
          release();
          throw fileTooLarge(maxBytes);
        }
      }
    }
    try {
      return await write(counted());
    } finally {
      release();
    }
  };
}

/** Moves a received part to its upload. Throws 413 where it no longer fits. */
async function placePart(draft: string, path: string, { partNumber, maxBytes }: UploadTerms): Promise<void> {
  // Measured again: parts that came at the same moment had the same room.
  const bytes = (await stat(draft)).size - digestBytes + (await bytesOfOtherParts(path, partNumber));
  if (bytes > maxBytes) throw fileTooLarge(maxBytes);
  // Renames without mkdir, so that a dropped upload is not recreated.
  await rename(draft, join(path, String(partNumber)));
  await syncFolder(path);
}

/**
 * Multipart uploads on the disk: a folder for each upload, with a file for each part that ends with the SHA-256 of its
 * bytes. Thus a part and its ETag are replaced in one step, and a part that changed on the disk is detected.
 */
export async function createDiskParts(options: {
  folder: string;
  incoming: string;
  secret: string;
  pathOf: (key: string) => string;
}): Promise<DiskParts> {
  const { folder, incoming, secret, pathOf } = options;
  await createFolder(folder);
  const completing = new Map<string, Promise<void>>();
  const oneByOne = createTurns();
  const withinOne = createArriving();

  /** The folder of an upload. Throws MissingUploadError. */
  async function folderOf(key: string, uploadId: string): Promise<string> {
    if (!uuid.test(uploadId)) throw new MissingUploadError();
    const path = join(folder, uploadId);
    const owner = await readFile(join(path, uploadFile), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) throw new MissingUploadError();
      throw error;
    });
    if (owner !== JSON.stringify({ key: checkedKey(key) })) throw new MissingUploadError();
    return path;
  }

  async function compose(key: string, uploadId: string, named: NamedPart[], maxBytes: number): Promise<void> {
    try {
      const path = await folderOf(key, uploadId);
      const parts = partsInOrder(await listParts(path), named, maxBytes);
      await writeDraft(incoming, contentOf(path, parts), {
        maxBytes,
        place: (draft) => renameDurably(draft, pathOf(key)),
      });
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      throw isMissing(error) ? new MissingUploadError() : error;
    }
  }

  return {
    async create(key) {
      const uploadId = randomUUID();
      const path = join(folder, uploadId);
      await createFolder(path);
      await writeDraft(incoming, [Buffer.from(JSON.stringify({ key: checkedKey(key) }))], {
        maxBytes: Infinity,
        place: (draft) => renameDurably(draft, join(path, uploadFile)),
      });
      return uploadId;
    },
    async sign({ key, uploadId, partNumber, maxBytes, expiresInSeconds, sessionId = '', origin }) {
      const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
      const about = { key, expires, maxBytes, contentType: '', sessionId };
      const terms = { kind: 'PART' as const, ...about, uploadId, partNumber };
      return `${origin}/uploads/${checkedKey(key)}?${new URLSearchParams(signedFields(secret, terms)).toString()}`;
    },
    list: async (key, uploadId) => listParts(await folderOf(key, uploadId)),
    async complete(key, uploadId, named, { maxBytes }) {
      const running = completing.get(uploadId);
      if (running) return running;
      // Registered before the first await, otherwise a concurrent call could compose other parts.
      const done = compose(key, uploadId, named, maxBytes).finally(() => completing.delete(uploadId));
      completing.set(uploadId, done);
      await done;
    },
    async abort(key, uploadId) {
      const path = await folderOf(key, uploadId).catch((error: unknown) => {
        if (error instanceof MissingUploadError) return null;
        throw error;
      });
      if (path) await rm(path, { recursive: true, force: true });
    },
    async removeStale(before) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        // The folder's own time changes with each part, so the time of the upload's first file is used.
        const begun = await stat(join(path, uploadFile)).catch(() => stat(path));
        if (begun.mtime < before) await rm(path, { recursive: true, force: true });
      }
    },
    async receive(terms, data) {
      const { key, uploadId, partNumber, maxBytes } = terms;
      try {
        const path = await folderOf(key, uploadId);
        const room = maxBytes - (await bytesOfOtherParts(path, partNumber));
        if (room < 0) throw fileTooLarge(maxBytes);
        const place = (draft: string) => oneByOne(uploadId, () => placePart(draft, path, terms));
        // Parts that have not arrived are not in the folder, and each of them would have the whole room.
        const etag = await withinOne(uploadId, maxBytes, data, (arriving) =>
          writeDraft(incoming, arriving, { maxBytes: room, withDigest: true, place }),
        );
        return { etag };
      } catch (error) {
        if (error instanceof MissingUploadError || isMissing(error)) throw partsGone();
        // Report the limit of the whole file, not what was left of it for this part.
        throw error instanceof AppError && error.status === 413 ? fileTooLarge(maxBytes) : error;
      }
    },
  };
}
