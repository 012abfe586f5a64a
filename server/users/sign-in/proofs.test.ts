import { and, eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { secondFactors, sessions, signInChallenges, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: productionEnv });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});
const later = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000);

async function owner(): Promise<Person> {
  const person = await app.person('property');
  const { email, id } = person.user;
  const confirmed = { email, emailVerifiedAt: new Date(), pendingEmail: null };
  await app.database.db.update(users).set(confirmed).where(eq(users.id, id));
  return person;
}
async function elsewhere({ user }: Person): Promise<Client> {
  const client = app.visitor();
  await expectOk(client.post('/api/login', { username: user.username, password }), 'Signing in');
  return client;
}
const prove = (person: Client, input: object = { currentPassword: password }) => person.post('/api/user/proof', input);
const newAddress = (person: Person) => person.put('/api/user/profile', { email: `new.${person.user.email}` });
const idsOf = async (client: Client): Promise<{ id: string; current: boolean }[]> =>
  (await client.get('/api/user/sessions')).body;
async function otherOf(client: Client): Promise<string> {
  return (await idsOf(client)).find(({ current }) => !current)?.id ?? '';
}

describe('ten minutes after the password was typed', () => {
  const calls: Record<string, (person: Person) => Promise<{ status: number; body: { code?: string } }>> = {
    'naming another address': newAddress,
    'ending another session': async (person) => person.delete(`/api/user/sessions/${await otherOf(person)}`),
    'ending all other sessions': (person) => person.delete('/api/user/sessions'),
  };

  it.each(Object.entries(calls))('%s requires it again', async (_, call) => {
    const person = await owner();
    later(1);
    const other = await elsewhere(person);
    later(9.5);
    const refused = await call(person);
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed']);
    expect((await other.get('/api/user')).body).toMatchObject({ email: person.user.email, pendingEmail: null });
    expect((await prove(person)).status).toBe(204);
    expect((await call(person)).status).toBeLessThan(300);
  });

  it.each(Object.entries(calls))(
    '%s is allowed before, and a re-authentication counts for its own session only',
    async (_, call) => {
      const person = await owner();
      const other = Object.assign(await elsewhere(person), { user: person.user });
      later(11);
      await expectOk(prove(person), 'Proving');
      expect((await call(other)).body.code).toBe('proof_needed');
      later(9.5);
      expect((await call(person)).status).toBeLessThan(300);
    },
  );

  it('no other profile change requires it, nor requesting the link again or keeping the old address', async () => {
    const person = await owner();
    await expectOk(newAddress(person), 'Naming an address');
    later(11);
    const { email } = person.user;
    for (const fields of [{ firstName: 'Kim' }, { email }, { role: 'property_owner' }])
      expect((await person.put('/api/user/profile', fields)).status).toBe(200);
    await expectOk(prove(person), 'Proving');
    await expectOk(newAddress(person), 'Naming it again');
    later(11);
    expect((await newAddress(person)).status).toBe(200);
    expect((await person.put('/api/user/profile', { email: `third.${email}` })).body.code).toBe('proof_needed');
  });
});

describe('ten minutes after an admin typed the password', () => {
  const account = async (fields: Partial<typeof users.$inferInsert> = { disabledAt: null }) => {
    const person = await owner();
    await app.database.db.update(users).set(fields).where(eq(users.id, person.user.id));
    return person;
  };
  const grantedAdmin = () => account({ adminGranted: true, role: 'admin' });
  const path = ({ user }: Person) => `/api/admin/users/${user.id}`;
  const webhook = { name: 'Tickets', url: 'https://tickets.example.com/hook', events: ['case.opened'] };
  const calls: Record<
    string,
    { to?: () => Promise<Person>; call: (admin: Client, to: Person) => ReturnType<typeof newAddress> }
  > = {
    'inviting an admin': {
      call: (admin) => admin.post('/api/admin/invitations', { email: `${crypto.randomUUID()}@example.com` }),
    },
    'withdrawing admin': { to: grantedAdmin, call: (admin, to) => admin.post(`${path(to)}/withdraw-admin`) },
    'disabling an account': { call: (admin, to) => admin.post(`${path(to)}/disable`) },
    'enabling an account': {
      to: () => account({ disabledAt: new Date() }),
      call: (admin, to) => admin.post(`${path(to)}/enable`),
    },
    'ending the sessions of somebody': { call: (admin, to) => admin.delete(`${path(to)}/sessions`) },
    'removing the second factor of somebody': {
      to: () => account({ secondFactorAt: new Date() }),
      call: (admin, to) => admin.delete(`${path(to)}/second-factor`),
    },
    'erasing a person': { call: (admin, to) => admin.post(`${path(to)}/erase`) },
    'creating an API key': {
      call: (admin) => admin.post('/api/user/api-keys', { name: 'Program', scopes: ['cases:read'], days: 30 }),
    },
    'adding a webhook': { call: (admin) => admin.post('/api/admin/webhooks', webhook) },
  };
  const stateOf = async ({ user }: Person) => {
    const [row] = await app.database.db.select().from(users).where(eq(users.id, user.id));
    return row;
  };

  it.each(Object.entries(calls))('%s requires it again, and changes nothing before', async (_, { to, call }) => {
    const admin = await grantedAdmin();
    const target = await (to ?? account)();
    const before = await stateOf(target);
    later(11);
    const refused = await call(admin, target);
    expect([refused.status, refused.body.code]).toEqual([403, 'proof_needed']);
    expect(await stateOf(target)).toEqual(before);
    await expectOk(prove(admin), 'Proving');
    expect((await call(admin, target)).status).toBeLessThan(300);
    later(9.5);
    const second = await (to ?? account)();
    expect((await call(admin, second)).status).toBeLessThan(300);
  });

  it('an owner who never was an admin is refused by role, not asked for the password', async () => {
    const person = await owner();
    later(11);
    const answer = await person.post('/api/admin/invitations', { email: 'a@example.com' });
    expect([answer.status, answer.body.code]).toEqual([403, 'admins_only']);
  });
});

describe('a re-authentication', () => {
  it('accepts the right password, counts wrong ones with sign-ins, and is logged', async () => {
    const person = await owner();
    expect((await prove(person, {})).body.errors).toEqual({ currentPassword: 'Current password is required' });
    expect((await prove(person, { code: '123456' })).body.code).toBe('second_factor_is_off');
    expect((await prove(person)).status).toBe(204);
    const entries = await app.database.db
      .select()
      .from(auditLogs)
      .where(and(eq(auditLogs.entityId, person.user.id), eq(auditLogs.action, 'user.proven')));
    expect(entries).toHaveLength(1);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await prove(person, { currentPassword: `guess ${tries}` })).body.code).toBe('current_password_wrong');
    expect((await prove(person)).status).toBe(429);
    expect((await app.visitor().post('/api/login', { username: person.user.username, password })).status).toBe(429);
    later(11);
    expect((await newAddress(person)).body.code).toBe('proof_needed');
  });

  it('accepts a code of the authenticator app instead, once', async () => {
    const person = await owner();
    const setup = await expectOk(person.post('/api/user/second-factor/setup', { currentPassword: password }), 'Setup');
    const codeOf = () => generateSync({ secret: setup.key, epoch: Math.floor(Date.now() / 1000) });
    await expectOk(person.post('/api/user/second-factor', { code: codeOf() }), 'Turning on');
    person.csrfToken = null;
    later(11);
    expect((await newAddress(person)).body.code).toBe('proof_needed');
    const code = codeOf();
    expect((await prove(person, { code })).status).toBe(204);
    expect((await newAddress(person)).status).toBe(200);
    expect((await prove(person, { code })).body.code).toBe('code_wrong');
  });
});

it('a new password from a link is reported to the address', async () => {
  const person = await owner();
  await app.visitor().post('/api/password/forgot', { email: person.user.email });
  const token = linkOf(await mailTo(app, person.user.email, /reset/i)).searchParams.get('token');
  const reset = await app.visitor().post('/api/password/reset', { token, password: 'three unrelated lamps' });
  expect(reset.status).toBe(204);
  const mail = await mailTo(app, person.user.email, 'A new password was chosen');
  expect(mail.text).not.toContain('three unrelated lamps');
});

it('a job deletes what has expired, and nothing else', async () => {
  const { db } = app.database;
  const [person, waiting] = [await owner(), await owner()];
  const kept = await elsewhere(person);
  const [, gone = { id: '' }] = await db.select().from(sessions).where(eq(sessions.userId, person.user.id));
  await db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.id, gone.id));
  await expectOk(waiting.post('/api/user/second-factor/setup', { currentPassword: password }), 'Setup');
  const challenge = { userId: person.user.id, role: 'property', remember: false } as const;
  await db.insert(signInChallenges).values([
    { ...challenge, tokenHash: 'past', expiresAt: new Date() },
    { ...challenge, tokenHash: 'open', expiresAt: new Date(Date.now() + 60_000) },
  ]);
  const sweep = app.system.jobs.find(({ name }) => name === 'sweep-sessions');
  expect(sweep?.cron).toBeDefined();
  await app.system.services.sessions.sweep();
  const left = await db.select().from(sessions).where(eq(sessions.userId, person.user.id));
  expect(left.map(({ id }) => id)).not.toContain(gone.id);
  expect(left).toHaveLength(1);
  const answers = [await person.get('/api/user'), await kept.get('/api/user')];
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  expect(await db.select().from(signInChallenges)).toMatchObject([{ tokenHash: 'open' }]);
  const setups = () => db.select().from(secondFactors).where(eq(secondFactors.userId, waiting.user.id));
  expect(await setups()).toHaveLength(1);
  later(11);
  await app.system.services.sessions.sweep();
  expect(await setups()).toEqual([]);
});
