/** Why a file cannot be taken as a photo, with the status and the sentence that a caller may be shown. */
const rejections = {
  unsupported_type: {
    status: 415,
    message: 'This file is not a JPEG, PNG, WebP, HEIC or AVIF picture',
  },
  too_many_pixels: { status: 422, message: 'This picture has more than 50 million pixels' },
  neither: {
    status: 415,
    message: 'This file is neither a JPEG, PNG, WebP, HEIC or AVIF picture nor a PDF',
  },
  pdf_elsewhere: { status: 415, message: 'A PDF can only be added as a certificate' },
  locked: { status: 422, message: 'This PDF is locked with a password; save a copy without one' },
  too_many_pages: { status: 413, message: 'This PDF has more than 500 pages' },
  page_too_large: { status: 422, message: 'The first page of this PDF is larger than 200 by 200 inches' },
  too_complex: { status: 422, message: 'This PDF takes too much time or memory to read' },
  unreadable: { status: 422, message: 'This file is damaged or incomplete and cannot be read' },
} as const;
export type RejectionCode = keyof typeof rejections;

/** The file itself is at fault: trying again will not help. */
export class PhotoRejected extends Error {
  override readonly name = 'PhotoRejected';
  readonly code: RejectionCode;
  readonly status: 413 | 415 | 422;

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
