import { declareError } from '#server/platform/http/problem.ts';

export const mailNotFound = declareError({ status: 404, code: 'mail_not_found', detail: 'Message not found' });
