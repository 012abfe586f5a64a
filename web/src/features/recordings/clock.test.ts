import { expect, it } from 'vitest';
import { createClock, untilNextSecond } from './clock.ts';

it('counts only the time between start and pause', () => {
  let now = 5000;
  const clock = createClock(() => now);
  const pass = (milliseconds: number) => {
    now += milliseconds;
    return clock.elapsed();
  };
  expect(pass(1000)).toBe(0);
  clock.start();
  expect(pass(1234)).toBe(1234);
  clock.start();
  expect(pass(1000)).toBe(2234);
  clock.pause();
  expect(pass(60_000)).toBe(2234);
  clock.pause();
  clock.start();
  expect(pass(1)).toBe(2235);
});

it.each([
  [0, 1000],
  [1, 999],
  [999.5, 0.5],
  [61_250, 750],
])('from %d ms to the next second are %d ms', (elapsed, expected) => {
  expect(untilNextSecond(elapsed)).toBe(expected);
});
