import { ApiError } from '#web/lib/api-error.ts';

/** The first retry delays in ms; every further one is `maxDelay`. */
const delays = [5000, 10_000, 20_000, 30_000] as const;
const maxDelay = 60_000;

/** Retries entries after temporary failures with growing delays, until they are saved or removed. */
export function createRetries(retry: (id: string) => void) {
  const waiting = new Map<string, { count: number; timer: ReturnType<typeof setTimeout> }>();

  return {
    has: (id: string): boolean => waiting.has(id),
    later(id: string, error: unknown) {
      const count = waiting.get(id)?.count ?? 0;
      const requestedDelay = error instanceof ApiError ? Math.min(error.retryAfter ?? 0, maxDelay) : 0;
      const timer = setTimeout(
        () => {
          // While offline, nothing is retried; the outbox resumes once the connection is back.
          if (navigator.onLine !== false) retry(id);
        },
        Math.max(delays[count] ?? maxDelay, requestedDelay),
      );
      waiting.set(id, { count: count + 1, timer });
    },
    /** Call it when the entry is sent again for any other reason. */
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
