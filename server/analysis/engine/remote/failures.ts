/** The reasons why a model service gave no reading. The texts are shown to users beside the analysis. */
const failures = {
  timed_out: 'it took too long to answer',
  unreachable: 'it could not be reached',
  broken: 'it reported a fault of its own',
  busy: 'it asked to be left alone for a while',
  out_of_credit: 'its account has no credit left',
  key_refused: 'it refused the key',
  model_missing: 'it does not know the model',
  refused: 'it refused the request',
  nonsense: 'its answer could not be read',
  budget_spent: "this month's budget is spent",
} as const;
export type FailureCode = keyof typeof failures;

/** Contains neither the request nor the answer nor their headers, so that no key gets into a log. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly code: FailureCode;
  /** How long to wait before the next request, in milliseconds; null when the service did not say. */
  readonly retryAfterMs: number | null;
  /** Whether the service may have done and billed its work nevertheless. */
  readonly mayBeBilled: boolean;

  constructor(
    code: FailureCode,
    retryAfterMs: number | null = null,
    mayBeBilled = code === 'timed_out' || code === 'nonsense',
  ) {
    super(failures[code]);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.mayBeBilled = mayBeBilled;
  }
}

/** Failures that may pass within seconds. */
export const isTransient = ({ code }: RemoteFailure): boolean =>
  code === 'unreachable' || code === 'broken' || code === 'busy';

/** Failures of the whole service: while they last, no photo can be read. */
export const isServiceFailure = ({ code }: RemoteFailure): boolean =>
  isTransient({ code } as RemoteFailure) || code === 'timed_out';

const creditWords = /insufficient_quota|credit balance|billing|payment|exceeded your current quota/i;

function codeOf(status: number, body: string): FailureCode {
  if (status === 402 || ((status === 429 || status === 400 || status === 403) && creditWords.test(body))) {
    return 'out_of_credit';
  }
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 400 && /api[ _]key not valid|API_KEY_INVALID/i.test(body)) return 'key_refused';
  if (status === 404) return 'model_missing';
  if (status === 429) return 'busy';
  if (status === 408 || status === 504) return 'timed_out';
  // 529: Anthropic is overloaded.
  return status >= 500 ? 'broken' : 'refused';
}

/**
 * Milliseconds from Retry-After (seconds or a date), retry-after-ms, or Google's RetryInfo; null for 0 and the past.
 */
function retryAfterOf(headers: Record<string, string>, body: string, now: number): number | null {
  const { 'retry-after': after = '', 'retry-after-ms': milliseconds = '' } = headers;
  const seconds = Number(after);
  const waits = [
    Number(milliseconds),
    Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now,
    Number(/"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]) * 1000,
  ];
  return waits.find((ms) => Number.isFinite(ms) && ms > 0) ?? null;
}

/** The failure for an unsuccessful answer. */
export function failureOfAnswer(
  answer: { status: number; headers: Record<string, string>; body: string },
  now: number,
): RemoteFailure {
  const code = codeOf(answer.status, answer.body);
  return new RemoteFailure(code, code === 'out_of_credit' ? null : retryAfterOf(answer.headers, answer.body, now));
}
