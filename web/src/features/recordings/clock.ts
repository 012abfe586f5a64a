/** Counts the time in which something runs; pauses are not part of it. */
export interface Clock {
  start(): void;
  pause(): void;
  /** Milliseconds that it has run so far. */
  elapsed(): number;
}

/** Reads the difference of times, so that it cannot drift as a counted tick would. `now` in milliseconds. */
export function createClock(now: () => number = () => performance.now()): Clock {
  let before = 0;
  let startedAt: number | null = null;
  const elapsed = () => before + (startedAt === null ? 0 : now() - startedAt);
  return {
    elapsed,
    start() {
      startedAt ??= now();
    },
    pause() {
      before = elapsed();
      startedAt = null;
    },
  };
}

/** Milliseconds until the next whole second. */
export const untilNextSecond = (elapsed: number): number => 1000 - (elapsed % 1000);
