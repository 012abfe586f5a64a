import { t } from '#contract/language.ts';
import type { Recording } from '#contract/recordings.ts';
import { registerRecording } from '#web/features/recordings/api.ts';
import { videoSeconds } from '#web/features/recordings/video-seconds.ts';
import { createFileKind } from '#web/features/uploads/file-kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';
import { singleAddress } from '#web/lib/transfer/companion.ts';

/**
 * Video files that were recorded elsewhere and are chosen in the upload dashboard to become recordings of an
 * inspection.
 */
export const recordingFileKind = createFileKind<{ inspectionId: string }, Recording, { durationSeconds: number }>({
  name: 'recording-file',
  inParts: true,
  prepare: async (file) => ({ durationSeconds: await videoSeconds(file) }),
  address: singleAddress,
  async register({ id, payload }, { name, type, facts, key }, signal) {
    const durationSeconds = facts?.durationSeconds ?? 0;
    const input = { id, key: key ?? '', filename: name, contentType: type, durationSeconds };
    const recording = await registerRecording(payload.purpose.inspectionId, input, signal);
    await invalidate('/api/inspections');
    return recording;
  },
  onBatchDone: () => toast({ title: t('Recording uploaded'), description: t('It can be played in the review.') }),
});
