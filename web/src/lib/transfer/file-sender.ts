import PQueue from 'p-queue';
import { isAddressExpired } from '#web/lib/api-error.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import { isRefusal, type Attempt } from '#web/lib/outbox/kind.ts';
import { partsOf, type MultipartUpload, type UploadAddress } from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/retry-rules.ts';
import { findEarlier, sendParts, type EarlierUpload } from '#web/lib/transfer/send-parts.ts';
import { send } from '#web/lib/transfer/send.ts';
import { unreadableMessage } from '#web/lib/transfer/upload-problem.ts';

/** Larger files are sent in parts if their target allows it. */
export const multipartAbove = 100 * 1024 * 1024;
/** How many requests of one kind may send file content at the same time; the browser would only queue more. */
const requestsAtOnce = 6;

/** A file whose content is in the storage. */
export interface ArrivedFile<Facts> {
  name: string;
  type: string;
  facts?: Facts;
  /** The address it was sent to, or the location that the storage returned. */
  url: string;
  /** The storage key, if the file was sent in parts or as a form. */
  key: string | null;
}

/**
 * The results of earlier attempts for a file. They are stored with its entry, so that a later page need not repeat
 * them.
 */
export interface FileCheckpoint<Facts> {
  facts?: Facts;
  /** The open upload in parts. */
  upload?: MultipartUpload;
  /** Set once the file is in the storage and only has to be registered. */
  arrived?: ArrivedFile<Facts>;
}

/** How the files of one kind are sent and registered. */
export interface FileTarget<Payload, Saved, Facts = undefined> {
  /** Extracts facts about the file that its registration needs. Throws if the file cannot be used. */
  prepare?(file: File): Promise<Facts>;
  /** Requests the address for one file; called again when the address has expired. */
  address(file: File, signal: AbortSignal): Promise<UploadAddress>;
  /** Large files may be sent in parts through /api/s3. */
  inParts?: boolean;
  /** The delays in ms before each retry of sending the file; those for parts by default. */
  delays?: readonly number[];
  /** Replaces the function that sends the content, for tests without a browser. */
  send?: typeof send;
  /** Creates the file's record on the server, such as a photo or a recording. */
  register(entry: Entry<Payload>, file: ArrivedFile<Facts>, signal: AbortSignal): Promise<Saved>;
}

const bodyOf = ({ method, fields }: UploadAddress, file: File): Blob | FormData => {
  if (method === 'PUT') return file;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value);
  // The file goes last, because storages ignore fields that come after it.
  form.set('file', file);
  return form;
};

interface Sending {
  file: File;
  signal: AbortSignal;
  requests: PQueue;
  onProgress: (sent: number) => void;
}

/** Sends a whole file. If its address has expired meanwhile, a new one is requested. */
function sendWhole(
  { file, signal, requests, onProgress }: Sending,
  target: Pick<FileTarget<unknown, unknown>, 'address' | 'delays' | 'send'>,
): Promise<{ url: string; key: string | null }> {
  const { delays = partDelays, send: sendContent = send } = target;
  let address: UploadAddress | null = null;
  const sendOnce = async () => {
    address ??= await target.address(file, signal);
    const { method, url, fields } = address;
    // For a form, the browser sets the content type itself, with the boundary.
    const headers = method === 'PUT' ? { 'content-type': file.type || 'application/octet-stream' } : undefined;
    try {
      // A form is slightly larger than its file, so progress is capped at the file's size.
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

/** Sends an entry's file and registers it. A later attempt continues where an earlier one failed. */
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
        // The server deletes the content of a file that it refuses, so a later attempt must send it again.
        if (isRefusal(error)) note({ arrived: undefined, upload: undefined });
        throw error;
      }
    }

    /**
     * Registers a file that an earlier attempt has sent; null when the server no longer has it and it can be sent
     * again.
     */
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
    // If the upload is no longer open, it was completed and only the answer was lost.
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
