import { cannotSign } from '#contract/uploads.ts';
import { declareError } from '#server/platform/http/problem.ts';

export const unsupportedUpload = declareError({
  status: 415,
  code: 'unsupported_upload',
  detail: 'Only videos, pictures and PDF documents can be uploaded',
});
export const tooManyOpenUploads = declareError({
  status: 409,
  code: 'too_many_open_uploads',
  detail: (most: number) => `You have ${most} unfinished uploads. Complete or cancel one of them first`,
});
export const uploadTooLarge = declareError({
  status: 413,
  code: 'upload_too_large',
  detail: (maxBytes: number) => `The file is larger than the limit of ${maxBytes} bytes`,
});
export const uploadGone = declareError({
  status: 404,
  code: 'upload_gone',
  detail: 'This upload was completed or cancelled',
});
export const uploadInUse = declareError({
  status: 409,
  code: 'upload_in_use',
  detail: 'This upload is already in use',
});
export const uploadIncomplete = declareError({
  status: 400,
  code: 'upload_incomplete',
  detail: 'This upload is not complete yet',
  field: 'key',
});
export const uploadReplaced = declareError({
  status: 409,
  code: 'upload_replaced',
  detail: 'The file was replaced while it was being taken. Send it again',
});
export const uploadKeyMissing = declareError({
  status: 400,
  code: 'upload_key_missing',
  detail: 'The key of the upload must be passed in the query: ?key=…',
  field: 'key',
});
export const partsRefused = declareError({
  status: 400,
  code: 'parts_refused',
  detail: (reason: string) => reason,
  field: 'parts',
});
export const storeCredentialsRefused = declareError({
  status: 403,
  code: 'store_credentials_refused',
  detail: 'Credentials of the store are not given out; uploads are signed one by one',
});

/** Also the answer for another user's upload, so that ids cannot be probed. */
export const uploadNotFound = declareError({ status: 404, code: 'upload_not_found', detail: 'Upload not found' });

/* Signing needs the upload's key and valid part numbers */

export const signKeyMissing = declareError({
  status: 400,
  code: 'sign_key_missing',
  detail: cannotSign,
  field: 'key',
});
export const partNumberInvalid = declareError({
  status: 400,
  code: 'part_number_invalid',
  detail: cannotSign,
  field: 'partNumber',
});
export const partNumbersInvalid = declareError({
  status: 400,
  code: 'part_numbers_invalid',
  detail: cannotSign,
  field: 'partNumbers',
});

/* Quotas of an account */

export const tooManyOpenFiles = declareError({
  status: 409,
  code: 'too_many_open_files',
  detail: (most: number) => `Your account has ${most} uploads that are not finished. Finish or wait for some of them`,
});
export const tooMuchWaiting = declareError({
  status: 409,
  code: 'too_much_waiting',
  detail: (most: number) => `${most} of your photos are waiting for analysis. Continue when some of them are done`,
});
export const tooManyUploads = declareError({
  status: 429,
  code: 'too_many_uploads',
  detail: (most: number) => `Your account can upload ${most} files a day. Try again later`,
  headers: () => ({ 'retry-after': '3600' }),
});
export const tooMuchUploaded = declareError({
  status: 429,
  code: 'too_much_uploaded',
  detail: 'Your account has uploaded as much as it can in a day. Try again later',
  headers: () => ({ 'retry-after': '3600' }),
});
