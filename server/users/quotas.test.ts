import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { caseFields, expectOk, liveInspection, picture, startedRun, uploadedInParts, walk } from '#test/factories.ts';

const property = (n: number) => ({
  name: `Inn ${n}`,
  address: '1 Quay Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  propertyType: 'hotel',
});
type Person = Awaited<ReturnType<TestApp['person']>>;
/** Adds a photo without waiting for its analysis, because no jobs run here. */
async function add(app: TestApp, person: Person, areaSessionId: string): Promise<string> {
  const url = await app.upload(person, await picture());
  const { csrfToken } = (await person.get('/api/csrf-token')).body;
  const answer = await person.send({
    method: 'POST',
    url: '/api/photos',
    payload: { areaSessionId, filename: 'lobby.png', url, category: 'lobby' },
    headers: { 'x-csrf-token': csrfToken },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const refusal = ({ status, body, headers }: Answer) => [status, body.code, headers['retry-after'] ?? null];

describe('what one account may have and do', () => {
  let app: TestApp;
  beforeAll(async () => {
    const env = {
      QUOTA_PROPERTIES: '3',
      QUOTA_OPEN_UPLOADS: '3',
      QUOTA_UPLOADS_PER_DAY: '4',
      QUOTA_PROPERTIES_PER_DAY: '4',
      QUOTA_INSPECTIONS_PER_DAY: '2',
      QUOTA_MESSAGES_PER_DAY: '2',
      QUOTA_CASES_PER_ADDRESS: '2',
    };
    app = await createTestApp({ env, work: false });
  });
  afterAll(() => app.close());

  it('is limited in properties, independently of other accounts', async () => {
    const [person, other] = [await app.person('property'), await app.person('property')];
    for (let n = 0; n < 3; n += 1) await expectOk(person.post('/api/properties', property(n)), 'Adding');
    expect(refusal(await person.post('/api/properties', property(4)))).toEqual([409, 'too_many_properties', null]);
    expect((await other.post('/api/properties', property(1))).status).toBe(201);
  });

  it('is limited in properties per day, however many of them it has removed', async () => {
    const person = await app.person('property');
    const add = (n: number) => person.post('/api/properties', property(n));
    const remove = async (answer: Answer) => person.delete(`/api/properties/${answer.body.id}`);
    for (let n = 0; n < 3; n += 1) expect((await remove(await add(n))).status).toBe(204);
    const answers = await Promise.all([3, 4, 5].map(add));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused && refusal(refused)).toEqual([429, 'too_many_properties_today', '3600']);
    await app.database.pool.query("update properties set created_at = now() - interval '25 hours'");
    expect((await add(6)).status).toBe(201);
  });

  it('is limited in unused upload addresses', async () => {
    const person = await app.person('property');
    for (let n = 0; n < 3; n += 1) await expectOk(person.post('/api/objects/upload'), 'Asking');
    for (const answer of [
      await person.post('/api/objects/upload'),
      await person.get('/api/s3/params?filename=a.jpg&type=image%2Fjpeg'),
      await person.post('/api/s3/multipart', { filename: 'a.mp4', type: 'video/mp4' }),
    ]) {
      expect(refusal(answer)).toEqual([409, 'too_many_open_files', null]);
    }
  });

  it('is limited in uploads per day', async () => {
    const person = await app.person('property');
    const { areas } = await startedRun(person);
    for (let n = 0; n < 4; n += 1) await add(app, person, areas[n]?.id ?? '');
    expect(refusal(await person.post('/api/objects/upload'))).toEqual([429, 'too_many_uploads', '3600']);
    await app.database.pool.query("update uploads set created_at = now() - interval '25 hours'");
    expect((await person.post('/api/objects/upload')).status).toBe(200);
  });

  it('is limited as much when everything is requested at the same time', async () => {
    const person = await app.person('property');
    const many = Array.from({ length: 12 }, (_, n) => n);
    const created = await Promise.all(many.map((n) => person.post('/api/properties', property(n))));
    const form = '/api/s3/params?filename=a.jpg&type=image%2Fjpeg';
    const video = { filename: 'a.mp4', type: 'video/mp4' };
    const asked = await Promise.all(
      many.flatMap(() => [
        person.post('/api/objects/upload'),
        person.get(form),
        person.post('/api/s3/multipart', video),
      ]),
    );
    expect(created.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(asked.filter(({ status }) => status < 300)).toHaveLength(3);
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  it('is limited in inspections per day, so that nobody fills the list of reviewers', async () => {
    const [person, other] = [await app.person('property'), await app.person('property')];
    const { id: propertyId } = await expectOk(person.post('/api/properties', property(1)), 'Adding');
    const start = (sessionId: string) =>
      person.post('/api/inspections', { propertyId, sessionId, propertyName: 'Inn 1', area: 'Lobby' });
    const sessions = Array.from({ length: 8 }, (_, n) => `session-of-a-quota-${n}`);
    const answers = await Promise.all(sessions.map(start));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused && refusal(refused)).toEqual([429, 'too_many_inspections', '3600']);
    const started = sessions.find((_, n) => answers[n]?.status === 201);
    expect((await start(started ?? '')).status).toBe(200);
    await liveInspection(other);
    await app.database.pool.query("update inspections set created_at = now() - interval '25 hours'");
    expect((await start('session-of-the-next-day')).status).toBe(201);
  });

  it('is limited in files that are decoded and refused, or exist already', async () => {
    const person = await app.person('property');
    const { areas } = await startedRun(person);
    const [areaSessionId, bytes] = [areas[0]?.id, await picture()];
    const register = (url: string, fields: object = {}) =>
      person.post('/api/photos', { areaSessionId, filename: 'lobby.png', url, category: 'lobby', ...fields });
    expect((await register(await app.upload(person, bytes))).status).toBe(201);
    expect((await register(await app.upload(person, bytes))).status).toBe(200);
    const wrong = { sha256: 'a'.repeat(64) };
    expect((await register(await app.upload(person, await picture()), wrong)).status).toBe(422);
    // Of all that name one file at the same time, one decodes it.
    const url = await app.upload(person, Buffer.from('not a picture'));
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => register(url)));
    expect(answers.filter(({ status }) => status === 415)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(4);
    expect((await register(url)).status).toBe(404);
    expect(refusal(await person.post('/api/objects/upload'))).toEqual([429, 'too_many_uploads', '3600']);
  });

  it('is limited in messages, and an address in cases', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const message = { toUserId: admin.user.id, content: 'Hello' };
    for (let n = 0; n < 2; n += 1) await expectOk(owner.post('/api/messages', message), 'Sending');
    expect(refusal(await owner.post('/api/messages', message))).toEqual([429, 'too_many_messages', '3600']);
    for (let n = 0; n < 2; n += 1)
      await expectOk(admin.post('/api/inspection-cases', caseFields('flooded@example.com')), 'Opening');
    const third = await admin.post('/api/inspection-cases', caseFields('Flooded@example.com'));
    expect(refusal(third)).toEqual([429, 'too_many_to_address', '3600']);
  });

  it('is limited in messages and cases as much when all are sent at the same time', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const many = Array.from({ length: 12 }, (_, n) => n);
    const messages = many.map((n) => ({ id: randomUUID(), toUserId: admin.user.id, content: `Hello ${n}` }));
    const sent = await Promise.all(messages.map((message) => owner.post('/api/messages', message)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(2);
    // A message that arrived is not refused when it is sent again.
    const arrived = messages[sent.findIndex(({ status }) => status === 201)];
    expect((await owner.post('/api/messages', arrived)).status).toBe(200);
    const address = ['rush@example.com', 'Rush@example.com'];
    const opened = await Promise.all(
      many.map((n) => admin.post('/api/inspection-cases', caseFields(address[n % 2] ?? ''))),
    );
    expect(opened.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = opened.filter(({ status }) => status !== 201).map((answer) => answer.body.code);
    expect(new Set(refused)).toEqual(new Set(['too_many_to_address']));
  });

  it('is limited in recordings that are looked into and refused', async () => {
    const person = await app.person('property');
    const { id } = await liveInspection(person);
    const notAVideo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const register = (key: string) =>
      person.post(`/api/inspections/${id}/recordings`, {
        key,
        filename: 'walk.webm',
        contentType: 'video/webm',
        durationSeconds: 4,
      });
    for (let n = 0; n < 4; n += 1) {
      const key = await uploadedInParts(person, notAVideo);
      // Of all that name one file at the same time, one looks into it.
      const answers = await Promise.all([register(key), register(key)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 415]));
    }
    expect(refusal(await person.post('/api/s3/multipart', recording))).toEqual([429, 'too_many_uploads', '3600']);
  });

  it('is analyzed in turn with others, however many photos one account has sent before', async () => {
    const [busy, stranger] = [await app.person('property'), await app.person('property')];
    const photos: string[] = [];
    const { areas } = await startedRun(busy);
    for (let n = 0; n < 3; n += 1) photos.push(await add(app, busy, areas[n]?.id ?? ''));
    const { areas: others } = await startedRun(stranger);
    photos.push(await add(app, stranger, others[0]?.id ?? ''));
    const { rows } = await app.database.pool.query(
      "select data->>'photoId' as id from pgboss.job where name = 'analyse-photo' and data->>'photoId' = any($1) order by priority desc, created_on, id",
      [photos],
    );
    const [first, second, third, ofStranger] = photos;
    expect(rows.map(({ id }) => id)).toEqual([first, ofStranger, second, third]);
  });
});

it('recordings are made seekable in turn with those of others', async () => {
  const app = await createTestApp({ work: false });
  try {
    const [busy, stranger] = [await app.person('property'), await app.person('property')];
    const recordings: string[] = [];
    for (const person of [busy, busy, busy, stranger]) {
      const { id } = await liveInspection(person);
      const key = await uploadedInParts(person, walk.webm);
      const file = { key, filename: 'walk.webm', contentType: 'video/webm', durationSeconds: 4 };
      recordings.push((await expectOk(person.post(`/api/inspections/${id}/recordings`, file), 'Registering')).id);
    }
    const { rows } = await app.database.pool.query(
      "select data->>'recordingId' as id from pgboss.job where name = 'prepare-recording' order by priority desc, created_on, id",
    );
    const [first, second, third, ofStranger] = recordings;
    expect(rows.map(({ id }) => id)).toEqual([first, ofStranger, second, third]);
  } finally {
    await app.close();
  }
});

const recording = { filename: 'walk.webm', type: 'video/webm' };
type Upload = { uploadId: string; key: string };
const maxOf = async (app: TestApp, { key }: Upload) =>
  (await app.database.pool.query('select max_bytes::int from uploads where storage_key = $1', [key])).rows[0].max_bytes;

describe('what an account has sent and nobody has made anything of', () => {
  it('counts towards its bytes as long as it is open, however old it is, and so does what it said about photos', async () => {
    const app = await createTestApp({ env: { QUOTA_GB_PER_DAY: '1', RECORDING_MAX_MB: '5120' }, work: false });
    try {
      const person = await app.person('property');
      const begun: Upload[] = [];
      for (let n = 0; n < 4; n += 1)
        begun.push(await expectOk(person.post('/api/s3/multipart', recording), 'Beginning'));
      // One file may have a quarter of a day's bytes, and four of them are a day's.
      expect(await maxOf(app, begun[0] as Upload)).toBe(256 * 1024 ** 2);
      await app.database.pool.query("update uploads set created_at = now() - interval '30 hours'");
      for (const answer of [
        await person.post('/api/s3/multipart', recording),
        await person.get('/api/s3/params?filename=a.webm&type=video%2Fwebm'),
        await person.post('/api/objects/upload'),
      ])
        expect(refusal(answer)).toEqual([429, 'too_much_uploaded', '3600']);
      const [first] = begun as [Upload];
      const drop = `/api/s3/multipart/${first.uploadId}?key=${encodeURIComponent(first.key)}`;
      expect((await person.delete(drop)).status).toBe(200);
      const { areas } = await startedRun(person);
      const photoId = await add(app, person, areas[0]?.id ?? '');
      await app.database.pool.query(`update photos set voice_note = '{"bytes": ${256 * 1024 ** 2}}'`);
      expect(refusal(await person.post('/api/objects/upload'))).toEqual([429, 'too_much_uploaded', '3600']);
      const { csrfToken } = (await person.get('/api/csrf-token')).body;
      const spoken = await person.send({
        method: 'PUT',
        url: `/api/photos/${photoId}/voice-note?id=${randomUUID()}&seconds=3`,
        payload: Buffer.from('1a45dfa3', 'hex'),
        headers: { 'content-type': 'audio/webm', 'x-csrf-token': csrfToken },
      });
      expect(refusal(spoken)).toEqual([429, 'too_much_uploaded', '3600']);
    } finally {
      await app.close();
    }
  });
});

it('what is larger than its address allows, as an S3 store takes it, is removed within the hour', async () => {
  const app = await createTestApp({ env: { RECORDING_MAX_MB: '10' } });
  try {
    const person = await app.person('property');
    const form = await expectOk(person.get('/api/s3/params?filename=a.webm&type=video%2Fwebm'), 'Asking');
    const whole = await expectOk(person.get('/api/s3/params?filename=a.jpg&type=image%2Fjpeg'), 'Asking');
    const [large, fitting] = [form.fields.key, whole.fields.key];
    const bytes = Buffer.alloc(10 * 1024 ** 2);
    await app.storage.put(large, Buffer.concat([bytes, Buffer.from('x')]), { contentType: 'video/webm' });
    await app.storage.put(fitting, bytes, { contentType: 'image/jpeg' });
    const { uploadId, key } = await expectOk(person.post('/api/s3/multipart', recording), 'Beginning');
    const { url } = await expectOk(
      person.get(`/api/s3/multipart/${uploadId}/1?key=${encodeURIComponent(key)}`),
      'Signing',
    );
    await person.putFile(url, Buffer.alloc(1024));
    await app.database.pool.query('update uploads set max_bytes = 1000 where id = $1', [uploadId]);
    const sweep = app.system.jobs.find(({ name }) => name === 'sweep-uploads');
    const { signal } = new AbortController();
    await sweep?.run({}, { signal, stopping: signal });
    expect([await app.storage.head(large), await app.storage.head(fitting)]).toEqual([null, { size: bytes.length }]);
    const list = await person.get(`/api/s3/multipart/${uploadId}?key=${encodeURIComponent(key)}`);
    expect([list.status, list.body.code]).toEqual([404, 'upload_gone']);
  } finally {
    await app.close();
  }
});

describe('in production an account without a confirmed address', () => {
  it('may do next to nothing', async () => {
    const app = await createTestApp({ env: productionEnv, work: false });
    try {
      const person = await app.person('property');
      await expectOk(person.post('/api/properties', property(1)), 'Adding');
      expect(refusal(await person.post('/api/properties', property(2)))).toEqual([409, 'too_many_properties', null]);
      const [{ id: propertyId }] = (await person.get('/api/properties')).body;
      const remover = await app.person('property');
      const added = (n: number) => remover.post('/api/properties', property(n));
      for (let n = 0; n < 5; n += 1) {
        const { id } = await expectOk(added(n), 'Adding');
        await expectOk(remover.delete(`/api/properties/${id}`), 'Removing');
      }
      expect(refusal(await added(5))).toEqual([429, 'too_many_properties_today', '3600']);
      const start = (n: number) =>
        person.post('/api/inspections', {
          propertyId,
          sessionId: `session-of-nobody-${n}`,
          propertyName: 'Inn 1',
          area: 'Lobby',
        });
      for (let n = 0; n < 5; n += 1) await expectOk(start(n), 'Starting');
      expect(refusal(await start(5))).toEqual([429, 'too_many_inspections', '3600']);
      for (let n = 0; n < 5; n += 1) await expectOk(person.post('/api/objects/upload'), 'Asking');
      expect(refusal(await person.post('/api/objects/upload'))).toEqual([409, 'too_many_open_files', null]);
      // Five recordings of 4 GB would be 20 GB for an account that anybody can make.
      const other = await app.person('property');
      const begun: Upload[] = [];
      for (let n = 0; n < 4; n += 1)
        begun.push(await expectOk(other.post('/api/s3/multipart', recording), 'Beginning'));
      expect(await maxOf(app, begun[0] as Upload)).toBe(25 * 1024 ** 2);
      expect(refusal(await other.post('/api/s3/multipart', recording))).toEqual([429, 'too_much_uploaded', '3600']);
      await app.database.pool.query('update users set email_verified_at = now() where id = $1', [person.user.id]);
      expect((await person.post('/api/properties', property(2))).status).toBe(201);
      expect((await person.post('/api/objects/upload')).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
