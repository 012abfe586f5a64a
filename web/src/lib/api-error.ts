import { problemSchema } from '#contract/errors.ts';

interface AnswerFacts {
  /** Field name to message, for forms. */
  errors?: Readonly<Record<string, string>>;
  /** Whether the detail is a sentence of the server's own. */
  explained?: boolean;
  /** The words beside the status; HTTP/2 has none. */
  statusText?: string;
  /** Milliseconds that the server asks to wait; null when it does not say. */
  retryAfter?: number | null;
}

/** A non-OK answer. The message is `${status}: ${detail}`, which is what toasts show. */
export class ApiError extends Error {
  readonly status: number;
  /** One sentence for a person. */
  readonly detail: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly explained: boolean;
  readonly statusText: string;
  readonly retryAfter: number | null;

  constructor(status: number, detail: string, facts: AnswerFacts = {}) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.errors = facts.errors ?? {};
    this.explained = facts.explained ?? false;
    this.statusText = facts.statusText ?? '';
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** An answer of the file storage, not of the API. */
export class StorageError extends ApiError {
  constructor(answer: ApiError) {
    super(answer.status, answer.detail, answer);
    this.name = 'StorageError';
  }
}

/** The server could not be reached. Still a TypeError, which is what fetch throws. */
export class NoConnection extends TypeError {
  constructor(cause: unknown, message = 'There is no connection to the server. Try again when it is back.') {
    super(message, { cause });
    this.name = 'NoConnection';
  }
}

/** What a storage says of a signed address that is too old. */
export const expiredDetail = 'Request has expired';

function wordsOf(text: string): { detail: string; errors?: Record<string, string> } | null {
  try {
    const problem = problemSchema.pick({ detail: true, errors: true }).parse(JSON.parse(text));
    return problem.detail === '' ? null : problem;
  } catch {
    // An S3 store answers in XML.
    return text.includes(expiredDetail) ? { detail: expiredDetail } : null;
  }
}

/** The error that a non-OK answer stands for; `retryAfter` is the header of that name. */
export function answerError(status: number, statusText: string, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter);
  const facts: AnswerFacts = {
    statusText,
    retryAfter: retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
  const words = wordsOf(text);
  if (words) return new ApiError(status, words.detail, { ...facts, errors: words.errors, explained: true });
  // A proxy in between may answer with a page of its own: its first line says enough.
  const line = text.startsWith('<') ? '' : text.trim().slice(0, 300);
  return new ApiError(status, line || statusText || 'The server did not say why', facts);
}

/** Whether the error is an answer of the server with this status. */
export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** The sentence to show for any error, without the status in front. */
export const detailOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);
