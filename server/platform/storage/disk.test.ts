import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiskStorage, type DiskStorage } from '#server/platform/storage/disk.ts';
import { openStoredFiles } from '#server/platform/storage/open-storage.ts';
import type { StoredFiles } from '#server/platform/storage/storage.ts';
import { uploadRoutes } from './disk.routes.ts';
import { describeMultipart } from './multipart.suite.ts';
import { describeStorage, describeStoredFiles, keysOf } from './storage.suite.ts';

let folder: string;
let storage: DiskStorage;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  storage = await createDiskStorage({ folder, secret: 'upload secret for tests' });
  app = fastify();
  await app.register(uploadRoutes, { disk: storage, isAlive: async (id) => id === 'alive' });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('as every storage', () => {
  describeStorage(() => ({ storage, origin }));
  describeMultipart(() => ({ storage, origin }));
});

describe('read while a server is running', () => {
  let files: StoredFiles;
  beforeAll(async () => {
    files = await openStoredFiles({ s3: null, filesDir: folder });
  });
  describeStoredFiles(() => ({ storage, files }));

  test('there is nothing before the first start, and nothing is created', async () => {
    const filesDir = join(folder, '.none');
    const none = await openStoredFiles({ s3: null, filesDir });
    expect(await keysOf(none)).toEqual([]);
    expect(await none.head('a/b')).toBeNull();
    await expect(none.check()).rejects.toThrow('ENOENT');
    expect(existsSync(filesDir)).toBe(false);
  });
});

const upload = (key: string, maxBytes: number): Promise<string> =>
  storage.createUpload({ key, maxBytes, expiresInSeconds: 60, origin });
const unfinished = (): string[] => readdirSync(join(folder, '.incoming'));

async function problemOf(answer: Response): Promise<unknown> {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return answer.json();
}

test('refusals are problem documents with one sentence', async () => {
  const url = await upload('a/b', 10);
  const forged = await fetch(url.replace(/max=\d+/, 'max=99999'), { method: 'PUT', body: 'x' });
  expect(await problemOf(forged)).toEqual({
    type: 'about:blank',
    title: 'Not allowed',
    code: 'upload_address_invalid',
    status: 403,
    detail: 'This is not a valid upload address.',
  });
  const late = await storage.createUpload({ key: 'a/b', maxBytes: 10, expiresInSeconds: -1, origin });
  const expired = await fetch(late, { method: 'PUT', body: 'x' });
  expect(await problemOf(expired)).toMatchObject({ status: 403, detail: 'Request has expired' });
});

test('an address ends with the session that asked for it, and cannot be given to another one', async () => {
  const terms = { key: 'a/b', maxBytes: 10, expiresInSeconds: 60, origin };
  const put = async (url: string) => (await fetch(url, { method: 'PUT', body: 'x' })).status;
  expect(await put(await storage.createUpload({ ...terms, sessionId: 'alive' }))).toBe(200);
  const ended = await storage.createUpload({ ...terms, sessionId: 'ended' });
  const refused = await fetch(ended, { method: 'PUT', body: 'x' });
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'upload_address_expired' });
  expect(await put(ended.replace('session=ended', 'session=alive'))).toBe(403);
  expect(await put(ended.replace('&session=ended', ''))).toBe(403);
});

test('a body over the limit is refused by its declared length, or by its bytes when none is declared', async () => {
  const url = await upload('too/large', 1000);
  const announced = await fetch(url, { method: 'PUT', body: new Uint8Array(1001) });
  expect(await problemOf(announced)).toMatchObject({ status: 413, title: 'Too large' });
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

test('a file of exactly the limit is accepted, even without a content type', async () => {
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

test('an interrupted connection leaves nothing', async () => {
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

test('an interrupted form leaves nothing', async () => {
  const terms = { key: 'half/form', contentType: 'image/png', maxBytes: 1000, expiresInSeconds: 60, origin };
  const { url, fields } = await storage.createForm(terms);
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const { port, hostname, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const type = 'content-type: multipart/form-data; boundary=x';
  socket.write(
    `POST /uploads HTTP/1.1\r\nHost: ${host}\r\n${type}\r\ncontent-length: ${head.length + 900}\r\n\r\n${head}`,
  );
  socket.write('x'.repeat(100));
  await expect.poll(unfinished).toHaveLength(1);
  socket.destroy();
  await expect.poll(unfinished).toEqual([]);
  expect(await storage.head('half/form')).toBeNull();
});

test('the next start removes what a crash left unfinished, and keeps the rest', async () => {
  await storage.put('kept/file', Buffer.from('kept'), { contentType: 'text/plain' });
  writeFileSync(join(folder, '.incoming/left-over'), 'half');
  const next = await createDiskStorage({ folder, secret: 'upload secret for tests' });
  expect(existsSync(join(folder, '.incoming/left-over'))).toBe(false);
  expect(await next.head('kept/file')).toEqual({ size: 4 });
});

test('two concurrent uploads to one key leave one complete file', async () => {
  const url = await upload('same/key', 1_000_000);
  const bodies = [1, 2].map((value) => new Uint8Array(500_000).fill(value));
  await Promise.all(bodies.map((body) => fetch(url, { method: 'PUT', body })));
  const bytes = new Set<number>();
  for await (const chunk of await storage.read('same/key')) for (const byte of chunk) bytes.add(byte);
  expect(bytes.size).toBe(1);
});

/** Begins a PUT and leaves it unfinished; the connection as it is, and what the server answers. */
async function beginPut(address: string, bytes: number, announced: number) {
  const url = new URL(address);
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data: Buffer) => (text += data.toString()));
    socket.on('close', () => resolve(text));
    socket.on('error', () => undefined);
  });
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(bytes));
  return { socket, answer };
}
const waitingBytes = () => {
  const sizes = unfinished().map((name) => statSync(join(folder, '.incoming', name), { throwIfNoEntry: false })?.size);
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
};

test('an address has one unfinished upload at a time, and a newer one ends the one before it', async () => {
  const url = await upload('many/times', 1_000_000);
  const begun: Awaited<ReturnType<typeof beginPut>>[] = [];
  for (let n = 0; n < 20; n += 1) {
    begun.push(await beginPut(url, 300_000, 900_000));
    if (n === 0) await expect.poll(waitingBytes).toBe(300_000);
  }
  const last = begun.pop();
  const answers = await Promise.all(begun.map(({ answer }) => answer));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 409 [^]*"upload_sent_again"/);
  await expect.poll(() => unfinished().length).toBe(1);
  await expect.poll(waitingBytes).toBe(300_000);
  const whole = await fetch(url, { method: 'PUT', body: new Uint8Array(5) });
  expect(whole.status).toBe(200);
  expect(await last?.answer).toMatch(/^HTTP\/1\.1 409 /);
  expect(await storage.head('many/times')).toEqual({ size: 5 });
  expect(unfinished()).toEqual([]);
});

describe('parts on the disk', () => {
  const MB = 1024 * 1024;
  const begin = async (maxBytes: number) => {
    const key = `uploads/${randomUUID()}`;
    const uploadId = await storage.multipart.create(key, { contentType: 'video/webm' });
    const send = async (partNumber: number, bytes: Uint8Array<ArrayBuffer>) => {
      const url = await storage.multipart.sign({ key, uploadId, partNumber, maxBytes, expiresInSeconds: 60, origin });
      return fetch(url, { method: 'PUT', body: bytes });
    };
    const named = async () => storage.multipart.list(key, uploadId);
    return { key, uploadId, send, named, folder: join(folder, '.parts', uploadId) };
  };

  test('count together towards the limit while they stream, but one that is sent again counts once', async () => {
    const { send, named } = await begin(2 * MB);
    expect((await send(1, new Uint8Array(1.5 * MB))).status).toBe(200);
    expect((await send(2, new Uint8Array(MB))).status).toBe(413);
    expect((await send(1, new Uint8Array(1.9 * MB))).status).toBe(200);
    expect((await send(2, new Uint8Array(2 * MB + 1))).status).toBe(413);
    expect(await named()).toMatchObject([{ partNumber: 1, size: Math.floor(1.9 * MB) }]);
    expect(unfinished()).toEqual([]);
  });

  test('that arrive at the same moment have the room of one upload together, not each', async () => {
    const { send, named } = await begin(2 * MB);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => send(number, new Uint8Array(MB))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(3);
    expect(await named()).toHaveLength(2);
    expect(unfinished()).toEqual([]);
  });

  test('that never finish arriving take no more than one upload may have', async () => {
    const { key, uploadId } = await begin(MB);
    const about = { key, uploadId, maxBytes: MB, expiresInSeconds: 60, origin };
    const begun: Awaited<ReturnType<typeof beginPut>>[] = [];
    for (let partNumber = 1; partNumber <= 20; partNumber += 1)
      begun.push(await beginPut(await storage.multipart.sign({ ...about, partNumber }), 300_000, 900_000));
    // Three of them fit. Each connection that is refused ends once its body has arrived.
    await expect.poll(() => unfinished().length).toBe(3);
    expect(waitingBytes()).toBeLessThanOrEqual(MB);
    for (const { socket } of begun) socket.destroy();
    await expect.poll(unfinished).toEqual([]);
    const url = await storage.multipart.sign({ ...about, partNumber: 1 });
    expect((await fetch(url, { method: 'PUT', body: new Uint8Array(MB) })).status).toBe(200);
  });

  test('survive a restart, and a corrupted part makes no file', async () => {
    const { key, uploadId, send, named, folder: own } = await begin(20 * MB);
    await send(1, new Uint8Array(5 * MB).fill(1));
    await send(2, new Uint8Array(10).fill(2));
    const next = await createDiskStorage({ folder, secret: 'upload secret for tests' });
    const parts = await next.multipart.list(key, uploadId);
    expect(parts).toEqual(await named());
    const bytes = readFileSync(join(own, '1'));
    bytes[1000] = 7;
    writeFileSync(join(own, '1'), bytes);
    const rotten = next.multipart.complete(key, uploadId, parts, { maxBytes: 20 * MB });
    await expect(rotten).rejects.toThrow('Part 1 has changed; send it again');
    expect(await next.head(key)).toBeNull();
    expect(unfinished()).toEqual([]);
    await send(1, new Uint8Array(5 * MB).fill(1));
    await next.multipart.complete(key, uploadId, await named(), { maxBytes: 20 * MB });
    expect(await next.head(key)).toEqual({ size: 5 * MB + 10 });
    expect(existsSync(own)).toBe(false);
  });

  test('that are composed twice at the same time make one file', async () => {
    const { key, uploadId, send, named } = await begin(20 * MB);
    await send(1, new Uint8Array(6 * MB).fill(1));
    const parts = await named();
    const complete = () => storage.multipart.complete(key, uploadId, parts, { maxBytes: 20 * MB });
    await Promise.all([complete(), complete()]);
    expect(await storage.head(key)).toEqual({ size: 6 * MB });
  });

  test('that are interrupted leave the part as it was', async () => {
    const { key, uploadId, send, named } = await begin(20 * MB);
    await send(1, new Uint8Array(10).fill(1));
    const before = await named();
    const address = { key, uploadId, partNumber: 1, maxBytes: 20 * MB, expiresInSeconds: 60, origin };
    const url = new URL(await storage.multipart.sign(address));
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 900\r\n\r\n`);
    socket.write('x'.repeat(100));
    await expect.poll(unfinished).toHaveLength(1);
    socket.destroy();
    await expect.poll(unfinished).toEqual([]);
    expect(await named()).toEqual(before);
  });
});
