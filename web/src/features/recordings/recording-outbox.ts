import { recordingListSchema } from '#contract/recordings.ts';
import { recordingFileKind } from '#web/features/recordings/recording-file-kind.ts';
import type { RecordingPayload } from '#web/features/recordings/recording-kind.ts';
import { createRecordings } from '#web/features/recordings/recording-upload.ts';
import { totalSeconds } from '#web/features/recordings/timeline.ts';
import { api } from '#web/lib/api.ts';
import { keeper, outbox } from '#web/lib/outbox/device-outbox.ts';

export const recordings = createRecordings(outbox, keeper);
outbox.register(recordingFileKind);

/**
 * The total seconds of an inspection's recordings, including those on this device that are not uploaded yet. The
 * device is read first: a recording that is saved in between is then in both lists, and is counted once by its id.
 */
export async function recordedSeconds(inspectionId: string, userId: string): Promise<number> {
  const entries = await keeper.entriesOf(userId);
  const saved = (await api.get(`/api/inspections/${inspectionId}/recordings`, recordingListSchema)).recordings;
  const pendingRecordings = entries
    .filter(({ id, kind }) => kind === 'recording' && !saved.some((recording) => recording.id === id))
    .map(({ payload }) => payload as RecordingPayload)
    .filter((payload) => payload.inspectionId === inspectionId);
  return totalSeconds(saved) + pendingRecordings.reduce((sum, { seconds }) => sum + Math.round(seconds), 0);
}
