import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskStorage, type DiskStorage } from '#server/platform/storage/disk.ts';
import { uploadRoutes } from '#server/platform/storage/uploads.routes.ts';
import { describeStorage } from './storage.suite.ts';

let folder: string;
let storage: DiskStorage;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  storage = await createDiskStorage({ folder, secret: 'upload secret for tests' });
  app = fastify();
  await app.register(uploadRoutes, { disk: storage });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('as every storage', () => {
  describeStorage(() => ({ storage, origin }));
});

const upload = (key: string, maxBytes: number): Promise<string> =>
  storage.createUpload({ key, maxBytes, expiresInSeconds: 60, origin });
const unfinished = (): string[] => readdirSync(join(folder, '.incoming'));

async function problemOf(answer: Response): Promise<unknown> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return answer.json();
}

test('refusals are problems of one sentence', async () => {
  const url = await upload('a/b', 10);
  const forged = await fetch(url.replace(/max=\d+/, 'max=99999'), { method: 'PUT', body: 'x' });
  expect(await problemOf(forged)).toEqual({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'This is not a valid upload address.',
  });
  const late = await storage.createUpload({ key: 'a/b', maxBytes: 10, expiresInSeconds: -1, origin });
  const expired = await fetch(late, { method: 'PUT', body: 'x' });
  expect(await problemOf(expired)).toMatchObject({ status: 403, detail: 'Request has expired' });
});

test('a body over the limit is refused by its announced length, and by its bytes when it announces none', async () => {
  const url = await upload('too/large', 1000);
  const announced = await fetch(url, { method: 'PUT', body: new Uint8Array(1001) });
  expect(await problemOf(announced)).toMatchObject({ status: 413, title: 'Payload Too Large' });
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 50) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    },
  });
  const streamed = await fetch(url, { method: 'PUT', body, duplex: 'half' });
  expect(await problemOf(streamed)).toMatchObject({ status: 413 });
  expect(await storage.head('too/large')).toBeNull();
  expect(unfinished()).toEqual([]);
});

test('exactly the limit is taken, without a content type too', async () => {
  const url = await upload('just/right', 1000);
  expect((await fetch(url, { method: 'PUT', body: new Uint8Array(1000) })).status).toBe(200);
  expect(await storage.head('just/right')).toEqual({ size: 1000 });
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])('takes %s as bytes', async (type) => {
  const url = await upload('raw/body', 1000);
  const answer = await fetch(url, { method: 'PUT', body: '{"not": json', headers: { 'content-type': type } });
  expect(answer.status).toBe(200);
  expect(await storage.head('raw/body')).toEqual({ size: 12 });
});

test('a connection that breaks off half way leaves nothing', async () => {
  const url = new URL(await upload('half/file', 1000));
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 900\r\n\r\n`);
  socket.write('x'.repeat(100));
  await expect.poll(unfinished).toHaveLength(1);
  socket.destroy();
  await expect.poll(unfinished).toEqual([]);
  expect(await storage.head('half/file')).toBeNull();
});

test('the next start removes what a crash left unfinished, and keeps the rest', async () => {
  await storage.put('kept/file', Buffer.from('kept'), { contentType: 'text/plain' });
  writeFileSync(join(folder, '.incoming/left-over'), 'half');
  const next = await createDiskStorage({ folder, secret: 'upload secret for tests' });
  expect(existsSync(join(folder, '.incoming/left-over'))).toBe(false);
  expect(await next.head('kept/file')).toEqual({ size: 4 });
});

test('two uploads to one key at once leave one whole file', async () => {
  const url = await upload('same/key', 1_000_000);
  const bodies = [1, 2].map((value) => new Uint8Array(500_000).fill(value));
  await Promise.all(bodies.map((body) => fetch(url, { method: 'PUT', body })));
  const bytes = new Set<number>();
  for await (const chunk of await storage.read('same/key')) for (const byte of chunk) bytes.add(byte);
  expect(bytes.size).toBe(1);
});
