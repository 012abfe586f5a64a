import { expiredMessage, TransferError } from '#web/lib/transfer/transfer-error.ts';

/** Waits in ms before each further try to send a file or a part. */
export const partDelays: readonly number[] = [0, 1000, 3000, 5000];

const callRetries = 10;
const longestDelay = 30_000;
/** Waits in ms before each further try of a call that prepares or finishes an upload. */
export const callDelays: readonly number[] = Array.from({ length: callRetries }, (_, attempt) =>
  Math.min(1000 * 2 ** attempt, longestDelay),
);

const passing = new Set([408, 409, 418, 423, 429]);
const lasting = new Set([501, 505]);

/** Whether the same request may well succeed later. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof TransferError)) return false;
  const { status, message, spent } = error;
  if (spent) return false;
  if (status === null) return true;
  if (status === 403) return message === expiredMessage;
  return passing.has(status) || (status >= 500 && status < 600 && !lasting.has(status));
}

const aborted = () => new DOMException('The upload was stopped', 'AbortError');

/** Resolves after `milliseconds`; rejects with an AbortError when the signal comes first. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted());
    const stop = () => {
      clearTimeout(timer);
      reject(aborted());
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
      reject(aborted());
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
  /** Which failures pass; by the rules of uploads when left out. */
  passes?: (error: unknown) => boolean;
}

/**
 * Runs `work` until it succeeds, fails for good, or the tries are used up. Waits for the device to be online
 * without using up a try, and as long as the server's Retry-After asks.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { delays, signal, passes = isRetryable }: RetryOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    await online(signal);
    try {
      return await work();
    } catch (error) {
      const delay = delays[attempt];
      if (signal.aborted || !passes(error)) throw error;
      if (delay === undefined) {
        if (error instanceof TransferError) error.spent = true;
        throw error;
      }
      const asked = error instanceof TransferError ? Math.min(error.retryAfter ?? 0, longestDelay) : 0;
      await pause(Math.max(delay, asked), signal);
    }
  }
}
