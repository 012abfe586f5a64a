import type { Problem } from '#contract/errors.ts';

const titles: Record<number, string> = {
  400: 'Invalid input',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  414: 'Too long',
  415: 'Unsupported type',
  416: 'No such range',
  422: 'Unreadable file',
  429: 'Too many tries',
  431: 'Too long',
  500: 'Server error',
  503: 'Not available',
};

/** The one error that a rule throws: a status and a sentence that may be shown to a person. */
export class AppError extends Error {
  readonly status: number;
  readonly errors: Record<string, string> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    extra: { errors?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.name = 'AppError';
    this.status = status;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }
}

/** A problem document of RFC 9457. */
export function toProblem(status: number, detail: string, errors?: Record<string, string>): Problem {
  const title = titles[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail, ...(errors ? { errors } : {}) };
}

export const invalid = (detail: string, errors?: Record<string, string>) => new AppError(400, detail, { errors });
export const field = (name: string, message: string) => new AppError(400, message, { errors: { [name]: message } });
export const notSignedIn = () => new AppError(401, 'Sign in first');
export const forbidden = (detail: string) => new AppError(403, detail);
/** Also the answer for what belongs to somebody else, so that ids cannot be probed. */
export const notFound = (what: string) => new AppError(404, `${what} not found`);
export const conflict = (detail: string, errors?: Record<string, string>) => new AppError(409, detail, { errors });
export const gone = (detail: string) => new AppError(410, detail);
export const tooManyTries = (seconds: number) =>
  new AppError(429, `Too many tries. Try again in ${seconds} seconds`, { headers: { 'retry-after': String(seconds) } });

/** Lower-case words of a status, for sentences. */
export const words = (status: string) => status.replaceAll('_', ' ');
