/** Why a file cannot be taken as a photo, with the status and the sentence that a caller may be shown. */
const rejections = {
  unsupported_type: {
    status: 415,
    message: 'This file is not a JPEG, PNG, WebP, HEIC or AVIF picture',
  },
  too_many_pixels: { status: 422, message: 'This picture has more than 50 million pixels' },
  unreadable: { status: 422, message: 'This file is damaged or incomplete and cannot be read' },
} as const;
export type RejectionCode = keyof typeof rejections;

/** The file itself is at fault: trying again will not help. */
export class PhotoRejected extends Error {
  override readonly name = 'PhotoRejected';
  readonly code: RejectionCode;
  readonly status: 415 | 422;

  constructor(code: RejectionCode, cause?: unknown) {
    super(rejections[code].message, { cause });
    this.code = code;
    this.status = rejections[code].status;
  }
}

/** The worker died, hung or failed while it had the photo: trying again may help. */
export class AnalysisFailed extends Error {
  override readonly name = 'AnalysisFailed';
  readonly code: 'crashed' | 'timed_out' | 'closed' | 'failed';

  constructor(code: AnalysisFailed['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
