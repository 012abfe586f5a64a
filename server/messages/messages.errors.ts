import { declareError } from '#server/platform/http/problem.ts';

/** Also the answer for a user to whom the caller may not write, so that accounts cannot be probed. */
export const receiverUnknown = declareError({ status: 404, code: 'receiver_unknown', detail: 'Person not found' });
export const attachedInspectionUnknown = declareError({
  status: 404,
  code: 'attached_inspection_unknown',
  detail: 'Inspection not found',
});
export const messageIdInUse = declareError({
  status: 409,
  code: 'message_id_in_use',
  detail: 'This id is already in use for another message',
});

/* Quotas of an account */

export const tooManyMessages = declareError({
  status: 429,
  code: 'too_many_messages',
  detail: (most: number) => `Your account can send ${most} messages a day. Try again later`,
  headers: () => ({ 'retry-after': '3600' }),
});
