import type { Problem } from '#contract/errors.ts';
import { serverText, t } from '#contract/language.ts';

interface AnswerFacts {
  /** The machine-readable cause; the sentence in `detail` may change. */
  code?: string | null;
  /** Messages by field name, for forms. */
  errors?: Readonly<Record<string, string>>;
  /** Whether `detail` comes from the API, and is not a status text or a proxy's page. */
  explained?: boolean;
  /** The reason phrase of the status; HTTP/2 sends none. */
  statusText?: string;
  /** Milliseconds to wait, from the Retry-After header; null without one. */
  retryAfter?: number | null;
}

/** A non-OK response. The message is `${status}: ${detail}`, which is what toasts show. */
export class ApiError extends Error {
  readonly status: number;
  /** A sentence to show on screen; empty where the server sent none. */
  readonly detail: string;
  readonly code: string | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly explained: boolean;
  readonly statusText: string;
  readonly retryAfter: number | null;

  constructor(status: number, detail: string, facts: AnswerFacts = {}) {
    const sentence = serverText(detail);
    super(`${status}: ${sentence}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = sentence;
    this.code = facts.code ?? null;
    this.errors = facts.errors ?? {};
    this.explained = facts.explained ?? false;
    this.statusText = facts.statusText ?? '';
    this.retryAfter = facts.retryAfter ?? null;
  }
}

/** A non-OK response of the file storage, not of the API. */
export class StorageError extends ApiError {
  constructor(answer: ApiError) {
    super(answer.status, answer.detail, answer);
    this.name = 'StorageError';
  }
}

/** The server could not be reached. It extends TypeError because that is what fetch throws. */
export class NoConnection extends TypeError {
  constructor(cause: unknown, message = t('No connection to the server. Try again when you are online.')) {
    super(message, { cause });
    this.name = 'NoConnection';
  }
}

/** The error code that the server's own storage sends for an expired signed address. */
const addressExpired = 'upload_address_expired';
/** S3 storage reports the same in XML, with a code that it also uses for other refusals. */
const expiredInS3 = '<Message>Request has expired</Message>';

/** Whether the signed address has expired, so a new one must be requested. */
export const isAddressExpired = (error: unknown): boolean => hasStatus(error, 403) && error.code === addressExpired;

type ProblemParts = Pick<Problem, 'detail' | 'errors'> & Partial<Pick<Problem, 'code'>>;
const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the body of a refusal, which may be anything when a proxy answers. Without zod, because the sign-in screen does not load it. */
function problemOf(text: string): ProblemParts | null {
  try {
    const { detail, code, errors }: Record<string, unknown> = JSON.parse(text);
    if (!isText(detail)) return null;
    const fields = Object.entries(errors ?? {}).filter((entry): entry is [string, string] => isText(entry[1]));
    return { detail, code: isText(code) ? code : undefined, errors: Object.fromEntries(fields) };
  } catch {
    return text.includes(expiredInS3) ? { code: addressExpired, detail: 'Request has expired' } : null;
  }
}

/** Builds the error for a non-OK response; `retryAfter` is the Retry-After header. */
export function answerError(status: number, statusText: string, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter);
  const facts: AnswerFacts = {
    statusText,
    retryAfter: retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
  const problem = problemOf(text);
  if (problem) return new ApiError(status, problem.detail, { ...facts, ...problem, explained: problem.detail !== '' });
  // A proxy may respond with HTML or plain text of its own.
  const line = text.startsWith('<') ? '' : text.trim().slice(0, 300);
  return new ApiError(status, line || statusText || t('The server gave no reason'), facts);
}

/** Whether the error is a response of the server with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** Whether the API refused with this code. */
export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** The message of any error, without the status prefix. */
export const detailOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);
