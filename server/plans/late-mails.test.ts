import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { draftPlan, preparePlanTests, stepOf, type PlanItem } from './plans.fixture.ts';
import { planMail, type PlanMail } from './plans.mails.ts';

const tests = preparePlanTests();

/** Repeats the first mail of a kind, as a mail server that was down lets it be sent late; returns its text. */
async function lateMail(planId: string, what: PlanMail['what'], subject: string): Promise<string> {
  const { rows } = await tests.app.database.db.execute<{ data: PlanMail }>(
    sql`select data from pgboss.job where name = ${planMail.name} and data ->> 'planId' = ${planId}
      and data ->> 'what' = ${what} order by created_on`,
  );
  const job = tests.app.system.jobs.find(({ name }) => name === planMail.name);
  const never = new AbortController().signal;
  await job?.run(planMail.payload.parse(rows[0]?.data), { signal: never, stopping: never });
  const address = what === 'accepted' ? tests.admin.user.email : tests.owner.user.email;
  return (await mailTo(tests.app, address, subject)).text ?? '';
}

it('a late mail names the version that it is about, not the one that was sent since', async () => {
  const plan = await draftPlan(tests, 'case', ['low']);
  const [item] = plan.items as [PlanItem];
  const url = `/api/pip-reports/${plan.id}`;
  await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  await expectOk(tests.admin.post(`${url}/submit`), 'Sending');
  await expectOk(tests.owner.post(`${url}/accept`), 'Accepting');
  await mailTo(tests.app, tests.admin.user.email, 'Plan accepted');
  await expectOk(stepOf(item, 'approved', tests.admin, { estimatedCost: 4000 }), 'Changing');
  await expectOk(tests.admin.post(`${url}/submit`), 'Sending again');
  await mailTo(tests.app, tests.owner.user.email, 'version 2: please review');
  expect(await lateMail(plan.id, 'accepted', 'Plan accepted')).not.toContain('version 2');
  expect(await lateMail(plan.id, 'sent', 'please review and accept')).not.toContain('ersion 2');
});

it('a late answer tells what was granted, not what was asked for since', async () => {
  const plan = await draftPlan(tests, 'case', ['low']);
  const [item] = plan.items as [PlanItem];
  const requests = `/api/pip-items/${item.id}/requests`;
  const ask = async (kind: string): Promise<PlanItem> => {
    const fields = { kind, reason: 'The wing closes', date: '2031-01-01' };
    return expectOk(tests.owner.post(requests, fields), 'Asking');
  };
  const asked = await ask('extension');
  const answer = { requestId: asked.requests[0]?.id, granted: true, answer: 'Agreed' };
  await expectOk(tests.admin.post(`${requests}/answer`, answer), 'Granting');
  await mailTo(tests.app, tests.owner.user.email, 'Request granted');
  await ask('waiver');
  expect(await lateMail(plan.id, 'request_granted', 'Request granted')).toMatch(/Granted: Extension[^]*Agreed/);
});

it('a late mail about returned work says what was missing then, not what the brand wrote since', async () => {
  const plan = await draftPlan(tests, 'case', ['low']);
  const [item] = plan.items as [PlanItem];
  await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
  await expectOk(stepOf(item, 'in_progress', tests.owner), 'Starting');
  for (const note of ['The edge is rough', 'The color differs']) {
    await expectOk(stepOf(item, 'awaiting_verification', tests.owner), 'Reporting');
    await expectOk(stepOf(item, 'in_progress', tests.admin, { note }), 'Returning');
  }
  await mailTo(tests.app, tests.owner.user.email, 'Work returned');
  expect(await lateMail(plan.id, 'returned', 'Work returned')).toContain('What is missing: The edge is rough');
});
