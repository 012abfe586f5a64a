import { ApiError } from '#web/lib/api-error.ts';

/** Delays of retries in ms; the last one repeats. */
const delays = [5000, 10_000, 20_000, 30_000] as const;
const maxDelay = 60_000;

/** Retries transient failures with growing delays, until the entry is saved or removed. */
export function createRetries(retry: (id: string) => void) {
  const waiting = new Map<string, { count: number; timer: ReturnType<typeof setTimeout> }>();

  return {
    has: (id: string): boolean => waiting.has(id),
    later(id: string, error: unknown) {
      const count = waiting.get(id)?.count ?? 0;
      const asked = error instanceof ApiError ? Math.min(error.retryAfter ?? 0, maxDelay) : 0;
      const timer = setTimeout(
        () => {
          // Offline, it is sent again once the connection is back.
          if (navigator.onLine !== false) retry(id);
        },
        Math.max(delays[count] ?? maxDelay, asked),
      );
      waiting.set(id, { count: count + 1, timer });
    },
    /** The entry is being sent again, by whatever cause. */
    stopTimer(id: string) {
      clearTimeout(waiting.get(id)?.timer);
    },
    forget(id: string) {
      clearTimeout(waiting.get(id)?.timer);
      waiting.delete(id);
    },
    forgetAll() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
