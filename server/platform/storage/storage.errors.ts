import { declareError } from '#server/platform/http/problem.ts';

/** Refusals of the disk storage at the addresses that it signed; an S3 store has its own. */
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
export const uploadSentAgain = declareError({
  status: 409,
  code: 'upload_sent_again',
  detail: 'The file is being sent again, so this upload has ended.',
  // The rest of its body is not read.
  headers: () => ({ connection: 'close' }),
});
export const diskFull = declareError({
  status: 503,
  code: 'disk_full',
  detail: 'The server has no room for more files. Try again later',
  headers: () => ({ 'retry-after': '600' }),
});
export const partsGone = declareError({
  status: 404,
  code: 'upload_parts_gone',
  detail: 'This upload was completed or cancelled.',
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

/* Errors of every store, which callers translate into their own refusals */

export class InvalidKeyError extends Error {
  constructor() {
    super('This is not the key of a file.');
    this.name = 'InvalidKeyError';
  }
}

export class MissingFileError extends Error {
  constructor(key: string) {
    super(`There is no file ${key}.`);
    this.name = 'MissingFileError';
  }
}

export class FileTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The file is larger than the limit of ${maxBytes} bytes`);
    this.name = 'FileTooLargeError';
  }
}

export class FileReplacedError extends Error {
  constructor() {
    super('The file was replaced at the same time');
    this.name = 'FileReplacedError';
  }
}

export class MissingUploadError extends Error {
  constructor() {
    super('There is no such upload in parts.');
    this.name = 'MissingUploadError';
  }
}

/** The named parts do not form a file; the message is a readable sentence. */
export class PartsRejectedError extends Error {
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge = false) {
    super(message);
    this.name = 'PartsRejectedError';
    this.tooLarge = tooLarge;
  }
}
