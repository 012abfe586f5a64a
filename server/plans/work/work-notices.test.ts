import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { expectOk, startedRun } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { draftPlan, itemInWork, preparePlanTests, stepOf, type Person, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

/** Completes a started item, which resolves its finding. */
async function complete(item: PlanItem, kind: 'case' | 'self-made'): Promise<void> {
  if (kind === 'case') await expectOk(stepOf(item, 'awaiting_verification', tests.owner), 'Reporting');
  await expectOk(stepOf(item, 'completed', kind === 'case' ? tests.admin : tests.owner), 'Completing');
}

const noticesOf = async (person: Person, kind: string): Promise<Pick<Notification, 'title' | 'place'>[]> =>
  (await person.get('/api/notifications')).body.notifications.filter((each: { kind: string }) => each.kind === kind);
const titlesOf = async (person: Person, kind: string) => (await noticesOf(person, kind)).map(({ title }) => title);

/** Does at once what the queued mails of a plan do a minute later; returns their receivers, null for the owner. */
async function sendWorkMails(planId: string): Promise<(string | null)[]> {
  const { app } = tests;
  const { rows } = await app.database.db.execute<{ data: { toUserId?: string } }>(
    sql`select data from pgboss.job where name = 'work-mail' and data ->> 'planId' = ${planId} order by data ->> 'toUserId'`,
  );
  const job = app.system.jobs.find(({ name }) => name === 'work-mail');
  const never = new AbortController().signal;
  for (const { data } of rows) await job?.run(data, { signal: never, stopping: never });
  return rows.map(({ data }) => data.toUserId ?? null);
}

describe('work that starts', () => {
  it('is told to the admin who opened the case: one notification and one mail for several items', async () => {
    const { app, admin, owner } = tests;
    const other = await app.person('admin');
    const plan = await draftPlan(tests, 'case', ['high', 'low']);
    for (const item of plan.items) await expectOk(stepOf(item, 'approved', admin), 'Approving');
    await expectOk(admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    const started: PlanItem[] = [];
    const [first, second] = plan.items as [PlanItem, PlanItem];
    started.push(await expectOk(stepOf(first, 'in_progress', owner), 'Starting'));
    // Several items have the same title, so their place tells them apart.
    expect(await noticesOf(admin, 'pip_item_started')).toMatchObject([{ place: { areas: ['Lobby'], building: null } }]);
    started.push(await expectOk(stepOf(second, 'in_progress', owner), 'Starting'));
    expect(await noticesOf(admin, 'pip_item_started')).toMatchObject([{ place: null }]);
    expect(started.map(({ startedAt }) => startedAt)).toEqual([expect.any(String), expect.any(String)]);
    expect(await titlesOf(admin, 'pip_item_started')).toEqual(['Harbour Inn: work started on 2 items']);
    expect(await titlesOf(other, 'pip_item_started')).toEqual([]);
    expect(await titlesOf(owner, 'pip_item_started')).toEqual([]);
    expect(await sendWorkMails(plan.id)).toEqual([admin.user.id]);
    const mail = await mailTo(app, admin.user.email, 'Work started: Harbour Inn, Lobby');
    for (const { title } of plan.items) expect(mail.text).toContain(title);
  });

  it("of an owner's own plan is told to nobody, unless an admin records it", async () => {
    const { owner, admin } = tests;
    const plan = await draftPlan(tests, 'self-made', ['high', 'low']);
    await expectOk(owner.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    const [first, second] = plan.items as [PlanItem, PlanItem];
    await expectOk(stepOf(first, 'in_progress', owner), 'Starting');
    expect(await sendWorkMails(plan.id)).toEqual([]);
    await expectOk(stepOf(second, 'in_progress', admin), 'Starting');
    expect(await titlesOf(owner, 'pip_item_started')).toEqual([`Work started: ${second.title}`]);
    expect(await sendWorkMails(plan.id)).toEqual([null]);
  });
});

describe('completed work whose finding is found again', () => {
  it.each(['case', 'self-made'] as const)('in a %s plan is in progress at once, and is told', async (kind) => {
    const { app, owner, admin } = tests;
    const { item, issue, plan, areaId } = await itemInWork(tests, kind);
    await complete(item, kind);
    const finder = kind === 'case' ? admin : owner;
    await expectOk(finder.patch(`/api/issues/${issue.id}`, { status: 'confirmed' }), 'Finding it again');
    const again = (await owner.get(`/api/pip-reports/${plan.id}`)).body;
    expect(again).toMatchObject({
      status: 'in_progress',
      items: [{ id: item.id, status: 'in_progress', completedAt: null, reopenedAt: expect.any(String) }],
    });
    const [entry] = (await admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${item.id}`)).body;
    expect(entry).toMatchObject({ action: 'pip_item.reopened', details: { from: 'completed' } });
    const told = kind === 'case' ? ['Work reopened: Loose mat'] : [];
    expect(await titlesOf(owner, 'pip_item_reopened')).toEqual(told);
    if (kind === 'case') {
      expect(await sendWorkMails(plan.id)).toContain(null);
      const mail = await mailTo(app, owner.user.email, 'Work reopened: Harbour Inn, Lobby');
      expect(mail.text).toMatch(/found again what had been repaired:[^]*Loose mat[^]*Please repair it/);
    }
    // Generating the plan again has nothing left to reopen.
    await expectOk(owner.post(`/api/area-sessions/${areaId}/generate-pip`), 'Generating');
    expect((await owner.get(`/api/pip-reports/${plan.id}`)).body.items).toMatchObject([{ status: 'in_progress' }]);
  });

  it('stays completed when another finding is found again, or its own is dismissed', async () => {
    const { owner, admin } = tests;
    const { item, issue, plan, areaId } = await itemInWork(tests, 'case');
    await complete(item, 'case');
    const finding = { title: 'Stain', category: 'stain', severity: 'low' };
    const other = await expectOk(owner.post(`/api/area-sessions/${areaId}/issues`, finding), 'Adding a finding');
    for (const status of ['resolved', 'confirmed', 'dismissed'])
      await expectOk(admin.patch(`/api/issues/${other.id}`, { status }), 'Changing another finding');
    await expectOk(admin.patch(`/api/issues/${issue.id}`, { status: 'dismissed' }), 'Dismissing it');
    expect((await owner.get(`/api/pip-reports/${plan.id}`)).body.items[0].status).toBe('completed');
  });

  it('is in progress again when its check fails in the re-inspection, which the brand is told', async () => {
    const { owner, admin } = tests;
    const { areas } = await startedRun(owner, admin);
    const area = `/api/area-sessions/${areas[0].id}`;
    const [check] = (await owner.get(`${area}/checklist`)).body;
    const answer = (result: string) =>
      expectOk(owner.patch(`${area}/checklist/${check.id}`, { result }), `Answering ${result}`);
    await answer('fail');
    const { pipReport: plan } = await expectOk(owner.post(`${area}/generate-pip`), 'Generating');
    const [item] = plan.items;
    await expectOk(stepOf(item, 'approved', admin), 'Approving');
    await expectOk(admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    await expectOk(stepOf(item, 'in_progress', owner), 'Starting');
    await complete(item, 'case');
    await answer('pass');
    expect((await owner.get(`/api/pip-reports/${plan.id}`)).body.status).toBe('completed');
    await answer('fail');
    expect((await owner.get(`/api/pip-reports/${plan.id}`)).body).toMatchObject({
      status: 'in_progress',
      items: [{ id: item.id, status: 'in_progress' }],
    });
    expect(await titlesOf(admin, 'pip_item_reopened')).toEqual([`Work reopened: ${item.title}`]);
  });
});
