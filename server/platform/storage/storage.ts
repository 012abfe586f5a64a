import type { Readable } from 'node:stream';
import { InvalidKeyError } from '#server/platform/storage/storage.errors.ts';

export interface UploadRequest {
  key: string;
  /** If given, the upload must have exactly this content type. */
  contentType?: string;
  /**
   * The disk refuses more during the stream; an S3 store cannot, so the code that registers the object must also check
   * `head`.
   */
  maxBytes: number;
  expiresInSeconds: number;
  /** The session or API key that asks. On the disk the address ends with it; an S3 store knows nothing of it. */
  sessionId?: string;
  /** The origin at which the browser reaches this server, such as https://inspect.example.com. */
  origin: string;
}

/** How a browser's form sends one file: by POST, with these fields before the file's own, `file`. */
export interface UploadForm {
  url: string;
  fields: Record<string, string>;
}

export interface NamedPart {
  /** 1 to 10000. */
  partNumber: number;
  /** Without quotes. */
  etag: string;
}

export interface StoredPart extends NamedPart {
  size: number;
}

export interface PartRequest {
  key: string;
  uploadId: string;
  partNumber: number;
  /** The limit of the whole file; the disk refuses more during the stream. */
  maxBytes: number;
  expiresInSeconds: number;
  /** As of an upload. */
  sessionId?: string;
  origin: string;
}

/** Multipart uploads. An upload is identified by its key and the id that `create` returned. */
export interface MultipartStorage {
  create(key: string, options: { contentType: string }): Promise<string>;
  /** An absolute address that accepts one PUT of the part's bytes, without a cookie, until it expires. */
  sign(request: PartRequest): Promise<string>;
  /** The parts that have arrived, by number. Throws MissingUploadError. */
  list(key: string, uploadId: string): Promise<StoredPart[]>;
  /** Composes the file from the named parts. Throws MissingUploadError, PartsRejectedError. */
  complete(key: string, uploadId: string, parts: NamedPart[], options: { maxBytes: number }): Promise<void>;
  /** Removes the upload with its parts; does nothing when there is none. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Removes all multipart uploads below `uploads/` that started before this time. */
  removeStale(before: Date): Promise<void>;
}

/** Reads files by key. Commands use it too, while a server is running. */
export interface StoredFiles {
  /** Size in bytes, or null when there is no such file. */
  head(key: string): Promise<{ size: number } | null>;
  /** The bytes from `start` to `end`, both inclusive, or all. Throws MissingFileError. */
  read(key: string, range?: { start?: number; end?: number }): Promise<Readable>;
  /** Calls `use` with a path on this machine's disk, valid only until it resolves. Throws MissingFileError. */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** The keys of all complete files, in no particular order. */
  keys(): AsyncIterable<string>;
  /** Rejects when the store cannot be reached or written to. */
  check(): Promise<void>;
}

/**
 * Stores files by key. A key is a path of letters, digits, `.`, `_` and `-` whose segments start with a letter or
 * digit; any other key is refused with InvalidKeyError before anything is touched.
 */
export interface Storage extends StoredFiles {
  /** An absolute address that accepts one PUT of the file's bytes, without a cookie, until it expires. */
  createUpload(request: UploadRequest): Promise<string>;
  /** Like createUpload, for a browser's form; `contentType` is required, and every store enforces the limit. */
  createForm(request: UploadRequest & { contentType: string }): Promise<UploadForm>;
  multipart: MultipartStorage;
  /** The bucket's name; the disk has one too, for clients that expect it. */
  bucket: string;
  /** The address that identifies a stored file; it does not allow reading the file. */
  locationOf(key: string, origin: string): string;
  /** The key of an address of createUpload or locationOf, with or without its query; null for any other address. */
  keyFromUploadUrl(url: string, origin: string): string | null;
  /** Writes durably: once it resolves, the file survives a crash. A stream of known `size` needs no temporary copy. */
  put(key: string, data: Buffer | Readable, options: { contentType: string; size?: number }): Promise<void>;
  /**
   * Copies the file at `from` to `to`, a new key that no upload address can overwrite, so that a file that is verified
   * there cannot be replaced. Returns the size of the copy. Throws MissingFileError, FileTooLargeError, which leaves
   * no copy, and FileReplacedError for a file that was replaced at the same time.
   */
  snapshot(from: string, to: string, options: { maxBytes: number }): Promise<{ size: number }>;
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

export function isKey(text: string): boolean {
  return text.length <= 512 && keyPattern.test(text);
}

/** Returns the key, or throws InvalidKeyError. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new InvalidKeyError();
  return key;
}

/** The key that follows `prefix` (origin and path) in an address, or null. */
export function keyAfterPrefix(prefix: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const plain = `${url.origin}${url.pathname}`;
  if (url.username || url.password || !plain.startsWith(prefix)) return null;
  const key = plain.slice(prefix.length);
  return isKey(key) ? key : null;
}
