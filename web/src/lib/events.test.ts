import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageMessage } from '#contract/events.ts';
import { connectEvents, sendEvent } from '#web/lib/events.ts';

/** A stand-in for a WebSocket that the test opens and closes. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static instances: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Socket.instances.push(this);
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }
}

const id = '8a4ce4a3-6ed2-46a6-8e70-b5b1b5a04c05';
const message = (timestamp: number): PageMessage => ({
  type: 'inspection_update',
  payload: {
    userId: id,
    inspectionId: id,
    detection: { itemId: null, confidence: 80, issue: 'Stain', issueId: id, category: 'stain', severity: 'low' },
    timestamp,
  },
});
const sent = (socket: Socket | undefined) => socket?.sent.map((text) => JSON.parse(text).payload.timestamp);
const connect = () => connectEvents(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  Socket.instances = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'inspect.example.com' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends events immediately, or in order once the connection opens', async () => {
  sendEvent(message(1));
  sendEvent(message(2));
  const stop = connect();
  const [first] = Socket.instances;
  first?.open();
  expect(sent(first)).toEqual([1, 2]);
  sendEvent(message(3));
  expect(sent(first)).toEqual([1, 2, 3]);
  first?.close();
  sendEvent(message(4));
  await vi.advanceTimersByTimeAsync(60_000);
  const second = Socket.instances.at(-1);
  second?.open();
  expect([sent(first), sent(second)]).toEqual([[1, 2, 3], [4]]);
  stop();
});

it('keeps the latest fifty events while there is no connection', () => {
  for (let timestamp = 1; timestamp <= 60; timestamp += 1) sendEvent(message(timestamp));
  const stop = connect();
  Socket.instances[0]?.open();
  expect(sent(Socket.instances[0])).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  stop();
});

it('asks only at first for what has happened since the page was opened', async () => {
  const stop = connect();
  Socket.instances[0]?.open();
  Socket.instances[0]?.close();
  await vi.advanceTimersByTimeAsync(2000);
  const urls = Socket.instances.map(({ url }) => url);
  expect(urls).toEqual([
    expect.stringMatching(/^wss:\/\/inspect\.example\.com\/ws\?openFor=\d+$/),
    'wss://inspect.example.com/ws',
  ]);
  stop();
});
