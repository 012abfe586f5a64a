import { declareError } from '#server/platform/http/problem.ts';

export const notAJpeg = declareError({
  status: 400,
  code: 'frame_not_a_jpeg',
  detail: 'Send the picture as image/jpeg',
});
export const frameNotAnalyzed = declareError({
  status: 503,
  code: 'frame_not_analysed',
  detail: 'The AI was busy and skipped this picture',
  headers: () => ({ 'retry-after': '5' }),
});
export const messageNotUnderstood = declareError({
  status: 400,
  code: 'message_not_understood',
  detail: (reason: string) => `The message is not valid: ${reason}`,
});
export const messageForSomebodyElse = declareError({
  status: 403,
  code: 'message_for_somebody_else',
  detail: 'You can report only your own detections',
});

export const frameInProgress = declareError({
  status: 429,
  code: 'frame_in_progress',
  detail: 'Another picture of this inspection is being analyzed. Try again in a second',
  headers: () => ({ 'retry-after': '1' }),
});
