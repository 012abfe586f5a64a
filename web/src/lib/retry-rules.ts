import { ApiError, isAddressExpired, NoConnection } from '#web/lib/api-error.ts';

export const uploadAborted = (): DOMException => new DOMException('The upload was stopped', 'AbortError');

/** The delays in ms before each retry of a file or a part. */
export const partDelays: readonly number[] = [0, 1000, 3000, 5000];

const callRetries = 10;
const maxDelay = 30_000;
/** The delays in ms before each retry of a call that prepares or finishes an upload. */
export const callDelays: readonly number[] = Array.from({ length: callRetries }, (_, attempt) =>
  Math.min(1000 * 2 ** attempt, maxDelay),
);

const temporary = new Set([408, 409, 418, 423, 429]);
const permanent = new Set([501, 505]);
/** Errors already retried, so that nested retries do not multiply. */
const exhausted = new WeakSet<object>();

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NoConnection) return !exhausted.has(error);
  if (!(error instanceof ApiError) || exhausted.has(error)) return false;
  const { status } = error;
  if (status === 403) return isAddressExpired(error);
  return temporary.has(status) || (status >= 500 && status < 600 && !permanent.has(status));
}

/**
 * Like `isRetryable`, for a call that creates a record: a 409 there reports the record's state, which a retry does
 * not change.
 */
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
  /** The delays in ms before the second, third, … attempt; after the last one the error is thrown. */
  delays: readonly number[];
  signal: AbortSignal;
  /** Which failures are retried; `isRetryable` by default. */
  retryable?: (error: unknown) => boolean;
}

/**
 * Runs `work` until it succeeds, fails permanently, or has no attempts left. Between attempts it waits until the
 * device is online, which uses no attempt, and for as long as the server's Retry-After says.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { delays, signal, retryable = isRetryable }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    // With a single attempt there is nothing to wait for, so the caller learns at once that there is no connection.
    if (delays.length > 0) await online(signal);
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !retryable(error)) throw error;
      const delay = delays[attempt];
      if (delay === undefined) {
        // Without retries of its own here, an outer caller may still retry.
        if (attempt > 0 && error instanceof Error) exhausted.add(error);
        throw error;
      }
      const asked = error instanceof ApiError ? Math.min(error.retryAfter ?? 0, maxDelay) : 0;
      await pause(Math.max(delay, asked), signal);
    }
  }
}
