import { t } from '#contract/language.ts';
import type { Recording } from '#contract/recordings.ts';
import { lockForPage } from '#web/features/recordings/page-lock.ts';
import { createPartStream } from '#web/features/recordings/part-stream.ts';
import {
  createRecordingKind,
  recordingSteps,
  type RecordingInProgress,
  type RecordingPayload,
  type RecordingSteps,
} from '#web/features/recordings/recording-kind.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Outbox } from '#web/lib/outbox/outbox.ts';

export interface RecordingUpload {
  get(): { sentBytes: number; totalBytes: number; error: string | null };
  subscribe(listener: () => void): () => void;
  /** Adds the next chunk of a MediaRecorder, which ends at this second of the recording. */
  add(chunk: Blob, seconds: number): void;
  /** Sends the rest and registers the recording. After a failure it may be called again, and continues from there. */
  finish(durationSeconds: number): Promise<Recording>;
  /** Retries what failed. */
  retry(): void;
  /** Discards the recording on this device and on the server. */
  abort(): void;
  /** Stops sending without discarding anything; a later page continues with what the device has stored. */
  leave(): void;
}

type RecordingFile = Pick<RecordingPayload, 'inspectionId' | 'filename' | 'contentType'>;

/** The recordings of this device: those that this page makes and, in the background, those that earlier pages left. */
export function createRecordings(outbox: Outbox, keeper: Keeper, steps: RecordingSteps = recordingSteps) {
  const inProgress = new Map<string, RecordingInProgress>();
  const kind = createRecordingKind(inProgress, keeper, steps);
  outbox.register(kind);

  /** Starts to upload a recording while it is being made. The device stores each piece until the server has it. */
  function begin({ inspectionId, filename, contentType }: RecordingFile): RecordingUpload {
    const id = crypto.randomUUID();
    const stream = createPartStream(contentType);
    const startedAt = new Date().toISOString();
    let payload: RecordingPayload = { inspectionId, filename, contentType, startedAt, seconds: 0 };
    let pieces = 0;
    /** The device has no more room, so nothing is stored until a part has been deleted from it. */
    let full = false;
    let finishing: PromiseWithResolvers<Recording> | null = null;
    const parent = `inspections/${inspectionId}`;
    const unlock = lockForPage(id);
    const item = () => outbox.of(parent).find(({ entry }) => entry.id === id);

    function end() {
      unlock();
      inProgress.delete(id);
      finishing?.reject(new Error(t('Upload cancelled')));
    }
    function updateSeconds(seconds: number) {
      payload = { ...payload, seconds };
      outbox.update(id, payload);
    }
    inProgress.set(id, {
      stream,
      async partArrived(part) {
        await keeper.dropPart(id, part);
        full = false;
      },
      saved(recording) {
        finishing?.resolve(recording);
        end();
      },
      failed: (error) => finishing?.reject(error),
      removed: end,
    });
    outbox.add(kind, { id, parent, payload });

    return {
      get: () => ({ sentBytes: stream.sentBytes(), totalBytes: stream.size(), error: item()?.error ?? null }),
      subscribe: outbox.subscribe,
      add(chunk, seconds) {
        if (!inProgress.has(id) || chunk.size === 0) return;
        const { part, complete } = stream.add(chunk);
        pieces += 1;
        if (!full)
          void keeper.addPiece(id, part, pieces, chunk).then((written) => {
            full = !written;
          });
        updateSeconds(seconds);
        // A newly completed part is a reason to try again after a failure.
        if (complete) outbox.start(id);
      },
      finish(durationSeconds) {
        if (stream.size() === 0) return Promise.reject(new Error(t('Nothing was recorded')));
        finishing = Promise.withResolvers();
        updateSeconds(durationSeconds);
        stream.end();
        outbox.start(id);
        return finishing.promise;
      },
      retry: () => outbox.start(id),
      abort: () => outbox.remove(id),
      leave() {
        outbox.leave(id);
        end();
      },
    };
  }
  return { begin };
}
