import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameAnswer } from '#contract/frames.ts';
import { runFrameLoop, waitFor, type AiState } from './frame-loop.ts';
import { ApiError } from '#web/lib/api-error.ts';

const nothing: FrameAnswer = { engine: 'on', detections: [] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Starts a loop whose answers take `answering` ms each and records when each picture was sent. */
function start(answer: (picture: number) => Promise<FrameAnswer>, answering = 0) {
  const begin = Date.now();
  const sent: number[] = [];
  const states: AiState[] = [];
  const answers: number[] = [];
  const stop = new AbortController();
  let under = 0;
  let most = 0;
  const done = runFrameLoop(
    {
      grab: async () => ({ jpeg: new Blob(['x']), second: (Date.now() - begin) / 1000 }),
      async send() {
        sent.push(Date.now() - begin);
        under += 1;
        most = Math.max(most, under);
        await waitFor(answering, new AbortController().signal);
        under -= 1;
        return answer(sent.length);
      },
      onAnswer: (_, second) => answers.push(second),
      onState: (state) => states.push(state),
      wait: waitFor,
      now: () => Date.now(),
    },
    stop.signal,
  );
  return { sent, states, answers, stop, done, most: () => most };
}

it('sends a picture every two seconds', async () => {
  const { sent, answers, stop, done } = start(async () => nothing, 300);
  await vi.advanceTimersByTimeAsync(7000);
  expect(sent).toEqual([0, 2000, 4000, 6000]);
  expect(answers).toEqual([0, 2, 4, 6]);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(sent).toHaveLength(4);
});

it('waits for a slow answer, so that at most one picture is being sent', async () => {
  const { sent, most, stop } = start(async () => nothing, 3500);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(sent).toEqual([0, 3500, 7000, 10_500]);
  expect(most()).toBe(1);
  stop.abort();
});

it('continues after a lost connection or a busy server', async () => {
  const { sent, states, stop } = start((picture) => {
    if (picture === 1) return Promise.reject(new TypeError('Failed to fetch'));
    if (picture === 2) return Promise.reject(new ApiError(429, 'Too many tries'));
    return Promise.resolve(nothing);
  });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(sent).toEqual([0, 5000, 10_000]);
  expect(states).toEqual(['waiting', 'waiting', 'watching']);
  stop.abort();
});

it('waits until an ended session is renewed', async () => {
  const { sent, states, stop } = start((picture) =>
    picture === 1 ? Promise.reject(new ApiError(401, 'Not signed in')) : Promise.resolve(nothing),
  );
  await vi.advanceTimersByTimeAsync(6000);
  expect([sent, states]).toEqual([
    [0, 5000],
    ['waiting', 'watching'],
  ]);
  stop.abort();
});

it.each([403, 404, 409])('stops when the server answers %i', async (status) => {
  const { sent, states, done } = start(() => Promise.reject(new ApiError(status, 'No')));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([sent, states]).toEqual([[0], ['closed']]);
});

it('stops when the server has no engine', async () => {
  const { sent, states, done } = start(async () => ({ engine: 'off', detections: [] }));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([sent, states]).toEqual([[0], ['off']]);
});

it('ignores an answer that arrives after the end', async () => {
  const { answers, states, stop, done } = start(async () => nothing, 800);
  await vi.advanceTimersByTimeAsync(400);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect([answers, states]).toEqual([[], []]);
});
