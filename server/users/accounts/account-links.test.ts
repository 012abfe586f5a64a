import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { accountTokens } from '#server/schema/users.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('the nightly job deletes expired links, and with them the addresses of people who never registered', async () => {
  const { db } = app.database;
  const admin = await app.person('admin');
  await db.delete(accountTokens);
  const link = { kind: 'invitation', invitedBy: admin.user.id } as const;
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  await db.insert(accountTokens).values([
    { ...link, tokenHash: 'old', email: 'never@example.com', expiresAt: hours(-25) },
    { ...link, tokenHash: 'counted', email: 'today@example.com', expiresAt: hours(-23) },
    { ...link, tokenHash: 'open', email: 'soon@example.com', expiresAt: hours(1) },
  ]);
  const sweep = app.system.jobs.find(({ name }) => name === 'sweep-sessions');
  expect(sweep?.cron).toBeDefined();
  const never = new AbortController().signal;
  await sweep?.run({}, { signal: never, stopping: never });
  const left = await db.select({ tokenHash: accountTokens.tokenHash }).from(accountTokens);
  expect(left.map(({ tokenHash }) => tokenHash).toSorted()).toEqual(['counted', 'open']);
});
