import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkedKey, isKey, keyBelow, MissingFileError, type Storage } from '#server/platform/storage/storage.ts';
import { signedQuery, termsOf } from '#server/platform/storage/upload-signature.ts';

export interface IncomingUpload {
  key: string;
  query: URLSearchParams;
  contentType: string;
  /** As the client announced it, or null. */
  contentLength: number | null;
  body: Readable;
}

export interface DiskStorage extends Storage {
  /** Takes the PUT to an address of createUpload. Throws UploadRefused. */
  receive(upload: IncomingUpload): Promise<{ etag: string }>;
}

/** Why an upload was not taken: the HTTP status and one sentence for a person. */
export class UploadRefused extends Error {
  readonly status: 403 | 413;

  constructor(status: 403 | 413, detail: string) {
    super(detail);
    this.name = 'UploadRefused';
    this.status = status;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder so that it is still there after a crash: a new name lasts once its parent has been synced. */
async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (!first) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

async function renameDurably(from: string, to: string): Promise<void> {
  await createFolder(dirname(to));
  await rename(from, to);
  await syncFolder(dirname(to));
}

/**
 * Files below a folder of this machine. A file is streamed under a temporary name, synced and renamed, so that a key
 * never shows half a file. Only one process may use the folder, since unfinished files of an earlier run are removed.
 */
export async function createDiskStorage(options: { folder: string; secret: string }): Promise<DiskStorage> {
  const { folder, secret } = options;
  const incoming = join(folder, '.incoming');
  await rm(incoming, { recursive: true, force: true });
  await createFolder(incoming);
  const pathOf = (key: string): string => join(folder, checkedKey(key));

  /** Returns a digest of what was written. Leaves `data` open, so that an answer can still go out on its connection. */
  const write = async (key: string, data: Readable, maxBytes: number): Promise<string> => {
    const target = pathOf(key);
    const draft = join(incoming, randomUUID());
    const digest = createHash('sha256');
    let size = 0;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        for await (const chunk of data.iterator({ destroyOnReturn: false })) {
          size += chunk.length;
          if (size > maxBytes) throw new UploadRefused(413, `The file is larger than the limit of ${maxBytes} bytes.`);
          digest.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await renameDurably(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return digest.digest('hex');
  };

  const head = async (key: string): Promise<{ size: number } | null> => {
    try {
      const found = await stat(pathOf(key));
      return found.isFile() ? { size: found.size } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const present = async (key: string): Promise<string> => {
    if (!(await head(key))) throw new MissingFileError(key);
    return pathOf(key);
  };

  return {
    async createUpload({ key, contentType = '', maxBytes, expiresInSeconds, origin }) {
      const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
      const query = signedQuery(secret, { key, expires, maxBytes, contentType });
      return `${origin}/uploads/${checkedKey(key)}?${query.toString()}`;
    },
    keyFromUploadUrl: (url, origin) => keyBelow(`${origin}/uploads/`, url),
    async put(key, data) {
      await write(key, Buffer.isBuffer(data) ? Readable.from([data]) : data, Infinity);
    },
    head,
    read: async (key, range) => createReadStream(await present(key), range),
    withLocalFile: async (key, use) => use(await present(key)),
    async move(from, to) {
      const [source, target] = [await present(from), pathOf(to)];
      await renameDurably(source, target);
      await syncFolder(dirname(source));
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    check: () => access(incoming, constants.W_OK),
    async receive({ key, query, contentType, contentLength, body }) {
      const terms = isKey(key) ? termsOf(secret, key, query) : null;
      if (!terms) throw new UploadRefused(403, 'This is not a valid upload address.');
      if (terms.expires < Date.now() / 1000) throw new UploadRefused(403, 'Request has expired');
      if (terms.contentType && terms.contentType !== contentType) {
        throw new UploadRefused(403, `This upload address takes ${terms.contentType} only.`);
      }
      if (contentLength !== null && contentLength > terms.maxBytes) {
        throw new UploadRefused(413, `The file is larger than the limit of ${terms.maxBytes} bytes.`);
      }
      return { etag: `"${await write(key, body, terms.maxBytes)}"` };
    },
  };
}
