import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameAnswer, FrameClaim, FrameDetection } from '#contract/frames.ts';
import type { FoundDamage } from '#contract/vision/regions.ts';
import { waitFor, type AiState } from '#web/features/frames/frame-loop.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { runDeviceLoop } from './device-loop.ts';

const box = { x: 0.2, y: 0.2, width: 0.3, height: 0.3 };
const mould: FoundDamage = { category: 'mould', severity: 'high', confidence: 70, boundingBox: box, alternatives: [] };
const nothing: FrameAnswer = { engine: 'on', detections: [] };
const confirmed: FrameAnswer = {
  engine: 'on',
  detections: [{ ...mould, trackId: 't', confirmed: true, issueId: 'issue' }],
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Script {
  /** The damage in each frame; the last entry is repeated. */
  damage?: FoundDamage[][];
  sharpness?: number[];
  /** How long one detection takes, in ms. */
  detectionTime?: number;
  answer?: (sent: number) => Promise<FrameAnswer>;
  /** Whether the camera shows a picture. */
  showing?: () => boolean;
  online?: () => boolean;
}

function start({
  damage = [[mould]],
  sharpness = [1],
  detectionTime = 150,
  answer = async () => nothing,
  showing = () => true,
  online = () => true,
}: Script = {}) {
  const begin = Date.now();
  const sent: { at: number; picture: number; seen: FrameClaim[] }[] = [];
  const states: AiState[] = [];
  const shown: FrameDetection[][] = [];
  const detectedAt: number[] = [];
  const stop = new AbortController();
  let pictures = 0;
  let open = 0;
  let underWay = 0;
  let maxConcurrent = 0;
  const done = runDeviceLoop(
    {
      grab: async () => {
        if (!showing()) return null;
        const name = (pictures += 1);
        open += 1;
        return { picture: { name, close: () => void (open -= 1) }, second: (Date.now() - begin) / 1000 };
      },
      async detect(picture) {
        underWay += 1;
        maxConcurrent = Math.max(maxConcurrent, underWay);
        await waitFor(detectionTime, new AbortController().signal);
        underWay -= 1;
        const at = detectedAt.push(Date.now() - begin) - 1;
        return {
          picture,
          damage: damage[Math.min(at, damage.length - 1)] ?? [],
          objects: [],
          sharpness: sharpness[at % sharpness.length] ?? 0,
          milliseconds: detectionTime,
        };
      },
      async send({ name }, _second, seen) {
        sent.push({ at: Date.now() - begin, picture: name, seen });
        return answer(sent.length);
      },
      onSeen: (detections) => shown.push(detections),
      onState: (state) => states.push(state),
      newId: () => crypto.randomUUID(),
      isOnline: online,
      wait: waitFor,
      now: () => Date.now(),
    },
    stop.signal,
  );
  done.catch(() => undefined);
  return { sent, states, shown, detectedAt, stop, done, maxConcurrent: () => maxConcurrent, open: () => open };
}

it('analyzes one frame at a time and skips those that arrive meanwhile', async () => {
  const { detectedAt, maxConcurrent, open, stop } = start({ detectionTime: 700, damage: [[]] });
  await vi.advanceTimersByTimeAsync(7100);
  expect(detectedAt).toHaveLength(10);
  expect(maxConcurrent()).toBe(1);
  expect(open()).toBeLessThanOrEqual(2);
  stop.abort();
});

it('analyzes at most ten frames a second', async () => {
  const { detectedAt, stop } = start({ detectionTime: 5, damage: [[]] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(detectedAt.length).toBeLessThanOrEqual(10);
  stop.abort();
});

it('sends the server what three frames show, with the sharpest picture, and shows what it confirms', async () => {
  const { sent, shown, states, stop } = start({ sharpness: [1, 9, 2], answer: async () => confirmed });
  await vi.advanceTimersByTimeAsync(400);
  expect(sent).toEqual([]);
  expect(shown.at(-1)).toMatchObject([{ category: 'mould', confirmed: false, issueId: null }]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toHaveLength(1);
  // Pictures 2, 5, 8 and so on are the sharpest.
  expect((sent[0]?.picture ?? 0) % 3).toBe(2);
  expect(sent[0]?.seen).toEqual([{ category: 'mould', confidence: 70, boundingBox: box }]);
  expect(shown.at(-1)).toMatchObject([{ confirmed: true, issueId: 'issue' }]);
  expect(shown.at(-1)).toHaveLength(1);
  expect(new Set(states)).toEqual(new Set(['on_device']));
  stop.abort();
});

it('does not trust a single frame', async () => {
  const { sent, stop } = start({ damage: [[mould], [mould], [], [], [], []] });
  await vi.advanceTimersByTimeAsync(9000);
  expect(sent).toEqual([]);
  // The server still gets a frame at intervals.
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toMatchObject([{ seen: [] }]);
  stop.abort();
});

it('asks at most five times about a detection that the server does not confirm', async () => {
  const { sent, stop } = start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.filter(({ seen }) => seen.length > 0)).toHaveLength(5);
  stop.abort();
});

it('continues without a connection, and asks the server again later', async () => {
  const { detectedAt, shown, sent, states, stop } = start({
    answer: (count) => (count === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(confirmed)),
  });
  await vi.advanceTimersByTimeAsync(4000);
  expect(states.at(-1)).toBe('on_device_waiting');
  const before = detectedAt.length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(detectedAt.length).toBeGreaterThan(before + 8);
  expect(shown.at(-1)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(sent).toHaveLength(2);
  expect(states.at(-1)).toBe('on_device');
  stop.abort();
});

it('waits while the camera shows nothing, and shows no old boxes meanwhile', async () => {
  let showing = true;
  const { done, detectedAt, shown, stop } = start({ showing: () => showing });
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown.at(-1)).toHaveLength(1);
  showing = false;
  await vi.advanceTimersByTimeAsync(1000);
  const before = detectedAt.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect([detectedAt.length, shown.at(-1)]).toEqual([before, []]);
  showing = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(detectedAt.length).toBeGreaterThan(before + 3);
  stop.abort();
  await vi.advanceTimersByTimeAsync(1000);
  await done;
});

it.each([
  ['closed', () => Promise.reject(new ApiError(409, 'Closed'))],
  ['off', () => Promise.resolve<FrameAnswer>({ engine: 'off', detections: [] })],
] as const)('stops when the server answers %s', async (state, answer) => {
  const { done, open, states } = start({ answer });
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect([states.at(-1), open()]).toEqual([state, 0]);
});

it('rejects when the device is too slow or the network fails', async () => {
  const { done } = start({ detectionTime: 2500, damage: [[]] });
  await vi.advanceTimersByTimeAsync(16_000);
  await expect(done).rejects.toThrow('too slow');
});

it('keeps a slow device at work without a connection, and rejects once the server can be reached', async () => {
  let online = false;
  const { done, detectedAt } = start({ detectionTime: 2500, damage: [[]], online: () => online });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(detectedAt.length).toBeGreaterThan(10);
  online = true;
  const rejected = expect(done).rejects.toThrow('too slow');
  await vi.advanceTimersByTimeAsync(3000);
  await rejected;
});
