import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Recording } from '#contract/recordings.ts';
import { createRecordings } from '#web/features/recordings/recording-upload.ts';
import { testDevice } from '#web/lib/outbox/device.fixture.ts';
import { createOutbox } from '#web/lib/outbox/outbox.ts';

/**
 * The parts of the server's test helpers that this test uses. They have Node.js types, which a browser test cannot
 * import.
 */
interface Answer {
  status: number;
  body: { recordings: Recording[] };
  raw: Uint8Array;
}
interface Person {
  cookies: Map<string, string>;
  get(url: string): Promise<Answer>;
}
interface App {
  person(role: 'property'): Promise<Person>;
  system: { app: { listen(at: { port: number; host: string }): Promise<string> } };
  close(): Promise<void>;
}
const load = async (name: string): Promise<unknown> => import(/* @vite-ignore */ `../../../../test/${name}`);
const { createTestApp } = (await load('app.ts')) as { createTestApp(): Promise<App> };
const { liveInspection, walk } = (await load('factories.ts')) as {
  liveInspection(owner: Person): Promise<{ id: string }>;
  walk: { webm: Uint8Array<ArrayBuffer> };
};
const { FetchRequest } = (await load('xhr.ts')) as { FetchRequest: typeof XMLHttpRequest };

const originalFetch = globalThis.fetch;
let app: App;
let owner: Person;
const asked: string[] = [];

const { keeper } = testDevice();
const outbox = createOutbox(keeper);
const { begin } = createRecordings(outbox, keeper);

beforeAll(async () => {
  await outbox.open('anna');
  app = await createTestApp();
  owner = await app.person('property');
  const origin = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
  // Resolves relative addresses against the test server and sends cookies, as a page would.
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, origin);
    if (!url.pathname.startsWith('/api/')) return originalFetch(url, init);
    asked.push(`${init?.method ?? 'GET'} ${url.pathname.replaceAll(/[0-9a-f-]{36}/g, ':id')}`);
    const headers = new Headers(init?.headers);
    headers.set('cookie', [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    return originalFetch(url, { ...init, headers });
  };
  globalThis.XMLHttpRequest = FetchRequest;
});
afterAll(async () => {
  globalThis.fetch = originalFetch;
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  await app.close();
});

it('of twelve megabytes is stored completely, by the same calls that the page makes', async () => {
  const { id } = await liveInspection(owner);
  const upload = begin({ inspectionId: id, filename: 'walk.webm', contentType: 'video/webm;codecs=vp8' });
  const bytes = new Uint8Array(12 * 1024 * 1024);
  bytes.set(walk.webm);
  for (let at = 0; at < bytes.length; at += 700_000) upload.add(new Blob([bytes.slice(at, at + 700_000)]), 1);
  const recording = await upload.finish(4);
  expect(recording).toMatchObject({
    inspectionId: id,
    size: bytes.length,
    contentType: 'video/webm',
    durationSeconds: 4,
  });
  expect(upload.get()).toEqual({ sentBytes: bytes.length, totalBytes: bytes.length, error: null });
  expect((await owner.get(`/api/inspections/${id}/recordings`)).body.recordings).toHaveLength(1);
  const { raw } = await owner.get(`${recording.url}?copy=original`);
  expect(raw.length).toBe(bytes.length);
  expect(raw.every((byte, index) => byte === bytes[index])).toBe(true);
  expect(asked.filter((call) => !call.endsWith('csrf-token'))).toEqual([
    'POST /api/s3/multipart',
    'GET /api/s3/multipart/:id/1',
    'GET /api/s3/multipart/:id/2',
    'GET /api/s3/multipart/:id/3',
    'POST /api/s3/multipart/:id/complete',
    'POST /api/inspections/:id/recordings',
  ]);
});

it('that is canceled leaves nothing behind', async () => {
  const { id } = await liveInspection(owner);
  asked.length = 0;
  const upload = begin({ inspectionId: id, filename: 'walk.webm', contentType: 'video/webm' });
  upload.add(new Blob([new Uint8Array(6 * 1024 * 1024)]), 1);
  await expect.poll(() => upload.get().sentBytes).toBe(6 * 1024 * 1024);
  upload.abort();
  await expect.poll(() => asked.at(-1)).toBe('DELETE /api/s3/multipart/:id');
  expect((await owner.get(`/api/inspections/${id}/recordings`)).body.recordings).toEqual([]);
});
