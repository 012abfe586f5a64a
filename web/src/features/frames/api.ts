import { frameAnswerSchema, type FrameAnswer } from '#contract/frames.ts';
import { api } from '#web/lib/api.ts';

/** Sends one frame of the running camera to the AI, with its second of the recording. */
export const sendFrame = (inspectionId: string, jpeg: Blob, second: number): Promise<FrameAnswer> =>
  api.post(`/api/inspections/${inspectionId}/frames?at=${second.toFixed(2)}`, jpeg, frameAnswerSchema);
