import { once } from 'node:events';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { sessions } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
const changed = 'three unrelated lamps';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await createTestApp();
  address = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function signedIn(person: Person, secret = password): Promise<Client> {
  const visitor = app.visitor();
  const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
  const answer = await visitor.send({
    method: 'POST',
    url: '/api/login',
    payload: { username: person.user.username, password: secret },
    headers: { 'x-csrf-token': csrfToken, 'user-agent': chrome },
    remoteAddress: '203.0.113.7',
  });
  expect(answer.status).toBe(200);
  visitor.csrfToken = answer.body.csrfToken;
  return visitor;
}

const change = (client: Client, currentPassword = password, newPassword = changed) =>
  client.post('/api/user/password', { currentPassword, newPassword });
const listed = async (client: Client): Promise<{ id: string; current: boolean }[]> =>
  expectOk(client.get('/api/user/sessions'), 'Listing');
const idOf = async (client: Client) => (await listed(client)).find(({ current }) => current)?.id ?? '';
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const actionsOf = async ({ user }: Person) =>
  (await app.database.db.select().from(auditLogs).where(eq(auditLogs.userId, user.id))).map(({ action }) => action);

/** Resolves to the close code of the client's open page. */
async function closingOf(client: Client): Promise<{ code: Promise<number> }> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: { cookie, origin: address } });
  const code = new Promise<number>((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
  await once(socket, 'open');
  return { code };
}

describe('upload addresses', () => {
  it('end with the session that asked for them, on the disk', async () => {
    const [person, other] = [await app.person('property'), await app.person('property')];
    const recording = { filename: 'walk.webm', type: 'video/webm' };
    const begin = async (client: Client) => {
      const { uploadId, key } = await expectOk(client.post('/api/s3/multipart', recording), 'Beginning');
      const at = `/api/s3/multipart/${uploadId}/1?key=${encodeURIComponent(key)}`;
      const part = (await expectOk(client.get(at), 'Signing')).url as string;
      const file = (await expectOk(client.post('/api/objects/upload'), 'Asking')).uploadURL as string;
      const form = await expectOk(client.get('/api/s3/params?filename=a.jpg&type=image%2Fjpeg'), 'Asking');
      return { part, file, form: form as { url: string; fields: Record<string, string> }, at };
    };
    const local = (url: string) => `${address}${new URL(url).pathname}${new URL(url).search}`;
    const send = async ({ part, file, form }: Awaited<ReturnType<typeof begin>>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(form.fields)) body.set(name, value);
      body.set('file', new Blob(['x']));
      return [
        (await fetch(local(part), { method: 'PUT', body: 'x' })).status,
        (await fetch(local(file), { method: 'PUT', body: 'x' })).status,
        (await fetch(local(form.url), { method: 'POST', body })).status,
      ];
    };
    const [ofPerson, ofOther] = [await begin(person), await begin(other)];
    expect(await send(ofPerson)).toEqual([200, 200, 201]);
    await expectOk(person.post('/api/logout'), 'Signing out');
    expect(await send(ofPerson)).toEqual([403, 403, 403]);
    expect(await send(ofOther)).toEqual([200, 200, 201]);
    // What was begun goes on in the next session.
    const again = await signedIn(person);
    const { url } = await expectOk(again.get(ofPerson.at), 'Signing again');
    expect((await fetch(local(url), { method: 'PUT', body: 'x' })).status).toBe(200);
  });
});

describe('changing the password', () => {
  it('ends every other session with its open pages, and gives this one a new token', async () => {
    const person = await app.person('property');
    const other = await signedIn(person);
    const before = {
      token: person.cookies.get('innspect_session') ?? '',
      csrf: person.csrfToken,
      id: await idOf(person),
    };
    const [own, others] = [await closingOf(person), await closingOf(other)];
    const answer = await change(person);
    expect([answer.status, answer.raw.length]).toEqual([204, 0]);
    expect([await own.code, await others.code]).toEqual([4001, 4401]);
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
    expect(person.cookies.get('innspect_session')).not.toBe(before.token);
    expect(await listed(person)).toMatchObject([{ current: true }]);
    expect(await idOf(person)).not.toBe(before.id);
    const thief = await app
      .visitor()
      .send({ method: 'GET', url: '/api/user', headers: { cookie: `innspect_session=${before.token}` } });
    expect(thief.status).toBe(401);
    expect((await person.delete('/api/user/sessions')).body.code).toBe('security_token_refused');
    const login = { username: person.user.username, password };
    expect((await app.visitor().post('/api/login', login)).status).toBe(401);
    expect((await app.visitor().post('/api/login', { ...login, password: changed })).status).toBe(200);
    expect(await actionsOf(person)).toContain('user.password_changed');
  });

  it('is reported to the address, and voids an open reset link', async () => {
    const person = await app.person('property');
    await app.visitor().post('/api/password/forgot', { email: person.user.email });
    const token = linkOf(await mailTo(app, person.user.email, /reset/i)).searchParams.get('token');
    expect((await change(person)).status).toBe(204);
    const mail = await mailTo(app, person.user.email, 'Your password was changed');
    expect(mail.text).toContain('If you did not change it');
    expect(mail.text).not.toContain(changed);
    expect((await app.visitor().post('/api/password/reset', { token, password: 'another secret' })).status).toBe(410);
  });

  it('requires the current one, and a new one that meets the rules for signing up', async () => {
    const person = await app.person('property', { firstName: 'Roberta', lastName: 'Lindqvist' });
    const wrong = await change(person, 'not the password');
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      403,
      'current_password_wrong',
      { currentPassword: 'This is not your current password' },
    ]);
    const empty = await person.post('/api/user/password', {});
    expect([empty.status, empty.body.errors]).toEqual([
      400,
      { currentPassword: 'Current password is required', newPassword: 'Password is required' },
    ]);
    const short = await change(person, password, 'short');
    expect(short.body.errors).toEqual({ newPassword: 'Password must be at least 8 characters' });
    const guessed = await change(person, password, 'roberta lindqvist');
    expect([guessed.status, guessed.body.code, Object.keys(guessed.body.errors)]).toEqual([
      400,
      'password_guessed_first',
      ['newPassword'],
    ]);
    expect(await isSignedIn(await signedIn(person))).toBe(true);
  });

  it('succeeds for one of two concurrent requests', async () => {
    const person = await app.person('property');
    const other = await signedIn(person);
    await person.get('/api/csrf-token');
    const answers = await Promise.all([
      change(person, password, `${changed} 1`),
      change(other, password, `${changed} 2`),
    ]);
    // The second request finds either its session ended or the password replaced, whichever it checks first.
    const [done, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(done).toBe(204);
    expect([401, 403]).toContain(refused);
    expect(await app.database.db.select().from(sessions).where(eq(sessions.userId, person.user.id))).toHaveLength(1);
  });

  it('refuses a sign-in whose old password was being checked', async () => {
    const person = await app.person('property');
    const { verify } = app.passwords;
    let changes = 0;
    app.passwords.verify = async (hash, typed) => {
      const isRight = await verify(hash, typed);
      if (changes++ === 0) expect((await change(person)).status).toBe(204);
      return isRight;
    };
    try {
      const late = await app.visitor().post('/api/login', { username: person.user.username, password });
      expect([late.status, late.body.code]).toEqual([401, 'sign_in_refused']);
    } finally {
      app.passwords.verify = verify;
    }
    expect(await listed(person)).toHaveLength(1);
  });

  it('requires the security token, and counts wrong passwords together with sign-ins', async () => {
    const strict = await createTestApp({ env: { ...productionEnv, RATE_LIMIT: 'on' }, work: false });
    try {
      const person = await strict.person('property');
      const forged = await person.send({
        method: 'POST',
        url: '/api/user/password',
        payload: { currentPassword: password, newPassword: changed },
        headers: { 'x-csrf-token': 'wrong' },
      });
      expect([forged.status, forged.body.code]).toEqual([403, 'security_token_refused']);
      for (let tries = 0; tries < 10; tries += 1) expect((await change(person, `guess ${tries}`)).status).toBe(403);
      const late = await change(person);
      expect([late.status, late.body.code]).toEqual([429, 'too_many_tries']);
      expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
      const login = { username: person.user.username, password };
      expect((await strict.visitor().post('/api/login', login)).status).toBe(429);
      // Its address is not confirmed, so no mail is sent.
      const jobs = await strict.database.pool.query("select 1 from pgboss.job where name = 'password-changed-mail'");
      expect(jobs.rows).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});

describe('the list of own sessions', () => {
  it('shows program and network, but neither token nor hash', async () => {
    const person = await app.person('property');
    const other = await signedIn(person);
    const rows = await listed(other);
    expect(rows).toHaveLength(2);
    expect(rows.find(({ current }) => current)).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      client: 'Chrome on Windows',
      network: '203.0.113.7',
      current: true,
    });
    const [stored] = await app.database.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, person.user.id), eq(sessions.id, await idOf(other))));
    expect(JSON.stringify(rows)).not.toContain(stored?.tokenHash);
    expect(JSON.stringify(rows)).not.toContain(other.cookies.get('innspect_session'));
  });

  it('leaves out sessions that have expired', async () => {
    const person = await app.person('property');
    const other = await idOf(await signedIn(person));
    await app.database.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.id, other));
    expect(await listed(person)).toMatchObject([{ current: true }]);
    expect((await person.delete(`/api/user/sessions/${other}`)).status).toBe(404);
  });

  it('ends one session with its open pages, and no other', async () => {
    const person = await app.person('property');
    const [lost, kept] = [await signedIn(person), await signedIn(person)];
    const page = await closingOf(lost);
    const answer = await person.delete(`/api/user/sessions/${await idOf(lost)}`);
    expect([answer.status, answer.raw.length]).toEqual([204, 0]);
    expect(await page.code).toBe(4401);
    expect([await isSignedIn(lost), await isSignedIn(kept), await isSignedIn(person)]).toEqual([false, true, true]);
    expect(await actionsOf(person)).toContain('user.session_ended');
  });

  it('ends all other sessions', async () => {
    const person = await app.person('property');
    const others = [await signedIn(person), await signedIn(person)];
    const pages = await Promise.all(others.map(closingOf));
    expect((await person.delete('/api/user/sessions')).status).toBe(204);
    expect(await Promise.all(pages.map(({ code }) => code))).toEqual([4401, 4401]);
    expect(await Promise.all([...others, person].map(isSignedIn))).toEqual([false, false, true]);
    expect(await actionsOf(person)).toContain('user.sessions_ended');
  });

  it('shows and ends nothing of another user, not even for admins', async () => {
    const [owner, stranger, admin] = [
      await app.person('property'),
      await app.person('property'),
      await app.person('admin'),
    ];
    const id = await idOf(owner);
    for (const other of [stranger, admin]) {
      expect((await listed(other)).map((session) => session.id)).not.toContain(id);
      const { status, body } = await other.delete(`/api/user/sessions/${id}`);
      expect([status, body.code]).toEqual([404, 'session_not_found']);
      expect((await other.delete('/api/user/sessions')).status).toBe(204);
    }
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('a signed-out page is closed at once', async () => {
    const person = await app.person('property');
    const page = await closingOf(person);
    await person.post('/api/logout');
    expect(await page.code).toBe(4401);
  });
});
