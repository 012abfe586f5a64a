import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import { caseFields, expectOk } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { until } from '#test/until.ts';
import { users } from '#server/schema/users.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { ...productionEnv, TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<TestApp['person']>>;
async function confirmed(fields: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const person = await app.person('property');
  const { id, email } = person.user;
  const values = { email, emailVerifiedAt: new Date(), pendingEmail: null, ...fields };
  await app.database.db.update(users).set(values).where(eq(users.id, id));
  return person;
}
const mails = async (to: string, subject: RegExp) =>
  (await app.mailFolder.list(500)).filter((mail) => mail.to === to && subject.test(mail.subject));
/** A visitor of a network of its own. */
function visitorFrom(network: string) {
  const visitor = app.visitor();
  return {
    forgot: async (email: string) => {
      const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
      return visitor.send({
        method: 'POST',
        url: '/api/password/forgot',
        payload: { email },
        headers: { 'x-csrf-token': csrfToken, 'x-forwarded-for': network },
      });
    },
  };
}
/** Resolves once every job that waits now has run. */
async function settled(): Promise<void> {
  const waiting = "select 1 from pgboss.job where name in ('forgot-password', 'account-mail') and state < 'completed'";
  const idle = async () => ((await app.database.pool.query(waiting)).rowCount === 0 ? true : undefined);
  await until(idle, 'The mails were not sent');
}

describe('a stranger who asks for many links to the address of somebody', () => {
  it('gets five sent, and keeps none from the person, in another network or the same', async () => {
    const person = await confirmed();
    const { email } = person.user;
    const stranger = visitorFrom('198.51.100.7');
    for (let time = 0; time < 10; time += 1) expect((await stranger.forgot(email)).status).toBe(202);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(5);
    await visitorFrom('203.0.113.9').forgot(email);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(6);
  });

  it('uses up nothing of a browser in which the person has signed in, however many networks ask', async () => {
    const person = await confirmed();
    const { email } = person.user;
    for (let network = 1; network <= 5; network += 1) {
      const stranger = visitorFrom(`198.51.${100 + network}.7`);
      for (let time = 0; time < 6; time += 1) await stranger.forgot(email);
    }
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(20);
    await visitorFrom('203.0.113.10').forgot(email);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(20);
    await expectOk(person.post('/api/logout'), 'Signing out');
    person.csrfToken = null;
    for (let time = 0; time < 6; time += 1)
      expect((await person.post('/api/password/forgot', { email })).status).toBe(202);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(25);
  });

  it('keeps no link of another kind, no case and no notice from the address', async () => {
    const admin = await confirmed({ adminGranted: true, role: 'admin' });
    const { email } = (await confirmed()).user;
    for (let network = 1; network <= 5; network += 1)
      for (let time = 0; time < 6; time += 1) await visitorFrom(`198.51.${110 + network}.7`).forgot(email);
    await settled();
    await expectOk(admin.post('/api/inspection-cases', caseFields(email)), 'Opening a case');
    await mailTo(app, email, /inspect/i);
    // Somebody who registers with the address of nobody gets the link, whoever asked for it before.
    const wanted = 'newcomer@example.com';
    for (let time = 0; time < 8; time += 1) await app.person('property', { email: wanted });
    await settled();
    expect(await mails(wanted, /confirm/i)).toHaveLength(5);
    await expectOk(admin.post('/api/admin/invitations', { email: wanted }), 'Inviting');
    await mailTo(app, wanted, /invited/i);
  });
});

describe('links that are not sent any more', () => {
  const tokenIn = async (email: string, subject: RegExp) =>
    linkOf(await mailTo(app, email, subject)).searchParams.get('token');
  /** Lets minutes pass for the links to an address. */
  const passed = (email: string, minutes: number) =>
    app.database.pool.query(
      `update account_tokens set created_at = created_at - $2 * interval '1 minute',
       expires_at = expires_at - $2 * interval '1 minute' where email = $1`,
      [email, minutes],
    );

  it('leave one for a new password in the mailbox that works, however many networks ask', async () => {
    const { email } = (await confirmed()).user;
    for (let network = 1; network <= 5; network += 1)
      for (let time = 0; time < 5; time += 1) await visitorFrom(`198.51.${120 + network}.7`).forgot(email);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(20);
    await passed(email, 16);
    for (let network = 1; network <= 3; network += 1) await visitorFrom(`203.0.${network}.9`).forgot(email);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(21);
    await passed(email, 14);
    const reset = { token: await tokenIn(email, /reset/i), password: 'another right password' };
    expect((await app.visitor().post('/api/password/reset', reset)).status).toBe(204);
    // Those that were not sent keep none away an hour later.
    await passed(email, 47);
    await visitorFrom('203.0.113.11').forgot(email);
    await settled();
    expect(await mails(email, /reset/i)).toHaveLength(22);
  });

  it('keep those valid that were sent to the same address before', async () => {
    const email = 'impatient@example.com';
    const person = await app.person('property', { email });
    for (let time = 0; time < 6; time += 1)
      await expectOk(person.put('/api/user/profile', { email }), 'Asking for the link again');
    await settled();
    expect(await mails(email, /confirm/i)).toHaveLength(5);
    const token = await tokenIn(email, /confirm/i);
    expect((await person.post('/api/email/verify', { token })).status).toBe(204);

    const admin = await confirmed({ adminGranted: true, role: 'admin' });
    const invited = 'often-invited@example.com';
    for (let time = 0; time < 6; time += 1)
      await expectOk(admin.post('/api/admin/invitations', { email: invited }), 'Inviting');
    await settled();
    expect(await mails(invited, /invited/i)).toHaveLength(5);
    const fields = { username: 'often', email: invited, password, firstName: 'O', lastName: 'I', role: 'admin' };
    const invitation = await tokenIn(invited, /invited/i);
    expect((await app.visitor().post('/api/register', { ...fields, invitation })).status).toBe(201);
  });
});
