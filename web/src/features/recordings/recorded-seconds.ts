import { recordingListSchema } from '#contract/recordings.ts';
import { keptTakes } from '#web/features/recordings/kept-takes.ts';
import { totalSeconds } from '#web/features/recordings/timeline.ts';
import { api } from '#web/lib/api.ts';

/**
 * Seconds of an inspection's timeline: of its recordings, and of those that are still on this device and on their way.
 * The device is asked first: what is saved meanwhile is known by its id, and not counted twice.
 */
export async function recordedSeconds(inspectionId: string, userId: string): Promise<number> {
  const takes = await keptTakes(userId);
  const { recordings } = await api.get(`/api/inspections/${inspectionId}/recordings`, recordingListSchema);
  const left = takes.filter(
    (take) => take.inspectionId === inspectionId && !recordings.some(({ id }) => id === take.id),
  );
  return totalSeconds(recordings) + left.reduce((sum, { seconds }) => sum + Math.round(seconds), 0);
}
