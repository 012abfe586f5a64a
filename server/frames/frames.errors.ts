import { declareError } from '#server/platform/http/problem.ts';

export const notAJpeg = declareError({
  status: 400,
  code: 'frame_not_a_jpeg',
  detail: 'Send the picture as image/jpeg',
});
export const framesOfAnArea = declareError({
  status: 409,
  code: 'frames_of_an_area',
  detail: 'An area is inspected by its photos; a live inspection is one of its own',
});
export const frameNotAnalysed = declareError({
  status: 503,
  code: 'frame_not_analysed',
  detail: 'The AI did not get to this picture',
  headers: () => ({ 'retry-after': '5' }),
});
export const messageNotJson = declareError({
  status: 400,
  code: 'message_not_json',
  detail: 'The message is not valid JSON',
});
export const messageNotStorable = declareError({
  status: 400,
  code: 'message_not_storable',
  detail: 'The text holds characters that cannot be stored',
});
export const messageNotUnderstood = declareError({
  status: 400,
  code: 'message_not_understood',
  detail: (reason: string) => `The message is not understood: ${reason}`,
});
export const messageForSomebodyElse = declareError({
  status: 403,
  code: 'message_for_somebody_else',
  detail: 'A page speaks for the person who is signed in on it',
});

export const frameInProgress = declareError({
  status: 429,
  code: 'frame_in_progress',
  detail: 'Another picture of this inspection is being looked at. Try again in a second',
  headers: () => ({ 'retry-after': '1' }),
});
