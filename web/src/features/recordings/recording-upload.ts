import type { Recording, RecordingInput } from '#contract/recordings.ts';
import { uploadLimits } from '#contract/uploads.ts';
import { registerRecording } from '#web/features/recordings/api.ts';
import type { TakeKeeper } from '#web/features/recordings/kept-takes.ts';
import {
  abortMultipart,
  completeMultipart,
  createMultipart,
  signPart,
  type MultipartUpload,
  type SentPart,
} from '#web/lib/transfer/companion.ts';
import { partDelays, withRetries } from '#web/lib/transfer/retry-rules.ts';
import { send, type Sending } from '#web/lib/transfer/send.ts';

export interface RecordingUploadState {
  /** `error` is left by retry(), by finish() and with the next part. */
  status: 'recording' | 'finishing' | 'done' | 'error' | 'aborted';
  sentBytes: number;
  /** All that was recorded so far. */
  totalBytes: number;
  error: string | null;
}

export interface RecordingUpload {
  get(): RecordingUploadState;
  subscribe(listener: () => void): () => void;
  /** Takes the next chunk of a MediaRecorder, which ends at this second of the recording. */
  add(chunk: Blob, seconds?: number): void;
  /** Sends what is left and registers the recording. After a failure it may be called again and goes on from there. */
  finish(durationSeconds: number): Promise<Recording>;
  /** Tries again what failed. */
  retry(): void;
  /** Drops the recording, here and on the server. */
  abort(): Promise<void>;
  /** Stops, and drops nothing: what the device keeps of it can be gone on with. */
  leave(): void;
}

/** A recording that an earlier page did not finish. */
export interface BegunRecording {
  id: string;
  startedAt: string;
  /** Null where it has to be opened anew. */
  upload: MultipartUpload | null;
  /** In the order of the file: those that have arrived with their ETag, the others with their bytes. */
  parts: { number: number; etag: string | null; bytes: Blob | null }[];
}

interface RecordingUploadOptions {
  inspectionId: string;
  filename: string;
  contentType: string;
  /** Keeps it on the device meanwhile. */
  keep?: (recording: { id: string; startedAt: string }) => TakeKeeper | undefined;
  begun?: BegunRecording;
  onOpened?: (upload: MultipartUpload) => void;
}

/** What an upload consists of; given in, so that it runs against a real server without a browser, too. */
export interface UploadSteps {
  open(file: { name: string; type: string }, signal: AbortSignal): Promise<MultipartUpload>;
  sign(upload: MultipartUpload, partNumber: number, signal: AbortSignal): Promise<string>;
  /** Answers the part's ETag. */
  send(part: Sending): Promise<string | null>;
  complete(upload: MultipartUpload, parts: SentPart[], signal: AbortSignal): Promise<unknown>;
  drop(upload: MultipartUpload, signal: AbortSignal): Promise<void>;
  register(inspectionId: string, input: RecordingInput, signal: AbortSignal): Promise<Recording>;
}

interface Part {
  number: number;
  /** null once it is sent, so that its memory is free. */
  bytes: Blob | null;
  size: number;
  /** Bytes of it that have left the device. */
  sent: number;
  etag: string | null;
  sending: boolean;
}

const atOnce = 2;

const steps: UploadSteps = {
  open: createMultipart,
  sign: signPart,
  send,
  complete: completeMultipart,
  drop: abortMultipart,
  register: registerRecording,
};

const messageOf = (error: unknown): string => (error instanceof Error && error.message) || 'Upload failed';

/**
 * Uploads a recording while it is being made: chunks are collected to parts of at least 5 MB, sent two at a time, and
 * let go once they are sent. Until then the device keeps them, where it can, for a page that goes on where this one died.
 *
 * recording ──finish──▶ finishing ──▶ done; either ──▶ error ──retry──▶ back; any but done ──abort──▶ aborted
 */
export function createRecordingUpload(
  options: RecordingUploadOptions,
  { open, sign, send: put, complete, drop, register }: UploadSteps = steps,
): RecordingUpload {
  const { inspectionId, filename, contentType, begun, onOpened } = options;
  const id = begun?.id ?? crypto.randomUUID();
  const startedAt = begun?.startedAt ?? new Date().toISOString();
  const keeper = options.keep?.({ id, startedAt });
  const cancel = new AbortController();
  const { signal } = cancel;
  const listeners = new Set<() => void>();
  const parts: Part[] = (begun?.parts ?? []).map(({ number, etag, bytes }) => {
    const size = bytes?.size ?? 0;
    return { number, etag, bytes, size, sent: 0, sending: false };
  });
  let chunks: Blob[] = [];
  let collected = 0;
  let opening: Promise<MultipartUpload> | null = begun?.upload ? Promise.resolve(begun.upload) : null;
  let completed = false;
  let ended = false;
  let state: RecordingUploadState = { status: 'recording', sentBytes: 0, totalBytes: 0, error: null };
  /** Looks again whether the parts are sent, for finish(). */
  let look: (() => void) | null = null;

  function set(fields: Partial<RecordingUploadState>) {
    state = { ...state, ...fields };
    for (const listener of listeners) listener();
  }

  function opened(): Promise<MultipartUpload> {
    opening ??= open({ name: filename, type: contentType }, signal).then(
      (upload) => {
        keeper?.begun(upload);
        onOpened?.(upload);
        return upload;
      },
      (error: unknown) => {
        opening = null;
        throw error;
      },
    );
    return opening;
  }

  function cutPart() {
    if (collected === 0) return;
    const bytes = new Blob(chunks, { type: contentType });
    parts.push({ number: parts.length + 1, bytes, size: collected, sent: 0, etag: null, sending: false });
    chunks = [];
    collected = 0;
  }

  function progress(part: Part, sent: number) {
    part.sent = Math.min(sent, part.size);
    set({ sentBytes: parts.reduce((sum, each) => sum + each.sent, 0) });
  }

  async function sendPart(part: Part, bytes: Blob) {
    const upload = await opened();
    const etag = await withRetries(
      async () => {
        const url = await sign(upload, part.number, signal);
        return put({ method: 'PUT', url, body: bytes, signal, onProgress: (sent) => progress(part, sent) });
      },
      { delays: partDelays, signal },
    );
    if (!etag) throw new Error('The store keeps the ETag of a part to itself; its CORS rules have to expose it');
    part.etag = etag;
    part.bytes = null;
    keeper?.sent(part.number);
    progress(part, part.size);
  }

  function failed(error: unknown) {
    if (!signal.aborted) set({ status: 'error', error: messageOf(error) });
  }

  function pump() {
    if (signal.aborted || state.status === 'error') return;
    const free = atOnce - parts.filter(({ sending }) => sending).length;
    const waiting = parts.filter(({ sending, bytes }) => !sending && bytes !== null);
    for (const part of waiting.slice(0, Math.max(0, free))) {
      if (!part.bytes) continue;
      part.sending = true;
      void sendPart(part, part.bytes)
        .catch((error: unknown) => {
          progress(part, 0);
          failed(error);
        })
        .finally(() => {
          part.sending = false;
          look?.();
          pump();
        });
    }
  }

  function retry() {
    if (state.status !== 'error') return;
    set({ status: ended ? 'finishing' : 'recording', error: null });
    pump();
  }

  /** Resolves when all parts are sent; rejects when one has failed or the upload is dropped. */
  function allSent(): Promise<void> {
    return new Promise((resolve, reject) => {
      look = () => {
        if (signal.aborted) reject(new Error('Upload cancelled'));
        else if (state.status === 'error') reject(new Error(state.error ?? 'Upload failed'));
        else if (parts.every(({ etag }) => etag !== null)) resolve();
      };
      look();
    });
  }

  async function completeAndRegister(durationSeconds: number): Promise<Recording> {
    const upload = await opened();
    if (!completed) {
      const list = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag ?? '' }));
      await complete(upload, list, signal);
      completed = true;
    }
    return register(inspectionId, { id, key: upload.key, filename, contentType, durationSeconds, startedAt }, signal);
  }

  function stop() {
    cancel.abort();
    chunks = [];
    parts.length = 0;
    set({ status: 'aborted', error: null });
    look?.();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    add(chunk, seconds = 0) {
      if (ended || signal.aborted || chunk.size === 0) return;
      keeper?.piece(parts.length + 1, chunk, seconds);
      chunks.push(chunk);
      collected += chunk.size;
      set({ totalBytes: state.totalBytes + chunk.size });
      if (collected < uploadLimits.leastPartBytes) return;
      cutPart();
      retry();
      pump();
    },
    retry,
    async finish(durationSeconds) {
      if (state.totalBytes === 0 && parts.length === 0) throw new Error('Nothing was recorded');
      if (!ended) cutPart();
      ended = true;
      set({ status: 'finishing', error: null });
      pump();
      await allSent();
      try {
        const recording = await completeAndRegister(durationSeconds);
        keeper?.forget();
        set({ status: 'done' });
        return recording;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    async abort() {
      if (state.status === 'done' || signal.aborted) return;
      stop();
      keeper?.forget();
      const upload = await opening?.catch(() => null);
      if (upload) await drop(upload, new AbortController().signal).catch(() => undefined);
    },
    leave() {
      if (state.status === 'done' || signal.aborted) return;
      stop();
      keeper?.release();
    },
  };
}
