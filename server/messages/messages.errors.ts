import { declareError } from '#server/platform/http/problem.ts';

/** Also the answer for somebody whom the caller may not write to, so that nobody can find out who has an account. */
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
