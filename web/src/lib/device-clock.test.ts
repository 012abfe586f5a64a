import { expect, test } from 'vitest';
import { clockInput } from './device-clock.ts';

const then = { at: Date.UTC(2026, 10, 24, 9), page: 7, elapsed: 1000 };

test('a page that was open all the time says how long it took, whatever the clock says', () => {
  const now = { at: Date.UTC(2026, 10, 24, 8), page: 7, elapsed: 61_000.4 };
  expect(clockInput(then, now)).toEqual({
    takenAt: '2026-11-24T09:00:00.000Z',
    sentAt: '2026-11-24T08:00:00.000Z',
    elapsedMs: 60_000,
  });
});

test('another page does not know how long it took', () => {
  expect(clockInput(then, { at: then.at + 60_000, page: 8, elapsed: 5 }).elapsedMs).toBeNull();
});
