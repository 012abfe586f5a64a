import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import { atOnce } from '#test/at-once.ts';
import type { Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { accountTokens, sessions, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };

let app: TestApp;
let address: string;
let admin: Person;

/** Confirms the address and, like the command that creates admins, may grant the admin right. */
async function confirmed(person: Person, adminGranted = false): Promise<Person> {
  const { email, id } = person.user;
  const fields = { email, emailVerifiedAt: new Date(), pendingEmail: null };
  await app.database.db
    .update(users)
    .set(adminGranted ? { ...fields, adminGranted, role: 'admin' } : fields)
    .where(eq(users.id, id));
  return person;
}
const owner = async (fields?: Record<string, unknown>) => confirmed(await app.person('property', fields));
const newAdmin = async () => confirmed(await app.person('property'), true);

beforeAll(async () => {
  app = await createTestApp({ env: { ...productionEnv, PUBLIC_URL: 'http://localhost', RATE_LIMIT: 'on' } });
  address = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await newAdmin();
});
afterAll(() => app.close());

const disable = (by: Client, { user }: Person) => by.post(`/api/admin/users/${user.id}/disable`);
const enable = (by: Client, { user }: Person) => by.post(`/api/admin/users/${user.id}/enable`);
const withdraw = (by: Client, { user }: Person) => by.post(`/api/admin/users/${user.id}/withdraw-admin`);
const signOut = (by: Client, { user }: Person) => by.delete(`/api/admin/users/${user.id}/sessions`);
const calls = { disable, enable, withdraw, signOut };

const login = (person: Person, secret = password, by = app.visitor()) =>
  by.post('/api/login', { username: person.user.username, password: secret });
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const rowOf = async ({ user }: Person) => {
  const [row] = await app.database.db.select().from(users).where(eq(users.id, user.id));
  if (!row) throw new Error('The account is gone');
  return row;
};
const auditOf = async ({ user }: Person, action: 'user.disabled' | 'user.enabled' | 'user.admin_withdrawn') =>
  app.database.db
    .select()
    .from(auditLogs)
    .where(and(eq(auditLogs.entityId, user.id), eq(auditLogs.action, action)));

/** Resolves to the close code of the client's open page. */
async function closingOf(client: Client): Promise<{ code: Promise<number> }> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: 'http://localhost' },
  });
  const code = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
  await once(socket, 'open');
  return { code };
}

describe('the list of accounts', () => {
  it('shows each account with its state, but no password or hash', async () => {
    const person = await owner({ firstName: 'Wilhelmina', lastName: 'Quist' });
    const { body, raw } = await admin.get('/api/admin/users?q=wilhelmina%20q');
    expect(body).toEqual([
      {
        id: person.user.id,
        username: person.user.username,
        firstName: 'Wilhelmina',
        lastName: 'Quist',
        email: person.user.email,
        emailConfirmed: true,
        role: 'property',
        createdAt: expect.any(String),
        lastSignInAt: expect.any(String),
        disabledAt: null,
        erasedAt: null,
        secondFactor: false,
        sessions: 1,
      },
    ]);
    expect(raw.toString()).not.toContain('argon2');
    const before = body[0].lastSignInAt;
    await login(person);
    const [after] = (await admin.get(`/api/admin/users?q=${person.user.email}`)).body;
    expect([after.sessions, after.lastSignInAt > before]).toEqual([2, true]);
  });

  it('searches usernames and unconfirmed addresses, matches % literally, and pages newest first', async () => {
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await app.person('property', { username: `paged_${n}` }));
    const found = await admin.get('/api/admin/users?q=PAGED_&limit=2');
    expect(found.body.map(({ username }: { username: string }) => username)).toEqual(['paged_2', 'paged_1']);
    const [, next = ''] = /<([^>]+)>/.exec(String(found.headers.link)) ?? [];
    const rest = await admin.get(next);
    expect(rest.body.map(({ username }: { username: string }) => username)).toEqual(['paged_0']);
    expect(rest.headers.link).toBeUndefined();
    const [first] = people;
    expect((await admin.get(`/api/admin/users?q=${first?.user.email}`)).body).toMatchObject([
      { emailConfirmed: false, email: first?.user.email },
    ]);
    expect((await admin.get('/api/admin/users?q=%25')).body).toEqual([]);
  });

  it('filters admins, including those in the owner view, and disabled accounts', async () => {
    const [other, off] = [await newAdmin(), await owner()];
    await other.put('/api/user/profile', { role: 'property_owner' });
    await expectOk(disable(admin, off), 'Disabling');
    const idsOf = async (group: string) =>
      (await admin.get(`/api/admin/users?limit=200&group=${group}`)).body.map(({ id }: { id: string }) => id);
    expect(await idsOf('admins')).toEqual(expect.arrayContaining([admin.user.id, other.user.id]));
    expect(await idsOf('admins')).not.toContain(off.user.id);
    expect(await idsOf('disabled')).toEqual([off.user.id]);
    expect((await admin.get('/api/admin/users?group=all')).status).toBe(400);
  });
});

describe('disabling an account', () => {
  it('ends its sessions and open pages at once, and notifies its user', async () => {
    const person = await owner();
    const elsewhere = app.visitor();
    await login(person, password, elsewhere);
    const pages = [await closingOf(person), await closingOf(elsewhere)];
    const answer = await disable(admin, person);
    expect([answer.status, answer.body.sessions, typeof answer.body.disabledAt]).toEqual([200, 0, 'string']);
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual([4401, 4401]);
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await auditOf(person, 'user.disabled')).toMatchObject([{ userId: admin.user.id }]);
    expect((await mailTo(app, person.user.email, /disabled/)).text).toContain('cannot sign in');
    // Repeating it changes nothing.
    expect((await disable(admin, person)).body.disabledAt).toBe(answer.body.disabledAt);
    expect(await auditOf(person, 'user.disabled')).toHaveLength(1);
  });

  it('answers the right password like a wrong one: same text, same work, same count of attempts', async () => {
    const person = await owner();
    await disable(admin, person);
    const { verify } = app.passwords;
    const compared: (string | null)[] = [];
    app.passwords.verify = (stored, typed) => {
      compared.push(stored);
      return verify(stored, typed);
    };
    try {
      const wrong = await login(person, 'not the password');
      const right = await login(person);
      expect([right.status, right.body]).toEqual([401, wrong.body]);
      expect(right.headers['set-cookie']).toEqual(wrong.headers['set-cookie']);
      expect(compared).toEqual([expect.stringContaining('argon2'), expect.stringContaining('argon2')]);
    } finally {
      app.passwords.verify = verify;
    }
    for (let tries = 2; tries < 10; tries += 1) expect((await login(person)).status).toBe(401);
    expect((await login(person)).status).toBe(429);
  });

  it('voids sent links, and sends no new one', async () => {
    const person = await owner();
    const visitor = app.visitor();
    await visitor.post('/api/password/forgot', { email: person.user.email });
    const token = linkOf(await mailTo(app, person.user.email, /reset/i)).searchParams.get('token');
    await disable(admin, person);
    const reset = await visitor.post('/api/password/reset', { token, password: 'three unrelated lamps' });
    expect(reset.status).toBe(410);
    expect((await visitor.post('/api/password/forgot', { email: person.user.email })).status).toBe(202);
    const links = app.database.db.select().from(accountTokens).where(eq(accountTokens.userId, person.user.id));
    const done = "select 1 from pgboss.job where name = 'forgot-password' and state <> 'completed'";
    await expect.poll(async () => (await app.database.pool.query(done)).rows).toEqual([]);
    expect((await links).filter(({ usedAt }) => usedAt === null)).toEqual([]);
  });

  it('refuses a sign-in whose password was being checked, and a password change in progress', async () => {
    const [late, changing] = [await owner(), await owner()];
    const { hash, verify } = app.passwords;
    app.passwords.verify = async (stored, typed) => {
      const isRight = await verify(stored, typed);
      await disable(admin, late);
      return isRight;
    };
    app.passwords.hash = async (secret) => {
      await disable(admin, changing);
      return hash(secret);
    };
    try {
      expect((await login(late)).status).toBe(401);
      app.passwords.verify = verify;
      const input = { currentPassword: password, newPassword: 'three unrelated lamps' };
      expect((await changing.post('/api/user/password', input)).status).toBe(401);
    } finally {
      Object.assign(app.passwords, { hash, verify });
    }
    for (const { user } of [late, changing])
      expect(await app.database.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([]);
  });

  it('voids the invitations of a disabled admin', async () => {
    const inviting = await newAdmin();
    await expectOk(inviting.post('/api/admin/invitations', { email: 'friend@example.com' }), 'Inviting');
    const invitation = linkOf(await mailTo(app, 'friend@example.com')).searchParams.get('token');
    await disable(admin, inviting);
    const fields = { username: 'friend', email: 'friend@example.com', password, role: 'admin', invitation };
    expect((await app.visitor().post('/api/register', fields)).status).toBe(410);
  });

  it('is undone by enabling: the old password works, the old sessions do not', async () => {
    const person = await owner();
    await disable(admin, person);
    expect((await enable(admin, person)).body.disabledAt).toBeNull();
    expect(await isSignedIn(person)).toBe(false);
    expect((await login(person)).status).toBe(200);
    expect(await auditOf(person, 'user.enabled')).toHaveLength(1);
    await mailTo(app, person.user.email, /enabled again/);
  });
});

describe('withdrawing the admin right', () => {
  it('ends the sessions, keeps the account as a property owner, and notifies the user', async () => {
    const other = await newAdmin();
    const page = await closingOf(other);
    const answer = await withdraw(admin, other);
    expect([answer.status, answer.body.role]).toEqual([200, 'property']);
    expect(await page.code).toBe(4401);
    other.csrfToken = null;
    expect((await login(other, password, other)).body.user.abilities).toMatchObject({
      admin: false,
      canSwitchRole: false,
    });
    expect((await other.put('/api/user/profile', { role: 'admin' })).status).toBe(403);
    expect((await other.get('/api/admin/users')).status).toBe(403);
    expect(await auditOf(other, 'user.admin_withdrawn')).toMatchObject([{ userId: admin.user.id }]);
    await mailTo(app, other.user.email, /no longer an Innspect admin/);
    const again = await withdraw(admin, other);
    expect([again.status, again.body.code]).toEqual([409, 'not_an_admin']);
  });

  it('is not undone by a sign-in whose password was being checked', async () => {
    const other = await newAdmin();
    const { verify } = app.passwords;
    app.passwords.verify = async (stored, typed) => {
      const isRight = await verify(stored, typed);
      await withdraw(admin, other);
      return isRight;
    };
    try {
      expect((await login(other)).status).toBe(403);
    } finally {
      app.passwords.verify = verify;
    }
    expect((await rowOf(other)).role).toBe('property');
  });
});

it("ending a user's sessions signs out all of that user's devices, and no others", async () => {
  const [person, bystander] = [await owner(), await owner()];
  const page = await closingOf(person);
  expect((await signOut(admin, person)).body.sessions).toBe(0);
  expect(await page.code).toBe(4401);
  expect([await isSignedIn(person), await isSignedIn(bystander), await isSignedIn(admin)]).toEqual([false, true, true]);
  expect((await login(person)).status).toBe(200);
  await mailTo(app, person.user.email, /signed out of Innspect everywhere/);
});

describe('attacks', () => {
  it('no admin can do any of this to their own account', async () => {
    for (const call of Object.values(calls)) {
      const { status, body } = await call(admin, admin);
      expect([status, body.code]).toEqual([409, 'own_account']);
    }
    expect(await isSignedIn(admin)).toBe(true);
  });

  it('owners, admins in the owner view and strangers can do nothing, whatever the id', async () => {
    const [attacker, switched, victim] = [await owner(), await newAdmin(), await owner()];
    await switched.put('/api/user/profile', { role: 'property_owner' });
    const missing = { user: { id: '00000000-0000-4000-8000-000000000000' } } as Person;
    const broken = { user: { id: "x' or 1=1 --" } } as Person;
    for (const by of [attacker, switched]) {
      for (const target of [victim, attacker, admin, missing, broken])
        for (const call of Object.values(calls)) expect((await call(by, target)).status).toBe(403);
      expect((await by.get('/api/admin/users')).status).toBe(403);
    }
    for (const call of Object.values(calls)) {
      expect((await call(app.visitor(), victim)).status).toBe(401);
      expect([(await call(admin, missing)).status, (await call(admin, broken)).status]).toEqual([404, 404]);
    }
    expect(await isSignedIn(victim)).toBe(true);
    expect((await rowOf(victim)).disabledAt).toBeNull();
  });

  it.each(['disable', 'withdraw'] as const)('one admin remains when two %s each other at once', async (what) => {
    const [one, two] = [await newAdmin(), await newAdmin()];
    await Promise.all([one.get('/api/csrf-token'), two.get('/api/csrf-token')]);
    const ids = `'${one.user.id}', '${two.user.id}'`;
    for (const person of [one, two]) person.csrfToken = (await person.get('/api/csrf-token')).body.csrfToken;
    const answers = await atOnce(app.database, `select 1 from users where id in (${ids}) for update`, [
      () => calls[what](one, two),
      () => calls[what](two, one),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const rows = [await rowOf(one), await rowOf(two)];
    expect(rows.filter((row) => row.adminGranted && !row.disabledAt)).toHaveLength(1);
  });
});

it('evaluation mode identifies admins by their view, and withdrawing the right makes them owners until they switch again', async () => {
  const evaluation = await createTestApp({ work: false });
  try {
    const [one, two] = [await evaluation.person('admin'), await evaluation.person('admin')];
    expect((await one.get('/api/admin/users?group=admins')).body).toHaveLength(2);
    expect((await withdraw(one, two)).body.role).toBe('property');
    two.csrfToken = null;
    const again = await two.post('/api/login', { username: two.user.username, password });
    expect(again.body.user.abilities).toMatchObject({ admin: false, canSwitchRole: true });
    expect((await disable(one, two)).status).toBe(200);
    const refused = await evaluation.visitor().post('/api/login', { username: two.user.username, password });
    expect(refused.status).toBe(401);
    expect((await disable(one, one)).status).toBe(409);
  } finally {
    await evaluation.close();
  }
});
