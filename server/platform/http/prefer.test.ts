import { expect, it } from 'vitest';
import { preferredWait } from './prefer.ts';

it.each([
  [undefined, 0],
  ['', 0],
  ['wait=3', 3],
  ['WAIT = "3"', 3],
  ['respond-async, wait=2', 2],
  [['return=minimal', 'wait=1'], 1],
  ['wait=100', 5],
  ['wait=0', 0],
  ['wait=-1', 0],
  ['wait=soon', 0],
  ['wait=1.5', 0],
  ['await=4', 0],
])('Prefer: %s waits %i seconds', (header, seconds) => {
  expect(preferredWait(header, 5)).toBe(seconds);
});
