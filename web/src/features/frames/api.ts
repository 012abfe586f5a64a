import { frameAnswerSchema, type FrameAnswer, type FrameClaim } from '#contract/frames.ts';
import { api } from '#web/lib/api.ts';

interface FrameFacts {
  /** The second in the recording. */
  second: number;
  /** The room that the frame shows; empty for none. */
  room: string;
  /** What this device has detected in the previous frames. */
  seen?: readonly FrameClaim[];
}

/** Sends one frame of the running camera to the server's engine. */
export const sendFrame = (
  inspectionId: string,
  jpeg: Blob,
  { second, room, seen = [] }: FrameFacts,
): Promise<FrameAnswer> => {
  const query = new URLSearchParams({
    at: second.toFixed(2),
    ...(room ? { room } : {}),
    ...(seen.length > 0 ? { seen: JSON.stringify(seen) } : {}),
  });
  return api.post(`/api/inspections/${inspectionId}/frames?${query}`, jpeg, frameAnswerSchema);
};
