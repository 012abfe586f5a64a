import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadDetector } from './detector.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const files = {
  cells: 'cells',
  objects: 'objects',
  head: 'head',
  learned: 'learned',
  runtime: 'runtime',
  program: 'program',
};
const picture = (name: string) => ({ name }) as unknown as ImageBitmap;

/** A worker whose answers the test controls. */
class FakeWorker extends EventTarget {
  static last: FakeWorker;
  asked: ToWorker[] = [];
  terminated = false;
  constructor() {
    super();
    FakeWorker.last = this;
  }
  postMessage(message: ToWorker) {
    this.asked.push(message);
    if (message.type === 'load') this.answer({ type: 'ready' });
  }
  answer(data: FromWorker) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  detected(message: ToWorker | undefined) {
    if (message?.type !== 'detect') throw new Error('The worker was not asked to detect');
    this.answer({ type: 'detected', damage: [], objects: [], sharpness: 1, milliseconds: 1, picture: message.picture });
  }
  terminate() {
    this.terminated = true;
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('analyzes one picture at a time, so that each answer belongs to its picture', async () => {
  const detector = await loadDetector(files);
  const worker = FakeWorker.last;
  const [first, second] = [detector.detect(picture('first')), detector.detect(picture('second'))];
  await vi.advanceTimersByTimeAsync(10);
  expect(worker.asked).toHaveLength(2);
  worker.detected(worker.asked[1]);
  expect((await first).picture).toMatchObject({ name: 'first' });
  await vi.advanceTimersByTimeAsync(10);
  worker.detected(worker.asked[2]);
  expect((await second).picture).toMatchObject({ name: 'second' });
});

it('stays broken once the worker fails', async () => {
  const detector = await loadDetector(files);
  const first = detector.detect(picture('first'));
  const second = detector.detect(picture('second'));
  const refused = Promise.all([
    expect(first).rejects.toThrow('out of memory'),
    expect(second).rejects.toThrow('out of'),
  ]);
  await vi.advanceTimersByTimeAsync(10);
  FakeWorker.last.answer({ type: 'failed', message: 'out of memory' });
  await refused;
  expect(FakeWorker.last.terminated).toBe(true);
});

it('stops waiting for a worker that the browser has stopped', async () => {
  const detector = await loadDetector(files);
  const refused = expect(detector.detect(picture('first'))).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});

it('rejects pending questions when it is closed', async () => {
  const detector = await loadDetector(files);
  const refused = expect(detector.detect(picture('first'))).rejects.toThrow('closed');
  await vi.advanceTimersByTimeAsync(10);
  detector.close();
  await refused;
});
