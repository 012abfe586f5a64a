import type { DeviceClockInput } from '#contract/device-clock.ts';

/** The clock of the device, and the elapsed time of this page, which no change of the clock moves. Plain data for the outbox. */
export interface ClockReading {
  /** Milliseconds since 1970 by the device's clock. */
  at: number;
  /** Identifies the page; another page counts its elapsed time from another start. */
  page: number;
  /** Milliseconds since the page was opened. */
  elapsed: number;
}

export const readClock = (): ClockReading => ({
  at: Date.now(),
  page: performance.timeOrigin,
  elapsed: performance.now(),
});

/** What the server needs to tell how wrong the device's clock is: its time then and now, and how long it really took. */
export const clockInput = (then: ClockReading, now = readClock()): DeviceClockInput => ({
  takenAt: new Date(then.at).toISOString(),
  sentAt: new Date(now.at).toISOString(),
  // A reload loses the count.
  elapsedMs: then.page === now.page ? Math.round(now.elapsed - then.elapsed) : null,
});
