import { frameAnswerSchema, type FrameAnswer } from '#contract/frames.ts';
import { api } from '#web/lib/api.ts';

/** Sends one frame of the running camera to the AI, with its second of the recording and the room that it shows. */
export const sendFrame = (
  inspectionId: string,
  jpeg: Blob,
  { second, room }: { second: number; room: string },
): Promise<FrameAnswer> => {
  const query = new URLSearchParams({ at: second.toFixed(2), ...(room ? { room } : {}) });
  return api.post(`/api/inspections/${inspectionId}/frames?${query}`, jpeg, frameAnswerSchema);
};
