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

/** An upload that an earlier try opened, with the ETags of the parts that have arrived. */
export interface EarlierUpload {
  upload: MultipartUpload;
  etags: ReadonlyMap<number, string>;
}

/** What an upload in parts consists of; passed in, so that tests need neither a browser nor a server. */
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
  /** In their order. They may come while others are sent; reading ends when the signal is aborted. */
  parts: (signal: AbortSignal) => AsyncIterable<Part> | Iterable<Part>;
  earlier: EarlierUpload | null;
  /** Called with a new upload, for a later try to continue it. */
  onOpened: (upload: MultipartUpload) => void;
  /** Bytes of a part that have been sent; all of it, once it has arrived. */
  onProgress: (part: Part, bytes: number) => void;
  onArrived?: (part: Part) => void;
  /** Limits how many parts are sent at the same time. */
  requests: PQueue;
  signal: AbortSignal;
}

/** The upload with the parts that have arrived; null when the server no longer has it open. */
export async function findEarlier(upload: MultipartUpload, signal: AbortSignal): Promise<EarlierUpload | null> {
  try {
    const parts = await listParts(upload, signal);
    return { upload, etags: new Map(parts.map(({ PartNumber, ETag }) => [PartNumber, ETag])) };
  } catch (error) {
    if (hasStatus(error, 404, 410)) return null;
    throw error;
  }
}

/** Sends a file in parts, but for those that have arrived, and completes it. Returns its location and key. */
export async function sendParts(
  { name, type, parts, earlier, onOpened, onProgress, onArrived, requests, ...file }: PartsToSend,
  steps: PartSteps = partSteps,
): Promise<{ url: string; key: string }> {
  // The first part that fails for good stops the others.
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
