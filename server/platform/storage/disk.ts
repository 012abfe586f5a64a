import { constants } from 'node:fs';
import { access, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  createFolder,
  isMissing,
  linkDurably,
  renameDurably,
  writeDraft,
} from '#server/platform/storage/disk-files.ts';
import { createDiskParts } from '#server/platform/storage/disk-parts.ts';
import { createDiskReader } from '#server/platform/storage/disk-reader.ts';
import { createReceiving } from '#server/platform/storage/disk-receiving.ts';
import { whileRoom } from '#server/platform/storage/disk-room.ts';
import { readForm } from '#server/platform/storage/form-data.ts';
import { checkedKey, isKey, keyAfterPrefix, type Storage } from '#server/platform/storage/storage.ts';
import {
  fileTooLarge,
  FileTooLargeError,
  formTypeDiffers,
  MissingFileError,
  uploadAddressExpired,
  uploadAddressInvalid,
  uploadTypeDiffers,
} from '#server/platform/storage/storage.errors.ts';
import { signedFields, termsOf, notAPart, type UploadTerms } from '#server/platform/storage/upload-signature.ts';

/** Whether a session or an API key may still be used. */
type IsAlive = (sessionId: string) => Promise<boolean>;

export interface IncomingUpload {
  key: string;
  query: URLSearchParams;
  contentType: string;
  /** The Content-Length header, or null. */
  contentLength: number | null;
  body: Readable;
  isAlive: IsAlive;
}

export interface IncomingForm {
  contentType: string;
  body: Readable;
  isAlive: IsAlive;
}

export interface DiskStorage extends Storage {
  /** Receives a file or a part that is PUT to a signed address. Throws the errors of storage.errors.ts. */
  receive(upload: IncomingUpload): Promise<{ etag: string }>;
  /** Receives a form of createForm. Throws the errors of storage.errors.ts. */
  receiveForm(form: IncomingForm): Promise<{ key: string; etag: string }>;
}

/** Throws 403 unless the signature is valid, and neither the address nor the session that asked for it has ended. */
async function checkTerms(terms: UploadTerms | null, isAlive: IsAlive): Promise<UploadTerms> {
  if (!terms) throw uploadAddressInvalid();
  if (terms.expires < Date.now() / 1000) throw uploadAddressExpired();
  if (terms.sessionId && !(await isAlive(terms.sessionId))) throw uploadAddressExpired();
  return terms;
}

/**
 * Stores files in a folder of this machine. A file is streamed under a temporary name, synced and renamed, so that a
 * key never refers to an incomplete file. Only one process may use the folder, because unfinished files of an earlier
 * run are removed.
 */
export async function createDiskStorage(options: { folder: string; secret: string }): Promise<DiskStorage> {
  const { folder, secret } = options;
  const incoming = join(folder, '.incoming');
  await rm(incoming, { recursive: true, force: true });
  await createFolder(incoming);
  const pathOf = (key: string): string => join(folder, checkedKey(key));
  const parts = await createDiskParts({ folder: join(folder, '.parts'), incoming, secret, pathOf });

  const write = (key: string, data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) => {
    const target = pathOf(key);
    return writeDraft(incoming, data, { maxBytes, place: (draft) => renameDurably(draft, target) });
  };

  const receiveOnce = createReceiving();

  const expiry = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

  return {
    ...createDiskReader(folder),
    bucket: 'files',
    multipart: parts,
    async createUpload({ key, contentType = '', maxBytes, expiresInSeconds, sessionId = '', origin }) {
      const expires = expiry(expiresInSeconds);
      const terms = { kind: 'PUT' as const, key, expires, maxBytes, contentType, sessionId, ...notAPart };
      const fields = signedFields(secret, terms);
      return `${origin}/uploads/${checkedKey(key)}?${new URLSearchParams(fields).toString()}`;
    },
    async createForm({ key, contentType, maxBytes, expiresInSeconds, sessionId = '', origin }) {
      const expires = expiry(expiresInSeconds);
      const about = { key: checkedKey(key), expires, maxBytes, contentType, sessionId };
      const terms = { kind: 'POST' as const, ...about, ...notAPart };
      const fields = { key, 'Content-Type': contentType, ...signedFields(secret, terms) };
      return { url: `${origin}/uploads`, fields };
    },
    locationOf: (key, origin) => `${origin}/uploads/${checkedKey(key)}`,
    keyFromUploadUrl: (url, origin) => keyAfterPrefix(`${origin}/uploads/`, url),
    async put(key, data) {
      // What comes as a stream may be large.
      await write(key, Buffer.isBuffer(data) ? [data] : whileRoom(folder, data), Infinity);
    },
    async snapshot(from, to, { maxBytes }) {
      const [source, target] = [pathOf(from), pathOf(to)];
      await linkDurably(source, target).catch((error: unknown) => {
        throw isMissing(error) ? new MissingFileError(from) : error;
      });
      const { size } = await stat(target);
      if (size <= maxBytes) return { size };
      await rm(target);
      throw new FileTooLargeError(maxBytes);
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    check: () => access(incoming, constants.W_OK),
    async receive({ key, query, contentType, contentLength, body, isAlive }) {
      const terms = await checkTerms(isKey(key) ? termsOf(secret, key, query, 'PUT') : null, isAlive);
      if (terms.contentType && terms.contentType !== contentType) {
        throw uploadTypeDiffers(terms.contentType);
      }
      if (contentLength !== null && contentLength > terms.maxBytes) throw fileTooLarge(terms.maxBytes);
      // Keep the request open, so that an early refusal can be answered.
      const data = body.iterator({ destroyOnReturn: false });
      const target = terms.kind === 'PART' ? `${terms.uploadId}/${terms.partNumber}` : key;
      const etag = await receiveOnce(target, data, async (arriving) => {
        const fitting = whileRoom(folder, arriving);
        return terms.kind === 'PART' ? (await parts.receive(terms, fitting)).etag : write(key, fitting, terms.maxBytes);
      });
      return { etag: `"${etag}"` };
    },
    async receiveForm({ contentType, body, isAlive }) {
      const { fields, file } = await readForm(contentType, body);
      try {
        const key = fields.get('key') ?? '';
        const terms = await checkTerms(isKey(key) ? termsOf(secret, key, fields, 'POST') : null, isAlive);
        if (fields.get('content-type') !== terms.contentType) {
          throw formTypeDiffers(terms.contentType);
        }
        const etag = await receiveOnce(key, file, (arriving) =>
          write(key, whileRoom(folder, arriving), terms.maxBytes),
        );
        return { key, etag: `"${etag}"` };
      } finally {
        file.destroy();
      }
    },
  };
}
