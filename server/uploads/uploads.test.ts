import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { cannotSign } from '#contract/uploads.ts';
import type { Answer } from '#test/client.ts';
import { addedPhoto, expectOk, picture, startedRun } from '#test/factories.ts';
import { describeOnEveryStore } from '#test/stores.ts';
import { dropUnusedCopy, uploadJobs } from './uploads.jobs.ts';
import { uploads } from '#server/schema/uploads.tables.ts';
import { describeWidget } from './uppy.suite.ts';

const MB = 1024 * 1024;
const week = 604_800;
const s3 = '/api/s3';

describeOnEveryStore({ env: { RECORDING_MAX_MB: '16' } }, (get) => {
  let owner: Awaited<ReturnType<ReturnType<typeof get>['app']['person']>>;
  beforeAll(async () => {
    owner = await get().app.person('property');
  });

  /** A call as the upload widget makes it: with the cookie and an Origin, without a CSRF token. */
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who = owner): Promise<Answer> => {
    const { origin } = get();
    return who.send({
      method,
      url,
      payload,
      headers: { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' },
    });
  };
  const ok = (answer: Promise<Answer>) => expectOk(answer, 'The call');
  const begin = async (type = 'video/webm') => {
    const answer = await ok(call('POST', `${s3}/multipart`, { filename: 'walk.webm', type, metadata: { a: 'b' } }));
    const { key, uploadId } = answer as { key: string; uploadId: string };
    const at = (rest = '', query = '') => `${s3}/multipart/${uploadId}${rest}?key=${encodeURIComponent(key)}${query}`;
    const put = async (partNumber: number, bytes: Uint8Array<ArrayBuffer>) => {
      const { url } = await ok(call('GET', at(`/${partNumber}`)));
      const sent = await fetch(url, { method: 'PUT', body: bytes });
      expect(sent.status).toBe(200);
      return { PartNumber: partNumber, ETag: sent.headers.get('etag') ?? '' };
    };
    return { answer, key, uploadId, at, put };
  };
  const postForm = ({ url, fields }: { url: string; fields: Record<string, string> }, bytes: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(bytes)]));
    return fetch(url, { method: 'POST', body: form });
  };

  it('accepts a file in parts: create, sign, list, complete [7.companion.1, 7.companion.2, 7.companion.3, 7.companion.4, api.calls.35]', async () => {
    const { answer, key, uploadId, at, put } = await begin();
    expect(answer).toEqual({ key, uploadId, bucket: expect.any(String) });
    expect(key).toContain(owner.user.id);
    const first = await put(1, new Uint8Array(5 * MB).fill(1));
    const last = await put(2, new Uint8Array(100).fill(2));
    expect(await ok(call('GET', at()))).toEqual([
      { ...first, Size: 5 * MB },
      { ...last, Size: 100 },
    ]);
    const done = await ok(call('POST', at('/complete'), { parts: [first, last] }));
    expect(done).toMatchObject({ key, location: expect.stringContaining(key) });
    expect(await get().app.storage.head(key)).toEqual({ size: 5 * MB + 100 });
    // The answer was lost, so the widget repeats the request.
    expect(await ok(call('POST', at('/complete'), { parts: [first, last] }))).toEqual(done);
    expect((await call('GET', at())).status).toBe(404);
    expect((await call('GET', at('/3'))).status).toBe(404);
  });

  it('signs addresses valid for a week, several parts at once [9.uploads.10]', async () => {
    const { at } = await begin();
    const { url, expires } = await ok(call('GET', at('/1')));
    expect(expires).toBe(week);
    const query = new URL(url).searchParams;
    const life = query.get('X-Amz-Expires') ?? Number(query.get('expires')) - Date.now() / 1000;
    expect(Math.abs(Number(life) - week)).toBeLessThan(60);
    const { presignedUrls } = await ok(call('GET', at('/batch', '&partNumbers=2,10000')));
    expect(Object.keys(presignedUrls)).toEqual(['2', '10000']);
    expect((await fetch(presignedUrls[2], { method: 'PUT', body: 'x' })).status).toBe(200);
  });

  it('signs only with a key and a part number from 1 to 10000 [9.uploads.5, 5.uploads.6]', async () => {
    const { at, uploadId } = await begin();
    for (const url of [
      `${s3}/multipart/${uploadId}/1`,
      `${s3}/multipart/${uploadId}/batch?partNumbers=1`,
      ...['/0', '/10001', '/x', '/1.5', '/-1'].map((part) => at(part)),
      ...['', '&partNumbers=', '&partNumbers=1,x', '&partNumbers=0', '&partNumbers=10001'].map((q) => at('/batch', q)),
    ]) {
      const answer = await call('GET', url);
      expect([url, answer.status, answer.body.detail]).toEqual([url, 400, cannotSign]);
    }
    expect((await call('GET', at('/10000'))).status).toBe(200);
    expect((await call('GET', `${s3}/multipart/${uploadId}`)).status).toBe(400);
    expect((await call('POST', `${s3}/multipart/${uploadId}/complete`, { parts: [] })).status).toBe(400);
    expect((await call('DELETE', `${s3}/multipart/${uploadId}`)).status).toBe(400);
  });

  it('completes only with parts that have arrived and are at least 5 MB, up to the configured limit [9.uploads.6]', async () => {
    const { key, at, put } = await begin();
    const complete = (parts: object[]) => call('POST', at('/complete'), { parts });
    const small = await put(1, new Uint8Array(5 * MB - 1));
    const last = await put(2, new Uint8Array(5 * MB));
    const refused = await complete([small, last]);
    expect([refused.status, refused.body.errors]).toEqual([400, { parts: expect.stringContaining('5 MB') }]);
    expect((await complete([last, small])).status).toBe(400);
    expect((await complete([{ ...last, ETag: small.ETag }])).status).toBe(400);
    expect((await complete([])).status).toBe(400);
    expect((await complete([{ PartNumber: 0, ETag: 'x' }])).status).toBe(400);
    expect((await call('POST', at('/complete'), {})).status).toBe(400);
    expect(await get().app.storage.head(key)).toBeNull();
    const large = await begin();
    const parts = [];
    for (const number of [1, 2, 3]) parts.push(await large.put(number, new Uint8Array(5 * MB)));
    const { url } = await ok(call('GET', large.at('/4')));
    const over = await fetch(url, { method: 'PUT', body: new Uint8Array(2 * MB) });
    // The disk refuses it during the stream; an S3 store accepts it, and the server refuses it at the end.
    if (over.ok) {
      parts.push({ PartNumber: 4, ETag: over.headers.get('etag') ?? '' });
      expect((await call('GET', large.at('/5'))).status).toBe(413);
      expect((await call('POST', large.at('/complete'), { parts })).status).toBe(413);
    } else {
      expect(over.status).toBe(413);
      expect((await call('POST', large.at('/complete'), { parts })).status).toBe(200);
    }
  });

  it('drops an upload with its parts, and a completed one that nothing uses [7.companion.5]', async () => {
    const { at, put } = await begin();
    await put(1, new Uint8Array(10));
    const { url } = await ok(call('GET', at('/2')));
    const dropped = await call('DELETE', at());
    expect([dropped.status, dropped.body]).toEqual([200, {}]);
    expect((await fetch(url, { method: 'PUT', body: 'late' })).status).toBe(404);
    expect((await call('DELETE', at())).status).toBe(404);
    const done = await begin();
    await ok(call('POST', done.at('/complete'), { parts: [await done.put(1, new Uint8Array(10))] }));
    expect((await call('DELETE', done.at())).status).toBe(200);
    expect(await get().app.storage.head(done.key)).toBeNull();
  });

  it("is for the user's own uploads only [api.calls.35]", async () => {
    const stranger = await get().app.person('property');
    const admin = await get().app.person('admin');
    const { at, key, uploadId, put } = await begin();
    const part = await put(1, new Uint8Array(10));
    const theirs = await begin();
    for (const who of [stranger, admin]) {
      expect((await call('GET', at(), undefined, who)).status).toBe(404);
      expect((await call('GET', at('/1'), undefined, who)).status).toBe(404);
      expect((await call('GET', at('/batch', '&partNumbers=1'), undefined, who)).status).toBe(404);
      expect((await call('POST', at('/complete'), { parts: [part] }, who)).status).toBe(404);
      expect((await call('DELETE', at(), undefined, who)).status).toBe(404);
    }
    // Another upload's key is refused as well.
    const other = `${s3}/multipart/${uploadId}?key=${encodeURIComponent(theirs.key)}`;
    expect((await call('GET', other)).status).toBe(404);
    expect((await call('GET', `${s3}/multipart/${randomUUID()}?key=${key}`)).status).toBe(404);
    expect((await call('GET', `${s3}/multipart/unknown?key=${key}`)).status).toBe(404);
    await ok(call('GET', at()));
  });

  it('signs a form for a single-part file, which becomes a photo [7.companion.6]', async () => {
    const query = 'filename=lobby.jpg&type=image%2Fjpeg&metadata%5Bname%5D=lobby.jpg&metadata%5BrelativePath%5D=null';
    const form = await ok(call('GET', `${s3}/params?${query}`));
    expect(form).toMatchObject({ method: 'POST', expires: week, fields: { key: expect.any(String) } });
    expect((await postForm(form, await picture())).status).toBe(201);
    const areaSessionId = (await startedRun(owner)).areas[0].id;
    const photo = { areaSessionId, filename: 'lobby.jpg', url: `${form.url}/${form.fields.key}`, category: 'lobby' };
    const registered = await owner.post('/api/photos', photo);
    expect([registered.status, registered.body.width]).toEqual([201, 640]);
    expect((await owner.post('/api/photos', photo)).status).toBe(200);
    const large = await ok(call('GET', `${s3}/params?${query}`));
    expect((await postForm(large, Buffer.alloc(10 * MB + 1))).status).toBeGreaterThanOrEqual(400);
    expect((await owner.post('/api/photos', { ...photo, url: `${large.url}/${large.fields.key}` })).status).toBe(400);
  });

  it('accepts the location of a completed multipart file for a photo', async () => {
    const areaSessionId = (await startedRun(owner)).areas[0].id;
    const { at, put, key } = await begin('image/jpeg');
    const part = await put(1, new Uint8Array(await picture()));
    const register = (url: string) =>
      owner.post('/api/photos', { areaSessionId, filename: 'a.jpg', url, category: 'lobby' });
    const location = get().app.storage.locationOf(key, get().origin);
    expect((await register(location)).status).toBe(400);
    const done = await ok(call('POST', at('/complete'), { parts: [part] }));
    expect(done.location).toBe(location);
    expect((await register(location)).status).toBe(201);
    expect((await call('DELETE', at())).status).toBe(409);
  });

  it('accepts videos, pictures and PDF documents, and names missing fields', async () => {
    for (const type of ['video/webm;codecs=vp8,opus', 'video/mp4', 'video/quicktime', 'image/heic', 'application/pdf'])
      expect((await call('POST', `${s3}/multipart`, { filename: 'a', type })).status).toBe(200);
    for (const type of ['image/svg+xml', 'text/html', 'video/x-matroska', 'application/zip', 'webm']) {
      expect((await call('POST', `${s3}/multipart`, { filename: 'a', type })).status).toBe(415);
      expect((await call('GET', `${s3}/params?filename=a&type=${encodeURIComponent(type)}`)).status).toBe(415);
    }
    const wrong = await call('POST', `${s3}/multipart`, { filename: 7 });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['filename', 'type']]);
    expect((await call('GET', `${s3}/params?filename=a`)).status).toBe(400);
  });

  it('never answers with credentials of the store [7.companion.7, decisions.settled.1]', async () => {
    const answer = await call('GET', `${s3}/sts`);
    expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('signed one by one')]);
  });

  it('needs no security token, but requires a page of this server or no browser at all [api.common.7]', async () => {
    const body = { filename: 'a', type: 'video/webm' };
    const send = (headers: Record<string, string>) =>
      owner.send({ method: 'POST', url: `${s3}/multipart`, payload: body, headers });
    expect((await send({})).status).toBe(200);
    expect(
      (await send({ host: 'inn.local', origin: 'http://inn.local', 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200);
    expect((await send({ host: 'inn.local', origin: 'http://inn.local:81' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const nobody = await get()
      .app.visitor()
      .send({ method: 'POST', url: `${s3}/multipart`, payload: body });
    expect(nobody.status).toBe(401);
  });

  it('writes an audit entry for each change', async () => {
    const { uploadId, at, put } = await begin();
    await ok(call('POST', at('/complete'), { parts: [await put(1, new Uint8Array(10))] }));
    await ok(call('DELETE', at()));
    const admin = await get().app.person('admin');
    const { body } = await admin.get(`/api/admin/audit-logs?entityType=upload&entityId=${uploadId}`);
    const actions = body.map(({ action }: { action: string }) => action);
    expect(actions.toSorted()).toEqual(['upload.begun', 'upload.completed', 'upload.dropped']);
  });

  describe('the upload widget', () => describeWidget(get));

  describe('the cleanup job', () => {
    it('drops uploads not completed within a week and unused files, but no photo', async () => {
      const { app } = get();
      const db = app.database.db;
      const [open, done, fresh] = [await begin(), await begin(), await begin()];
      await open.put(1, new Uint8Array(10));
      await ok(call('POST', done.at('/complete'), { parts: [await done.put(1, new Uint8Array(10))] }));
      await fresh.put(1, new Uint8Array(10));
      // A photo claimed the file, and the address was used again afterwards.
      const areaSessionId = (await startedRun(owner)).areas[0].id;
      const form = await ok(call('GET', `${s3}/params?filename=a.jpg&type=image%2Fjpeg`));
      await postForm(form, await picture());
      const url = `${form.url}/${form.fields.key}`;
      const photo = { areaSessionId, filename: 'a.jpg', url, category: 'lobby' };
      const { id } = await ok(owner.post('/api/photos', photo));
      await postForm(form, await picture());
      const past = new Date(Date.now() - 2 * 3_600_000);
      for (const key of [open.key, done.key, form.fields.key])
        await db.update(uploads).set({ expiresAt: past }).where(eq(uploads.storageKey, key));
      expect(await app.storage.head(form.fields.key)).not.toBeNull();
      const [job] = uploadJobs({ ...app.system.services, db, storage: app.storage });
      await job?.run({}, { signal: new AbortController().signal, stopping: new AbortController().signal });
      expect((await call('GET', open.at())).status).toBe(404);
      expect(await app.storage.head(done.key)).toBeNull();
      expect((await call('POST', done.at('/complete'), { parts: [] })).status).toBe(404);
      expect(await ok(call('GET', fresh.at()))).toHaveLength(1);
      expect(await app.storage.head(form.fields.key)).toBeNull();
      expect((await owner.get(`/api/photos/${id}/original`)).status).toBe(200);
      expect((await owner.post('/api/photos', photo)).status).toBe(200);
    });

    it('drops a copy of which no photo was made because the process was killed', async () => {
      const { app } = get();
      const { db, pool } = app.database;
      const areaSessionId = (await startedRun(owner)).areas[0].id;
      const { id } = await addedPhoto(owner, areaSessionId);
      const queued = await pool.query("SELECT data->>'key' AS key FROM pgboss.job WHERE name = 'drop-unused-copy'");
      const used = queued.rows.map(({ key }) => String(key)).find((key) => key.includes(id)) ?? '';
      const unused = `photos/${randomUUID()}/original-${randomUUID()}`;
      await app.storage.put(unused, Buffer.from('a copy'), { contentType: 'image/jpeg' });
      const job = uploadJobs({ ...app.system.services, db, storage: app.storage }).find(
        ({ name }) => name === dropUnusedCopy.name,
      );
      const signals = { signal: new AbortController().signal, stopping: new AbortController().signal };
      for (const key of [used, unused]) await job?.run({ key }, signals);
      expect(await app.storage.head(unused)).toBeNull();
      expect((await owner.get(`/api/photos/${id}/original`)).status).toBe(200);
    });
  });
});
