import { expiredDetail, hasStatus } from '#web/lib/api-error.ts';
import {
  abortMultipart,
  completeMultipart,
  createMultipart,
  listParts,
  partsOf,
  signPart,
  type FilePart,
  type MultipartUpload,
} from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/transfer/retry-rules.ts';
import { send } from '#web/lib/transfer/send.ts';
import type { Slots } from '#web/lib/transfer/slots.ts';
import type { UploadAddress } from '#web/lib/transfer/upload-target.ts';

interface Sending {
  name: string;
  type: string;
  data: Blob;
  slots: Slots;
  signal: AbortSignal;
  /** Bytes of the file that have been sent. */
  onProgress: (sent: number) => void;
}

interface Sent {
  url: string;
  key: string | null;
}

function bodyOf({ method, fields }: UploadAddress, data: Blob): Blob | FormData {
  if (method === 'PUT') return data;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
  // Last, because stores read no field after the file.
  form.set('file', data);
  return form;
}

function headersOf({ method, headers }: UploadAddress, type: string): Record<string, string> {
  // The browser itself names the boundary of a form.
  return method === 'PUT' ? { 'content-type': type || 'application/octet-stream', ...headers } : { ...headers };
}

/** Sends a file whole; an address that has expired meanwhile is replaced. */
export async function sendWhole(
  { data, type, slots, signal, onProgress }: Sending,
  addressOf: () => Promise<UploadAddress>,
): Promise<Sent> {
  let known: UploadAddress | null = null;
  const once = async (): Promise<Sent> => {
    const address = known ?? (await addressOf());
    known = address;
    try {
      await send({
        method: address.method,
        url: address.url,
        body: bodyOf(address, data),
        headers: headersOf(address, type),
        signal,
        // A form is a little longer than its file.
        onProgress: (sent) => onProgress(Math.min(sent, data.size)),
      });
    } catch (error) {
      if (hasStatus(error, 403) && error.detail === expiredDetail) known = null;
      throw error;
    }
    return { url: address.url, key: address.fields?.['key'] ?? null };
  };
  return slots.run(() => withRetries(once, { delays: partDelays, signal }), signal);
}

/** ETags of the parts that have arrived; null when the server no longer knows the upload. */
export async function arrivedParts(upload: MultipartUpload, signal: AbortSignal): Promise<Map<number, string> | null> {
  try {
    const parts = await listParts(upload, signal);
    return new Map(parts.map(({ PartNumber, ETag }) => [PartNumber, ETag]));
  } catch (error) {
    if (hasStatus(error, 404, 410)) return null;
    throw error;
  }
}

/**
 * Sends a file in parts, several at a time. With `begun`, only what has not arrived yet. `onBegun` hears what to give
 * the next time: an upload that fails keeps its parts on the server.
 */
export async function sendInParts(
  file: Sending,
  begun: MultipartUpload | undefined,
  onBegun: (upload: MultipartUpload) => void,
): Promise<Sent> {
  const { data, slots, onProgress } = file;
  // The first part that fails for good stops the others.
  const stop = new AbortController();
  const signal = AbortSignal.any([file.signal, stop.signal]);
  const arrived = begun ? await arrivedParts(begun, signal) : null;
  const upload = begun && arrived ? begun : await createMultipart(file, signal);
  if (upload !== begun) onBegun(upload);
  const etags = arrived ?? new Map<number, string>();
  const parts = partsOf(data.size);
  const sent = new Map(
    parts.filter(({ partNumber }) => etags.has(partNumber)).map((part) => [part, part.end - part.start]),
  );
  const tell = () => onProgress([...sent.values()].reduce((sum, bytes) => sum + bytes, 0));
  tell();

  const sendPart = async (part: FilePart): Promise<void> => {
    const etag = await withRetries(
      async () => {
        const url = await signPart(upload, part.partNumber, signal);
        return send({
          method: 'PUT',
          url,
          body: data.slice(part.start, part.end),
          signal,
          onProgress: (bytes) => {
            sent.set(part, bytes);
            tell();
          },
        });
      },
      { delays: partDelays, signal },
    );
    if (etag === null) throw new Error('The storage did not tell the ETag of a part');
    etags.set(part.partNumber, etag);
    sent.set(part, part.end - part.start);
    tell();
  };

  try {
    const missing = parts.filter(({ partNumber }) => !etags.has(partNumber));
    await Promise.all(missing.map((part) => slots.run(() => sendPart(part), signal)));
  } catch (error) {
    stop.abort();
    throw error;
  }
  const list = [...etags].map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
  return { url: await completeMultipart(upload, list, file.signal), key: upload.key };
}

/** Drops the parts of an upload that is given up; without success they go when the server sweeps. */
export async function dropParts(upload: MultipartUpload): Promise<void> {
  try {
    await abortMultipart(upload, AbortSignal.timeout(60_000));
  } catch (error) {
    console.warn('The parts of a cancelled upload were not removed', error);
  }
}
