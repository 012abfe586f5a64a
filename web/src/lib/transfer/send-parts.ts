import type PQueue from 'p-queue';
import { hasStatus } from '#web/lib/api-error.ts';
import {
  completeMultipart,
  createMultipart,
  listParts,
  signPart,
  type MultipartUpload,
} from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/retry-rules.ts';
import { send } from '#web/lib/transfer/send.ts';

export interface Part {
  number: number;
  bytes: Blob;
}

/** An upload that an earlier attempt opened, with the ETags of the parts that the storage has received. */
export interface EarlierUpload {
  upload: MultipartUpload;
  etags: ReadonlyMap<number, string>;
}

/**
 * The requests that an upload in parts makes. They are passed in, so that tests need neither a browser nor a server.
 */
export interface PartSteps {
  create: typeof createMultipart;
  sign: typeof signPart;
  send: typeof send;
  complete: typeof completeMultipart;
}
export const partSteps: PartSteps = { create: createMultipart, sign: signPart, send, complete: completeMultipart };

interface PartsToSend {
  name: string;
  type: string;
  /**
   * The parts in order. An iterator may still produce parts while earlier ones are being sent; it must end when the
   * signal is aborted.
   */
  parts: (signal: AbortSignal) => AsyncIterable<Part> | Iterable<Part>;
  earlier: EarlierUpload | null;
  /** Called with a newly opened upload, so that a later attempt can continue it. */
  onOpened: (upload: MultipartUpload) => void;
  /** Reports how many bytes of a part have been sent; all of them once the part is stored. */
  onProgress: (part: Part, bytes: number) => void;
  onArrived?: (part: Part) => void;
  /** Limits how many parts are sent at the same time. */
  requests: PQueue;
  signal: AbortSignal;
}

/** The upload with the parts that the storage has; null when it is no longer open on the server. */
export async function findEarlier(upload: MultipartUpload, signal: AbortSignal): Promise<EarlierUpload | null> {
  try {
    const parts = await listParts(upload, signal);
    return { upload, etags: new Map(parts.map(({ PartNumber, ETag }) => [PartNumber, ETag])) };
  } catch (error) {
    if (hasStatus(error, 404, 410)) return null;
    throw error;
  }
}

/** Sends the missing parts of a file and completes the upload. Returns its location and key. */
export async function sendParts(
  { name, type, parts, earlier, onOpened, onProgress, onArrived, requests, ...file }: PartsToSend,
  steps: PartSteps = partSteps,
): Promise<{ url: string; key: string }> {
  // The first part that fails permanently stops the others.
  const stop = new AbortController();
  const signal = AbortSignal.any([file.signal, stop.signal]);
  const etags = new Map(earlier?.etags);
  let opening = earlier && Promise.resolve(earlier.upload);
  const open = () =>
    (opening ??= steps.create({ name, type }, signal).then((upload) => {
      onOpened(upload);
      return upload;
    }));

  async function sendPart(part: Part): Promise<void> {
    const upload = await open();
    const etag = await withRetries(
      async () => {
        const url = await steps.sign(upload, part.number, signal);
        return steps.send({
          method: 'PUT',
          url,
          body: part.bytes,
          signal,
          onProgress: (sent) => onProgress(part, sent),
        });
      },
      { delays: partDelays, signal },
    );
    if (!etag) throw new Error("The storage did not return the ETag header; expose it in the bucket's CORS rules");
    etags.set(part.number, etag);
  }

  const sending: Promise<void>[] = [];
  for await (const part of parts(signal)) {
    const arrived = etags.has(part.number) ? Promise.resolve() : requests.add(() => sendPart(part), { signal });
    const done = arrived.then(() => {
      onProgress(part, part.bytes.size);
      onArrived?.(part);
    });
    done.catch((error: unknown) => stop.abort(error));
    sending.push(done);
  }
  await Promise.all(sending);
  file.signal.throwIfAborted();
  const upload = await open();
  const list = [...etags].map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
  return { url: await steps.complete(upload, list, file.signal), key: upload.key };
}
