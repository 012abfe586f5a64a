import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, linkedCase, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  owner = await app.person('property');
});
afterAll(() => app.close());

const verdict = async () => (await admin.get('/api/admin/audit-logs/verify')).body;
const entries = async (query: string) => (await admin.get(`/api/admin/audit-logs?${query}`)).body;
const actionsOf = async (entityId: string): Promise<string[]> =>
  (await entries(`limit=200&entityId=${entityId}`)).map((entry: { action: string }) => entry.action);

describe('the audit log', () => {
  it('has an entry for every change with its user, newest first [3.auditlogs.1, api.added.17, decisions.placeholders.6]', async () => {
    const { case: opened, property } = await linkedCase(owner, admin);
    const { run, areas } = await startedRun(owner);
    const photo = await addedPhoto(owner, areas[0].id);
    const { id } = await expectOk(
      owner.post(`/api/area-sessions/${areas[0].id}/issues`, { title: 'x', severity: 'low', category: 'stain' }),
      'Adding',
    );
    await owner.patch(`/api/issues/${id}`, { status: 'dismissed' });
    await expectOk(owner.patch(`/api/area-sessions/${areas[0].id}`, { permissionCamera: true }), 'Granting');
    await owner.delete(`/api/photos/${photo.id}`);
    expect(await actionsOf(opened.id)).toEqual(['case.onboarded', 'case.linked', 'case.created']);
    expect(await actionsOf(property.id)).toEqual(['property.created']);
    expect(await actionsOf(run.id)).toEqual(['run.started']);
    expect(await actionsOf(id)).toEqual(['issue.changed', 'issue.added']);
    expect(await actionsOf(photo.id)).toEqual(expect.arrayContaining(['photo.added', 'photo.removed']));
    expect(await actionsOf(areas[0].id)).toEqual(['area_session.changed']);
    expect(await actionsOf(owner.user.id)).toEqual(['user.registered']);
    const [created] = await entries(`entityType=case&entityId=${opened.id}&limit=1`);
    expect(created).toMatchObject({ userId: owner.user.id, entityType: 'case', details: expect.any(Object) });
    const [entry] = await entries('limit=1');
    expect(Object.keys(entry).toSorted()).toEqual(
      [
        'action',
        'actorName',
        'address',
        'client',
        'createdAt',
        'details',
        'entityId',
        'entityType',
        'hash',
        'id',
        'seq',
        'userId',
      ].toSorted(),
    );
    expect((await owner.get('/api/admin/audit-logs')).status).toBe(403);
    expect((await owner.get('/api/admin/audit-logs/verify')).status).toBe(403);
  });

  it('records the address and program of a change, and neither for a job', async () => {
    const person = await app.person('property');
    const { csrfToken } = (await person.get('/api/csrf-token')).body;
    await person.send({
      method: 'PUT',
      url: '/api/user/profile',
      payload: { firstName: 'Kim' },
      remoteAddress: '203.0.113.9',
      headers: { 'x-csrf-token': csrfToken, 'user-agent': `Chrome/1\t${'x'.repeat(400)}` },
    });
    const [entry] = await entries(`entityType=user&entityId=${person.user.id}&limit=1`);
    expect(entry).toMatchObject({ action: 'user.profile_changed', address: '203.0.113.9' });
    expect(entry.client).toBe(`Chrome/1${'x'.repeat(292)}`);
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    await expect
      .poll(async () => (await entries(`entityType=user&entityId=${person.user.id}&limit=1`))[0])
      .toMatchObject({ action: 'user.password_reset_requested', address: null, client: null });
  });

  it('tells when a device made a change that waited on it, and how right its clock was', async () => {
    const person = await app.person('property');
    const { csrfToken } = (await person.get('/api/csrf-token')).body;
    const hour = 3_600_000;
    const sentAt = Date.now() - 2 * hour;
    const made = { takenAt: new Date(sentAt - hour).toISOString(), sentAt: new Date(sentAt).toISOString() };
    const change = async (clock: string) => {
      const headers = { 'x-csrf-token': csrfToken, 'device-clock': clock };
      const sent = await person.send({
        method: 'PUT',
        url: '/api/user/profile',
        payload: { firstName: 'Kim' },
        headers,
      });
      expect(sent.status).toBe(200);
      return (await entries(`entityType=user&entityId=${person.user.id}&limit=1`))[0].details;
    };
    const { clockOffsetSeconds, ...details } = await change(JSON.stringify({ ...made, elapsedMs: hour }));
    expect(details).toMatchObject({ madeAt: made.takenAt, waitedSeconds: 3600, clockSetBack: false });
    expect(Math.abs(clockOffsetSeconds - 7200)).toBeLessThan(60);
    for (const refused of ['yesterday', JSON.stringify({ ...made, elapsedMs: -1 })])
      expect(await change(refused)).not.toHaveProperty('madeAt');
  });

  it('names the user, and nobody when the account no longer exists', async () => {
    const [named, gone] = [await app.person('property', { firstName: 'Mara', lastName: 'Quill' }), randomUUID()];
    const unnamed = await app.person('property', { firstName: undefined, lastName: undefined });
    await app.system.services.changes.run(gone, async (change) => change.audit('user.signed_out', 'user', gone));
    const nameOn = async (id: string) => (await entries(`entityType=user&entityId=${id}&limit=1`))[0].actorName;
    expect(await nameOn(named.user.id)).toBe('Mara Quill');
    expect(await nameOn(unnamed.user.id)).toBe(unnamed.user.username);
    expect(await nameOn(gone)).toBeNull();
  });

  it('has no entry for a refused change, and contains no secrets', async () => {
    const before = (await verdict()).entries;
    await admin.post('/api/inspection-cases', caseFields('nobody'));
    await owner.post('/api/inspection-cases/link', { caseNumber: 'CASE-20260101-ZZZZ' });
    await owner.put('/api/user/profile', { email: admin.user.email });
    expect((await verdict()).entries).toBe(before);
    const all = JSON.stringify(await entries('limit=200'));
    expect(all).not.toMatch(/argon2|correct horse|innspect_session/);
  });

  it('can be read page by page [api.added.17]', async () => {
    const seen: number[] = [];
    let url: string | undefined = '/api/admin/audit-logs?limit=7';
    while (url) {
      const answer = await admin.get(url);
      seen.push(...answer.body.map((entry: { seq: number }) => entry.seq));
      url = /<([^>]+)>/.exec((answer.headers.link as string | undefined) ?? '')?.[1];
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
    expect(seen).toHaveLength((await verdict()).entries);
  });

  it('keeps its chain intact when several requests write at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.person('property')));
    await Promise.all(
      people.flatMap((person) => [1, 2, 3].map((n) => person.put('/api/user/profile', { propertyName: `Inn ${n}` }))),
    );
    expect(await verdict()).toMatchObject({ ok: true, brokenAt: null });
  });

  it('cannot be changed by the application, and any other change of it is detected [api.added.17]', async () => {
    const { pool } = app.database;
    const { entries: count } = await verdict();
    const deletedEntry = Math.floor(count / 2);
    for (const sql of [
      `update audit_logs set action = 'nothing' where seq = ${deletedEntry}`,
      `delete from audit_logs where seq = ${deletedEntry}`,
    ]) {
      await expect(pool.query(sql)).rejects.toThrow('append-only');
    }
    const tampered = async (sql: string) => {
      const client = await pool.connect();
      try {
        await client.query('alter table audit_logs disable trigger audit_logs_append_only');
        await client.query(sql);
        await client.query('alter table audit_logs enable trigger audit_logs_append_only');
      } finally {
        client.release();
      }
      return verdict();
    };
    const { rows } = await pool.query('select user_id, details from audit_logs where seq = $1', [deletedEntry]);
    const [original] = rows;
    const other = `update audit_logs set user_id = '${admin.user.id === original.user_id ? owner.user.id : admin.user.id}' where seq = ${deletedEntry}`;
    expect(await tampered(other)).toEqual({ ok: false, entries: deletedEntry - 1, brokenAt: deletedEntry });
    const back = `update audit_logs set user_id = '${original.user_id}' where seq = ${deletedEntry}`;
    expect(await tampered(back)).toMatchObject({ ok: true, brokenAt: null });
    expect(await tampered(`update audit_logs set details = '{"a":1}' where seq = ${deletedEntry}`)).toMatchObject({
      brokenAt: deletedEntry,
    });
    expect(await tampered(`delete from audit_logs where seq = ${deletedEntry}`)).toMatchObject({
      ok: false,
      brokenAt: deletedEntry,
    });
  });
});
