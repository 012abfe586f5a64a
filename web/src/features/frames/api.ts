import type { TypedPlace } from '#web/lib/current-place.ts';
import { frameAnswerSchema, type FrameAnswer, type FrameClaim } from '#contract/frames.ts';
import { api } from '#web/lib/api.ts';

interface FrameFacts {
  /** The second in the recording. */
  second: number;
  /** The place that the frame shows. */
  place: Partial<TypedPlace>;
  /** What this device has detected in the previous frames. */
  seen?: readonly FrameClaim[];
}

/** Sends one frame of the running camera to the server's engine. */
export const sendFrame = (
  inspectionId: string,
  jpeg: Blob,
  { second, place, seen = [] }: FrameFacts,
): Promise<FrameAnswer> => {
  const query = new URLSearchParams({
    at: second.toFixed(2),
    ...place,
    ...(seen.length > 0 ? { seen: JSON.stringify(seen) } : {}),
  });
  return api.post(`/api/inspections/${inspectionId}/frames?${query}`, jpeg, frameAnswerSchema);
};
