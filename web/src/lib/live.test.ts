import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { connectLive, sayLive } from '#web/lib/live.ts';

/** The browser's side of a connection, opened and closed by the test. */
class Socket extends EventTarget {
  static readonly OPEN = 1;
  static made: Socket[] = [];
  readyState = 0;
  sent: string[] = [];
  constructor() {
    super();
    Socket.made.push(this);
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
const message = (timestamp: number): LiveMessage => ({
  type: 'inspection_update',
  payload: {
    userId: id,
    inspectionId: id,
    detection: { itemId: null, confidence: 80, issue: 'Stain', issueId: id, category: 'stain', severity: 'low' },
    timestamp,
  },
});
const said = (socket: Socket | undefined) => socket?.sent.map((text) => JSON.parse(text).payload.timestamp);
const handlers = { onEvent: () => undefined, onReconnect: () => undefined, onUnauthorized: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  Socket.made = [];
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'https:', host: 'inspect.example.com' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says what it has to say now, or once the connection is there, in its order', async () => {
  sayLive(message(1));
  sayLive(message(2));
  const stop = connectLive(handlers);
  const [first] = Socket.made;
  first?.open();
  expect(said(first)).toEqual([1, 2]);
  sayLive(message(3));
  expect(said(first)).toEqual([1, 2, 3]);
  first?.close();
  sayLive(message(4));
  await vi.advanceTimersByTimeAsync(60_000);
  const second = Socket.made.at(-1);
  second?.open();
  expect([said(first), said(second)]).toEqual([[1, 2, 3], [4]]);
  stop();
});

it('keeps the latest fifty while there is no connection', () => {
  for (let timestamp = 1; timestamp <= 60; timestamp += 1) sayLive(message(timestamp));
  const stop = connectLive(handlers);
  Socket.made[0]?.open();
  expect(said(Socket.made[0])).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  stop();
});
