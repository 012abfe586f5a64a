import PQueue from 'p-queue';
import { t } from '#contract/language.ts';
import type { Recording } from '#contract/recordings.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { registerRecording } from '#web/features/recordings/api.ts';
import { ifAbandoned } from '#web/features/recordings/page-lock.ts';
import type { PartStream } from '#web/features/recordings/part-stream.ts';
import type { Entry } from '#web/lib/outbox/entry.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { isRefusal, type Attempt, type Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';
import { abortMultipart, type MultipartUpload } from '#web/lib/transfer/companion.ts';
import { findEarlier, partSteps, sendParts, type PartSteps } from '#web/lib/transfer/send-parts.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';

export interface RecordingPayload {
  inspectionId: string;
  filename: string;
  contentType: string;
  startedAt: string;
  /** The seconds recorded so far. */
  seconds: number;
}

/** A recording that this page is currently making. */
export interface RecordingInProgress {
  stream: PartStream;
  /** Called when the server has a part, so the device need not keep it. */
  partArrived(part: number): void;
  saved(recording: Recording): void;
  failed(error: unknown): void;
  removed(): void;
}

/**
 * The requests that the upload of a recording makes. They are passed in, so that tests can replace them or run
 * without a browser.
 */
export interface RecordingSteps extends PartSteps {
  find: typeof findEarlier;
  drop: typeof abortMultipart;
  register: typeof registerRecording;
}
export const recordingSteps: RecordingSteps = {
  ...partSteps,
  find: findEarlier,
  drop: abortMultipart,
  register: registerRecording,
};

const partsAtOnce = 2;
type RecordingAttempt = Attempt<RecordingPayload>;
type PartsToSend = Pick<Parameters<typeof sendParts>[0], 'parts' | 'onProgress' | 'onArrived'>;

const uploadOf = ({ checkpoint }: Entry) => checkpoint as MultipartUpload | undefined;

const toastRecovered = ({ seconds }: RecordingPayload): void =>
  toast({
    title: t('Recording saved'),
    description: t('The recording was interrupted. Its {seconds} were added to the inspection.', {
      seconds: formatTimestamp(seconds),
    }),
  });

const toastRefused = (error: unknown): void =>
  toast({ title: t('A recording could not be saved'), description: uploadProblem(error), variant: 'destructive' });

/**
 * Sends recordings: those that this page is making while they grow, and those of earlier pages from what the device
 * has stored.
 */
export function createRecordingKind(
  inProgress: ReadonlyMap<string, RecordingInProgress>,
  keeper: Keeper,
  steps: RecordingSteps,
): Kind<RecordingPayload, Recording | null> {
  function register(attempt: RecordingAttempt, key: string): Promise<Recording> {
    attempt.enter('saving');
    const { id, payload } = attempt.entry();
    const { inspectionId, seconds, ...recording } = payload;
    const input = { id, key, ...recording, durationSeconds: Math.round(seconds) };
    return steps.register(inspectionId, input, attempt.signal);
  }

  /** Sends the missing parts and registers the recording; null if nothing was recorded. */
  async function sendRest(
    attempt: RecordingAttempt,
    hasPieces: boolean,
    parts: PartsToSend,
  ): Promise<Recording | null> {
    const { signal } = attempt;
    const { filename: name, contentType: type } = attempt.entry().payload;
    const upload = uploadOf(attempt.entry());
    const earlier = upload ? await steps.find(upload, signal) : null;
    if (upload && !earlier) {
      // If the upload is no longer open, it was completed and only has to be registered.
      try {
        return await register(attempt, upload.key);
      } catch (error) {
        if (!isRefusal(error) || !hasPieces) throw error;
      }
    }
    if (!hasPieces && !earlier?.etags.size) return null;
    const requests = new PQueue({ concurrency: partsAtOnce });
    const onOpened = attempt.checkpoint;
    const { key } = await sendParts({ name, type, earlier, onOpened, requests, signal, ...parts }, steps);
    return register(attempt, key);
  }

  function sendInProgress(attempt: RecordingAttempt, { stream, partArrived }: RecordingInProgress) {
    stream.restart();
    return sendRest(attempt, true, {
      parts: stream.read,
      onProgress({ number }, bytes) {
        stream.progress(number, bytes);
        attempt.progress(stream.sentBytes());
      },
      onArrived({ number }) {
        stream.arrived(number);
        partArrived(number);
      },
    });
  }

  const recover = (attempt: RecordingAttempt) =>
    ifAbandoned(attempt.entry().id, async () => {
      const parts = await keeper.partsOf(attempt.entry().id);
      const inOrder = [...parts].map(([number, bytes]) => ({ number, bytes }));
      return sendRest(attempt, parts.size > 0, { parts: () => inOrder, onProgress: () => undefined });
    });

  return {
    name: 'recording',
    label: ({ seconds }) => t('Recording, {seconds}', { seconds: formatTimestamp(seconds) }),
    concurrency: Infinity,
    readsItsFiles: true,
    changesWhileSent: true,
    dropsRefused: true,
    // Only recordings of earlier pages wait for Wi-Fi, because the page waits for those that it makes itself.
    waitsForWifi: ({ entry }) => !inProgress.has(entry.id),
    async send(attempt) {
      const recording = inProgress.get(attempt.entry().id);
      return recording ? sendInProgress(attempt, recording) : recover(attempt);
    },
    problem: uploadProblem,
    onSaved({ entry }, recording) {
      if (!recording) return;
      const current = inProgress.get(entry.id);
      if (current) return current.saved(recording);
      void invalidate('/api/inspections', '/api/admin/inspections');
      toastRecovered(entry.payload);
    },
    onFailed({ entry }, error) {
      const current = inProgress.get(entry.id);
      if (current) return current.failed(error);
      if (isRefusal(error)) toastRefused(error);
    },
    onRemoved({ entry }) {
      inProgress.get(entry.id)?.removed();
      const upload = uploadOf(entry);
      // If this fails, the server deletes the parts later.
      if (upload) steps.drop(upload, AbortSignal.timeout(60_000)).catch(() => undefined);
    },
  };
}
