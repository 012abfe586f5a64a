import { ApiError, isAddressExpired, NoConnection } from '#web/lib/api-error.ts';

export const uploadAborted = (): DOMException => new DOMException('The upload was stopped', 'AbortError');

/** Waits in ms before each further try to send a file or a part. */
export const partDelays: readonly number[] = [0, 1000, 3000, 5000];

const callRetries = 10;
const maxDelay = 30_000;
/** Waits in ms before each further try of a call that prepares or finishes an upload. */
export const callDelays: readonly number[] = Array.from({ length: callRetries }, (_, attempt) =>
  Math.min(1000 * 2 ** attempt, maxDelay),
);

const temporary = new Set([408, 409, 418, 423, 429]);
const permanent = new Set([501, 505]);
/** Errors already retried, so that nested retries do not multiply. */
const exhausted = new WeakSet<object>();

/** Whether the same request may well succeed later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NoConnection) return !exhausted.has(error);
  if (!(error instanceof ApiError) || exhausted.has(error)) return false;
  const { status } = error;
  if (status === 403) return isAddressExpired(error);
  return temporary.has(status) || (status >= 500 && status < 600 && !permanent.has(status));
}

/** As `isRetryable`, for a call that makes a record: a conflict there is one of the record's state, which stays. */
export const isRetryableRegistration = (error: unknown): boolean =>
  isRetryable(error) && !(error instanceof ApiError && error.status === 409);

/** Resolves after `milliseconds`; rejects with an AbortError when the signal comes first. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(uploadAborted());
    const stop = () => {
      clearTimeout(timer);
      reject(uploadAborted());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Resolves once the device is online; rejects with an AbortError when the signal comes first. */
function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (navigator.onLine !== false) return resolve();
    const stop = () => {
      window.removeEventListener('online', go);
      reject(uploadAborted());
    };
    const go = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    window.addEventListener('online', go, { once: true });
    signal.addEventListener('abort', stop, { once: true });
  });
}

interface RetryOptions {
  /** Waits in ms before the second, third, … try; when they are used up, the last error is thrown. */
  delays: readonly number[];
  signal: AbortSignal;
  /** Which failures are tried again; by the rules of uploads when left out. */
  retryable?: (error: unknown) => boolean;
}

/**
 * Runs `work` until it succeeds, fails for good, or the tries are used up. Between tries it waits for the device to be online
 * without using one up, and as long as the server's Retry-After asks.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { delays, signal, retryable = isRetryable }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    // One try has nothing to wait for: its caller learns at once that there is no connection.
    if (delays.length > 0) await online(signal);
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !retryable(error)) throw error;
      const delay = delays[attempt];
      if (delay === undefined) {
        // If there is no second try, the caller may still retry.
        if (attempt > 0 && error instanceof Error) exhausted.add(error);
        throw error;
      }
      const asked = error instanceof ApiError ? Math.min(error.retryAfter ?? 0, maxDelay) : 0;
      await pause(Math.max(delay, asked), signal);
    }
  }
}
