import { expect, it } from 'vitest';
import { createRecentEvents } from './recent-events.ts';

const envelope = (notificationId: string) => ({
  to: { users: ['u'] },
  event: { type: 'notification' as const, payload: { notificationId } },
});

it('remembers the events since a page was opened, and none older than a minute', () => {
  let now = 0;
  const recent = createRecentEvents(() => now);
  for (const [at, id] of [
    [1000, 'a'],
    [30_000, 'b'],
    [58_000, 'c'],
  ] as const) {
    now = at;
    recent.add(envelope(id));
  }
  const since = (age: number) => recent.since(age).map(({ event }) => event.payload);
  now = 60_000;
  expect(since(2000)).toEqual([{ notificationId: 'c' }]);
  expect(since(30_000)).toEqual([{ notificationId: 'b' }, { notificationId: 'c' }]);
  expect(since(999_999)).toHaveLength(3);
  expect(recent.since(null)).toEqual([]);
  now = 62_000;
  expect(since(999_999)).toHaveLength(2);
  now = 200_000;
  expect(since(999_999)).toEqual([]);
});

it('remembers a limited number of events', () => {
  const recent = createRecentEvents(() => 0);
  for (let count = 0; count < 2100; count += 1) recent.add(envelope(String(count)));
  const all = recent.since(0);
  expect([all.length, all[0]?.event.payload]).toEqual([2000, { notificationId: '100' }]);
});
