import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { caseFields, expectOk, picture, startedRun } from '#test/factories.ts';

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

describe('in production an account without a confirmed address', () => {
  it('may do next to nothing', async () => {
    const app = await createTestApp({ env: productionEnv, work: false });
    try {
      const person = await app.person('property');
      await expectOk(person.post('/api/properties', property(1)), 'Adding');
      expect(refusal(await person.post('/api/properties', property(2)))).toEqual([409, 'too_many_properties', null]);
      for (let n = 0; n < 5; n += 1) await expectOk(person.post('/api/objects/upload'), 'Asking');
      expect(refusal(await person.post('/api/objects/upload'))).toEqual([409, 'too_many_open_files', null]);
      await app.database.pool.query('update users set email_verified_at = now() where id = $1', [person.user.id]);
      expect((await person.post('/api/properties', property(2))).status).toBe(201);
      expect((await person.post('/api/objects/upload')).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
