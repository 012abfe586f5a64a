import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openEye } from './eye.ts';
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

/** A worker that answers as the test tells it to. */
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
  looked(message: ToWorker | undefined) {
    if (message?.type !== 'look') throw new Error('The worker was not asked to look');
    this.answer({ type: 'looked', damage: [], sharpness: 1, milliseconds: 1, picture: message.picture });
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

it('asks about one picture at a time, so that each answer belongs to its picture', async () => {
  const eye = await openEye(files);
  const worker = FakeWorker.last;
  const [first, second] = [eye.look(picture('first')), eye.look(picture('second'))];
  await vi.advanceTimersByTimeAsync(10);
  expect(worker.asked).toHaveLength(2);
  worker.looked(worker.asked[1]);
  expect((await first).picture).toMatchObject({ name: 'first' });
  await vi.advanceTimersByTimeAsync(10);
  worker.looked(worker.asked[2]);
  expect((await second).picture).toMatchObject({ name: 'second' });
});

it('is broken for good once the worker fails', async () => {
  const eye = await openEye(files);
  const first = eye.look(picture('first'));
  const second = eye.look(picture('second'));
  const refused = Promise.all([
    expect(first).rejects.toThrow('out of memory'),
    expect(second).rejects.toThrow('out of'),
  ]);
  await vi.advanceTimersByTimeAsync(10);
  FakeWorker.last.answer({ type: 'failed', message: 'out of memory' });
  await refused;
  expect(FakeWorker.last.terminated).toBe(true);
});

it('does not wait for a worker that the browser has stopped', async () => {
  const eye = await openEye(files);
  const refused = expect(eye.look(picture('first'))).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});

it('ends what is asked when it is closed', async () => {
  const eye = await openEye(files);
  const refused = expect(eye.look(picture('first'))).rejects.toThrow('closed');
  await vi.advanceTimersByTimeAsync(10);
  eye.close();
  await refused;
});
