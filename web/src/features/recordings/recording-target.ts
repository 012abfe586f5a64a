import { registerRecording } from '#web/features/recordings/api.ts';
import { videoSeconds } from '#web/features/recordings/video-seconds.ts';
import { singleAddress } from '#web/lib/transfer/companion.ts';
import type { UploadTarget } from '#web/lib/transfer/upload-target.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** How a video file that was recorded elsewhere becomes a recording of an inspection. */
export function recordingTarget(inspectionId: string): {
  target: UploadTarget;
  onComplete: (complete: number) => void;
} {
  const target: UploadTarget = {
    inParts: true,
    prepare: async (file) => ({ durationSeconds: await videoSeconds(file) }),
    address: singleAddress,
    async register({ id, name, type, facts, key }, signal) {
      const durationSeconds = Number(facts['durationSeconds'] ?? 0);
      const input = { id, key: key ?? '', filename: name, contentType: type, durationSeconds };
      await registerRecording(inspectionId, input, signal);
      await invalidate('/api/inspections');
    },
  };
  return {
    target,
    onComplete: (complete) => {
      if (complete > 0) toast({ title: 'Recording uploaded', description: 'It can be played in the review.' });
    },
  };
}
