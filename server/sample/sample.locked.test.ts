import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#server/schema/users.tables.ts';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';
import { expectOk } from '#test/factories.ts';
import { sampleAccounts } from './sample.content.ts';
import { appState } from '#server/schema/sample.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: productionEnv });
});
afterAll(() => app.close());

it('locks accounts with a published password when production mode uses the database of an evaluation', async () => {
  const own = 'a password of their own';
  for (const { key, password, ...account } of sampleAccounts) {
    await app.database.db
      .insert(users)
      .values({ ...account, password: await app.passwords.hash(key === 'second' ? own : password) });
  }
  await app.database.db.insert(appState).values({ key: 'sample_data', value: { state: 'ready', percent: 100 } });
  const signedIn = async (username: string, password: string) => {
    const client = app.visitor();
    return { client, status: (await client.post('/api/login', { username, password })).status };
  };
  const [owner, second] = [await signedIn('owner', 'innspect-owner'), await signedIn('owner2', own)];
  expect([owner.status, second.status]).toEqual([200, 200]);

  const { key } = await expectOk(
    owner.client.post('/api/user/api-keys', { name: 'Till', scopes: ['properties:read'] }),
    'Making a key',
  );
  const withKey = () =>
    app.visitor().send({ method: 'GET', url: '/api/properties', headers: { authorization: `Bearer ${key}` } });
  expect((await withKey()).status).toBe(200);

  await app.system.services.sample.begin();
  expect((await withKey()).status).toBe(401);
  expect((await owner.client.get('/api/user')).status).toBe(401);
  expect((await second.client.get('/api/user')).status).toBe(200);
  for (const { username, password } of sampleAccounts) expect((await signedIn(username, password)).status).toBe(401);
  expect((await signedIn('owner2', own)).status).toBe(200);
  expect((await app.visitor().get('/api/config')).body.sampleData).toMatchObject({ state: 'off', accounts: [] });

  await app.system.services.sample.begin();
  const { rows } = await app.database.pool.query("select count(*)::int from audit_logs where action = 'user.locked'");
  expect(rows).toEqual([{ count: 2 }]);
});
