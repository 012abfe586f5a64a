import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// It waits for a timer, and time stands still here.
vi.mock('#web/lib/next-task.ts', () => ({ nextTask: () => Promise.resolve() }));

let answer: () => Promise<Response>;
const requests: string[] = [];

/** A page of its own, with all states that it has told since. */
async function page() {
  vi.resetModules();
  const { connection } = await import('#web/lib/connection.ts');
  const { fetchRaw } = await import('#web/lib/raw.ts');
  const states: boolean[] = [];
  connection.subscribe(() => states.push(connection.isThere()));
  return { connection, states, read: () => fetchRaw('/api/things').catch(() => undefined) };
}

const json = () => Promise.resolve(Response.json({}));
/** Lets all promises go on. */
const settled = () => vi.advanceTimersByTimeAsync(0);
const nothing = () => Promise.reject(new TypeError('Load failed'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests.length = 0;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a server that gives no answer is asked again with growing delays until it answers', async () => {
  const { connection, states, read } = await page();
  answer = nothing;
  await read();
  await settled();
  expect(states).toEqual([false]);
  expect(requests).toEqual(['/api/things', '/api/health']);
  for (const [index, delay] of [3000, 6000, 12_000, 30_000, 30_000].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(requests).toHaveLength(2 + index);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(3 + index);
  }
  answer = json;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states).toEqual([false, true]);
  expect(connection.isThere()).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['a copy of the device', () => Promise.resolve(Response.json({}, { headers: { 'x-stored-answer': '1' } }))],
  [
    "a hotel's page for guests",
    () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } })),
  ],
])('%s is no answer of the server', async (_name, copy) => {
  const { states, read } = await page();
  answer = () => (requests.at(-1) === '/api/health' ? nothing() : copy());
  await read();
  await settled();
  expect(states).toEqual([false]);
  answer = json;
  await read();
  expect(states).toEqual([false, true]);
});

test('one request that fails while the server answers others changes nothing', async () => {
  const { connection, states, read } = await page();
  answer = () => (requests.at(-1) === '/api/health' ? json() : nothing());
  await read();
  await settled();
  expect(requests).toEqual(['/api/things', '/api/health']);
  expect([states, connection.isThere()]).toEqual([[], true]);
});
