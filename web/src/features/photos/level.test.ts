import { expect, test } from 'vitest';
import { tiltOf } from './level.ts';

test.each([
  ['upright', 90, 0, 0, 0],
  ['upright, looking down a little', 60, 0, 0, 0],
  ['leaning to the right', 60, 10, 0, 5.7],
  ['leaning to the left', 60, -10, 0, -5.7],
  ['on its side, as the screen is', 0, -90, 90, 0],
  ['on its side, leaning', 5, -90, 90, 5],
  ['flat on a table', 0, 0, 0, null],
  ['looking at the ceiling', 178, 2, 0, null],
  ['telling nothing', null, null, 0, null],
])('a device %s', (_, beta, gamma, screenAngle, tilt) => {
  const found = tiltOf(beta, gamma, screenAngle);
  if (tilt === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(tilt, 1);
});
