import { registerRecording } from '#web/features/recordings/api.ts';
import {
  changeTake,
  forgetTake,
  ifAbandoned,
  keptParts,
  keptTakes,
  type KeptTake,
} from '#web/features/recordings/kept-takes.ts';
import { createRecordingUpload, type BegunRecording } from '#web/features/recordings/recording-upload.ts';
import { formatTimestamp } from '#web/lib/format.ts';
import { onLiveReconnect } from '#web/lib/live.ts';
import { invalidate } from '#web/lib/query.ts';
import { onSessionRenewed } from '#web/lib/session-hold.ts';
import { toast } from '#web/lib/toast.ts';
import { arrivedParts } from '#web/lib/transfer/send-file.ts';
import { TransferError } from '#web/lib/transfer/transfer-error.ts';

/** The server will say the same the next time. */
const isFinal = (error: unknown): boolean =>
  error instanceof TransferError &&
  error.status !== null &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 408, 429].includes(error.status);

/** What has arrived of a take, and what the device has to send still; null where nothing is left of it. */
async function begunOf(take: KeptTake, arrived: Map<number, string> | null): Promise<BegunRecording | null> {
  const here = await keptParts(take.id);
  const numbers = [...new Set([...(arrived?.keys() ?? []), ...here.keys()])].sort((a, b) => a - b);
  const parts = numbers.map((number) => ({
    number,
    etag: arrived?.get(number) ?? null,
    bytes: arrived?.has(number) ? null : (here.get(number) ?? null),
  }));
  const upload = arrived ? take.upload : null;
  return parts.length > 0 ? { id: take.id, startedAt: take.startedAt, upload, parts } : null;
}

/** Whether an upload that is closed was completed: then all that lacked was to register it. */
async function registered({ upload, inspectionId, seconds, ...take }: KeptTake): Promise<boolean> {
  const { id, filename, contentType, startedAt } = take;
  const durationSeconds = Math.round(seconds);
  const input = { id, key: upload?.key ?? '', filename, contentType, startedAt, durationSeconds };
  try {
    await registerRecording(inspectionId, input, AbortSignal.timeout(60_000));
    return true;
  } catch (error) {
    if (isFinal(error)) return false;
    throw error;
  }
}

async function recover(take: KeptTake): Promise<void> {
  const arrived = take.upload ? await arrivedParts(take.upload, AbortSignal.timeout(60_000)) : null;
  const closed = take.upload !== null && arrived === null;
  if (!closed || !(await registered(take))) {
    const begun = await begunOf(take, arrived);
    if (!begun) return forgetTake(take.id);
    const { inspectionId, filename, contentType } = take;
    const upload = createRecordingUpload({
      inspectionId,
      filename,
      contentType,
      begun,
      onOpened: (opened) => void changeTake({ ...take, upload: opened }),
    });
    await upload.finish(Math.round(take.seconds));
  }
  await forgetTake(take.id);
  await invalidate('/api/inspections', '/api/admin/inspections');
  toast({
    title: 'Recording saved',
    description: `It was cut off; its ${formatTimestamp(take.seconds)} are with the inspection now.`,
  });
}

let running: Promise<void> | null = null;
let person: string | null = null;

async function recoverAll(userId: string): Promise<void> {
  for (const take of await keptTakes(userId)) {
    try {
      await ifAbandoned(take.id, () => recover(take));
    } catch (error) {
      console.warn('A recording that was cut off is not saved yet', error);
      if (!isFinal(error)) continue;
      await forgetTake(take.id);
      toast({
        title: 'A recording could not be saved',
        description: error instanceof Error ? error.message : undefined,
        variant: 'destructive',
      });
    }
  }
}

/** Sends what recordings of this person left on the device when their page went away, and saves them. */
export function recoverRecordings(userId: string): Promise<void> {
  person = userId;
  running ??= recoverAll(userId).finally(() => {
    running = null;
  });
  return running;
}

function again(): void {
  if (person) void recoverRecordings(person);
}
window.addEventListener('online', again);
onLiveReconnect(again);
onSessionRenewed(again);
