/** A stopwatch: it counts the time between start and pause. */
export interface Clock {
  start(): void;
  pause(): void;
  /** The milliseconds counted so far. */
  elapsed(): number;
}

/** Compares timestamps, because counting ticks would drift. `now` returns milliseconds. */
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

/** The milliseconds until the next whole second. */
export const untilNextSecond = (elapsed: number): number => 1000 - (elapsed % 1000);
