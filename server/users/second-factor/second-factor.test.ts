import { and, eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { recoveryCodes, secondFactors, sessions, signInChallenges, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
interface Enrolled extends Person {
  key: string;
  codes: string[];
}

let app: TestApp;
let admin: Person;

async function confirmed(person: Person, adminGranted = false): Promise<Person> {
  const { email, id } = person.user;
  const fields = { email, emailVerifiedAt: new Date(), pendingEmail: null };
  await app.database.db
    .update(users)
    .set(adminGranted ? { ...fields, adminGranted, role: 'admin' } : fields)
    .where(eq(users.id, id));
  return person;
}

beforeAll(async () => {
  app = await createTestApp({ env: { ...productionEnv, ADMIN_SECOND_FACTOR: '' } });
  vi.useFakeTimers({ toFake: ['Date'] });
  admin = await confirmed(await app.person('property'), true);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});
// Moves the clock, so that one test does not use up the codes of another.
afterEach(() => void vi.setSystemTime(Date.now() + 300_000));

const path = '/api/user/second-factor';
const codeOf = (key: string, steps = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
const wrongCode = (key: string) => {
  const right = [-1, 0, 1].map((steps) => codeOf(key, steps));
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '';
};
const later = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000);
const begin = (person: Client, currentPassword = password) => person.post(`${path}/setup`, { currentPassword });

async function enroll(person: Person): Promise<Enrolled> {
  const { key } = await expectOk(begin(person), 'Beginning');
  const { recoveryCodes: codes } = await expectOk(person.post(path, { code: codeOf(key) }), 'Turning on');
  person.csrfToken = null;
  later(30);
  return Object.assign(person, { key, codes });
}
const enrolled = async () => enroll(await confirmed(await app.person('property')));

const challengeCookie = '__Host-innspect_challenge';
const login = (person: Person, by: Client, more: object = {}) =>
  by.post('/api/login', { username: person.user.username, password, ...more });
/** A browser in which the user has typed the right password. */
async function waiting(person: Person, more?: object): Promise<Client> {
  const browser = app.visitor();
  const answer = await login(person, browser, more);
  expect([answer.status, answer.body.code]).toEqual([401, 'code_needed']);
  return browser;
}
const finish = (browser: Client, code: string) => browser.post('/api/login/code', { code });
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const actionsOf = async ({ user }: Person) =>
  (await app.database.db.select().from(auditLogs).where(eq(auditLogs.entityId, user.id))).map(({ action }) => action);

describe('setting up an authenticator app', () => {
  it('requires the password and a code, shows ten recovery codes once, and stores neither key nor codes readably', async () => {
    const person = await confirmed(await app.person('property'));
    expect((await person.get(path)).body).toEqual({ on: false, since: null, recoveryCodesLeft: 0 });
    const other = app.visitor();
    await expectOk(login(person, other), 'Signing in elsewhere');
    expect((await begin(person, 'wrong')).body.code).toBe('current_password_wrong');
    const setup = await expectOk(begin(person), 'Beginning');
    expect(setup.address).toContain(`secret=${setup.key}`);
    expect((await person.post(path, { code: wrongCode(setup.key) })).body.code).toBe('code_wrong');
    // Signing in does not require a code before the setup is complete.
    await expectOk(login(person, app.visitor()), 'Signing in');
    const before = person.cookies.get('__Host-innspect_session');
    const answer = await person.post(path, { code: codeOf(setup.key) });
    expect([answer.status, answer.body.recoveryCodes.length]).toEqual([200, 10]);
    person.csrfToken = null;
    expect(person.cookies.get('__Host-innspect_session')).not.toBe(before);
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
    expect((await person.get(path)).body).toEqual({ on: true, since: expect.any(String), recoveryCodesLeft: 10 });
    const dump = async (table: string) =>
      JSON.stringify((await app.database.pool.query(`select * from ${table}`)).rows);
    const stored = (await dump('second_factors')) + (await dump('recovery_codes')) + (await dump('audit_logs'));
    for (const secret of [setup.key, ...answer.body.recoveryCodes]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.replaceAll('-', ''));
    }
    expect(await actionsOf(person)).toContain('user.second_factor_on');
    await mailTo(app, person.user.email, 'An authenticator app was turned on');
    expect((await begin(person)).body.code).toBe('second_factor_is_on');
  });

  it('is completed only by the session that started it, within ten minutes, with the newest key', async () => {
    const person = await confirmed(await app.person('property'));
    const thief = app.visitor();
    await expectOk(login(person, thief), 'Signing in elsewhere');
    const first = await expectOk(begin(person), 'Beginning');
    expect((await thief.post(path, { code: codeOf(first.key) })).body.code).toBe('setup_ended');
    const second = await expectOk(begin(person), 'Beginning again');
    expect((await person.post(path, { code: codeOf(first.key) })).body.code).toBe('code_wrong');
    later(601);
    expect((await person.post(path, { code: codeOf(second.key) })).body.code).toBe('setup_ended');
    expect((await app.visitor().post(path, { code: '123456' })).status).toBe(401);
  });
});

describe('signing in with a second factor', () => {
  it('opens no session before the code, and then the requested one', async () => {
    const person = await enrolled();
    const browser = app.visitor();
    const answer = await login(person, browser, { rememberMe: true });
    expect(answer.body).toMatchObject({ status: 401, code: 'code_needed' });
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map(String)
      .find((each) => each.startsWith(challengeCookie));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Secure; SameSite=Strict/);
    expect(await isSignedIn(browser)).toBe(false);
    later(30);
    const done = await finish(browser, codeOf(person.key).replace(/(...)/, '$1 '));
    expect([done.status, done.body.user.id, Object.keys(done.body).toSorted()]).toEqual([
      200,
      person.user.id,
      ['csrfToken', 'user'],
    ]);
    expect(await isSignedIn(browser)).toBe(true);
    expect(browser.cookies.has(challengeCookie)).toBe(false);
    const rows = await app.database.db.select().from(sessions).where(eq(sessions.userId, person.user.id));
    expect(rows.filter(({ remember }) => remember)).toHaveLength(1);
    expect(await actionsOf(person)).toEqual(expect.arrayContaining(['user.password_accepted', 'user.signed_in']));
  });

  it('gives the same answers for a wrong password and an unknown username as without one', async () => {
    const person = await enrolled();
    const wrong = await login(person, app.visitor(), { password: 'wrong' });
    const unknown = await login(person, app.visitor(), { username: 'nobody at all' });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.headers['set-cookie']).toEqual(unknown.headers['set-cookie']);
  });

  it.each([
    [-2, 403],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 403],
  ])('answers a code %d steps away with %d', async (steps, status) => {
    const person = await enrolled();
    later(90);
    const browser = await waiting(person);
    expect((await finish(browser, codeOf(person.key, steps))).status).toBe(status);
  });

  it('accepts a code once, even for two browsers at the same moment, and none before it', async () => {
    const person = await enrolled();
    later(90);
    const browsers = [await waiting(person), await waiting(person)];
    const code = codeOf(person.key);
    const answers = await Promise.all(browsers.map((browser) => finish(browser, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.code).toBe('code_wrong');
    expect((await finish(await waiting(person), code)).status).toBe(403);
    expect((await finish(await waiting(person), codeOf(person.key, -1))).status).toBe(403);
  });

  it('does not accept the code that turned it on again', async () => {
    const person = await confirmed(await app.person('property'));
    const { key } = await expectOk(begin(person), 'Beginning');
    const code = codeOf(key);
    await expectOk(person.post(path, { code }), 'Turning on');
    expect((await finish(await waiting(person), code)).status).toBe(403);
  });

  it('accepts each recovery code once, even for two browsers at the same moment, and notifies the user', async () => {
    const person = await enrolled();
    const [first = '', second = ''] = person.codes;
    const browsers = [await waiting(person), await waiting(person)];
    const answers = await Promise.all(browsers.map((browser) => finish(browser, first.toUpperCase())));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    await mailTo(app, person.user.email, 'A recovery code was used');
    expect(await actionsOf(person)).toContain('user.recovery_code_used');
    expect((await finish(await waiting(person), first)).status).toBe(403);
    const next = await waiting(person);
    expect((await finish(next, second.replace(/.$/, second.endsWith('2') ? '3' : '2'))).status).toBe(403);
    expect((await finish(next, second.replaceAll('-', ''))).status).toBe(200);
    expect((await next.get(path)).body.recoveryCodesLeft).toBe(8);
  });

  it('accepts no code of another user, and none without the password first', async () => {
    const [person, thief] = [await enrolled(), await enrolled()];
    const browser = await waiting(person);
    expect((await finish(browser, codeOf(thief.key))).status).toBe(403);
    expect((await finish(browser, thief.codes[0] ?? '')).status).toBe(403);
    const nobody = app.visitor();
    expect((await finish(nobody, codeOf(person.key))).body.code).toBe('challenge_ended');
    nobody.cookies.set(challengeCookie, 'x'.repeat(43));
    expect((await finish(nobody, codeOf(person.key))).body.code).toBe('challenge_ended');
    // The attempts on one account do not affect another.
    expect((await finish(thief, codeOf(person.key))).body.code).toBe('challenge_ended');
  });

  it('waits for five minutes and five attempts, and succeeds once', async () => {
    const person = await enrolled();
    const tired = await waiting(person);
    for (let tries = 0; tries < 5; tries += 1) expect((await finish(tired, 'not a code')).status).toBe(403);
    expect((await finish(tired, codeOf(person.key))).body.code).toBe('challenge_ended');
    const late = await waiting(person);
    later(301);
    expect((await finish(late, codeOf(person.key))).body.code).toBe('challenge_ended');
    const browser = await waiting(person);
    const kept = browser.cookies.get(challengeCookie) ?? '';
    expect((await finish(browser, codeOf(person.key))).status).toBe(200);
    later(30);
    const replayed = app.visitor();
    replayed.cookies.set(challengeCookie, kept);
    expect((await finish(replayed, codeOf(person.key))).body.code).toBe('challenge_ended');
  });

  it('counts attempts per account across browsers and IP addresses, and refunds the right ones', async () => {
    const person = await enrolled();
    for (let n = 0; n < 3; n += 1) {
      expect((await finish(await waiting(person), codeOf(person.key))).status).toBe(200);
      later(30);
    }
    const browsers = [await waiting(person), await waiting(person), await waiting(person)];
    for (let tries = 0; tries < 10; tries += 1) {
      const browser = browsers[tries % 3];
      expect(browser && (await finish(browser, wrongCode(person.key))).status).toBe(403);
    }
    const late = await finish(await waiting(person), codeOf(person.key));
    expect([late.status, late.body.code]).toEqual([429, 'too_many_tries']);
    const settings = await person.post(`${path}/turn-off`, { currentPassword: password, code: codeOf(person.key) });
    expect(settings.status).toBe(429);
  });

  it('ends with a new password, a disabled account, and signing out everywhere', async () => {
    const ends: ((person: Enrolled) => Promise<unknown>)[] = [
      (person) =>
        person.post('/api/user/password', { currentPassword: password, newPassword: 'three unrelated lamps' }),
      (person) => admin.post(`/api/admin/users/${person.user.id}/disable`),
      (person) => admin.delete(`/api/admin/users/${person.user.id}/sessions`),
    ];
    await enroll(admin);
    for (const end of ends) {
      const person = await enrolled();
      const browser = await waiting(person);
      await end(person);
      expect((await finish(browser, codeOf(person.key))).body.code).toBe('challenge_ended');
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it('requires the security token', async () => {
    const person = await enrolled();
    const browser = await waiting(person);
    const answer = await browser.send({
      method: 'POST',
      url: '/api/login/code',
      payload: { code: codeOf(person.key) },
      headers: { 'x-csrf-token': 'wrong' },
    });
    expect(answer.body.code).toBe('security_token_refused');
  });

  it('is not bypassed by a new password from a link', async () => {
    const person = await enrolled();
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    const { text = '' } = await mailTo(app, person.user.email, /reset/i);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    const secret = 'three unrelated lamps';
    expect((await app.visitor().post('/api/password/reset', { token, password: secret })).status).toBe(204);
    await waiting(person, { password: secret });
  });

  it('accepts no code for a key encrypted with another SESSION_SECRET; recovery codes still work', async () => {
    const person = await enrolled();
    const [stolen] = await app.database.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, (await enrolled()).user.id));
    // A key copied from another user's row is unreadable too, because its encryption is bound to the user.
    await app.database.db
      .update(secondFactors)
      .set({ secret: stolen?.secret ?? '' })
      .where(eq(secondFactors.userId, person.user.id));
    const browser = await waiting(person);
    expect((await finish(browser, codeOf(person.key))).status).toBe(403);
    expect((await finish(browser, person.codes[3] ?? '')).status).toBe(200);
  });
});

describe('turning it off, and new recovery codes', () => {
  it.each(['turn-off', 'recovery-codes'])('%s requires the password and an unused code', async (what) => {
    const person = await enrolled();
    const call = (currentPassword: string, code: string) => person.post(`${path}/${what}`, { currentPassword, code });
    const code = codeOf(person.key);
    expect((await call('wrong', code)).body.code).toBe('current_password_wrong');
    expect((await call(password, wrongCode(person.key))).body.errors).toHaveProperty('code');
    expect((await person.post(`${path}/${what}`, {})).body.errors).toEqual({
      currentPassword: 'Current password is required',
      code: 'Enter the code',
    });
    expect((await call(password, code)).status).toBeLessThan(300);
    expect((await call(password, code)).status).toBeGreaterThanOrEqual(400);
  });

  it('turning it off removes everything, and the password alone signs in', async () => {
    const person = await enrolled();
    const browser = await waiting(person);
    await expectOk(
      person.post(`${path}/turn-off`, { currentPassword: password, code: person.codes[0] }),
      'Turning off',
    );
    const { db } = app.database;
    for (const table of [secondFactors, recoveryCodes, signInChallenges])
      expect(await db.select().from(table).where(eq(table.userId, person.user.id))).toEqual([]);
    expect((await finish(browser, codeOf(person.key))).body.code).toBe('challenge_ended');
    expect((await login(person, app.visitor())).status).toBe(200);
    expect(await actionsOf(person)).toContain('user.second_factor_off');
    await mailTo(app, person.user.email, 'The authenticator app was turned off');
    const again = await person.post(`${path}/turn-off`, { currentPassword: password, code: '123456' });
    expect([again.status, again.body.code]).toEqual([409, 'second_factor_is_off']);
  });

  it('new recovery codes void the earlier ones', async () => {
    const person = await enrolled();
    const [old = ''] = person.codes;
    const input = { currentPassword: password, code: codeOf(person.key) };
    const answer = await expectOk(person.post(`${path}/recovery-codes`, input), 'Renewing');
    expect(new Set([...answer.recoveryCodes, ...person.codes]).size).toBe(20);
    const browser = await waiting(person);
    expect((await finish(browser, old)).status).toBe(403);
    expect((await finish(browser, answer.recoveryCodes[0])).status).toBe(200);
    await mailTo(app, person.user.email, 'New recovery codes were made');
    expect(await actionsOf(person)).toContain('user.recovery_codes_renewed');
  });

  it('an admin can remove it from a user who has lost it, which signs the user out', async () => {
    const person = await enrolled();
    expect((await admin.get(`/api/admin/users?q=${person.user.username}`)).body).toMatchObject([
      { secondFactor: true },
    ]);
    await expectOk(admin.post('/api/user/proof', { currentPassword: password }), 'Proving');
    const answer = await admin.delete(`/api/admin/users/${person.user.id}/second-factor`);
    expect([answer.status, answer.body.secondFactor]).toEqual([200, false]);
    expect(await isSignedIn(person)).toBe(false);
    expect((await login(person, app.visitor())).status).toBe(200);
    await mailTo(app, person.user.email, 'An admin removed your second factor');
    expect((await admin.delete(`/api/admin/users/${person.user.id}/second-factor`)).status).toBe(409);
    expect((await admin.delete(`/api/admin/users/${admin.user.id}/second-factor`)).body.code).toBe('own_account');
  });
});

describe('an admin without one in production', () => {
  const open = new Set([
    'POST /api/logout',
    'GET /api/user',
    'GET /api/user/second-factor',
    'POST /api/user/second-factor',
    'POST /api/user/second-factor/setup',
    'POST /api/user/proof',
    'GET /api/user/passkeys',
    'POST /api/user/passkeys',
    'POST /api/user/passkeys/options',
  ]);

  it('can do nothing but set one up, in either view', async () => {
    const fresh = await confirmed(await app.person('property'), true);
    const routes = app.system.app.routeTable.filter(
      ({ method, url }) => url.startsWith('/api/') && ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
    );
    const call = (method: string, url: string) =>
      fresh.send({ method: method as 'GET', url, headers: { 'x-csrf-token': fresh.csrfToken ?? '' } });
    for (const role of ['admin', 'property'] as const) {
      await app.database.db.update(users).set({ role }).where(eq(users.id, fresh.user.id));
      fresh.csrfToken = (await fresh.get('/api/csrf-token')).body.csrfToken;
      for (const { method, url } of routes) {
        const access = `${method} ${url}`;
        const isPublic = (await app.visitor().send({ method: method as 'GET', url })).status !== 401;
        if (open.has(access) || (isPublic && method === 'GET')) continue;
        if (/^POST \/api\/(register|login|login\/code|login\/passkey(\/options)?|password\/\w+)$/.test(access))
          continue;
        const answer = await call(method, url);
        expect([access, answer.status, answer.body.code]).toEqual([access, 403, 'second_factor_required']);
      }
      const { abilities } = (await fresh.get('/api/user')).body;
      expect(abilities.mustSetUpSecondFactor).toBe(true);
    }
  });

  it('works as an admin once it is set up, and cannot turn off the last one', async () => {
    const person = await confirmed(await app.person('property'), true);
    expect((await person.get('/api/admin/users')).body.code).toBe('second_factor_required');
    const { key } = await enroll(person);
    expect((await person.get('/api/admin/users')).status).toBe(200);
    expect((await person.get('/api/user')).body.abilities.mustSetUpSecondFactor).toBe(false);
    const off = await person.post(`${path}/turn-off`, { currentPassword: password, code: codeOf(key) });
    expect([off.status, off.body.code]).toEqual([409, 'last_second_factor']);
    expect((await person.get('/api/admin/users')).status).toBe(200);
  });

  it('property owners do not need one, and a setting makes it optional', async () => {
    const owner = await app.person('property');
    expect((await owner.get('/api/properties')).status).toBe(200);
    const optional = await createTestApp({ env: productionEnv, work: false });
    try {
      const person = await optional.person('property');
      await optional.database.db
        .update(users)
        .set({ adminGranted: true, role: 'admin' })
        .where(and(eq(users.id, person.user.id)));
      expect((await person.get('/api/admin/users')).status).toBe(200);
      expect((await person.get('/api/user')).body.abilities.mustSetUpSecondFactor).toBe(false);
    } finally {
      await optional.close();
    }
  });
});
