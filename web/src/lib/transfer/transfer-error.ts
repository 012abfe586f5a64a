/** Why a request of an upload did not succeed, in the words of the upload widget. */
export class TransferError extends Error {
  /** Null when no answer came: the connection broke, or nothing moved for too long. */
  readonly status: number | null;
  /** Milliseconds that the server asks to wait, from Retry-After; null when it does not say. */
  readonly retryAfter: number | null;
  /** The words beside the status; HTTP/2 knows none. */
  statusText = '';
  /** All tries have been used up: whoever called the caller must not begin anew. */
  spent = false;

  constructor(message: string, status: number | null, retryAfter: number | null = null) {
    super(message);
    this.name = 'TransferError';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const expiredMessage = 'Request has expired';
export const unreadableMessage = 'This file can no longer be read on this device. Choose it again';

/** The `detail` of a problem answer, or null. */
function detailOf(body: string): string | null {
  try {
    const problem: unknown = JSON.parse(body);
    if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return null;
    return typeof problem.detail === 'string' && problem.detail !== '' ? problem.detail : null;
  } catch {
    return null;
  }
}

/** The error that an answer stands for. An S3 store answers in XML, our server with a problem (RFC 9457). */
export function answerError(status: number, body: string, retryAfter: string | null): TransferError {
  const seconds = Number(retryAfter);
  const wait = retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
  if (status === 401) return new TransferError('Authorization required', status);
  if (status === 403 && body.includes(expiredMessage)) return new TransferError(expiredMessage, status);
  return new TransferError(detailOf(body) ?? 'Non 2xx', status, wait);
}

/** The error of a request that got no answer. */
export const connectionError = (): TransferError => new TransferError('Unknown error', null);

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** A file that was moved, changed or taken back by the app that it was chosen from. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'NotReadableError');
