/** A non-OK answer. The message is `${status}: ${detail}`, which is what toasts show. */
export class ApiError extends Error {
  readonly status: number;
  /** One sentence for a person. */
  readonly detail: string;
  /** Field name to message, for forms. */
  readonly errors: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, errors: Record<string, string> = {}) {
    super(`${status}: ${detail}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.errors = errors;
  }
}

/** The server could not be reached. Still a TypeError, which is what fetch throws. */
export class NoConnection extends TypeError {
  constructor(cause: unknown) {
    super('There is no connection to the server. Try again when it is back.', { cause });
    this.name = 'NoConnection';
  }
}

/** Whether the error is an answer of the server with this status. */
export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** The sentence to show for any error, without the status in front. */
export const detailOf = (error: unknown): string =>
  error instanceof ApiError ? error.detail : error instanceof Error ? error.message : String(error);
