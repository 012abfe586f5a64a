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

type FieldMessages = Record<string, string>;
interface Extra {
  code: string;
  errors?: FieldMessages | undefined;
  headers?: Record<string, string>;
}

/** The error type of all refusals: a status, a stable code for programs, and a sentence that may be shown to users. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  /** The messages by field. */
  readonly errors: FieldMessages | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string, extra: Extra) {
    super(detail);
    this.name = 'AppError';
    this.status = status;
    this.code = extra.code;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }
}

const declaredCodes = new Set<string>();

/** Every code that an answer may have, for the published contract. Complete once all modules are loaded. */
export const errorCodes = (): string[] => [...declaredCodes].toSorted();

interface Declaration<Args extends unknown[]> {
  status: number;
  /** Stable, because clients compare it. Lower-case words joined by underscores, such as `case_closed`. */
  code: string;
  /** The sentence for users, or a function that creates it. */
  detail: string | ((...args: Args) => string);
  /** The name of the form field to which the sentence belongs. */
  field?: string;
  headers?: (...args: Args) => Record<string, string>;
}

/**
 * Declares an error of a module in `<module>.errors.ts`: status, code and sentence. The returned function creates the
 * error to throw. A code that is declared twice prevents the server from starting.
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

/** A problem document (RFC 9457). */
export function toProblem(
  status: number,
  detail: string,
  { code, errors }: { code: string; errors?: FieldMessages | undefined },
): Problem {
  const title = titles[status] ?? 'Error';
  return { type: 'about:blank', title, status, code, detail, ...(errors ? { errors } : {}) };
}

/** A status in words, for sentences. */
export const statusText = (status: string) => status.replaceAll('_', ' ');
