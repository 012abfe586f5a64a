import { expect, test } from 'vitest';
import { clockWarning } from './photo-origin.tsx';

const clock = (offsetSeconds: number, setBack = false) => ({
  takenAt: '2026-11-24T09:00:00.000Z',
  offsetSeconds,
  elapsedSeconds: 60,
  setBack,
});

test.each([
  [null, null],
  [clock(0), null],
  [clock(-119), null],
  [clock(7500), "The device's clock was 2 h slow when it sent the photo."],
  [clock(-180), "The device's clock was 3 min fast when it sent the photo."],
  [clock(0, true), "The device's clock was set back while the photo waited."],
])('%j warns: %j', (device, warning) => {
  expect(clockWarning(device)).toBe(warning);
});
