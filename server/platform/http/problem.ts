import type { Problem } from '#contract/errors.ts';

/** Title and code of a status, for refusals that have no code of their own. */
const statuses: Record<number, { title: string; code: string }> = {
  400: { title: 'Invalid input', code: 'invalid_input' },
  401: { title: 'Not signed in', code: 'not_signed_in' },
  403: { title: 'Not allowed', code: 'not_allowed' },
  404: { title: 'Not found', code: 'not_found' },
  408: { title: 'Too slow', code: 'too_slow' },
  409: { title: 'Conflict', code: 'conflict' },
  410: { title: 'Gone', code: 'gone' },
  413: { title: 'Too large', code: 'too_large' },
  414: { title: 'Too long', code: 'address_too_long' },
  415: { title: 'Unsupported type', code: 'unsupported_type' },
  416: { title: 'No such range', code: 'no_such_range' },
  422: { title: 'Unreadable file', code: 'unreadable_file' },
  429: { title: 'Too many tries', code: 'too_many_tries' },
  431: { title: 'Too long', code: 'headers_too_long' },
  500: { title: 'Server error', code: 'server_error' },
  503: { title: 'Not available', code: 'not_available' },
};
const codeOf = (status: number): string => statuses[status]?.code ?? 'error';

type FieldMessages = Record<string, string>;
interface Extra {
  code?: string;
  errors?: FieldMessages | undefined;
  headers?: Record<string, string>;
}

/**
 * The error type of all refusals: a status, a stable code for programs, and a sentence that may be shown to a person.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  /** Messages by the field that they belong to. */
  readonly errors: FieldMessages | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, extra: Extra = {}) {
    super(detail);
    this.name = 'AppError';
    this.status = status;
    this.code = extra.code ?? codeOf(status);
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }
}

const declaredCodes = new Set(Object.values(statuses).map(({ code }) => code));

/** Every code that an answer may carry, for the published contract. Complete once all modules are loaded. */
export const errorCodes = (): string[] => [...declaredCodes].toSorted();

interface Declaration<Args extends unknown[]> {
  status: number;
  /** Stable: clients compare it. Lower case words joined by underscores, such as `case_expired`. */
  code: string;
  /** The sentence for a person, or a function that makes it. */
  detail: string | ((...args: Args) => string);
  /** Name of the form field that the sentence belongs to. */
  field?: string;
  headers?: (...args: Args) => Record<string, string>;
}

/**
 * Declares an error of a module in `<module>.errors.ts`: status, code and sentence. The returned function makes the
 * error to throw. A code that is declared twice stops the server's start.
 */
export function declareError<Args extends unknown[] = []>(declaration: Declaration<Args>): (...args: Args) => AppError {
  const { status, code, detail, field: name, headers } = declaration;
  if (declaredCodes.has(code)) throw new Error(`The error code ${code} is declared twice`);
  declaredCodes.add(code);
  return (...args) => {
    const sentence = typeof detail === 'string' ? detail : detail(...args);
    const errors = name ? { [name]: sentence } : undefined;
    return new AppError(status, sentence, { code, errors, ...(headers ? { headers: headers(...args) } : {}) });
  };
}

/** A problem document of RFC 9457. */
export function toProblem(
  status: number,
  detail: string,
  extra: { code?: string; errors?: FieldMessages | undefined } = {},
): Problem {
  const { code = codeOf(status), errors } = extra;
  const title = statuses[status]?.title ?? 'Error';
  return { type: 'about:blank', title, status, code, detail, ...(errors ? { errors } : {}) };
}

export const notSignedIn = () => new AppError(401, 'Sign in first');
export const tooManyTries = (seconds: number) =>
  new AppError(429, `Too many tries. Try again in ${seconds} seconds`, { headers: { 'retry-after': String(seconds) } });

/** A status as words in lower case, for sentences. */
export const words = (status: string) => status.replaceAll('_', ' ');
