import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { accountTokens, sessions, users } from '#server/schema/users.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let count = 0;
const account = (fields: Record<string, unknown> = {}) => {
  count += 1;
  return {
    username: `Alex${count}`,
    email: `alex${count}@example.com`,
    password,
    role: 'property',
    firstName: 'Alex',
    lastName: 'Doe',
    propertyName: 'Harbour Inn',
    ...fields,
  };
};
const cookiesOf = (answer: Answer): string[] => [answer.headers['set-cookie']].flat().map(String);
const sessionCookieOf = (answer: Answer) => cookiesOf(answer).find((each) => each.startsWith('innspect_session='));

describe('registering', () => {
  it('answers 201 with the user and a token, and the browser is signed in [3.currentuser.1, 7.calls.6, 5.register.1, api.calls.1, api.shapes.1]', async () => {
    const visitor = app.visitor();
    const input = account();
    const answer = await visitor.post('/api/register', { ...input, confirmPassword: 'something else' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).toSorted()).toEqual(['csrfToken', 'user']);
    const { id, createdAt, abilities, ...user } = answer.body.user;
    expect(user).toEqual({
      username: input.username,
      email: input.email,
      role: 'property',
      firstName: 'Alex',
      lastName: 'Doe',
      propertyName: 'Harbour Inn',
      pendingEmail: null,
      language: null,
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Date(createdAt).toISOString()).toBe(createdAt);
    expect(abilities.admin).toBe(false);
    expect((await visitor.get('/api/user')).body.id).toBe(id);
    expect(answer.raw.toString()).not.toContain(password);
  });

  it('refuses a taken username or e-mail address, ignoring letter case [5.register.5, 3.users.2, 3.users.3, api.calls.1, api.common.13]', async () => {
    const first = account();
    await app.visitor().post('/api/register', first);
    const username = await app.visitor().post('/api/register', account({ username: first.username.toUpperCase() }));
    expect([username.status, Object.keys(username.body.errors)]).toEqual([409, ['username']]);
    const email = await app.visitor().post('/api/register', account({ email: first.email.toUpperCase() }));
    expect([email.status, Object.keys(email.body.errors)]).toEqual([409, ['email']]);
    const both = await app.visitor().post('/api/register', first);
    expect([both.status, Object.keys(both.body.errors).toSorted()]).toEqual([409, ['email', 'username']]);
  });

  it('gives a username to one of two users who choose it at the same time', async () => {
    const visitors = [app.visitor(), app.visitor(), app.visitor()];
    const { username } = account();
    await Promise.all(visitors.map((visitor) => visitor.get('/api/csrf-token')));
    const answers = await Promise.all(visitors.map((visitor) => visitor.post('/api/register', account({ username }))));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body.errors).toHaveProperty('username');
  });

  it('refuses an easily guessed password with a readable reason, on a reset too', async () => {
    for (const guessed of ['PassWord', 'innspect', 'harbour inn', 'alex doe']) {
      const { status, body } = await app.visitor().post('/api/register', account({ password: guessed }));
      expect([guessed, status, body.code]).toEqual([guessed, 400, 'password_guessed_first']);
      expect(body.errors.password).toMatch(/too common or too easy to guess/);
    }
    const person = await app.person('property', { firstName: 'Roberta', lastName: 'Lindqvist' });
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    const token = linkOf(await mailTo(app, person.user.email, /password/i)).searchParams.get('token') ?? '';
    const reset = (secret: string) => app.visitor().post('/api/password/reset', { token, password: secret });
    expect((await reset('password')).status).toBe(400);
    expect((await reset('robertalindqvist')).body.code).toBe('password_guessed_first');
    expect((await reset('three unrelated lamps')).status).toBe(204);
  });

  it('finds a username in any spelling, and refuses one that looks like an existing one', async () => {
    const person = await app.person('property', { username: 'ｗａｒｅｎ' });
    expect(person.user.username).toBe('waren');
    const taken = await app.visitor().post('/api/register', account({ username: 'WAREN' }));
    expect(taken.status).toBe(409);
    // Read as the same, in letters of another script alone or of the same one.
    for (const username of ['pycca', 'mini-bar', 'pool1']) await app.person('property', { username });
    for (const username of ['\u0440\u0443\u0441\u0441\u0430', 'm\u0131ni-bar', 'p00ll', 'wa\u0280e\u0274'])
      expect((await app.visitor().post('/api/register', account({ username }))).status).toBe(409);
    for (const username of ['w\u0430ren', 'wa\u200bren']) {
      const { status, body } = await app.visitor().post('/api/register', account({ username }));
      expect([status, Object.keys(body.errors)]).toEqual([400, ['username']]);
    }
    expect((await app.visitor().post('/api/login', { username: 'ｗａｒｅｎ', password })).status).toBe(200);
  });

  it.each([
    ['username', { username: '  ' }, 'Username is required'],
    ['username', { username: undefined }, 'Username is required'],
    ['email', { email: 'no address' }, 'Invalid email address'],
    ['password', { password: '1234567' }, 'Password must be at least 8 characters'],
    ['password', { password: '' }, 'Password is required'],
    ['password', { password: undefined }, 'Password is required'],
    ['role', { role: 'owner' }, 'Choose Property Owner or Admin/QA'],
  ])('refuses a wrong %s: %o [api.calls.1]', async (name, fields, message) => {
    const { status, body } = await app.visitor().post('/api/register', account(fields));
    expect([status, body.errors?.[name]]).toEqual([400, message]);
  });

  it('accepts eight characters and property_owner as a synonym, and makes admins in evaluation mode [3.users.6, 6.roles.2, api.calls.1, decisions.modes.3, decisions.modes.10]', async () => {
    const owner = await app.visitor().post('/api/register', account({ password: 'q7!Lamps', role: 'property_owner' }));
    expect([owner.status, owner.body.user.role]).toEqual([201, 'property']);
    const admin = await app.visitor().post('/api/register', account({ role: 'admin' }));
    expect(admin.body.user.role).toBe('admin');
  });
});

describe('signing in', () => {
  it('gives the same answer for an unknown username and a wrong password [7.calls.5, api.calls.2, api.common.10]', async () => {
    const person = await app.person('property');
    const answers = [
      await app.visitor().post('/api/login', { username: person.user.username, password: 'wrong password' }),
      await app.visitor().post('/api/login', { username: 'nobody at all', password }),
    ];
    expect(answers[0]?.body).toEqual({
      type: 'about:blank',
      title: 'Not signed in',
      status: 401,
      code: 'sign_in_refused',
      detail: 'Invalid username or password',
    });
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });

  it('accepts the e-mail address instead of the username [decisions.settled.8]', async () => {
    const person = await app.person('property');
    const answer = await app.visitor().post('/api/login', { username: person.user.email.toUpperCase(), password });
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.user.id]);
  });

  it('names the missing fields [5.login.1, 5.login.2]', async () => {
    const { status, body } = await app.visitor().post('/api/login', {});
    expect([status, body.errors]).toEqual([
      400,
      { username: 'Username is required', password: 'Password is required' },
    ]);
  });

  it('creates a new token as the only valid one, and stores only hashes of tokens and passwords', async () => {
    const person = await app.person('property');
    const before = person.cookies.get('innspect_session') ?? '';
    const answer = await person.post('/api/login', { username: person.user.username.toUpperCase(), password });
    const after = person.cookies.get('innspect_session') ?? '';
    expect([answer.status, answer.body.user.id]).toEqual([200, person.user.id]);
    expect(after).not.toBe(before);
    expect(after.length).toBeGreaterThanOrEqual(22);
    const old = await app
      .visitor()
      .send({ method: 'GET', url: '/api/user', headers: { cookie: `innspect_session=${before}` } });
    expect(old.status).toBe(401);
    const rows = await app.database.db.select().from(sessions).where(eq(sessions.userId, person.user.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(after);
    const [row] = await app.database.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$/);
  });

  it('sets a cookie that scripts and other sites cannot use, with a longer life for Remember me [2.auth.6, api.common.4, decisions.placeholders.7]', async () => {
    const person = await app.person('property');
    const login = { username: person.user.username, password };
    const short = sessionCookieOf(await app.visitor().post('/api/login', login));
    expect(short).toMatch(/; HttpOnly/);
    expect(short).toMatch(/; SameSite=Lax/);
    expect(short).toMatch(/; Path=\//);
    expect(short).not.toMatch(/Expires|Max-Age|Secure/);
    const long = sessionCookieOf(await app.visitor().post('/api/login', { ...login, rememberMe: true }));
    const expires = Date.parse(/Expires=([^;]+)/.exec(long ?? '')?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now() + 7 * 86_400_000);
  });

  it('lasts no longer than configured, however much it is used', async () => {
    const person = await app.person('property');
    const age = (days: number) =>
      app.database.pool.query(
        `update sessions set created_at = now() - interval '${days} days', last_seen_at = now() - interval '1 hour' where user_id = $1`,
        [person.user.id],
      );
    const endOf = async () =>
      (await app.database.db.select().from(sessions).where(eq(sessions.userId, person.user.id)))[0]?.expiresAt;
    await age(89.8);
    expect((await person.get('/api/user')).status).toBe(200);
    const hoursLeft = ((await endOf())?.getTime() ?? 0) - Date.now();
    expect(hoursLeft).toBeLessThan(5 * 3_600_000);
    await age(91);
    expect((await person.get('/api/user')).status).toBe(401);
  });

  it('switches the role in evaluation mode; the admin calls follow it [6.roles.2, 6.roles.11, decisions.modes.8, decisions.modes.9, decisions.modes.10]', async () => {
    const person = await app.person('property');
    expect((await person.get('/api/admin/inspection-cases')).status).toBe(403);
    const login = { username: person.user.username, password };
    expect((await person.post('/api/login', { ...login, role: 'admin' })).body.user.role).toBe('admin');
    expect((await person.get('/api/admin/inspection-cases')).status).toBe(200);
    expect((await person.post('/api/login', login)).body.user.role).toBe('admin');
    expect((await person.post('/api/login', { ...login, role: 'property_owner' })).body.user.role).toBe('property');
    expect((await person.get('/api/admin/inspection-cases')).status).toBe(403);
  });

  it('gives no right for a chosen role that would outlast evaluation mode', async () => {
    const registered = await app.person('admin');
    const person = await app.person('property');
    await person.post('/api/login', { username: person.user.username, password, role: 'admin' });
    await person.put('/api/user/profile', { role: 'admin' });
    for (const { user } of [registered, person]) {
      const [row] = await app.database.db.select().from(users).where(eq(users.id, user.id));
      expect(row).toMatchObject({ role: 'admin', adminGranted: false });
    }
  });

  it('ends at sign-out on the server [api.calls.3]', async () => {
    const person = await app.person('property');
    const token = person.cookies.get('innspect_session');
    const answer = await person.post('/api/logout');
    expect([answer.status, answer.raw.length]).toEqual([204, 0]);
    const again = await app
      .visitor()
      .send({ method: 'GET', url: '/api/user', headers: { cookie: `innspect_session=${token}` } });
    expect(again.status).toBe(401);
    expect((await person.get('/api/user')).status).toBe(401);
  });
});

describe('profile', () => {
  it('shows and changes names, address and role [7.calls.2, 7.calls.3, 5.profile.4, 3.users.6, 6.roles.1, api.calls.4, decisions.modes.10]', async () => {
    const person = await app.person('property');
    const { body } = await person.get('/api/user/profile');
    expect(body).toMatchObject({ id: person.user.id, role: 'property_owner', email: person.user.email });
    expect(body).not.toHaveProperty('password');
    const changed = await person.put('/api/user/profile', {
      email: `changed.${person.user.email}`,
      firstName: 'Kim',
      lastName: 'Lee',
      propertyName: '',
      role: 'admin',
    });
    expect(changed.body).toMatchObject({ firstName: 'Kim', lastName: 'Lee', role: 'admin' });
    expect((await person.get('/api/user')).body).toMatchObject({
      role: 'admin',
      email: `changed.${person.user.email}`,
    });
    expect((await person.put('/api/user/profile', { role: 'property_owner' })).body.role).toBe('property_owner');
    expect((await person.get('/api/user')).body.role).toBe('property');
  });

  it('stores the language that the user chooses, until the browser is to choose again [api.added.74]', async () => {
    const person = await app.person('property');
    expect((await person.get('/api/user')).body.language).toBeNull();
    expect((await person.put('/api/user/profile', { language: 'es' })).body.language).toBe('es');
    expect((await person.get('/api/user')).body.language).toBe('es');
    expect((await person.put('/api/user/profile', { language: 'fr' })).status).toBe(400);
    expect((await person.put('/api/user/profile', { language: null })).body.language).toBeNull();
  });

  it('refuses an address of another user and invalid fields [5.profile.1, 5.profile.2, 5.profile.4]', async () => {
    const [one, other] = [await app.person('property'), await app.person('property')];
    const taken = await one.put('/api/user/profile', { email: other.user.email.toUpperCase() });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([409, ['email']]);
    const wrong = await one.put('/api/user/profile', { email: 'x', firstName: '', lastName: ' ', role: 'boss' });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      {
        email: 'Invalid email address',
        firstName: 'First name is required',
        lastName: 'Last name is required',
        role: 'Choose Property Owner or Admin/QA',
      },
    ]);
  });
});

describe('a forgotten password', () => {
  it('is replaced through a link that works once and ends every session [2.auth.8, api.added.18, decisions.placeholders.7]', async () => {
    const person = await app.person('property');
    const other = app.visitor();
    await other.post('/api/login', { username: person.user.username, password });
    const asked = await app.visitor().post('/api/password/forgot', { email: person.user.email.toUpperCase() });
    expect(asked.status).toBe(202);
    const mail = await mailTo(app, person.user.email, /password/i);
    const link = linkOf(mail);
    expect(link.pathname).toBe('/reset-password');
    expect(mail.html).toContain('/reset-password?token=');
    const token = link.searchParams.get('token') ?? '';

    const stored = await app.database.db.select().from(accountTokens);
    expect(JSON.stringify(stored)).not.toContain(token);
    const jobs = await app.database.pool.query('select data, output from pgboss.job');
    expect(JSON.stringify(jobs.rows)).not.toContain(token);

    const short = await app.visitor().post('/api/password/reset', { token, password: 'short' });
    expect(short.body.errors.password).toBe('Password must be at least 8 characters');
    const answers = await Promise.all(
      [app.visitor(), app.visitor()].map((visitor) =>
        visitor.post('/api/password/reset', { token, password: 'a new secret' }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 410]);
    expect((await person.get('/api/user')).status).toBe(401);
    expect((await other.get('/api/user')).status).toBe(401);
    const login = { username: person.user.username, password };
    expect((await app.visitor().post('/api/login', login)).status).toBe(401);
    expect((await app.visitor().post('/api/login', { ...login, password: 'a new secret' })).status).toBe(200);
  });

  it('is not replaced by a link sent before a change of address, which proves nothing in evaluation mode either', async () => {
    const person = await app.person('property');
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    const token = linkOf(await mailTo(app, person.user.email, /password/i)).searchParams.get('token');
    await person.put('/api/user/profile', { email: `moved.${person.user.email}` });
    expect((await app.visitor().post('/api/password/reset', { token, password: 'a new secret' })).status).toBe(410);
    const [row] = await app.database.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ emailVerifiedAt: null, pendingEmail: null });
  });

  it('cannot be used to prove an address or gain a right through the public outbox', async () => {
    const admin = await app.person('admin');
    const person = await app.person('property');
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    const token = linkOf(await mailTo(app, person.user.email, /password/i)).searchParams.get('token');
    expect((await app.visitor().post('/api/password/reset', { token, password: 'a new secret' })).status).toBe(204);
    await admin.post('/api/admin/invitations', { email: 'crony@example.com' });
    const invitation = linkOf(await mailTo(app, 'crony@example.com')).searchParams.get('token');
    const crony = await app.visitor().post('/api/register', account({ email: 'crony@example.com', invitation }));
    expect(crony.body.user.role).toBe('admin');
    for (const id of [person.user.id, crony.body.user.id]) {
      const [row] = await app.database.db.select().from(users).where(eq(users.id, id));
      expect(row).toMatchObject({ emailVerifiedAt: null, adminGranted: false });
    }
  });

  it('gives the same answer for an address without an account, and sends nothing [api.added.18]', async () => {
    const known = await app.person('property');
    const [a, b] = [
      await app.visitor().post('/api/password/forgot', { email: 'nobody@example.com' }),
      await app.visitor().post('/api/password/forgot', { email: known.user.email }),
    ];
    expect([a.status, a.body]).toEqual([b.status, b.body]);
    // Jobs of one kind run one after another: once the second mail is written, the first job has ended.
    await mailTo(app, known.user.email, /password/i);
    expect((await app.mailFolder.list(500)).some((entry) => entry.to === 'nobody@example.com')).toBe(false);
    expect((await app.visitor().post('/api/password/forgot', { email: 'x' })).status).toBe(400);
    expect((await app.visitor().post('/api/password/reset', { token: 'x', password })).status).toBe(410);
  });
});
