import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, startedRun } from '#test/factories.ts';
import { changeJobs } from './changes.jobs.ts';

let app: TestApp;
type Person = Awaited<ReturnType<TestApp['person']>>;
let owner: Person;
let lobby: string;
let rooms: string;

beforeAll(async () => {
  app = await createTestApp({ work: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.person('property');
  const { areas } = await startedRun(owner);
  [lobby, rooms] = [areas[0].id, areas[1].id];
});

/** The audit actions after a position in the log. */
const actionsAfter = async (position: number): Promise<string[]> =>
  (
    await app.database.pool.query('select action from audit_logs where position > $1 order by position', [position])
  ).rows.map((row) => row.action);
const lastEntry = async (): Promise<number> =>
  Number((await app.database.pool.query('select coalesce(max(position), 0) as n from audit_logs')).rows[0].n);
const firstCheck = async () => (await owner.get(`/api/area-sessions/${lobby}/checklist`)).body[0].id;
const addFinding = () =>
  owner.call('POST', `/api/area-sessions/${lobby}/issues`, { title: 'Mat', severity: 'low', category: 'trip_hazard' });

interface Call {
  method: 'patch' | 'post';
  url: string;
  body: object;
  other: object;
}
const calls: [string, () => Promise<Call>][] = [
  [
    'a checklist answer',
    async () => ({
      method: 'patch',
      url: `/api/area-sessions/${lobby}/checklist/${await firstCheck()}`,
      body: { result: 'fail', note: 'Torn' },
      other: { result: 'pass' },
    }),
  ],
  [
    'a verdict with a note',
    async () => ({
      method: 'patch',
      url: `/api/issues/${(await addFinding()).id}`,
      body: { status: 'dismissed', note: 'Seen twice' },
      other: { status: 'confirmed' },
    }),
  ],
  [
    'that an area does not apply',
    async () => ({
      method: 'patch',
      url: `/api/area-sessions/${rooms}`,
      body: { status: 'not_applicable', reason: 'Closed' },
      other: { permissionCamera: true },
    }),
  ],
  [
    'the completion of an area',
    async () => {
      await addedPhoto(owner, lobby);
      return {
        method: 'post',
        url: `/api/area-sessions/${lobby}/complete`,
        body: { reason: 'All seen' },
        other: { reason: 'Some seen' },
      };
    },
  ],
];

describe.each(calls)('a repeated change: %s', (_what, prepare) => {
  it('is answered again but made once, and its id cannot be used for another change [decisions.settled.6]', async () => {
    const { method, url, body, other } = await prepare();
    const id = randomUUID();
    const first = await owner[method](url, { ...body, id });
    expect(first.status).toBe(200);
    const made = await lastEntry();
    const again = await owner[method](url, { ...body, id });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await actionsAfter(made)).toEqual([]);
    const taken = await owner[method](url, { ...other, id });
    expect([taken.status, taken.body.code]).toEqual([409, 'change_id_in_use']);
  });

  it('is made once when it arrives twice at the same time', async () => {
    const { method, url, body } = await prepare();
    const id = randomUUID();
    const before = await lastEntry();
    const answers = await Promise.all([1, 2, 3].map(() => owner[method](url, { ...body, id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const actions = await actionsAfter(before);
    expect(actions).not.toEqual([]);
    expect(new Set(actions).size).toBe(actions.length);
  });
});

describe('the id of a change', () => {
  const answer = async (person: Person, body: object) =>
    person.patch(`/api/area-sessions/${lobby}/checklist/${await firstCheck()}`, body);

  it('is recognized even after the area was completed', async () => {
    const id = randomUUID();
    expect((await answer(owner, { id, result: 'pass' })).status).toBe(200);
    await addedPhoto(owner, lobby);
    await owner.call('POST', `/api/area-sessions/${lobby}/complete`, { reason: 'All seen' });
    expect((await answer(owner, { id, result: 'pass' })).status).toBe(200);
    expect((await answer(owner, { id: randomUUID(), result: 'pass' })).status).toBe(409);
  });

  it("is not used up by a refused change, or by a client that sends the record's own id back", async () => {
    const id = randomUUID();
    const early = await owner.post(`/api/area-sessions/${lobby}/complete`, { id });
    expect(early.status).toBe(409);
    await addedPhoto(owner, lobby);
    expect((await owner.post(`/api/area-sessions/${lobby}/complete`, { id })).status).toBe(200);
    const { areas } = await startedRun(owner);
    lobby = areas[0].id;
    const finding = await addFinding();
    for (const status of ['dismissed', 'confirmed', 'dismissed'])
      expect((await owner.patch(`/api/issues/${finding.id}`, { ...finding, status })).body.status).toBe(status);
  });

  it('is separate for each user', async () => {
    const id = randomUUID();
    const finding = await addFinding();
    const admin = await app.person('admin');
    expect((await owner.patch(`/api/issues/${finding.id}`, { id, status: 'dismissed' })).status).toBe(200);
    expect((await admin.patch(`/api/issues/${finding.id}`, { id, status: 'confirmed' })).body.status).toBe('confirmed');
  });

  it('is deleted after 60 days', async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    for (const id of [old, young]) await answer(owner, { id, result: 'pass' });
    const { pool } = app.database;
    await pool.query(`update taken_changes set taken_at = now() - interval '61 days' where id = $1`, [old]);
    const never = new AbortController().signal;
    await changeJobs({ db: app.database.db })[0]?.run({}, { signal: never, stopping: never });
    const { rows } = await pool.query('select id from taken_changes where id = any($1)', [[old, young]]);
    expect(rows).toEqual([{ id: young }]);
  });

  it('of a finding is recognized even after the area was completed', async () => {
    const url = `/api/area-sessions/${lobby}/issues`;
    const finding = { id: randomUUID(), title: 'Mat', severity: 'low', category: 'trip_hazard' };
    expect((await owner.post(url, finding)).status).toBe(201);
    await addedPhoto(owner, lobby);
    await owner.call('POST', `/api/area-sessions/${lobby}/complete`, { reason: 'All seen' });
    expect((await owner.post(url, finding)).status).toBe(200);
  });
});
