import PQueue from 'p-queue';
import { isAddressExpired } from '#web/lib/api-error.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { isRefusal, type Attempt } from '#web/lib/outbox/kind.ts';
import { partsOf, type MultipartUpload, type UploadAddress } from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/retry-rules.ts';
import { findEarlier, sendParts, type EarlierUpload } from '#web/lib/transfer/send-parts.ts';
import { send } from '#web/lib/transfer/send.ts';
import { unreadableMessage } from '#web/lib/transfer/upload-problem.ts';

/** Files of more bytes are sent in parts, where their target allows it. */
export const multipartAbove = 100 * 1024 * 1024;
/** Requests of one kind that carry file content at the same time; more would only queue in the browser. */
const requestsAtOnce = 6;

/** A file whose content has arrived in the storage. */
export interface ArrivedFile<Facts> {
  name: string;
  type: string;
  facts?: Facts;
  /** The address that it was sent to, or the location that the storage gave it. */
  url: string;
  /** The storage's key, where it was sent in parts or as a form. */
  key: string | null;
}

/** What earlier tries have achieved for a file, kept with its entry so that a later page need not repeat it. */
export interface FileCheckpoint<Facts> {
  facts?: Facts;
  /** The upload in parts that is open. */
  upload?: MultipartUpload;
  /** It is in the storage, and only has to be registered. */
  arrived?: ArrivedFile<Facts>;
}

/** How the files of a kind get to the server, and what becomes of them there. */
export interface FileTarget<Payload, Saved, Facts = undefined> {
  /** Finds out facts about the file that its registration needs. Throws why the file cannot be used. */
  prepare?(file: File): Promise<Facts>;
  /** The address for one file; asked again when it has expired. */
  address(file: File, signal: AbortSignal): Promise<UploadAddress>;
  /** Large files may be sent in parts through /api/s3. */
  inParts?: boolean;
  /** Waits in ms before each further try to send the file; those of parts when left out. */
  delays?: readonly number[];
  /** Another way to send the content, for tests without a browser. */
  send?: typeof send;
  /** Registers the file as what it is for: a photo or a recording. */
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
      const reportProgress = (sent: number) => onProgress(Math.min(sent, file.size));
      await sendContent({ method, url, body: bodyOf(address, file), headers, signal, onProgress: reportProgress });
    } catch (error) {
      if (isAddressExpired(error)) address = null;
      throw error;
    }
    return { url, key: fields?.['key'] ?? null };
  };
  return requests.add(() => withRetries(sendOnce, { delays, signal }), { signal });
}

/** Sends the file of an entry and registers it. A later try continues where an earlier one failed. */
export function fileSender<Payload, Saved, Facts = undefined>(target: FileTarget<Payload, Saved, Facts>) {
  const requests = new PQueue({ concurrency: requestsAtOnce });

  return async (attempt: Attempt<Payload>): Promise<Saved> => {
    const { signal } = attempt;
    const [file] = attempt.files;
    const checkpoint = () => (attempt.entry().checkpoint ?? {}) as FileCheckpoint<Facts>;
    const note = (done: FileCheckpoint<Facts>) => attempt.checkpoint({ ...checkpoint(), ...done });

    async function register(arrived: ArrivedFile<Facts>): Promise<Saved> {
      attempt.enter('saving');
      if (file) attempt.progress(file.size);
      try {
        return await target.register(attempt.entry(), arrived, signal);
      } catch (error) {
        // The server has dropped the content of a file that it refused.
        if (isRefusal(error)) note({ arrived: undefined, upload: undefined });
        throw error;
      }
    }

    /** Registers what an earlier try has sent; null where the server no longer has it and it can be sent again. */
    async function registerEarlier(arrived: ArrivedFile<Facts>): Promise<Saved | null> {
      try {
        return await register(arrived);
      } catch (error) {
        if (!file || !isRefusal(error)) throw error;
        return null;
      }
    }

    function sendInParts(content: File, earlier: EarlierUpload | null): Promise<{ url: string; key: string }> {
      const sent = new Map<number, number>();
      return sendParts({
        name: content.name,
        type: content.type,
        *parts() {
          for (const { partNumber, start, end } of partsOf(content.size))
            yield { number: partNumber, bytes: content.slice(start, end) };
        },
        earlier,
        onOpened: (opened) => note({ upload: opened }),
        onProgress({ number }, bytes) {
          sent.set(number, bytes);
          attempt.progress([...sent.values()].reduce((sum, part) => sum + part, 0));
        },
        requests,
        signal,
      });
    }

    async function arrive(content: File, earlier: EarlierUpload | null): Promise<ArrivedFile<Facts>> {
      const { name, type, size } = content;
      if (target.prepare && !checkpoint().facts) {
        attempt.enter('preparing');
        note({ facts: await target.prepare(content) });
      }
      attempt.enter('sending');
      const sending = { file: content, signal, requests, onProgress: attempt.progress };
      const inParts = target.inParts && size > multipartAbove;
      const sent = inParts ? await sendInParts(content, earlier) : await sendWhole(sending, target);
      const arrived = { name, type, facts: checkpoint().facts, ...sent };
      note({ arrived, upload: undefined });
      return arrived;
    }

    const { arrived, upload, facts } = checkpoint();
    const earlier = upload ? await findEarlier(upload, signal) : null;
    // An upload that is no longer open was completed, though the answer was lost.
    const completed =
      file instanceof File && upload && !earlier
        ? { name: file.name, type: file.type, facts, url: '', key: upload.key }
        : undefined;
    const inStorage = arrived ?? completed;
    const saved = inStorage && (await registerEarlier(inStorage));
    if (saved) return saved;
    if (!(file instanceof File)) throw new Error(unreadableMessage);
    return register(await arrive(file, earlier));
  };
}
