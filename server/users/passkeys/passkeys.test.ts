import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { createPasskeyDevice, type PasskeyDevice } from '#test/passkey-device.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { passkeyChallenges, passkeys, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
interface Enrolled extends Person {
  device: PasskeyDevice;
  passkeyId: string;
  codes: string[];
}

const origin = 'https://innspect.example';
const path = '/api/user/passkeys';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { ...productionEnv, ADMIN_SECOND_FACTOR: '' } });
});
afterAll(() => app.close());

async function confirmed(person: Person, adminGranted = false): Promise<Person> {
  const { email, id } = person.user;
  const fields = { email, emailVerifiedAt: new Date(), pendingEmail: null };
  const values = adminGranted ? { ...fields, adminGranted, role: 'admin' as const } : fields;
  await app.database.db.update(users).set(values).where(eq(users.id, id));
  return person;
}
async function add(person: Client, device = createPasskeyDevice(origin), faults = {}) {
  const options = await expectOk(person.post(`${path}/options`), 'Beginning');
  const answer = await person.post(path, { credential: device.create(options, faults) });
  if (answer.body?.recoveryCodes) person.csrfToken = null;
  return { device, answer };
}
async function enrolled(adminGranted = false): Promise<Enrolled> {
  const person = await confirmed(await app.person('property'), adminGranted);
  const { device, answer } = await add(person);
  expect(answer.status).toBe(201);
  return Object.assign(person, { device, passkeyId: answer.body.passkey.id, codes: answer.body.recoveryCodes });
}

const begin = async (browser: Client, afterPassword = false) =>
  expectOk(browser.post('/api/login/passkey/options', { afterPassword }), 'Beginning to sign in');
const finish = (browser: Client, credential: object, more: object = {}) =>
  browser.post('/api/login/passkey', { credential, ...more });
const login = (person: Person, browser: Client) =>
  browser.post('/api/login', { username: person.user.username, password });
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const later = (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + seconds * 1000);
};
const now = () => void vi.useRealTimers();

describe('adding a passkey', () => {
  it('stores the public key only, shows recovery codes with the first one, and notifies the user', async () => {
    const person = await confirmed(await app.person('property'));
    const other = app.visitor();
    await expectOk(login(person, other), 'Signing in elsewhere');
    const options = await expectOk(person.post(`${path}/options`), 'Beginning');
    expect(options).toMatchObject({
      rp: { id: 'innspect.example', name: 'Innspect' },
      user: { name: person.user.username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    const device = createPasskeyDevice(origin);
    const answer = await person.post(path, { credential: device.create(options), name: ' Work phone ' });
    expect([answer.status, answer.body.passkey.name, answer.body.recoveryCodes.length]).toEqual([
      201,
      'Work phone',
      10,
    ]);
    person.csrfToken = null;
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
    await mailTo(app, person.user.email, 'A passkey was added');
    const actions = await app.database.db.select().from(auditLogs).where(eq(auditLogs.entityId, person.user.id));
    expect(actions.map(({ action }) => action)).toContain('user.passkey_added');

    const second = await add(person);
    expect([second.answer.status, second.answer.body.recoveryCodes]).toEqual([201, null]);
    expect((await person.get(path)).body).toEqual([
      { ...answer.body.passkey, lastUsedAt: null, synced: false },
      second.answer.body.passkey,
    ]);
    const known = await expectOk(person.post(`${path}/options`), 'Beginning');
    expect(known.excludeCredentials.map(({ id }: { id: string }) => id)).toContain(device.credentialId);
    const named = await person.patch(`${path}/${answer.body.passkey.id}`, { name: 'Old phone' });
    expect([named.status, named.body.name]).toEqual([200, 'Old phone']);
  });

  it.each([
    ['another origin', { origin: 'https://innspect.example.evil.example' }],
    ['another server', { rpId: 'evil.example' }],
    ['a person who was not verified', { unverified: true }],
    ['another ceremony', { type: 'webauthn.get' }],
    ['an invented challenge', { challenge: 'aW52ZW50ZWQ' }],
  ])('refuses %s', async (_, faults) => {
    const person = await confirmed(await app.person('property'));
    const { answer } = await add(person, createPasskeyDevice(origin), faults);
    expect([answer.status, answer.body.code]).toEqual([403, 'passkey_not_accepted']);
    expect((await person.get(path)).body).toEqual([]);
  });

  it('accepts a challenge once, in the session that requested it, within five minutes', async () => {
    const person = await confirmed(await app.person('property'));
    const other = await confirmed(await app.person('property'));
    const stolen = await expectOk(person.post(`${path}/options`), 'Beginning');
    const device = createPasskeyDevice(origin);
    expect((await other.post(path, { credential: device.create(stolen) })).body.code).toBe('passkey_not_accepted');
    expect((await person.post(path, { credential: device.create(stolen) })).body.code).toBe('passkey_not_accepted');
    const options = await expectOk(person.post(`${path}/options`), 'Beginning');
    later(301);
    expect((await person.post(path, { credential: device.create(options) })).body.code).toBe('passkey_not_accepted');
    now();
    const { answer } = await add(person, device);
    expect(answer.status).toBe(201);
    const again = await add(other, device);
    expect([again.answer.status, again.answer.body.code]).toEqual([409, 'passkey_known']);
  });

  it('requires recent re-authentication, which a passkey can provide', async () => {
    const person = await enrolled();
    later(601);
    const refused = await person.post(`${path}/options`);
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed']);
    expect((await person.delete(`${path}/${person.passkeyId}`)).body.code).toBe('proof_needed');
    const foreign = await enrolled();
    const asked = () => expectOk(person.post('/api/user/proof/passkey/options'), 'Beginning the proof');
    const prove = (credential: object) => person.post('/api/user/proof/passkey', { credential });
    expect((await prove(foreign.device.get(await asked()))).body.code).toBe('passkey_not_accepted');
    const credential = person.device.get(await asked());
    await expectOk(prove(credential), 'Proving');
    expect((await prove(credential)).body.code).toBe('passkey_not_accepted');
    await expectOk(person.post(`${path}/options`), 'Beginning');
    now();
  });

  it('is limited to ten', async () => {
    const person = await enrolled();
    const [row] = await app.database.db.select().from(passkeys).where(eq(passkeys.id, person.passkeyId));
    if (!row) throw new Error('There is no passkey');
    const rows = Array.from({ length: 8 }, (_, index) => ({
      ...row,
      id: undefined,
      credentialId: `${row.id}${index}`,
    }));
    await app.database.db.insert(passkeys).values(rows);
    expect((await add(person)).answer.status).toBe(201);
    expect((await person.post(`${path}/options`)).body.code).toBe('too_many_passkeys');
  });
});

describe('signing in with a passkey', () => {
  it('needs neither a username nor a password nor a code', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    const options = await begin(browser);
    expect([options.rpId, options.userVerification, options.allowCredentials]).toEqual([
      'innspect.example',
      'required',
      undefined,
    ]);
    const answer = await finish(browser, person.device.get(options), { rememberMe: true });
    expect([answer.status, answer.body.user.id]).toEqual([200, person.user.id]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await person.get(path)).body[0].lastUsedAt).not.toBeNull();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another server', { rpId: 'evil.example' }],
    ['a person who was not verified', { unverified: true }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['an invented challenge', { challenge: 'aW52ZW50ZWQ' }],
    ['the handle of another account', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses %s', async (_, faults) => {
    const person = await enrolled();
    const browser = app.visitor();
    const answer = await finish(browser, person.device.get(await begin(browser), faults));
    expect([answer.status, answer.body.code]).toEqual([401, 'passkey_refused']);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('refuses a replayed or late answer, one of another browser, and one signed by another key', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    const credential = person.device.get(await begin(browser));
    const thief = app.visitor();
    await begin(thief);
    expect((await finish(thief, credential)).body.code).toBe('passkey_refused');
    const right = person.device.get(await begin(browser));
    expect((await finish(browser, right)).status).toBe(200);
    expect((await finish(browser, right)).body.code).toBe('passkey_refused');
    const stranger = app.visitor();
    const late = person.device.get(await begin(stranger));
    later(301);
    expect((await finish(stranger, late)).body.code).toBe('passkey_refused');
    now();
    const other = await enrolled();
    const forged = { ...other.device.get(await begin(stranger)), id: person.device.credentialId };
    expect((await finish(stranger, { ...forged, rawId: forged.id })).body.code).toBe('passkey_refused');
    expect(await isSignedIn(stranger)).toBe(false);
  });

  it('refuses a counter that decreased, which indicates a copied key', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    expect((await finish(browser, person.device.get(await begin(browser), { counter: 40 }))).status).toBe(200);
    const copy = app.visitor();
    expect((await finish(copy, person.device.get(await begin(copy), { counter: 40 }))).body.code).toBe(
      'passkey_refused',
    );
    expect((await finish(copy, person.device.get(await begin(copy), { counter: 41 }))).status).toBe(200);
  });

  it('refuses a removed passkey, a disabled account, and the admin view for an owner', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    const role = await finish(browser, person.device.get(await begin(browser)), { role: 'admin' });
    expect(role.body.code).toBe('not_an_admin_account');
    await app.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.user.id));
    expect((await finish(browser, person.device.get(await begin(browser)))).body.code).toBe('passkey_refused');
    await app.database.db.update(users).set({ disabledAt: null }).where(eq(users.id, person.user.id));
    const options = await begin(browser);
    await expectOk(person.delete(`${path}/${person.passkeyId}`), 'Removing');
    expect((await finish(browser, person.device.get(options))).body.code).toBe('passkey_refused');
  });

  it('does not work when the server is called by an IP address', async () => {
    const plain = await createTestApp();
    const answer = await plain.visitor().send({
      method: 'GET',
      url: '/api/csrf-token',
      headers: { host: '127.0.0.1:3000' },
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const refused = await plain.visitor().send({
      method: 'POST',
      url: '/api/login/passkey/options',
      headers: { host: '127.0.0.1:3000', cookie, 'x-csrf-token': answer.body.csrfToken },
      payload: {},
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'passkeys_need_name']);
    await plain.close();
  });

  it('leaves no challenges behind', async () => {
    const { challenge } = await begin(app.visitor());
    const kept = () => app.database.db.$count(passkeyChallenges, eq(passkeyChallenges.challenge, challenge));
    expect(await kept()).toBe(1);
    later(301);
    await begin(app.visitor());
    now();
    expect(await kept()).toBe(0);
  });
});

describe('a passkey as the second factor', () => {
  it('completes a sign-in by password, for its own account only', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    const answer = await login(person, browser);
    expect([answer.status, answer.body.code]).toEqual([401, 'code_needed']);
    expect((await browser.get('/api/login/code')).body).toEqual({ app: false, passkey: true });
    expect((await app.visitor().get('/api/login/code')).body).toEqual({ app: false, passkey: false });
    const foreign = await enrolled();
    expect((await finish(browser, foreign.device.get(await begin(browser, true)))).body.code).toBe('passkey_refused');
    const options = await begin(browser, true);
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([person.device.credentialId]);
    const done = await finish(browser, person.device.get(options));
    expect([done.status, done.body.user.id]).toEqual([200, person.user.id]);
    expect(await begin(app.visitor(), true).catch(() => 'refused')).toBe('refused');
  });

  it('can be replaced by a recovery code', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    await login(person, browser);
    expect((await browser.post('/api/login/code', { code: person.codes[0] })).status).toBe(200);
    const settings = (await person.get('/api/user/second-factor')).body;
    expect(settings).toEqual({ on: false, since: null, recoveryCodesLeft: 9 });
  });

  it('is no longer required once the last one is removed', async () => {
    const person = await enrolled();
    await expectOk(person.delete(`${path}/${person.passkeyId}`), 'Removing');
    await mailTo(app, person.user.email, 'A passkey was removed');
    await expectOk(login(person, app.visitor()), 'Signing in');
    expect((await person.get('/api/user/second-factor')).body.recoveryCodesLeft).toBe(0);
  });

  it('satisfies the requirement for admins, and the last one cannot be removed', async () => {
    const person = await confirmed(await app.person('property'), true);
    expect((await person.get('/api/admin/users')).body.code).toBe('second_factor_required');
    const { answer } = await add(person);
    expect(answer.status).toBe(201);
    expect((await person.get('/api/admin/users')).status).toBe(200);
    const refused = await person.delete(`${path}/${answer.body.passkey.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'last_second_factor']);
    const second = await add(person);
    await expectOk(person.delete(`${path}/${answer.body.passkey.id}`), 'Removing');
    expect((await person.delete(`${path}/${second.answer.body.passkey.id}`)).body.code).toBe('last_second_factor');
  });

  it('is removed by another admin together with all other factors', async () => {
    const person = await enrolled();
    const admin = await enrolled(true);
    await expectOk(admin.delete(`/api/admin/users/${person.user.id}/second-factor`), 'Removing');
    await expectOk(login(person, app.visitor()), 'Signing in');
    expect(await app.database.db.$count(passkeys, eq(passkeys.userId, person.user.id))).toBe(0);
  });

  it('cannot be renamed or removed by another user', async () => {
    const person = await enrolled();
    const thief = await confirmed(await app.person('property'));
    for (const answer of [
      await thief.patch(`${path}/${person.passkeyId}`, { name: 'Mine' }),
      await thief.delete(`${path}/${person.passkeyId}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'passkey_not_found']);
  });
});
