import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { expectOk, picture, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
const limit = 10 * 1024 * 1024;
let app: TestApp;
let owner: Person;
let areaSessionId: string;
let origin: string;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.person('property');
  areaSessionId = (await startedRun(owner)).areas[0].id;
  origin = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const address = async (): Promise<URL> =>
  new URL((await expectOk(owner.post('/api/objects/upload', {}), 'Asking for an address')).uploadURL);
const keyOf = (url: URL) => decodeURIComponent(url.pathname.replace(/^\/uploads\//, ''));
const put = (url: URL, payload: Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
  app.visitor().send({
    method: 'PUT',
    url: `${url.pathname}${url.search}`,
    payload,
    headers: { 'content-type': 'image/jpeg', ...headers },
  });
const register = (url: URL | string, fields: Record<string, unknown> = {}) =>
  owner.post('/api/photos', { areaSessionId, filename: 'photo.jpg', url: String(url), category: 'lobby', ...fields });
const isStored = async (url: URL) => (await app.storage.head(keyOf(url))) !== null;

describe('an upload address', () => {
  it('accepts the file without a cookie, and answers 200 with an ETag [7.calls.36, 7.calls.37, api.calls.27, decisions.photos.1]', async () => {
    const url = await address();
    expect(url.origin).toBe('http://localhost:80'.replace(':80', ''));
    const answer = await put(url, Buffer.from('anything'));
    expect([answer.status, answer.headers.etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{64}"$/)]);
    expect(await isStored(url)).toBe(true);
  });

  it.each([
    ['another signature', (url: URL) => url.searchParams.set('signature', 'x'.repeat(43))],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['a later end', (url: URL) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))],
    ['a larger limit', (url: URL) => url.searchParams.set('max', String(limit * 2))],
    ['another key', (url: URL) => (url.pathname = `/uploads/uploads/${owner.user.id}/${randomUUID()}`)],
    ['a key outside', (url: URL) => (url.pathname = '/uploads/..%2f..%2fsecrets.json')],
  ])('with %s is refused [decisions.access.4]', async (_what, forge) => {
    const url = await address();
    forge(url);
    const answer = await put(url, Buffer.from('anything'));
    expect([answer.status, answer.headers['content-type']]).toEqual([
      403,
      expect.stringMatching(/^application\/problem\+json/),
    ]);
  });

  it('is refused once it has expired', async () => {
    const key = `uploads/${owner.user.id}/${randomUUID()}`;
    const old = await app.storage.createUpload({
      key,
      maxBytes: limit,
      expiresInSeconds: -1,
      origin: 'http://localhost',
    });
    const answer = await put(new URL(old), Buffer.from('anything'));
    expect([answer.status, answer.body.detail]).toEqual([403, 'Request has expired']);
  });

  it('accepts ten megabytes and not one byte more [decisions.photos.2, api.common.15]', async () => {
    const url = await address();
    expect((await put(url, Buffer.alloc(limit))).status).toBe(200);
    const over = await address();
    expect((await put(over, Buffer.alloc(limit + 1))).status).toBe(413);
    expect(await isStored(over)).toBe(false);
    const announced = await owner.post('/api/objects/upload', { filename: 'big.jpg', size: limit + 1 });
    expect([announced.status, announced.body.detail]).toEqual([413, 'File big.jpg is too large. Max size: 10MB']);
  });

  it('stops a file of unknown length at the limit, while it is streamed', async () => {
    const url = await address();
    const sending = request(`${origin}${url.pathname}${url.search}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'transfer-encoding': 'chunked' },
    });
    const answered = once(sending, 'response');
    const chunk = Buffer.alloc(64 * 1024);
    let sent = 0;
    // Send at most twelve megabytes; the server has to refuse earlier.
    while (sent < 12 * 1024 * 1024) {
      sent += chunk.length;
      if (!sending.write(chunk)) await once(sending, 'drain');
    }
    sending.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(413);
    response.resume();
    await expect(access(join(app.config.dataDir, 'files', keyOf(url)))).rejects.toThrow('ENOENT');
  });

  it('is only for signed-in users with a plausible request [api.calls.27]', async () => {
    expect((await app.visitor().post('/api/objects/upload', {})).status).toBe(401);
    for (const wrong of [{ size: -1 }, { size: 'big' }, { filename: 7 }]) {
      expect((await owner.post('/api/objects/upload', wrong)).status).toBe(400);
    }
    expect((await owner.post('/api/objects/upload')).status).toBe(200);
  });
});

describe('a file that is not a photo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each([
    ['SVG', () => Buffer.from(svg)],
    [
      'GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .gif()
          .toBuffer(),
    ],
    [
      'TIFF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .tiff()
          .toBuffer(),
    ],
    ['text', () => Buffer.from('I am a photo, I promise.')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF outside of certificates', () => Buffer.from('%PDF-1.7 1 0 obj')],
    ['nothing', () => Buffer.alloc(0)],
  ])(
    '%s answers 415 and is removed, whatever it is called [decisions.photos.2, decisions.photos.5, api.common.16]',
    async (_name, make) => {
      const url = await address();
      await put(url, await make());
      const answer = await register(url, { filename: 'photo.jpg' });
      expect([answer.status, answer.body.title]).toEqual([415, 'Unsupported type']);
      expect(await isStored(url)).toBe(false);
    },
  );

  it.each([
    ['a JPEG that ends early', async () => (await picture(800, 600)).subarray(0, 20_000)],
    [
      'a PNG that ends early',
      async () =>
        (
          await sharp(await picture())
            .png()
            .toBuffer()
        ).subarray(0, 5000),
    ],
    [
      'a JPEG of noise behind the first bytes',
      async () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(999, 7)]),
    ],
    [
      '51 megapixels in few bytes',
      () =>
        sharp({ create: { width: 8500, height: 6000, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
    ],
  ])('%s answers 422 and is removed [decisions.photos.2, api.common.17]', async (_name, make) => {
    const url = await address();
    await put(url, await make());
    const answer = await register(url);
    expect([answer.status, answer.body.title]).toEqual([422, 'Unreadable file']);
    expect(await isStored(url)).toBe(false);
    expect((await owner.get(`/api/area-sessions/${areaSessionId}`)).body.photoCount).toBe(0);
  });

  it('that the store accepted beyond the limit, as S3 does at a signed address, answers 413', async () => {
    const url = await address();
    await app.storage.put(keyOf(url), Buffer.alloc(limit + 1), { contentType: 'image/jpeg' });
    const answer = await register(url, { filename: 'big.jpg' });
    expect([answer.status, answer.body.detail]).toEqual([413, 'File big.jpg is too large. Max size: 10MB']);
    expect(await isStored(url)).toBe(false);
  });

  it('whose hash differs answers 422 [api.common.27]', async () => {
    const url = await address();
    await put(url, await picture());
    const answer = await register(url, { sha256: 'ab'.repeat(32) });
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringContaining('SHA-256')]);
    expect(await isStored(url)).toBe(false);
  });
});

describe('an address that does not belong to the caller', () => {
  it("is refused, whether it is another user's, unknown or has no file [decisions.photos.2]", async () => {
    const stranger = await app.person('property');
    const theirs = await app.upload(stranger, await picture());
    expect((await register(theirs)).status).toBe(404);
    for (const url of [
      'https://example.com/photo.jpg',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '/uploads/../secrets.json',
      'x',
      '',
    ]) {
      const answer = await register(url);
      expect([url, answer.status]).toEqual([url, 400]);
      expect(answer.body.errors).toHaveProperty('url');
    }
    expect((await register(await address())).status).toBe(400);
    const unknown = new URL(await address());
    unknown.pathname = `/uploads/uploads/${owner.user.id}/${randomUUID()}`;
    expect((await register(unknown)).status).toBe(404);
  });

  it('is not accepted as a storage path either', async () => {
    const url = await app.upload(owner, await picture());
    const stranger = await app.person('property');
    const theirs = (await startedRun(stranger)).areas[0].id;
    expect((await register(url, { areaSessionId: theirs })).status).toBe(404);
    expect((await register(url, { areaSessionId: undefined })).status).toBe(400);
    expect((await register(url, { inspectionId: randomUUID() })).status).toBe(400);
    expect((await register(url, { areaSessionId: null, inspectionId: randomUUID() })).status).toBe(404);
    for (const wrong of [{ category: 'cellar' }, { filename: '' }, { id: 'x' }, { sha256: 'x' }, { source: 'fax' }]) {
      expect((await register(url, wrong)).status).toBe(400);
    }
    const admin = await app.person('admin');
    const own = await app.upload(admin, await picture());
    const answer = await admin.post('/api/photos', { areaSessionId, filename: 'a.jpg', url: own, category: 'lobby' });
    expect(answer.status).toBe(403);
  });
});
