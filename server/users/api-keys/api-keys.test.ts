import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { apiScopes, type ApiScope } from '#contract/api-keys.ts';
import { atOnce } from '#test/at-once.ts';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { apiKeys } from '#server/schema/keys.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import { isValidKey, newApiKey, prefixOf } from './api-keys.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A program that has only a key. */
const program =
  (key: string, at: TestApp = app) =>
  (method: Method, url: string, payload?: object): Promise<Answer> =>
    at.visitor().send({ method, url, payload, headers: { authorization: `Bearer ${key}`, 'user-agent': 'till/2' } });

interface Made {
  id: string;
  key: string;
  prefix: string;
}
const makeKey = (person: Client, scopes: ApiScope[] = ['properties:read'], fields: object = {}): Promise<Made> =>
  expectOk(person.post('/api/user/api-keys', { name: 'Till', scopes, ...fields }), 'Making a key');
const hotel = {
  name: 'Harbour Inn',
  address: '1 Quay',
  city: 'Salem',
  state: 'MA',
  zipCode: '01970',
  propertyType: 'hotel',
};
const refusal = ({ status, body }: Answer) => [status, body.code];

describe('a key', () => {
  it('can read and write what its rights allow, without a cookie or a security token', async () => {
    const owner = await app.person('property');
    const call = program((await makeKey(owner, ['properties:write'])).key);
    const made = await call('POST', '/api/properties', hotel);
    expect(made.status).toBe(201);
    expect((await call('GET', '/api/properties')).body).toMatchObject([{ id: made.body.id }]);
    expect((await owner.get('/api/properties')).body).toHaveLength(1);
  });

  it('can do nothing that its rights do not allow', async () => {
    const owner = await app.person('property');
    const reads = program((await makeKey(owner)).key);
    const refused = await reads('POST', '/api/properties', hotel);
    expect([...refusal(refused), refused.body.detail]).toEqual([
      403,
      'api_key_scope_missing',
      'This API key lacks the right properties:write',
    ]);
    expect(refusal(await reads('GET', '/api/inspection-cases'))).toEqual([403, 'api_key_scope_missing']);
    expect((await owner.get('/api/properties')).body).toEqual([]);
  });

  it('can never access accounts, second factors, sessions, keys, mails or users, whatever its rights', async () => {
    const admin = await app.person('admin');
    const other = await app.person('property');
    const { id, key } = await makeKey(admin, apiScopes);
    const call = program(key);
    const attacks: [Method, string, object?][] = [
      ['GET', '/api/user'],
      ['PUT', '/api/user/profile', { firstName: 'Mallory' }],
      ['POST', '/api/user/password', { currentPassword: 'x', newPassword: 'y' }],
      ['POST', '/api/user/proof', { currentPassword: 'x' }],
      ['GET', '/api/user/second-factor'],
      ['POST', '/api/user/second-factor/setup', { currentPassword: 'x' }],
      ['GET', '/api/user/sessions'],
      ['DELETE', '/api/user/sessions'],
      ['POST', '/api/logout'],
      ['GET', '/api/user/api-keys'],
      ['POST', '/api/user/api-keys', { name: 'More', scopes: ['cases:write'] }],
      ['DELETE', `/api/user/api-keys/${id}`],
      ['GET', '/api/admin/api-keys'],
      ['GET', '/api/admin/users'],
      ['POST', `/api/admin/users/${other.user.id}/disable`],
      ['POST', '/api/admin/invitations', { email: 'mallory@example.com' }],
      ['GET', '/api/admin/outbox'],
      ['PUT', '/api/admin/learning/version', {}],
    ];
    for (const [method, url, body] of attacks) {
      expect([url, ...refusal(await call(method, url, body))]).toEqual([url, 403, 'api_key_not_for_this']);
    }
  });

  it('is offered by no call about accounts, mail, learning or the server', async () => {
    const { body } = await app.visitor().get('/api/openapi.json');
    const operations = Object.values<Record<string, { tags: string[]; security?: object[] }>>(body.paths).flatMap(
      (path) => Object.values(path),
    );
    const withKey = operations.filter(({ security = [] }) => security.some((way) => 'apiKey' in way));
    const tags = new Set(withKey.flatMap((operation) => operation.tags));
    for (const tag of ['Accounts', 'Mail', 'Learning', 'Server']) expect([...tags]).not.toContain(tag);
    expect(tags.size).toBeGreaterThan(10);
  });

  it("cannot access another user's data", async () => {
    const [owner, stranger] = [await app.person('property'), await app.person('property')];
    const property = await expectOk(owner.post('/api/properties', hotel), 'Adding a property');
    const call = program((await makeKey(stranger, apiScopes)).key);
    expect((await call('GET', `/api/properties/${property.id}`)).status).toBe(404);
    expect((await call('DELETE', `/api/properties/${property.id}`)).status).toBe(404);
    expect((await call('GET', '/api/admin/inspection-cases')).status).toBe(403);
  });

  it('created in the owner view never acts as an admin', async () => {
    const owner = await app.person('property');
    const { key } = await makeKey(owner, apiScopes);
    await expectOk(owner.put('/api/user/profile', { role: 'admin' }), 'Switching the view');
    expect((await owner.get('/api/admin/inspection-cases')).status).toBe(200);
    expect(refusal(await program(key)('GET', '/api/admin/inspection-cases'))).toEqual([403, 'admins_only']);
  });

  it('is not combined with a session in the same request', async () => {
    const [owner, other] = [await app.person('property'), await app.person('property')];
    await expectOk(other.post('/api/properties', hotel), 'Adding a property');
    const { key } = await makeKey(owner);
    const headers = { authorization: `Bearer ${key}` };
    expect((await other.send({ method: 'GET', url: '/api/properties', headers })).body).toEqual([]);
    const wrong = { authorization: `Bearer ${key}x` };
    expect((await other.send({ method: 'GET', url: '/api/properties', headers: wrong })).status).toBe(401);
  });

  it('opens neither live updates nor public pages', async () => {
    const { key } = await makeKey(await app.person('admin'), apiScopes);
    expect((await program(key)('GET', '/api/csrf-token')).status).toBe(200);
    expect((await program(key)('POST', '/api/login', { username: 'x', password: 'y' })).body.code).toBe(
      'security_token_refused',
    );
  });
});

describe('a key that does not work', () => {
  const expectRefused = async (key: string) => {
    const answer = await program(key)('GET', '/api/properties');
    expect([...refusal(answer), answer.headers['www-authenticate']]).toEqual([
      401,
      'api_key_refused',
      'Bearer error="invalid_token"',
    ]);
  };

  it.each(['x', 'inn_', newApiKey().key, `inn_${'0'.repeat(12)}_${'A'.repeat(43)}`])('%s is unknown', (key) =>
    expectRefused(key),
  );

  it('is refused with the right prefix and another secret', async () => {
    const { key, prefix } = await makeKey(await app.person('property'));
    await expectRefused(`${prefix}_${newApiKey().key.slice(-43)}`);
    await expectRefused(key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'));
    expect((await program(key)('GET', '/api/properties')).status).toBe(200);
  });

  it('is refused once expired', async () => {
    const owner = await app.person('property');
    const { id, key } = await makeKey(owner, ['properties:read'], { days: 7 });
    const [row] = await app.database.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    expect(row?.expiresAt.getTime()).toBeCloseTo(Date.now() + 7 * 86_400_000, -5);
    await app.database.db.update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.id, id));
    await expectRefused(key);
    expect((await owner.get('/api/user/api-keys')).body).toMatchObject([{ id, expired: true }]);
  });

  it('is refused once revoked by its user', async () => {
    const owner = await app.person('property');
    const { id, key } = await makeKey(owner);
    expect((await owner.delete(`/api/user/api-keys/${id}`)).status).toBe(204);
    await expectRefused(key);
    expect((await owner.get('/api/user/api-keys')).body).toEqual([]);
  });

  it('is refused once revoked by an admin; no other user can revoke it', async () => {
    const [owner, stranger, admin] = [
      await app.person('property'),
      await app.person('property'),
      await app.person('admin'),
    ];
    const { id, key } = await makeKey(owner);
    expect((await stranger.delete(`/api/user/api-keys/${id}`)).status).toBe(404);
    expect((await admin.delete(`/api/user/api-keys/${id}`)).status).toBe(404);
    expect((await stranger.delete(`/api/admin/api-keys/${id}`)).status).toBe(403);
    expect((await program(key)('GET', '/api/properties')).status).toBe(200);
    expect((await admin.delete(`/api/admin/api-keys/${id}`)).status).toBe(204);
    await expectRefused(key);
  });

  it('is refused once a new password was chosen by a link, whose mail says so', async () => {
    const owner = await app.person('property');
    const { key } = await makeKey(owner);
    await app.visitor().post('/api/password/forgot', { email: owner.user.email });
    const token = linkOf(await mailTo(app, owner.user.email, /^Reset/)).searchParams.get('token');
    const reset = { token, password: 'three unrelated lamps' };
    expect((await app.visitor().post('/api/password/reset', reset)).status).toBe(204);
    await expectRefused(key);
    expect((await mailTo(app, owner.user.email, /^A new password/)).text).toContain('any API keys were revoked');
  });

  it('is refused once the password was changed and the person chose to revoke the keys', async () => {
    const owner = await app.person('property');
    const { id, key } = await makeKey(owner);
    const expired = await makeKey(owner);
    await app.database.db.update(apiKeys).set({ expiresAt: new Date() }).where(eq(apiKeys.id, expired.id));
    const kept = { currentPassword: password, newPassword: 'three unrelated lamps' };
    expect((await owner.post('/api/user/password', kept)).status).toBe(204);
    expect((await program(key)('GET', '/api/properties')).status).toBe(200);
    const mail = async () => (await mailTo(app, owner.user.email, /was changed$/)).text;
    expect(await mail()).toContain('that still work: 1.');
    const revoked = { currentPassword: kept.newPassword, newPassword: 'four unrelated lamps', revokeApiKeys: true };
    // The changed password renewed the session, and with it the security token.
    owner.csrfToken = (await owner.get('/api/csrf-token')).body.csrfToken;
    expect((await owner.post('/api/user/password', revoked)).status).toBe(204);
    await expectRefused(key);
    await expect.poll(mail).not.toContain('API keys');
    const audits = await app.database.db.select().from(auditLogs).where(eq(auditLogs.entityId, id));
    expect(audits.map(({ action }) => action)).toContain('api_key.revoked');
  });

  it('is refused once its account was disabled, even after it is enabled again', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const { key } = await makeKey(owner);
    await expectOk(admin.post(`/api/admin/users/${owner.user.id}/disable`), 'Disabling');
    await expectRefused(key);
    await expectOk(admin.post(`/api/admin/users/${owner.user.id}/enable`), 'Enabling');
    await expectRefused(key);
  });

  it('is not made by a session that a disabled account ended meanwhile', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const make = () => owner.post('/api/user/api-keys', { name: 'Till', scopes: ['properties:read'] });
    const disable = () => admin.post(`/api/admin/users/${owner.user.id}/disable`);
    const lock = `select from users where id = '${owner.user.id}' for update`;
    const [disabled, ...made] = await atOnce(app.database, lock, [disable, make, make, make, make]);
    expect(disabled?.status).toBe(200);
    await expectOk(admin.post(`/api/admin/users/${owner.user.id}/enable`), 'Enabling');
    for (const { status, body } of made) {
      expect([201, 401]).toContain(status);
      if (status === 201) await expectRefused(body.key);
    }
    expect(made.map(({ status }) => status)).toContain(401);
  });

  it('is refused while the account is disabled, even if the key still existed', async () => {
    const owner = await app.person('property');
    const { key } = await makeKey(owner);
    const disable = (disabledAt: Date | null) =>
      app.database.db.update(users).set({ disabledAt }).where(eq(users.id, owner.user.id));
    await disable(new Date());
    await expectRefused(key);
    await disable(null);
    expect((await program(key)('GET', '/api/properties')).status).toBe(200);
  });

  it("is refused once its admin's right was withdrawn", async () => {
    const [other, admin] = [await app.person('admin'), await app.person('admin')];
    const { key } = await makeKey(other, apiScopes);
    expect((await program(key)('GET', '/api/admin/inspection-cases')).status).toBe(200);
    await expectOk(admin.post(`/api/admin/users/${other.user.id}/withdraw-admin`), 'Withdrawing');
    await expectRefused(key);
  });
});

describe('creating keys', () => {
  it('shows a key once and stores a hash of it', async () => {
    const owner = await app.person('property');
    const { key, prefix, id } = await makeKey(owner);
    expect(prefixOf(key)).toBe(prefix);
    const list = await owner.get('/api/user/api-keys');
    expect(list.body).toMatchObject([{ id, name: 'Till', prefix, scopes: ['properties:read'], lastUsedAt: null }]);
    const rows = await app.database.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    const entries = await app.database.db.select().from(auditLogs).where(eq(auditLogs.entityId, id));
    expect(entries.map(({ action }) => action)).toEqual(['api_key.created']);
    const secret = key.slice(-43);
    for (const text of [list.raw.toString(), JSON.stringify(rows), JSON.stringify(entries)])
      expect(text).not.toContain(secret);
    const stranger = await app.person('property');
    expect((await stranger.get('/api/user/api-keys')).body).toEqual([]);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['accounts:write'] }, 'scopes.0'],
    [{ days: 3650 }, 'days'],
  ])('refuses %j', async (fields, field) => {
    const owner = await app.person('property');
    const answer = await owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'], ...fields });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('requires the password ten minutes after it was typed', async () => {
    const owner = await app.person('property');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const answer = await owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'] });
    expect(refusal(answer)).toEqual([403, 'proof_needed']);
  });

  it('is limited to twenty', async () => {
    const owner = await app.person('property');
    for (let n = 0; n < 20; n += 1) await makeKey(owner);
    const answer = await owner.post('/api/user/api-keys', { name: 'Till', scopes: ['cases:read'] });
    expect(refusal(answer)).toEqual([409, 'too_many_api_keys']);
  });

  it('is reported by mail', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const { id } = await makeKey(owner);
    await admin.delete(`/api/admin/api-keys/${id}`);
    const subjects = async () =>
      (await app.mailFolder.list()).filter(({ to }) => to === owner.user.email).map(({ subject }) => subject);
    await expect
      .poll(subjects)
      .toEqual(expect.arrayContaining(['An API key was made', 'An admin revoked an API key of yours']));
  });
});

it('lists all keys with their owners to admins, in pages', async () => {
  const [owner, admin] = [await app.person('property'), await app.person('admin')];
  const [first, second] = [await makeKey(owner), await makeKey(admin)];
  const page = await admin.get('/api/admin/api-keys?limit=1');
  expect(page.body).toMatchObject([{ id: second.id, role: 'admin', owner: { id: admin.user.id } }]);
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? [];
  expect((await admin.get(next)).body).toMatchObject([
    { id: first.id, owner: { name: expect.stringMatching(/^Robin/) } },
  ]);
});

it('records when and from where a key was last used, and the audit log names the key', async () => {
  const [owner, admin] = [await app.person('property'), await app.person('admin')];
  const { key, prefix } = await makeKey(owner, ['properties:write']);
  const { body } = await program(key)('POST', '/api/properties', hotel);
  const [shown] = (await owner.get('/api/user/api-keys')).body;
  expect(shown.lastUsedFrom).toBe('127.0.0.1');
  expect(Date.now() - Date.parse(shown.lastUsedAt)).toBeLessThan(60_000);
  const log = await admin.get(`/api/admin/audit-logs?entityType=property&entityId=${body.id}`);
  expect(log.body).toMatchObject([{ userId: owner.user.id, client: `API key ${prefix} · till/2` }]);
});

it('limits the calls of a key, and the wrong keys from an address', async () => {
  const limited = await createTestApp({ env: { RATE_LIMIT: 'on' } });
  try {
    const owner = await limited.person('property');
    const { key } = await makeKey(owner);
    let refused: Answer | null = null;
    for (let n = 0; n < 31; n += 1) refused = await program(newApiKey().key, limited)('GET', '/api/properties');
    expect(refusal(refused as Answer)).toEqual([429, 'too_many_tries']);
    for (let n = 0; n < 600; n += 1) {
      const { status } = await program(key, limited)('GET', '/api/properties');
      if (status !== 200) throw new Error(`Call ${n} was answered with ${status}`);
    }
    expect(refusal(await program(key, limited)('GET', '/api/properties'))).toEqual([429, 'too_many_tries']);
  } finally {
    await limited.close();
  }
});

it('has no effect for an admin without the second factor that production requires', async () => {
  const production = await createTestApp({ env: { ...productionEnv, ADMIN_SECOND_FACTOR: 'required' } });
  try {
    const owner = await production.person('property');
    const { key } = await makeKey(owner, apiScopes);
    await production.database.db.update(users).set({ adminGranted: true }).where(eq(users.id, owner.user.id));
    expect(refusal(await program(key, production)('GET', '/api/properties'))).toEqual([403, 'second_factor_required']);
  } finally {
    await production.close();
  }
});

it('compares an unknown key with a decoy, in the same constant time', () => {
  const { key } = newApiKey();
  expect(isValidKey(null, key, 0)).toBe(false);
});

it('is described as a security scheme with the right that each call requires', async () => {
  const { body } = await app.visitor().get('/api/openapi.json');
  expect(body.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(body.paths['/api/properties'].post.security).toEqual([
    { session: [], csrf: [] },
    { apiKey: ['properties:write'] },
  ]);
  expect(body.paths['/api/properties'].get.security).toEqual([{ session: [] }, { apiKey: ['properties:read'] }]);
  expect(body.paths['/api/user/api-keys'].post.security).toEqual([{ session: [], csrf: [] }]);
});
