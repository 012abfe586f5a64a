import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeviceRoom, levelOf } from '#web/lib/outbox/device-room.ts';

const megabytes = (count: number) => count * 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  [{ leftBytes: null }, 'enough'],
  [{ leftBytes: megabytes(300) }, 'enough'],
  [{ leftBytes: megabytes(299) }, 'low'],
  [{ leftBytes: megabytes(30) }, 'low'],
  [{ leftBytes: megabytes(29) }, 'full'],
  [{ leftBytes: megabytes(900), unwritten: 1 }, 'full'],
  [{ leftBytes: megabytes(900), reserved: false }, 'full'],
])('with %j the device has %s room', (tried, level) => {
  expect(levelOf({ unwritten: 0, reserved: true, ...tried })).toBe(level);
});

/** Creates a fake browser and outbox whose state a test changes. */
function setUp({ quota = megabytes(1000), grants = true } = {}) {
  const state = { usage: 0, unsent: 0, unwritten: 0, persisted: false, room: true };
  let changed = () => {};
  const persist = vi.fn(async () => (state.persisted = grants));
  const estimate = vi.fn(async () => ({ usage: state.usage, quota }));
  const room = createDeviceRoom(
    { persist, estimate, persisted: async () => state.persisted },
    {
      subscribe(listener) {
        changed = listener;
        return () => {
          changed = () => {};
        };
      },
      unsentCount: () => state.unsent,
      unwrittenCount: () => state.unwritten,
      reserve: async () => state.room,
    },
  );
  const change = async (fields: Partial<typeof state>) => {
    Object.assign(state, fields);
    changed();
    await vi.advanceTimersByTimeAsync(2000);
  };
  return { room, persist, estimate, change };
}

it('asks the browser once for persistent storage, as soon as there is something to keep', async () => {
  const { room, persist, change } = setUp({ grants: false });
  room.subscribe(() => undefined);
  await change({ usage: megabytes(1) });
  expect(persist).not.toHaveBeenCalled();
  await change({ unsent: 1 });
  await change({ unsent: 2 });
  expect([persist.mock.calls.length, room.get().persisted]).toEqual([1, false]);
});

it('reports when room runs out and when there is some again, and checks at most every two seconds', async () => {
  const { room, estimate, change } = setUp();
  const seen: string[] = [];
  room.subscribe(() => seen.push(room.get().level));
  await change({ usage: megabytes(750), persisted: true, unsent: 1 });
  await change({ usage: megabytes(980) });
  await change({ usage: megabytes(100) });
  expect([...new Set(seen)]).toEqual(['enough', 'low', 'full']);
  expect(room.get()).toMatchObject({ level: 'enough', leftBytes: megabytes(900), persisted: true });
  const before = estimate.mock.calls.length;
  for (let count = 0; count < 50; count += 1) void change({});
  await vi.advanceTimersByTimeAsync(2000);
  expect(estimate.mock.calls.length - before).toBeLessThanOrEqual(2);
});

it('reports a change without room at once, whatever estimate the browser gives', async () => {
  const { room, change } = setUp();
  room.subscribe(() => undefined);
  await change({ unwritten: 1, unsent: 1 });
  expect(room.get()).toMatchObject({ level: 'full', unwritten: 1 });
});

it('counts the device as full when there is no room for another photo, while something waits', async () => {
  const { room, change } = setUp();
  room.subscribe(() => undefined);
  await change({ room: false });
  expect(room.get().level).toBe('enough');
  await change({ unsent: 1 });
  expect(room.get().level).toBe('full');
  await change({ room: true });
  expect(room.get().level).toBe('enough');
});

it('counts a browser that reports nothing as one with enough room', async () => {
  const room = createDeviceRoom(undefined, {
    subscribe: () => () => undefined,
    unsentCount: () => 1,
    unwrittenCount: () => 0,
    reserve: async () => true,
  });
  room.subscribe(() => undefined);
  await room.persist();
  expect(room.get()).toMatchObject({ level: 'enough', leftBytes: null, persisted: false });
});
