import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { BufferSource, Input, MP4, WEBM } from 'mediabunny';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServerEvent } from '#contract/events.ts';
import { addedRecording, expectOk, liveInspection, uploadedInParts, walk } from '#test/factories.ts';
import { describeOnEveryStore, type AppOnStore } from '#test/stores.ts';
import { recordings } from '#server/schema/recordings.tables.ts';

type Person = Awaited<ReturnType<AppOnStore['app']['person']>>;
const MB = 1024 * 1024;
/** The id of the element Cues, with which the index of a WebM file starts. */
const cues = Buffer.from([0x1c, 0x53, 0xbb, 0x6b]);

describeOnEveryStore({ env: { RECORDING_MAX_MB: '10' } }, (get) => {
  let owner: Person;
  let admin: Person;
  let inspectionId: string;
  beforeAll(async () => {
    admin = await get().app.person('admin');
    owner = await get().app.person('property');
  });
  beforeEach(async () => {
    inspectionId = (await liveInspection(owner)).id;
  });

  const list = async (who = owner) =>
    (await expectOk(who.get(`/api/inspections/${inspectionId}/recordings`), 'Listing')).recordings;
  const register = (fields: Record<string, unknown>, who = owner) =>
    who.post(`/api/inspections/${inspectionId}/recordings`, {
      filename: 'walk.webm',
      contentType: 'video/webm',
      durationSeconds: 4,
      ...fields,
    });
  const changed = (event: ServerEvent) =>
    event.type === 'recording_changed' && event.payload.inspectionId === inspectionId;
  /** Waits for the job, which may have ended before the call. */
  async function prepared(id: string): Promise<string> {
    for (;;) {
      const heard = get().app.events.waitFor(changed, 20_000);
      const recording = (await list()).find((each: { id: string }) => each.id === id);
      if (recording.preparation !== 'pending') return recording.preparation;
      if (!(await heard)) throw new Error('The recording was never prepared');
    }
  }
  const fetched = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', who = owner) =>
    who.send({ method, url, headers });

  it('is registered from a completed upload, and sets the video of its inspection [decisions.placeholders.3]', async () => {
    const heard = get().app.events.waitFor(changed, 5000);
    const key = await uploadedInParts(owner, walk.webm);
    const id = randomUUID();
    const startedAt = '2026-11-20T10:00:00.000Z';
    const { status, body } = await register({ id, key, startedAt, contentType: 'video/webm;codecs=vp8,opus' });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        id,
        inspectionId,
        contentType: 'video/webm',
        size: walk.webm.length,
        durationSeconds: 4,
        offsetSeconds: 0,
        startedAt,
        url: `/api/recordings/${id}/video`,
      }),
    ]);
    expect(await heard).toBe(true);
    const again = await register({ id, key, startedAt });
    expect([again.status, again.body.id]).toEqual([200, id]);
    expect((await register({ key })).status).toBe(200);
    const second = await addedRecording(owner, inspectionId, { durationSeconds: 10 });
    const first = await addedRecording(owner, inspectionId, { startedAt: '2026-11-20T09:00:00Z', durationSeconds: 7 });
    const rows = (await list(admin)).map((row: Record<string, unknown>) => [row['id'], row['offsetSeconds']]);
    expect(rows).toEqual([
      [first.id, 0],
      [id, 7],
      [second.id, 11],
    ]);
    const inspection = (await owner.get(`/api/inspections/${inspectionId}`)).body;
    expect(inspection).toMatchObject({ videoUrl: first.url, duration: 21 });
    const { body: entries } = await admin.get(`/api/admin/audit-logs?entityType=recording&entityId=${id}`);
    expect(entries.map((entry: { action: string }) => entry.action)).toContain('recording.added');
  });

  it('gets a seekable copy, and keeps the original unchanged', async () => {
    expect(walk.webm.includes(cues)).toBe(false);
    for (const [bytes, type, formats] of [
      [walk.webm, 'video/webm', [WEBM]],
      [walk.mp4, 'video/mp4', [MP4]],
    ] as const) {
      const key = await uploadedInParts(owner, bytes, type);
      const { id, url } = await expectOk(register({ key, contentType: type }), 'Registering');
      expect(await prepared(id)).toBe('done');
      const copy = await fetched(url);
      expect([copy.status, copy.headers['content-type']]).toEqual([200, type]);
      if (type === 'video/webm') expect(copy.raw.includes(cues)).toBe(true);
      const seconds = await new Input({
        source: new BufferSource(new Uint8Array(copy.raw)),
        formats: [...formats],
      }).getDurationFromMetadata();
      expect(seconds).toBeGreaterThan(3.5);
      expect(seconds).toBeLessThan(4.5);
      expect((await fetched(`${url}?copy=original`)).raw.equals(bytes)).toBe(true);
      const [row] = await get().app.database.db.select().from(recordings).where(eq(recordings.id, id));
      expect(row?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('that cannot be read is played as the original, and its preparation failed', async () => {
    const broken = walk.webm.subarray(0, 300);
    const { id, url, ready } = await expectOk(register({ key: await uploadedInParts(owner, broken) }), 'Registering');
    expect(ready).toBe(false);
    expect(await prepared(id)).toBe('failed');
    expect((await fetched(url)).raw.equals(broken)).toBe(true);
  });

  it('plays by ranges', async () => {
    const { id, url } = await addedRecording(owner, inspectionId);
    await prepared(id);
    const whole = await fetched(url);
    const size = whole.raw.length;
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(size) });
    const part = await fetched(url, { range: 'bytes=100-199' });
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 100-199/${size}`,
      '100',
    ]);
    expect(part.raw.equals(whole.raw.subarray(100, 200))).toBe(true);
    const tail = await fetched(url, { range: 'bytes=-50' });
    expect([tail.status, tail.raw.equals(whole.raw.subarray(-50))]).toEqual([206, true]);
    const beyond = await fetched(url, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    expect(JSON.parse(beyond.raw.toString())).toMatchObject({ status: 416, detail: 'The recording has no such range' });
    const head = await fetched(url, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers['content-length'], head.raw.length]).toEqual([206, '10', 0]);
    expect((await fetched(url, {}, 'HEAD')).headers['content-length']).toBe(String(size));
    const etag = String(whole.headers['etag']);
    expect((await fetched(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await fetched(url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    // The copy has another ETag than the original, some of whose bytes the page may have.
    const original = String((await fetched(`${url}?copy=original`)).headers['etag']);
    expect((await fetched(url, { range: 'bytes=0-9', 'if-range': original })).status).toBe(200);
    expect((await fetched(`${url}?copy=other`)).status).toBe(400);
  });

  it('whose file is missing from the store answers that', async () => {
    const { id, url } = await addedRecording(owner, inspectionId);
    await prepared(id);
    const { rows } = await get().app.database.pool.query('select copy_key from recordings where id = $1', [id]);
    await get().app.storage.remove(rows[0].copy_key);
    const missing = await fetched(url, { range: 'bytes=0-9' });
    expect([missing.status, missing.headers['content-range'], missing.headers['cache-control']]).toEqual([
      410,
      undefined,
      'no-store',
    ]);
    expect(JSON.parse(missing.raw.toString()).code).toBe('recording_file_missing');
    expect((await fetched(`${url}?copy=original`)).status).toBe(200);
  });

  it('is visible to its owner and to admins', async () => {
    const { url } = await addedRecording(owner, inspectionId);
    const stranger = await get().app.person('property');
    expect((await fetched(url, {}, 'HEAD', admin)).status).toBe(200);
    for (const who of [stranger]) {
      expect((await fetched(url, {}, 'GET', who)).status).toBe(404);
      expect((await who.get(`/api/inspections/${inspectionId}/recordings`)).status).toBe(404);
    }
    expect((await get().app.visitor().get(url)).status).toBe(401);
  });

  it('is refused when its file is not a video, too large, missing, or not the caller’s', async () => {
    const svg = await uploadedInParts(owner, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const refused = await register({ key: svg });
    expect([refused.status, refused.body.detail]).toEqual([415, 'A recording is a WebM, MP4 or QuickTime video']);
    expect(await get().app.storage.head(svg)).toBeNull();
    expect((await register({ key: svg })).status).toBe(404);
    expect((await register({ key: await uploadedInParts(owner, Buffer.alloc(0)) })).status).toBe(415);
    const { key: open } = await expectOk(
      owner.post('/api/s3/multipart', { filename: 'a', type: 'video/webm' }),
      'Beginning',
    );
    expect((await register({ key: open })).status).toBe(400);
    expect((await register({ key: `uploads/${owner.user.id}/${randomUUID()}` })).status).toBe(404);
    const theirs = await uploadedInParts(await get().app.person('property'), walk.webm);
    expect((await register({ key: theirs })).status).toBe(404);
    for (const wrong of [
      { durationSeconds: -1 },
      { durationSeconds: 1.5 },
      { durationSeconds: 90_000 },
      { filename: '' },
    ])
      expect((await register({ key: svg, ...wrong })).status).toBe(400);
    expect((await register({})).body.errors).toHaveProperty('key');
    expect(await list()).toEqual([]);
  });

  it('may be uploaded in one part, and is then moved out of reach of its form', async () => {
    const form = await expectOk(owner.get('/api/s3/params?filename=walk.webm&type=video%2Fwebm'), 'Signing');
    const body = new FormData();
    for (const [name, value] of Object.entries(form.fields)) body.set(name, String(value));
    body.set('file', new Blob([walk.webm]));
    const url = form.url
      .replace('http://localhost:80', get().origin)
      .replace(/^http:\/\/localhost\//, `${get().origin}/`);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(201);
    const { id, url: video } = await expectOk(register({ key: form.fields.key }), 'Registering');
    expect((await fetch(url, { method: 'POST', body })).status).toBe(201);
    await prepared(id);
    expect((await fetched(`${video}?copy=original`)).raw.equals(walk.webm)).toBe(true);
  });

  it('belongs to one open inspection of its owner', async () => {
    const key = await uploadedInParts(owner, walk.webm);
    expect((await register({ key }, admin)).status).toBe(403);
    const other = (await liveInspection(owner)).id;
    const taken = await addedRecording(owner, other);
    expect((await register({ key, id: taken.id })).status).toBe(409);
    const [row] = await get().app.database.db.select().from(recordings).where(eq(recordings.id, taken.id));
    expect((await register({ key: row?.storageKey ?? '' })).status).toBe(409);
    await expectOk(owner.put(`/api/inspections/${inspectionId}`, { status: 'pending_review' }), 'Submitting');
    expect((await register({ key })).status).toBe(409);
    expect(await list()).toEqual([]);
  });

  it('is created once when it is registered twice at the same time', async () => {
    const key = await uploadedInParts(owner, walk.webm);
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => register({ id, key })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(await list()).toHaveLength(1);
  });

  describe('an upload that is registered as a recording', () => {
    it('cannot become a photo, and cannot be dropped', async () => {
      const key = await uploadedInParts(owner, walk.webm);
      await expectOk(register({ key }), 'Registering');
      const url = get().app.storage.locationOf(key, get().origin);
      const photo = await owner.post('/api/photos', { inspectionId, filename: 'a', url, category: 'rooms' });
      expect(photo.status).toBe(409);
      const large = await uploadedInParts(owner, Buffer.concat([walk.webm, Buffer.alloc(6 * MB)]));
      expect((await register({ key: large, durationSeconds: 9 })).status).toBe(201);
    });
  });
});
