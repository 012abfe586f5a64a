import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, caseFields, expectOk, linkedCase, startedRun } from '#test/factories.ts';
import { dataExports } from '#server/schema/exports.tables.ts';
import { apiKeys } from '#server/schema/keys.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { sessions, users } from '#server/schema/users.tables.ts';
import { unzip } from '#test/unzip.ts';
import { zip } from './zip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

async function* entries() {
  yield { name: 'a.json', data: [Buffer.from('[]')] };
  yield { name: 'photos/é.jpg', data: [Buffer.from('ab'), Buffer.from('c')] };
}

it('stores every name and byte in the archive', async () => {
  const files = await unzip(await buffer(zip(entries(), new Date())));
  expect([...files].map(([name, data]) => [name, data.toString()])).toEqual([
    ['a.json', '[]'],
    ['photos/é.jpg', 'abc'],
  ]);
});

const ready = (person: Client) =>
  expect
    .poll(async () => (await person.get('/api/user/data-exports')).body, { timeout: 15_000 })
    .toMatchObject([{ state: 'ready' }]);
async function exported(person: Client): Promise<{ id: string; files: Map<string, Buffer> }> {
  const { id } = await expectOk(person.post('/api/user/data-exports'), 'Asking');
  await ready(person);
  const answer = await person.get(`/api/user/data-exports/${id}/file`);
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  return { id, files: await unzip(answer.raw) };
}

describe('an export', () => {
  it("contains the user's records and the photos they took, without secrets", async () => {
    const [owner, admin, other] = [
      await app.person('property'),
      await app.person('admin'),
      await app.person('property'),
    ];
    const { property, areas } = await startedRun(owner, admin);
    const photo = await addedPhoto(owner, areas[0].id);
    const words = { title: 'Torn chair', description: '', severity: 'low', category: 'upholstery_damage' };
    const added = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/issues`, words), 'Adding');
    await expectOk(admin.patch(`/api/issues/${added.id}`, { status: 'confirmed' }), 'Confirming');
    const theirs = await startedRun(other, admin);
    await addedPhoto(other, theirs.areas[0].id);
    const key = await expectOk(owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'] }), 'Key');
    const { files } = await exported(owner);
    const rowsOf = (name: string) => JSON.parse(String(files.get(`${name}.json`)));
    expect(rowsOf('account')).toMatchObject([{ id: owner.user.id, email: owner.user.email }]);
    expect(rowsOf('properties')).toMatchObject([{ id: property.id }]);
    expect(rowsOf('photos')).toMatchObject([{ id: photo.id }]);
    expect([rowsOf('added-findings'), rowsOf('decided-findings')]).toMatchObject([[{ id: added.id }], []]);
    const [row] = await app.database.db.select().from(photos).where(eq(photos.id, photo.id));
    expect([...files.keys()].filter((name) => name.startsWith('photos/'))).toEqual([`photos/${photo.id}.jpg`]);
    expect(files.get(`photos/${photo.id}.jpg`)?.length).toBe(row?.bytes);

    const all = [...files].map(([name, data]) => (name.endsWith('.json') ? data.toString() : '')).join('');
    const [account] = await app.database.db.select().from(users).where(eq(users.id, owner.user.id));
    const [session] = await app.database.db.select().from(sessions).where(eq(sessions.userId, owner.user.id));
    const [apiKey] = await app.database.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
    for (const secret of [account?.password, session?.tokenHash, apiKey?.keyHash, password, other.user.email]) {
      expect(secret).toBeTruthy();
      expect(all).not.toContain(secret);
    }
  });

  it("contains the cases of the user's properties, not those of somebody who had the address before", async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const address = owner.user.email;
    const { case: opened } = await linkedCase(owner, admin);
    await owner.call('PUT', '/api/user/profile', { email: `moved.${address}` });
    const successor = await app.person('property', { email: address });
    const sent = await admin.call('POST', '/api/inspection-cases', caseFields(address.toUpperCase()));
    const casesOf = async (person: Client) =>
      JSON.parse(String((await exported(person)).files.get('cases.json'))).map(({ id }: { id: string }) => id);
    expect(await casesOf(owner)).toEqual([opened.id]);
    expect(await casesOf(successor)).toEqual([sent.id]);
  });

  it('is announced by mail and hidden from all others, including admins', async () => {
    const [owner, stranger, admin] = [
      await app.person('property'),
      await app.person('property'),
      await app.person('admin'),
    ];
    const { id } = await exported(owner);
    for (const person of [stranger, admin])
      expect((await person.get(`/api/user/data-exports/${id}/file`)).status).toBe(404);
    expect((await app.visitor().get(`/api/user/data-exports/${id}/file`)).status).toBe(401);
    expect((await stranger.get('/api/user/data-exports')).body).toEqual([]);
    const mails = async () => (await app.mailFolder.list()).filter(({ to }) => to === owner.user.email);
    await expect.poll(mails).toMatchObject([{ subject: 'The export of your data is ready' }]);
  });

  it('can be requested once a day, and only by a user who has just typed the password', async () => {
    const owner = await app.person('property');
    await exported(owner);
    const again = await owner.post('/api/user/data-exports');
    expect([again.status, again.body.code]).toEqual([409, 'export_made_lately']);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const late = await owner.post('/api/user/data-exports');
    expect([late.status, late.body.code]).toEqual([403, 'proof_needed']);
  });

  it('leaves no file if the person is erased while it is being made', async () => {
    const owner = await app.person('property');
    const put = app.storage.put.bind(app.storage);
    const stored = Promise.withResolvers<string>();
    vi.spyOn(app.storage, 'put').mockImplementationOnce(async (key, ...rest) => {
      await app.database.pool.query('delete from data_exports where storage_key = $1', [key]);
      await put(key, ...rest);
      stored.resolve(key);
    });
    await expectOk(owner.post('/api/user/data-exports'), 'Asking');
    const key = await stored.promise;
    await expect.poll(() => app.storage.head(key), { timeout: 15_000 }).toBeNull();
  });

  it('is deleted with its file once it has expired', async () => {
    const owner = await app.person('property');
    const { id } = await exported(owner);
    const [row] = await app.database.db.select().from(dataExports).where(eq(dataExports.id, id));
    const key = row?.storageKey ?? '';
    expect(await app.storage.head(key)).not.toBeNull();
    await app.database.db.update(dataExports).set({ expiresAt: new Date() }).where(eq(dataExports.id, id));
    expect((await owner.get(`/api/user/data-exports/${id}/file`)).status).toBe(404);
    const sweep = app.system.jobs.find(({ name }) => name === 'sweep-data-exports');
    const { signal } = new AbortController();
    await sweep?.run({}, { signal, stopping: signal });
    expect(await app.storage.head(key)).toBeNull();
    expect(await app.database.db.select().from(dataExports).where(eq(dataExports.id, id))).toEqual([]);
  });
});
