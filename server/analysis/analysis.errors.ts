import { frameLimits } from '#contract/frames.ts';
import { declareError, type AppError } from '#server/platform/http/problem.ts';

const declare = (status: 413 | 415 | 422, code: string, detail: string) => declareError({ status, code, detail });

/** The reasons why a file cannot become a photo, each with its status and message for the caller. */
const rejections = {
  unsupported_type: declare(415, 'not_a_picture', 'This file is not a JPEG, PNG, WebP, HEIC or AVIF picture'),
  too_many_pixels: declare(422, 'too_many_pixels', 'This picture has more than 50 million pixels'),
  frame_too_large: declare(
    422,
    'frame_too_large',
    `A picture of the camera has at most ${frameLimits.maxSide} pixels a side`,
  ),
  neither: declare(
    415,
    'not_a_picture_or_pdf',
    'This file is neither a JPEG, PNG, WebP, HEIC or AVIF picture nor a PDF',
  ),
  pdf_elsewhere: declare(415, 'pdf_only_as_certificate', 'A PDF can only be added as a certificate'),
  locked: declare(422, 'pdf_locked', 'This PDF is locked with a password; save a copy without one'),
  too_many_pages: declare(413, 'pdf_too_many_pages', 'This PDF has more than 500 pages'),
  page_too_large: declare(422, 'pdf_page_too_large', 'The first page of this PDF is larger than 200 by 200 inches'),
  too_complex: declare(422, 'pdf_too_complex', 'This PDF takes too much time or memory to read'),
  unreadable: declare(422, 'photo_unreadable', 'This file is damaged or incomplete and cannot be read'),
} as const;
export type RejectionCode = keyof typeof rejections;

/** The file itself is faulty, so a retry would not help. */
export class PhotoRejected extends Error {
  override readonly name = 'PhotoRejected';
  readonly code: RejectionCode;
  readonly status: number;
  /** The error for the caller. */
  readonly refusal: AppError;

  constructor(code: RejectionCode, cause?: unknown) {
    const refusal = rejections[code]();
    super(refusal.message, { cause });
    this.code = code;
    this.status = refusal.status;
    this.refusal = refusal;
  }
}

/** The worker crashed, hung or failed during the task, so a retry may help. */
export class AnalysisFailed extends Error {
  override readonly name = 'AnalysisFailed';
  readonly code: 'crashed' | 'timed_out' | 'closed' | 'failed';

  constructor(code: AnalysisFailed['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** The service that reads the photo is rate-limited for a while. */
export class AnalysisPostponed extends Error {
  override readonly name = 'AnalysisPostponed';
  readonly until: Date;

  constructor(until: Date) {
    super(`The analysis waits until ${until.toISOString()}`);
    this.until = until;
  }
}
