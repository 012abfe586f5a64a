import { declareError } from '#server/platform/http/problem.ts';

/** Refusals of the disk storage at the addresses that it signed; an S3 store refuses by itself. */
export const uploadAddressInvalid = declareError({
  status: 403,
  code: 'upload_address_invalid',
  detail: 'This is not a valid upload address.',
});
export const uploadAddressExpired = declareError({
  status: 403,
  code: 'upload_address_expired',
  detail: 'Request has expired',
});
export const uploadTypeDiffers = declareError({
  status: 403,
  code: 'upload_type_differs',
  detail: (contentType: string) => `This upload address takes ${contentType} only.`,
});
export const formTypeDiffers = declareError({
  status: 403,
  code: 'form_type_differs',
  detail: (contentType: string) => `This form takes ${contentType} only.`,
});
export const fileTooLarge = declareError({
  status: 413,
  code: 'file_too_large',
  detail: (maxBytes: number) => `The file is larger than the limit of ${maxBytes} bytes.`,
});
export const partsGone = declareError({
  status: 404,
  code: 'upload_parts_gone',
  detail: 'This upload was completed or dropped.',
});
export const formExpected = declareError({
  status: 400,
  code: 'form_expected',
  detail: 'This address takes a form with a file.',
});
export const formIncomplete = declareError({
  status: 400,
  code: 'form_incomplete',
  detail: 'The form is not complete.',
});
export const formFieldsTooLong = declareError({
  status: 413,
  code: 'form_fields_too_long',
  detail: 'The fields of the form are too long.',
});
