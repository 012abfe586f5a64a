import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import { mailTo } from '#test/mail.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, expectOk, linkedCase, startedInspection, startedRun } from '#test/factories.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

const rowOf = async ({ user }: Person, from = app) =>
  (await from.database.db.select().from(users).where(eq(users.id, user.id)))[0];
const erased = (person: Person) =>
  expect.poll(async () => (await rowOf(person))?.erasedAt ?? null, { timeout: 15_000 }).not.toBeNull();
const verdict = async () => (await admin.get('/api/admin/audit-logs/verify')).body;

/** Every row of the database and every mail, as one text. */
async function everything(): Promise<string> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  const texts: string[] = [];
  for (const { name } of rows)
    texts.push(JSON.stringify((await app.database.pool.query(`select row_to_json(t) from ${name} t`)).rows));
  for (const { id } of await app.mailFolder.list(10_000)) texts.push((await app.mailFolder.read(id)) ?? '');
  return texts.join('\n').toLowerCase();
}

const sentVersions = async (planId: string) =>
  (await app.database.pool.query('select * from pip_versions where pip_report_id = $1 order by number', [planId])).rows;

describe('an erased person', () => {
  it('is named nowhere, while evidence is kept and the audit log verifies [api.added.55]', async () => {
    const owner: Person = await app.person('property', { firstName: 'Ottilie', lastName: 'Grauwacke' });
    const { case: opened } = await linkedCase(owner, admin);
    const name = 'Ottilie Grauwacke';
    const requirement = `Call ${name} about the sprinklers`;
    const { areas, property } = await startedRun(owner, admin, [], { requirements: [requirement] });
    const photo = await addedPhoto(owner, areas[0].id);
    const { csrfToken } = (await owner.get('/api/csrf-token')).body;
    const sent = await owner.send({
      method: 'PUT',
      url: '/api/user/profile',
      payload: { propertyName: 'Grauwacke Inn' },
      remoteAddress: '203.0.113.77',
      headers: { 'x-csrf-token': csrfToken, 'user-agent': 'Ottilies Phone' },
    });
    expect(sent.status).toBe(200);
    await expectOk(
      admin.post('/api/messages', { toUserId: owner.user.id, content: `Dear OTTILIE GRAUWACKE, ${owner.user.email}!` }),
      'Message',
    );
    const area = `/api/area-sessions/${areas[0].id}`;
    const finding = { title: `Leak, says ${name}`, severity: 'low', category: 'other', room: `Office of ${name}` };
    const { id: findingId } = await owner.call('POST', `${area}/issues`, {
      ...finding,
      description: `Ask ${owner.user.email}.`,
    });
    await owner.call('PATCH', `/api/issues/${findingId}`, { note: `Seen by ${name}` });
    const mark = { id: randomUUID(), kind: 'text', at: { x: 0.5, y: 0.5 }, text: `${name}: "here"` };
    await owner.call('PATCH', `/api/photos/${photo.id}`, { marks: { added: [mark] } });
    const certificate = `Checked for ${name} in June`;
    await app.database.pool.query('update photos set text = $2 where id = $1', [photo.id, certificate]);
    const [check] = await owner.call('GET', `${area}/checklist`);
    await owner.call('PATCH', `${area}/checklist/${check.id}`, { result: 'pass', note: `${name} looked` });
    const { pipReport: plan } = await owner.call('POST', `${area}/generate-pip`);
    // The item keeps its earlier description, for taking the approval back.
    expect(plan.items[0].description).toContain(owner.user.email);
    await owner.call('POST', '/api/objects/upload', { filename: `${name}.jpg`, contentType: 'image/jpeg', size: 9 });
    const approval = { status: 'approved', description: 'Seal the joint', standard: `Rule 7 of ${name}` };
    const quote = { vendor: `${name} & Sons`, amount: 900, reference: `Mail of ${owner.user.email}` };
    const vendors = { responsible: name, quotes: [quote] };
    for (const { id } of plan.items) await owner.call('PUT', `/api/pip-items/${id}/vendors`, vendors);
    const inspection = await startedInspection(owner, property, 'Guest Rooms');
    const replaced = { note: `As ${name} asked`, by: admin.user.id, at: null, runReopened: false, notificationIds: [] };
    await app.database.pool.query('update inspections set decision_before = $2 where id = $1', [
      inspection.id,
      JSON.stringify(replaced),
    ]);
    for (const { id } of plan.items) await admin.call('PATCH', `/api/pip-items/${id}`, approval);
    await admin.call('POST', `/api/pip-reports/${plan.id}/submit`);
    await owner.call('POST', `/api/pip-reports/${plan.id}/accept`, { version: 1 });
    const [sentVersion] = await sentVersions(plan.id);
    expect(sentVersion.lines[0].title).toContain(name);
    // The notice to the brand names the place.
    await owner.call('PATCH', `/api/pip-items/${plan.items[0].id}`, { status: 'in_progress' });
    await expectOk(owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'] }), 'Key');
    await expectOk(owner.post('/api/user/data-exports'), 'Export');
    await expect
      .poll(async () => (await owner.get('/api/user/data-exports')).body, { timeout: 15_000 })
      .toMatchObject([{ state: 'ready' }]);
    const traces = [owner.user.email, owner.user.username, 'ottilie grauwacke', '203.0.113.77', 'ottilies phone'];
    const before = await everything();
    for (const trace of traces) expect(before).toContain(trace.toLowerCase());
    const { entries } = await verdict();

    expect((await owner.post('/api/user/erasure')).status).toBe(204);
    expect((await owner.get('/api/user')).status).toBe(401);
    await mailTo(app, owner.user.email, 'Your Innspect account is being erased');
    await erased(owner);
    const after = await everything();
    for (const trace of traces) expect(after).not.toContain(trace.toLowerCase());
    expect(await verdict()).toEqual({ ok: true, entries: expect.any(Number), brokenAt: null });
    expect((await verdict()).entries).toBeGreaterThan(entries);

    expect((await admin.get(`/api/photos/${photo.id}/original`)).status).toBe(200);
    expect((await admin.get(`/api/photos/${photo.id}`)).body.marks).toEqual([{ ...mark, text: '[erased]: "here"' }]);
    const { rows: texts } = await app.database.pool.query('select text from photos where id = $1', [photo.id]);
    expect(texts).toEqual([{ text: 'Checked for [erased] in June' }]);
    const found = (await admin.get(`${area}/issues`)).body.find(({ id }: { id: string }) => id === findingId);
    expect(found).toMatchObject({
      title: 'Leak, says [erased]',
      description: 'Ask [erased].',
      note: 'Seen by [erased]',
    });
    const [version] = await sentVersions(plan.id);
    expect(version.lines[0]).toEqual({
      ...sentVersion.lines[0],
      title: sentVersion.lines[0].title.replace(name, '[erased]'),
      standard: 'Rule 7 of [erased]',
      place: sentVersion.lines[0].place.replace(name, '[erased]'),
      parts: {
        ...sentVersion.lines[0].parts,
        place: { ...sentVersion.lines[0].parts.place, room: 'Office of [erased]' },
      },
    });
    const { items } = (await admin.get(`/api/pip-reports/${plan.id}`)).body;
    expect(items[0]).toMatchObject({
      responsible: '[erased]',
      quotes: [{ vendor: '[erased] & Sons', amount: '900.00', reference: 'Mail of [erased]' }],
    });
    const cases: { requirements: string[] }[] = (await admin.get('/api/inspection-cases')).body;
    expect(cases.flatMap(({ requirements }) => requirements)).toContain('Call [erased] about the sprinklers');
    const shown = (await admin.get(`/api/inspection-cases/${opened.id}`)).body;
    expect([shown.ownerName, shown.ownerEmail]).toEqual([null, `${owner.user.id}@erased.invalid`]);
    const log = (await admin.get(`/api/admin/audit-logs?entityId=${owner.user.id}&limit=50`)).body;
    expect(log[0]).toMatchObject({ action: 'user.erased', actorName: 'Erased Account', address: null, client: null });
    expect(log.map((entry: { action: string }) => entry.action)).toContain('user.profile_changed');
    const [account] = (await admin.get(`/api/admin/users?q=${owner.user.id}`)).body;
    expect(account).toMatchObject({ erasedAt: expect.any(String), sessions: 0, lastName: 'Account' });
    const enabled = await admin.post(`/api/admin/users/${owner.user.id}/enable`);
    expect([enabled.status, enabled.body.code]).toEqual([409, 'account_erased']);
  });

  it('is not named in findings that they added to inspections of others', async () => {
    const [owner, reviewer] = [
      await app.person('property'),
      await app.person('admin', { firstName: 'Jo', lastName: 'Kestrel' }),
    ];
    const { areas } = await startedRun(owner, admin);
    const words = { title: 'Seen by Jo Kestrel', description: 'Ask Jo Kestrel', severity: 'low', category: 'other' };
    const path = `/api/area-sessions/${areas[0].id}/issues`;
    const added = await expectOk(reviewer.post(path, words), 'Adding');
    await expectOk(owner.patch(`/api/issues/${added.id}`, { note: 'Jo Kestrel is right' }), 'Noting');
    const own = await expectOk(owner.post(path, { ...words, title: 'Told by Jo Kestrel' }), 'Adding');
    await expectOk(admin.post(`/api/admin/users/${reviewer.user.id}/erase`), 'Erasing');
    await erased(reviewer);
    const found: { id: string }[] = (await owner.get(path)).body;
    expect(found.find(({ id }) => id === added.id)).toMatchObject({
      title: 'Seen by [erased]',
      description: 'Ask [erased]',
      note: '[erased] is right',
      addedBy: 'Erased Account',
    });
    // What others wrote of them stays.
    expect(found.find(({ id }) => id === own.id)).toMatchObject({ title: 'Told by Jo Kestrel' });
  });

  it('can be erased only by an admin who has just typed the password [api.added.56]', async () => {
    const [owner, stranger] = [await app.person('property'), await app.person('property')];
    const path = `/api/admin/users/${owner.user.id}/erase`;
    expect((await stranger.post(path)).status).toBe(403);
    expect((await app.visitor().post(path)).status).toBe(401);
    expect((await admin.post(`/api/admin/users/${admin.user.id}/erase`)).body.code).toBe('own_account');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect((await admin.post(path)).body.code).toBe('proof_needed');
    expect((await owner.post('/api/user/erasure')).body.code).toBe('proof_needed');
    vi.useRealTimers();
    expect((await admin.post(path)).body).toMatchObject({ disabledAt: expect.any(String), sessions: 0 });
    await erased(owner);
    expect((await admin.post(path)).status).toBe(200);
    const again = await app.visitor().post('/api/login', { username: owner.user.username, password });
    expect(again.status).toBe(401);
    // The username and address are free again for a new account.
    const { username, email } = owner.user;
    const anew = {
      username,
      email,
      password,
      confirmPassword: password,
      firstName: 'A',
      lastName: 'B',
      role: 'property',
    };
    expect((await app.visitor().post('/api/register', anew)).status).toBe(201);
  });

  it('leaves no other way to change an entry of the audit log', async () => {
    const owner = await app.person('property');
    await expectOk(admin.post(`/api/admin/users/${owner.user.id}/erase`), 'Erasing');
    await erased(owner);
    const { pool, db } = app.database;
    const rows = await db
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.userId, owner.user.id))
      .orderBy(auditLogs.position);
    const [entry] = rows;
    expect(entry).toMatchObject({ address: null, salt: null, erasure: expect.any(String) });
    const at = `where seq = ${entry?.seq}`;
    for (const change of [
      `action = 'nothing'`,
      `user_id = '${admin.user.id}'`,
      `address = '1.1.1.1'`,
      `erasure = null`,
    ])
      await expect(pool.query(`update audit_logs set ${change} ${at}`), change).rejects.toThrow('append-only');
    // Verification finds changes that the database allows, because only the server has the key of the seal.
    for (const forged of [
      `details = '{"forged":1}' ${at}`,
      `erasure = 'x' ${at}`,
      `details = null, address = null, client = null, salt = null, erasure = '${entry?.erasure}' where seq = 1`,
    ]) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(`update audit_logs set ${forged}`);
      await client.query('commit');
      const seq = forged.endsWith('seq = 1') ? 1 : entry?.seq;
      expect(await verdict()).toMatchObject({ ok: false, brokenAt: seq });
      if (seq === 1) {
        client.release();
        break;
      }
      const put = 'update audit_logs set details = $1, erasure = $2 where seq = $3';
      await client.query(put, [entry?.details === null ? null : JSON.stringify(entry?.details), entry?.erasure, seq]);
      client.release();
      expect(await verdict()).toMatchObject({ ok: true });
    }
  });
});

it('is accepted once of many requests at the same moment', async () => {
  const owner = await app.person('property');
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.post('/api/user/erasure')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array(11).fill(401)]);
  const asked = await app.database.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.entityId, owner.user.id), eq(auditLogs.action, 'user.erasure_asked')));
  expect(asked).toHaveLength(1);
});

it('keeps the last admin', async () => {
  const production = await createTestApp({ env: { ...productionEnv, PUBLIC_URL: 'http://localhost' } });
  try {
    const last = await production.person('property');
    const { db } = production.database;
    await db.update(users).set({ adminGranted: true, role: 'admin' }).where(eq(users.id, last.user.id));
    const refused = await last.post('/api/user/erasure');
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin']);
    const other = await production.person('property');
    await db.update(users).set({ adminGranted: true }).where(eq(users.id, other.user.id));
    expect((await last.post('/api/user/erasure')).status).toBe(204);
    await expect
      .poll(async () => (await rowOf(last, production))?.erasedAt ?? null, { timeout: 15_000 })
      .not.toBeNull();
  } finally {
    await production.close();
  }
});
