import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gather } from '#web/lib/gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first things are passed on at once, the others together, each once', () => {
  const passed: string[][] = [];
  const add = gather<string>(500, (things) => passed.push([...things]));
  add(['a', 'b']);
  expect(passed).toEqual([['a', 'b']]);
  add(['a', 'c']);
  add([]);
  add(['c', 'd']);
  expect(passed).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(passed).toEqual([
    ['a', 'b'],
    ['a', 'c', 'd'],
  ]);
  add(['e']);
  vi.advanceTimersByTime(500);
  expect(passed.at(-1)).toEqual(['e']);
  // After a pause without any, the next ones do not wait.
  vi.advanceTimersByTime(1000);
  add(['f']);
  expect(passed.at(-1)).toEqual(['f']);
  add([]);
  vi.advanceTimersByTime(5000);
  expect(passed).toHaveLength(4);
});
