import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { caseFields, expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { until } from '#test/until.ts';
import { accountTokens, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp({ env: { ...productionEnv, RATE_LIMIT: 'on' } });
  admin = await app.person('property');
  await app.database.db.update(users).set({ adminGranted: true, role: 'admin' }).where(eq(users.id, admin.user.id));
});
afterAll(() => app.close());

const tokenIn = async (address: string, subject: RegExp): Promise<string> =>
  linkOf(await mailTo(app, address, subject)).searchParams.get('token') ?? '';
const confirm = async (person: Person, address = person.user.email) =>
  person.post('/api/email/verify', { token: await tokenIn(address, /confirm/i) });
async function confirmedPerson(): Promise<Person> {
  const person = await app.person('property');
  expect((await confirm(person)).status).toBe(204);
  return person;
}
let clients = 0;
/** A request from a new IP address, so that no limit per address applies. */
async function callFromElsewhere(url: string, payload: object): Promise<Answer> {
  clients += 1;
  const visitor = app.visitor();
  const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
  const remoteAddress = `198.51.100.${clients}`;
  return visitor.send({ method: 'POST', url, payload, remoteAddress, headers: { 'x-csrf-token': csrfToken } });
}
const forgot = (email: string) => callFromElsewhere('/api/password/forgot', { email });
const reset = (token: string, secret = 'a new long secret') =>
  callFromElsewhere('/api/password/reset', { token, password: secret });
async function resetToken(address: string): Promise<string> {
  await forgot(address);
  return tokenIn(address, /password/i);
}
async function signedIn(person: Person, secret = password): Promise<Client> {
  const visitor = app.visitor();
  await expectOk(visitor.post('/api/login', { username: person.user.username, password: secret }), 'Signing in');
  return visitor;
}
const openedCase = async (ownerEmail: string): Promise<{ id: string; caseNumber: string }> =>
  expectOk(admin.post('/api/inspection-cases', caseFields(ownerEmail)), 'Opening the case');
async function expectNoAccess(person: Client, opened: { id: string; caseNumber: string }) {
  expect((await person.get('/api/inspection-cases')).body).toEqual([]);
  expect((await person.get(`/api/inspection-cases/${opened.id}`)).status).toBe(404);
  expect((await person.get('/api/notifications')).body.notifications).toEqual([]);
  const { status } = await person.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  expect([403, 404]).toContain(status);
}

let visitors = 0;
const fields = (email: string) => {
  visitors += 1;
  return { username: `visitor${visitors}`, email, password, role: 'property', firstName: 'V', lastName: 'V' };
};
const named = (email: string, fields: Record<string, unknown> = {}) => app.person('property', { email, ...fields });
const profileOf = async (person: Client) => (await person.get('/api/user/profile')).body;

describe('a link proves only the address to which it was sent', () => {
  it("a reset link sent before a change of address gives no access to another user's case", async () => {
    const attacker = await confirmedPerson();
    const owner = 'owner.without.account@example.com';
    const opened = await openedCase(owner);
    const token = await resetToken(attacker.user.email);
    expect((await attacker.put('/api/user/profile', { email: owner })).status).toBe(200);
    const used = await reset(token);
    await expectNoAccess(await signedIn(attacker, used.status === 204 ? 'a new long secret' : password), opened);
    expect(used.status).toBe(410);
  });

  it('neither does a reset link sent after the change, which goes to the old address', async () => {
    const attacker = await confirmedPerson();
    const owner = 'another.owner@example.com';
    const opened = await openedCase(owner);
    await attacker.put('/api/user/profile', { email: owner });
    const token = await resetToken(attacker.user.email);
    expect((await reset(token)).status).toBe(204);
    const again = await signedIn(attacker, 'a new long secret');
    await expectNoAccess(again, opened);
    expect(await profileOf(again)).toMatchObject({ email: attacker.user.email, pendingEmail: null });
    // The link in the owner's mailbox becomes void too.
    const waiting = await tokenIn(owner, /confirm/i);
    expect((await again.post('/api/email/verify', { token: waiting })).status).toBe(410);
  });

  it('neither does the link that confirms an earlier address', async () => {
    const attacker = await named('attacker.first@example.com');
    const owner = 'third.owner@example.com';
    const opened = await openedCase(owner);
    const token = await tokenIn('attacker.first@example.com', /confirm/i);
    await attacker.put('/api/user/profile', { email: owner });
    expect((await attacker.post('/api/email/verify', { token })).status).toBe(410);
    await expectNoAccess(attacker, opened);
  });

  it("using a reset link voids the account's other reset links", async () => {
    const person = await confirmedPerson();
    const first = await resetToken(person.user.email);
    const before = (await app.mailFolder.list(500)).length;
    await forgot(person.user.email);
    await expect.poll(async () => (await app.mailFolder.list(500)).length).toBe(before + 1);
    const second = await tokenIn(person.user.email, /password/i);
    expect(second).not.toBe(first);
    expect((await reset(first)).status).toBe(204);
    expect((await reset(second)).status).toBe(410);
  });

  it('a reset link is valid for the configured time, which the mail states', async () => {
    const person = await confirmedPerson();
    const token = await resetToken(person.user.email);
    const [link] = await app.database.db
      .select()
      .from(accountTokens)
      .where(and(eq(accountTokens.userId, person.user.id), eq(accountTokens.kind, 'password_reset')));
    const minutes = ((link?.expiresAt.getTime() ?? 0) - (link?.createdAt.getTime() ?? 0)) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    expect((await mailTo(app, person.user.email, /password/i)).text).toContain('within 30 minutes');
    await app.database.pool.query('update account_tokens set expires_at = now() where id = $1', [link?.id]);
    expect((await reset(token)).status).toBe(410);
  });
});

describe('a change of address', () => {
  it('keeps the confirmed address until the new one is confirmed, and notifies the old one then and both afterwards', async () => {
    const person = await confirmedPerson();
    const old = person.user.email;
    const opened = await openedCase(old);
    const changed = await person.put('/api/user/profile', { email: `new.${old}`, firstName: 'Kim' });
    expect(changed.body).toMatchObject({ email: old, pendingEmail: `new.${old}`, firstName: 'Kim' });
    expect((await mailTo(app, old, /new e-mail address/i)).text).toContain(`new.${old}`);
    expect((await person.get('/api/inspection-cases')).body).toHaveLength(1);
    expect((await confirm(person, `new.${old}`)).status).toBe(204);
    for (const address of [old, `new.${old}`]) await mailTo(app, address, /address of your account was changed/i);
    expect(await profileOf(person)).toMatchObject({ email: `new.${old}`, pendingEmail: null });
    expect((await person.get(`/api/inspection-cases/${opened.id}`)).status).toBe(404);
  });

  it('is withdrawn by entering the confirmed address again', async () => {
    const person = await confirmedPerson();
    await person.put('/api/user/profile', { email: 'withdrawn@example.com' });
    const token = await tokenIn('withdrawn@example.com', /confirm/i);
    const { body } = await person.put('/api/user/profile', { email: person.user.email });
    expect(body).toMatchObject({ email: person.user.email, pendingEmail: null });
    expect((await person.post('/api/email/verify', { token })).status).toBe(410);
    expect((await person.get('/api/user')).body.abilities.emailVerified).toBe(true);
  });

  it('is refused for an address that another account owns', async () => {
    const [one, other] = [await confirmedPerson(), await confirmedPerson()];
    const taken = await one.put('/api/user/profile', { email: other.user.email.toUpperCase() });
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
  });
});

describe("a user who registers with another person's address", () => {
  it('gains nothing: no case, no notification, no mail about the case, no reset', async () => {
    const squatter = await named('squatted@example.com');
    expect(squatter.user.email).toBe('squatted@example.com');
    const opened = await openedCase('squatted@example.com');
    await expectNoAccess(squatter, opened);
    const invitation = linkOf(await mailTo(app, 'squatted@example.com', opened.caseNumber));
    expect(invitation.searchParams.get('tab')).toBe('register');
    await forgot('squatted@example.com');
    await resetToken((await confirmedPerson()).user.email);
    const subjects = (await app.mailFolder.list(500)).filter(({ to }) => to === 'squatted@example.com');
    expect(subjects.map(({ subject }) => subject).filter((subject) => /password/i.test(subject))).toEqual([]);
  });

  it('is not confirmed when the owner opens the link, signed in or not', async () => {
    const squatter = await named('pressed@example.com');
    const opened = await openedCase('pressed@example.com');
    const token = await tokenIn('pressed@example.com', /confirm/i);
    expect((await app.visitor().post('/api/email/verify', { token })).status).toBe(401);
    const stranger = await app.person('property');
    const refused = await stranger.post('/api/email/verify', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'verification_link_of_another_account']);
    await expectNoAccess(squatter, opened);
  });

  it('loses it to the owner, who registers, confirms and links', async () => {
    const squatter = await named('contested@example.com');
    const opened = await openedCase('contested@example.com');
    const owner = await named('Contested@example.com');
    await expectNoAccess(owner, opened);
    expect((await confirm(owner, 'Contested@example.com')).status).toBe(204);
    await expectOk(owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber }), 'Linking');
    await expectNoAccess(squatter, opened);
    const late = await tokenIn('contested@example.com', /confirm/i);
    expect((await squatter.post('/api/email/verify', { token: late })).status).toBe(409);
    expect((await app.visitor().post('/api/register', fields('contested@example.com'))).body.code).toBe('email_taken');
  });

  it('shares no address: of two who confirm it at once, one gets it', async () => {
    const [one, two] = [await named('twice@example.com'), await named('TWICE@example.com')];
    const tokens = [await tokenIn('twice@example.com', /confirm/i), await tokenIn('TWICE@example.com', /confirm/i)];
    const answers = await Promise.all([
      one.post('/api/email/verify', { token: tokens[0] }),
      two.post('/api/email/verify', { token: tokens[1] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  it('cannot flood the mailbox', async () => {
    for (let time = 0; time < 14; time += 1) await named('flooded@example.com');
    const sent = async () => (await app.mailFolder.list(500)).filter(({ to }) => to === 'flooded@example.com');
    await until(async () => ((await sent()).length >= 5 ? true : undefined), 'The mails did not arrive');
    // A sixth mail would have been written before this one.
    await confirmedPerson();
    expect(await sent()).toHaveLength(5);
  });
});

it('a pending address that is entered again and again is limited like a new one', async () => {
  const person = await app.person('property');
  const enter = () => person.put('/api/user/profile', { email: 'again@example.com' });
  const answers: number[] = [];
  for (let time = 0; time < 14; time += 1) answers.push((await enter()).status);
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
  expect(answers.at(-1)).toBe(429);
});

describe('accounts left by evaluation mode', () => {
  /** An account as evaluation mode stores it, with an address that is not verified. */
  async function leftBehind(email: string, changes: Partial<typeof users.$inferInsert> = {}) {
    const person = await app.person('property');
    const row = { email, pendingEmail: null, emailVerifiedAt: null, ...changes };
    await app.database.db.update(users).set(row).where(eq(users.id, person.user.id));
    return person;
  }

  it('gain nothing from their address, and lose it to a user who confirms it', async () => {
    const squatter = await leftBehind('left.behind@example.com');
    const opened = await openedCase('left.behind@example.com');
    await expectNoAccess(squatter, opened);
    const owner = await named('left.behind@example.com');
    expect((await confirm(owner, 'left.behind@example.com')).status).toBe(204);
    expect((await owner.get('/api/inspection-cases')).body).toHaveLength(1);
    await expectNoAccess(squatter, opened);
    expect((await profileOf(squatter)).email).toBe('left.behind@example.com');
    expect((await squatter.get('/api/user')).body.abilities.emailVerified).toBe(false);
  });

  it('can confirm it by entering it again', async () => {
    const person = await leftBehind('kept@example.com');
    const { body } = await person.put('/api/user/profile', { email: 'kept@example.com' });
    expect(body).toMatchObject({ email: 'kept@example.com', pendingEmail: 'kept@example.com' });
    expect((await confirm(person, 'kept@example.com')).status).toBe(204);
    expect((await person.get('/api/user')).body.abilities.emailVerified).toBe(true);
  });

  it('cannot become Admin/QA accounts through an invitation whose sender is no longer an admin', async () => {
    const sender = await app.person('property');
    await app.database.db.update(users).set({ adminGranted: true, role: 'admin' }).where(eq(users.id, sender.user.id));
    await expectOk(sender.post('/api/admin/invitations', { email: 'crony@example.com' }), 'Inviting');
    const invitation = await tokenIn('crony@example.com', /invited/i);
    await app.database.db.update(users).set({ adminGranted: false }).where(eq(users.id, sender.user.id));
    const answer = await app.visitor().post('/api/register', { ...fields('crony@example.com'), invitation });
    expect([answer.status, answer.body.code]).toEqual([410, 'invitation_no_longer_valid']);
  });
});

describe('an invitation', () => {
  it('to an address that a stranger entered works, and voids an earlier invitation', async () => {
    await named('invited.twice@example.com');
    await expectOk(admin.post('/api/admin/invitations', { email: 'invited.twice@example.com' }), 'Inviting');
    const first = await tokenIn('invited.twice@example.com', /invited/i);
    const before = (await app.mailFolder.list(500)).length;
    await expectOk(admin.post('/api/admin/invitations', { email: 'invited.twice@example.com' }), 'Inviting again');
    await expect.poll(async () => (await app.mailFolder.list(500)).length).toBe(before + 1);
    const second = await tokenIn('invited.twice@example.com', /invited/i);
    const register = (invitation: string) =>
      app.visitor().post('/api/register', { ...fields('invited.twice@example.com'), invitation });
    expect((await register(first)).status).toBe(410);
    const answer = await register(second);
    expect([answer.status, answer.body.user.role]).toEqual([201, 'admin']);
  });
});

describe('signing in by address', () => {
  it('works with the address that the account owns, in upper or lower case', async () => {
    const person = await confirmedPerson();
    const byAddress = (username: string) => app.visitor().post('/api/login', { username, password });
    expect((await byAddress(person.user.email.toUpperCase())).body.user?.id).toBe(person.user.id);
    await named('only.named@example.com');
    expect((await byAddress('only.named@example.com')).status).toBe(401);
  });

  it('is not blocked by a user who chooses the address as a username', async () => {
    const person = await confirmedPerson();
    await app.person('property', { username: person.user.email });
    const answer = await app.visitor().post('/api/login', { username: person.user.email, password });
    expect(answer.body.user?.id).toBe(person.user.id);
  });
});
