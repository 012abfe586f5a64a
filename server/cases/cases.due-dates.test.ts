import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays, earliestToday, formatLongDueDate, utcDate } from '#contract/due-dates.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { caseFields, expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

const open = (owner: Person, dueDate: string, fields: Record<string, unknown> = {}) =>
  expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email, { dueDate, ...fields })), 'Opening a case');

describe.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('due dates on a server in %s', (zone) => {
  it('are stored, listed and mailed as they were sent', async () => {
    vi.stubEnv('TZ', zone);
    const owner = await app.person('property');
    const date = addDays(utcDate(new Date()), 10);
    for (const sent of [date, `${date}T23:59:59-05:00`, `${date}T00:15:00+09:00`, `${date}T23:59:59.999Z`]) {
      const opened = await open(owner, sent);
      expect([sent, opened.dueDate]).toEqual([sent, `${date}T00:00:00.000Z`]);
      const { text } = await mailTo(app, owner.user.email, opened.caseNumber);
      expect(text).toContain(`Due date: ${formatLongDueDate(date)}`);
    }
    const listed = await expectOk(owner.get('/api/inspection-cases'), 'Listing');
    expect(listed.map((each: { dueDate: string }) => each.dueDate.slice(0, 10))).toEqual([date, date, date, date]);
  });

  it('may be today in any time zone, but not earlier', async () => {
    vi.stubEnv('TZ', zone);
    const owner = await app.person('property');
    const earliest = earliestToday(new Date());
    expect((await open(owner, earliest)).status).toBe('pending');
    const late = caseFields(owner.user.email, { dueDate: addDays(earliest, -1) });
    expect((await admin.post('/api/inspection-cases', late)).body.errors).toEqual({
      dueDate: 'Due date cannot be in the past',
    });
  });

  it('let a pending case expire once they are thirty days past in every time zone [4.case.4]', async () => {
    vi.stubEnv('TZ', zone);
    const owner = await app.person('property');
    const today = utcDate(new Date());
    const [over, nearly] = [await open(owner, today), await open(owner, today)];
    const lastDue = addDays(earliestToday(new Date()), -30);
    for (const [id, dueDate] of [
      [over.id, lastDue],
      [nearly.id, addDays(lastDue, 1)],
    ]) {
      await app.database.db.update(inspectionCases).set({ dueDate }).where(eq(inspectionCases.id, id));
    }
    const job = app.system.jobs.find((each) => each.name === 'expire-cases');
    const never = new AbortController().signal;
    await job?.run({}, { signal: never, stopping: never });
    const statusOf = async (id: string) => (await admin.get(`/api/inspection-cases/${id}`)).body.status;
    expect([await statusOf(over.id), await statusOf(nearly.id)]).toEqual(['expired', 'pending']);
    const { caseNumber, ownerEmail } = (await admin.get(`/api/inspection-cases/${over.id}`)).body;
    const { notifications } = (await admin.get('/api/notifications')).body;
    expect(notifications.map(({ title }: { title: string }) => title)).toContain(`Case ${caseNumber} has expired`);
    await mailTo(app, ownerEmail, `Inspection case ${caseNumber} has expired`);
  });

  it("count as overdue from the next day, by the date at the caller's location", async () => {
    vi.stubEnv('TZ', zone);
    const owner = await app.person('property');
    const brand = `Brand of ${owner.user.id}`;
    const dueDate = earliestToday(new Date());
    await open(owner, dueDate, { brandStandard: brand });
    const figuresOn = async (today: string) => {
      const query = new URLSearchParams({ brand, today }).toString();
      const { buckets } = await expectOk(admin.get(`/api/admin/analytics?${query}`), 'Reading');
      const cases = buckets.map((bucket: { cases: { overdue: number; open: number } }) => bucket.cases);
      const sum = (name: 'overdue' | 'open') =>
        cases.reduce((total: number, each: Record<typeof name, number>) => total + each[name], 0);
      return { overdue: sum('overdue'), open: sum('open') };
    };
    expect(await figuresOn(dueDate)).toEqual({ overdue: 0, open: 1 });
    expect(await figuresOn(addDays(dueDate, 1))).toEqual({ overdue: 1, open: 0 });
    expect((await admin.get('/api/user/stats?today=soon')).body.errors).toEqual({
      today: 'Send a date such as 2026-11-21',
    });
  });
});

describe('a case that is completed', () => {
  it('is on time while its due date lasts in any time zone', async () => {
    const owner = await app.person('property');
    const brand = 'On Time';
    for (const completedAt of ['2026-05-05T08:00:00Z', '2026-05-07T11:59:59Z', '2026-05-07T12:00:00Z']) {
      const { id } = await open(owner, utcDate(new Date()), { brandStandard: brand });
      for (const status of ['in_progress', 'completed'] as const) {
        await app.database.db
          .update(inspectionCases)
          .set({ status, dueDate: '2026-05-06', completedAt: new Date(completedAt) })
          .where(eq(inspectionCases.id, id));
      }
    }
    const query = new URLSearchParams({ brand, from: '2026-05-06', to: '2026-05-06' }).toString();
    const { buckets } = await expectOk(admin.get(`/api/admin/analytics?${query}`), 'Reading');
    expect(buckets[0].cases).toEqual({ onTime: 2, late: 1, overdue: 0, open: 0 });
  });
});
