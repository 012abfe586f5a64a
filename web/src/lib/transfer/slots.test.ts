import { expect, it, vi } from 'vitest';
import { createSlots, requestsAtOnce } from '#web/lib/transfer/slots.ts';

const never = new AbortController().signal;

it('lets six requests run at a time, the others in their order [9.uploads.3]', async () => {
  const slots = createSlots();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = Array.from({ length: 9 }, (_, index) =>
    slots.run(() => {
      begun.push(index);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, never),
  );
  await vi.waitFor(() => expect(begun).toHaveLength(6));
  expect(requestsAtOnce).toBe(6);
  ends[3]?.();
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]));
  ends[0]?.();
  ends[1]?.();
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]));
  for (const end of ends) end();
  await Promise.all(all);
});

it('gives a slot back after a failure, and leaves the line when stopped', async () => {
  const slots = createSlots(1);
  const stop = new AbortController();
  let fail = (_error: Error): void => undefined;
  const first = slots.run(() => new Promise<void>((_resolve, reject) => (fail = reject)), never);
  const stopped = vi.fn(async () => undefined);
  const second = slots.run(stopped, stop.signal);
  const third = slots.run(async () => 'third', never);
  stop.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(await third).toBe('third');
  expect(stopped).not.toHaveBeenCalled();
  await expect(slots.run(stopped, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
