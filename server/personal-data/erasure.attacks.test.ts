import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { caseFields } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { accountTokens, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };

/** Erases the person's own account, and waits until the job has done it. */
async function erase(app: TestApp, person: Person): Promise<void> {
  expect((await person.post('/api/user/erasure')).status).toBe(204);
  const erasedAt = async () =>
    (await app.database.db.select().from(users).where(eq(users.id, person.user.id)))[0]?.erasedAt ?? null;
  await expect.poll(erasedAt, { timeout: 15_000 }).not.toBeNull();
}

describe('an account that entered the address of another person', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestApp({ env: productionEnv });
    admin = await app.person('property');
    await app.database.db.update(users).set({ adminGranted: true, role: 'admin' }).where(eq(users.id, admin.user.id));
  });
  afterAll(() => app.close());

  it('takes nothing along that was sent to this address', async () => {
    const email = 'vera@example.com';
    const { id } = await admin.call('POST', '/api/inspection-cases', caseFields(email, { notes: `Ask ${email}` }));
    await admin.call('POST', '/api/admin/invitations', { email });
    const stranger = await app.person('property', { email });
    const linksOf = () =>
      app.database.db
        .select()
        .from(accountTokens)
        .where(and(eq(accountTokens.email, email), eq(accountTokens.kind, 'invitation')));
    expect(await linksOf()).toHaveLength(1);
    await erase(app, stranger);

    expect(await linksOf()).toHaveLength(1);
    const shown = await admin.call('GET', `/api/inspection-cases/${id}`);
    expect([shown.ownerEmail, shown.notes]).toEqual([email, `Ask ${email}`]);
    const vera = await app.person('property', { email });
    const confirm = async () => {
      const token = linkOf(await mailTo(app, email, /confirm/i)).searchParams.get('token');
      return (await vera.post('/api/email/verify', { token })).status;
    };
    // The newest mail is that of the stranger until hers arrives.
    await expect.poll(confirm, { timeout: 15_000 }).toBe(204);
    expect((await vera.get(`/api/inspection-cases/${id}`)).status).toBe(200);

    // Of an address that was confirmed, nothing is left.
    await erase(app, vera);
    expect((await admin.call('GET', `/api/inspection-cases/${id}`)).ownerEmail).toBe(`${vera.user.id}@erased.invalid`);
    expect(await linksOf()).toEqual([]);
  });
});
