import { expect, test } from 'vitest';
import { compareClocks } from './device-clock.rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const compare = (takenAt: string, sentAt: string, elapsedMs: number | null) =>
  compareClocks({ takenAt: `2026-11-24T${takenAt}Z`, sentAt: `2026-11-24T${sentAt}Z`, elapsedMs }, now);

test.each([
  ['a clock that is right', '11:59:00', '12:00:00', 60_000, 0, false],
  ['a clock that is two hours slow', '09:59:00', '10:00:00', 60_000, 7200, false],
  ['a clock that is an hour fast', '12:59:00', '13:00:00', null, -3600, false],
  ['a clock that was set back by three hours', '11:00:00', '12:00:00', 4 * 3_600_000, 0, true],
  ['a device that slept, and did not count its elapsed time', '09:00:00', '12:00:00', 60_000, 0, false],
] as const)('%s', (_name, takenAt, sentAt, elapsedMs, offsetSeconds, setBack) => {
  expect(compare(takenAt, sentAt, elapsedMs)).toEqual({
    takenAt: `2026-11-24T${takenAt}.000Z`,
    offsetSeconds,
    elapsedSeconds: elapsedMs === null ? null : elapsedMs / 1000,
    setBack,
  });
});
