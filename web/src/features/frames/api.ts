import { frameAnswerSchema, type FrameAnswer } from '#contract/frames.ts';
import { api } from '#web/lib/api.ts';

/** Shows the AI one picture of the running camera, `at` seconds into the recording. */
export const sendFrame = (inspectionId: string, jpeg: Blob, at: number): Promise<FrameAnswer> =>
  api.post(`/api/inspections/${inspectionId}/frames?at=${at.toFixed(2)}`, jpeg, frameAnswerSchema);
