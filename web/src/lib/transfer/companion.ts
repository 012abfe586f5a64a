import {
  cannotSign,
  completedSchema,
  multipartSchema,
  signedPartSchema,
  uploadLimits,
  uploadParamsSchema,
  uploadPartsSchema,
} from '#contract/uploads.ts';
import { api, type RequestOptions } from '#web/lib/api.ts';
import { callDelays, withRetries } from '#web/lib/retry-rules.ts';

/** Where a whole file is sent: by PUT as the body, or by POST as the last field of a form. */
export interface UploadAddress {
  method: 'PUT' | 'POST';
  url: string;
  /** Form fields to send before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** An upload in parts that is open on the server. */
export interface MultipartUpload {
  key: string;
  uploadId: string;
}
export interface SentPart {
  PartNumber: number;
  ETag: string;
}

interface FileToSend {
  name: string;
  type: string;
}

/** A 401 is shown beside the file, which stays in the list until somebody has signed in again. */
const retried = <T>(signal: AbortSignal, call: (options: RequestOptions) => Promise<T>): Promise<T> =>
  withRetries(() => call({ signal, redirectsOn401: false }), { delays: callDelays, signal });

const typeOf = (file: FileToSend): string => file.type || 'application/octet-stream';

function pathOf({ key, uploadId }: MultipartUpload, rest = ''): string {
  return `/api/s3/multipart/${encodeURIComponent(uploadId)}${rest}?${new URLSearchParams({ key }).toString()}`;
}

/** Requests the address for a file that is sent whole. */
export async function singleAddress(file: FileToSend, signal: AbortSignal): Promise<UploadAddress> {
  const query = new URLSearchParams({ filename: file.name, type: typeOf(file) });
  const { method, url, fields } = await retried(signal, (options) =>
    api.get(`/api/s3/params?${query.toString()}`, uploadParamsSchema, options),
  );
  return { method, url, fields };
}

/** Opens an upload in parts. */
export async function createMultipart(file: FileToSend, signal: AbortSignal): Promise<MultipartUpload> {
  const body = { filename: file.name, type: typeOf(file), metadata: {} };
  const { key, uploadId } = await retried(signal, (options) =>
    api.post('/api/s3/multipart', body, multipartSchema, options),
  );
  return { key, uploadId };
}

/** Requests the address for one part, which is sent by PUT. */
export async function signPart(upload: MultipartUpload, partNumber: number, signal: AbortSignal): Promise<string> {
  if (!upload.key || !upload.uploadId || !partNumber) throw new Error(cannotSign);
  const { url } = await retried(signal, (options) =>
    api.get(pathOf(upload, `/${partNumber}`), signedPartSchema, options),
  );
  return url;
}

/** The parts that the storage has received. */
export const listParts = (upload: MultipartUpload, signal: AbortSignal): Promise<SentPart[]> =>
  retried(signal, (options) => api.get(pathOf(upload), uploadPartsSchema, options));

/** Joins the parts into one file; returns its location. */
export async function completeMultipart(
  upload: MultipartUpload,
  parts: readonly SentPart[],
  signal: AbortSignal,
): Promise<string> {
  const body = { parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) };
  const answer = await retried(signal, (options) =>
    api.post(pathOf(upload, '/complete'), body, completedSchema, options),
  );
  return answer.location;
}

/** Cancels an upload and deletes its parts. */
export const abortMultipart = (upload: MultipartUpload, signal: AbortSignal): Promise<void> =>
  retried(signal, (options) => api.delete(pathOf(upload), undefined, undefined, options));

/** Deletes the parts of a cancelled upload. If that fails, the server deletes them later. */
export async function dropParts(upload: MultipartUpload): Promise<void> {
  try {
    await abortMultipart(upload, AbortSignal.timeout(60_000));
  } catch (error) {
    console.warn('The parts of a cancelled upload were not removed', error);
  }
}

export interface FilePart {
  partNumber: number;
  start: number;
  end: number;
}

/**
 * Cuts a file into parts of the smallest allowed size, or larger if there would be too many parts. Sizes are in
 * bytes.
 */
export function partsOf(size: number): FilePart[] {
  const length = Math.max(uploadLimits.leastPartBytes, Math.ceil(size / uploadLimits.parts));
  return Array.from({ length: Math.max(1, Math.ceil(size / length)) }, (_, index) => ({
    partNumber: index + 1,
    start: index * length,
    end: Math.min(size, (index + 1) * length),
  }));
}
