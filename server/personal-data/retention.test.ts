import { eq } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { notifications } from '#server/schema/notifications.tables.ts';

let app: TestApp;
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const applied = async () => {
  const job = app.system.jobs.find(({ name }) => name === 'apply-retention');
  const { signal } = new AbortController();
  await job?.run({}, { signal, stopping: signal });
  return app.database.db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.action, 'retention.applied'))
    .orderBy(auditLogs.seq);
};

const entries = () => app.database.db.select().from(auditLogs).orderBy(auditLogs.seq);

/** An admin and an owner who has a notification and a mail. */
async function filled() {
  const [admin, owner] = [await app.person('admin'), await app.person('property')];
  await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'Welcome' }), 'Message');
  await app.visitor().post('/api/password/forgot', { email: owner.user.email });
  await mailTo(app, owner.user.email);
  return { admin, owner };
}
const noticesOf = (userId: string) =>
  app.database.db.select().from(notifications).where(eq(notifications.userId, userId));

it('deletes what is older than the settings say, and nothing younger', async () => {
  app = await createTestApp({
    env: { NOTICES_KEPT_DAYS: '30', MAILS_KEPT_DAYS: '20', AUDIT_CLIENTS_KEPT_DAYS: '10' },
  });
  const { admin, owner } = await filled();
  const withClient = (rows: { address: string | null }[]) => rows.filter(({ address }) => address !== null).length;
  const before = await entries();
  const mails = await app.mailFolder.list();
  expect([withClient(before) > 0, mails.length > 0]).toEqual([true, true]);
  expect(await applied()).toEqual([]);
  expect(await entries()).toEqual(before);

  const start = Date.now();
  const inDays = (days: number) => vi.setSystemTime(start + days * 86_400_000);
  vi.useFakeTimers({ toFake: ['Date'] });
  inDays(11);
  const [entry] = await applied();
  expect(entry?.details).toEqual({ notifications: 0, mails: 0, clientAddresses: withClient(before) });
  const after = await entries();
  expect(withClient(after)).toBe(0);
  expect(after.slice(0, before.length).map(({ details, hash }) => [details, hash])).toEqual(
    before.map(({ details, hash }) => [details, hash]),
  );
  inDays(21);
  expect((await applied()).at(-1)?.details).toEqual({ notifications: 0, mails: mails.length, clientAddresses: 0 });
  expect(await app.mailFolder.list()).toEqual([]);
  expect(await noticesOf(owner.user.id)).not.toEqual([]);
  inDays(31);
  expect(await applied()).toHaveLength(3);
  expect(await noticesOf(owner.user.id)).toEqual([]);
  expect(await applied()).toHaveLength(3);
  vi.useRealTimers();
  expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true });
});

it('keeps everything without settings', async () => {
  app = await createTestApp();
  const { owner } = await filled();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3650 * 86_400_000);
  expect(await applied()).toEqual([]);
  expect(await noticesOf(owner.user.id)).not.toEqual([]);
  expect(await app.mailFolder.list()).not.toEqual([]);
});
