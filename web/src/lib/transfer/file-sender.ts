import PQueue from 'p-queue';
import { expiredDetail, hasStatus } from '#web/lib/api-error.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { isRefusal, type Attempt } from '#web/lib/outbox/kind.ts';
import { partsOf, type MultipartUpload } from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/transfer/retry-rules.ts';
import { findBegun, sendParts } from '#web/lib/transfer/send-parts.ts';
import { send } from '#web/lib/transfer/send.ts';
import { unreadableMessage } from '#web/lib/transfer/upload-problem.ts';

/** Files of more bytes are sent in parts, where their target takes parts. */
export const multipartAbove = 100 * 1024 * 1024;
/** Requests that carry file content at the same time; more would only queue in the browser. */
export const requestsAtOnce = 6;

/** Where a file that is sent whole goes: by PUT as the body, or by POST as the last field of a form. */
export interface UploadAddress {
  method: 'PUT' | 'POST';
  url: string;
  /** Fields of the form, before the file. */
  fields?: Readonly<Record<string, string>>;
}

/** A file whose content has arrived in the storage. */
export interface ArrivedFile<Facts> {
  file: File;
  facts: Facts | undefined;
  /** The address that it was sent to, or the location that the storage gave it. */
  url: string;
  /** The storage's key, where it was sent in parts or as a form. */
  key: string | null;
}

/** How the files of a kind get to the server, and what becomes of them there. */
export interface FileTarget<Payload, Saved, Facts = undefined> {
  /** Finds out what the server wants to know of a file. Throws what makes the file unusable. */
  prepare?(file: File): Promise<Facts>;
  /** The address for one file; asked again when it has expired. */
  address(file: File, signal: AbortSignal): Promise<UploadAddress>;
  /** Large files may be sent in parts through /api/s3. */
  inParts?: boolean;
  /** Waits in ms before each further try to send the file; those of parts when left out. */
  delays?: readonly number[];
  /** Another way to send the content, for tests without a browser. */
  send?: typeof send;
  /** Makes the file what it is for: a photo, a recording. */
  register(entry: Entry<Payload>, file: ArrivedFile<Facts>, signal: AbortSignal): Promise<Saved>;
}

const bodyOf = ({ method, fields }: UploadAddress, file: File): Blob | FormData => {
  if (method === 'PUT') return file;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
  // Last, because stores read no field after the file.
  form.set('file', file);
  return form;
};

interface Sending {
  file: File;
  signal: AbortSignal;
  requests: PQueue;
  onProgress: (sent: number) => void;
}

/** Sends a file whole; an address that has expired meanwhile is replaced. */
function sendWhole(
  { file, signal, requests, onProgress }: Sending,
  target: Pick<FileTarget<unknown, unknown>, 'address' | 'delays' | 'send'>,
): Promise<{ url: string; key: string | null }> {
  const { delays = partDelays, send: sendContent = send } = target;
  let address: UploadAddress | null = null;
  const sendOnce = async () => {
    address ??= await target.address(file, signal);
    const { method, url, fields } = address;
    // The browser itself names the boundary of a form.
    const headers = method === 'PUT' ? { 'content-type': file.type || 'application/octet-stream' } : undefined;
    try {
      // A form is a little longer than its file.
      const inFile = (sent: number) => onProgress(Math.min(sent, file.size));
      await sendContent({ method, url, body: bodyOf(address, file), headers, signal, onProgress: inFile });
    } catch (error) {
      if (hasStatus(error, 403) && error.detail === expiredDetail) address = null;
      throw error;
    }
    return { url, key: fields?.['key'] ?? null };
  };
  return requests.add(() => withRetries(sendOnce, { delays, signal }), { signal });
}

/** Sends a large file in parts, and what has arrived of it by an earlier try not again. */
async function sendSliced({ file, signal, requests, onProgress }: Sending, attempt: Attempt<unknown>) {
  const earlier = attempt.entry().checkpoint as MultipartUpload | undefined;
  const sent = new Map<number, number>();
  const result = await sendParts({
    name: file.name,
    type: file.type,
    *parts() {
      for (const { partNumber, start, end } of partsOf(file.size))
        yield { number: partNumber, bytes: file.slice(start, end) };
    },
    begun: earlier ? await findBegun(earlier, signal) : null,
    onBegun: attempt.checkpoint,
    onProgress({ number }, bytes) {
      sent.set(number, bytes);
      onProgress([...sent.values()].reduce((sum, part) => sum + part, 0));
    },
    requests,
    signal,
  });
  attempt.checkpoint(undefined);
  return result;
}

/** Sends the file of an entry and registers it. After a failure what was done is not done again, unless it was refused. */
export function fileSender<Payload, Saved, Facts = undefined>(target: FileTarget<Payload, Saved, Facts>) {
  const requests = new PQueue({ concurrency: requestsAtOnce });
  const arrived = new Map<string, ArrivedFile<Facts>>();

  async function arrive(attempt: Attempt<Payload>, file: File): Promise<ArrivedFile<Facts>> {
    const { signal } = attempt;
    attempt.enter('preparing');
    const facts = await target.prepare?.(file);
    attempt.enter('sending');
    const sending = { file, signal, requests, onProgress: attempt.progress };
    const sent =
      target.inParts && file.size > multipartAbove
        ? await sendSliced(sending, attempt)
        : await sendWhole(sending, target);
    return { file, facts, ...sent };
  }

  return async (attempt: Attempt<Payload>): Promise<Saved> => {
    const { id } = attempt.entry();
    const [file] = attempt.files;
    if (!(file instanceof File)) throw new Error(unreadableMessage);
    const there = arrived.get(id) ?? (await arrive(attempt, file));
    arrived.set(id, there);
    attempt.enter('saving');
    attempt.progress(file.size);
    try {
      const saved = await target.register(attempt.entry(), there, attempt.signal);
      arrived.delete(id);
      return saved;
    } catch (error) {
      // A refused file is gone from where it was sent to.
      if (isRefusal(error)) arrived.delete(id);
      throw error;
    }
  };
}
