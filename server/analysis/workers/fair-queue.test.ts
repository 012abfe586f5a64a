import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('what waits is taken in turn of the accounts, and in order for each of them', () => {
  const queue = createFairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'c1']) queue.add(item.charAt(0), item);
  const taken = Array.from({ length: 4 }, () => queue.next());
  // Whoever adds one again and again comes no sooner.
  queue.add('c', 'c2');
  while (queue.size > 0) taken.push(queue.next());
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'c2', 'a4']);
  expect(queue.next()).toBeUndefined();
});
