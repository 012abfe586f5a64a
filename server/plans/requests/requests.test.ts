import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { addDays, utcDate } from '#contract/due-dates.ts';
import { requestText } from '#contract/plan-requests.ts';
import { expectOk } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { draftPlan, preparePlanTests, type Person, type Plan, type PlanItem } from '../plans.fixture.ts';
import { agreedOn, requestableKinds, grantedFields, requestFields } from './requests.rules.ts';

const tests = preparePlanTests();
const today = utcDate(new Date());
const later = addDays(today, 60);

const read = async (plan: Plan): Promise<Plan> => (await tests.owner.get(`/api/pip-reports/${plan.id}`)).body;
const itemOf = async (plan: Plan, id: string): Promise<PlanItem> => {
  const item = (await read(plan)).items.find((each) => each.id === id);
  if (!item) throw new Error('The plan has no such item');
  return item;
};
const ask = (item: PlanItem, fields: object = {}, person: Person = tests.owner) =>
  person.post(`/api/pip-items/${item.id}/requests`, { kind: 'waiver', reason: 'The wing closes in May', ...fields });
const asked = async (item: PlanItem, fields: object = {}): Promise<PlanItem> => expectOk(ask(item, fields), 'Asking');
const step = (person: Person, name: 'answer' | 'withdraw' | 'messages', item: PlanItem, fields: object = {}) =>
  person.post(`/api/pip-items/${item.id}/requests/${name}`, { requestId: item.requests[0]?.id, ...fields });
const grant = (item: PlanItem, fields: object = {}) =>
  expectOk(step(tests.admin, 'answer', item, { granted: true, answer: 'Agreed', ...fields }), 'Granting');
const noticesOf = async (person: Person) => {
  const { notifications } = (await person.get('/api/notifications')).body;
  return notifications.map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
};
async function planOfCase(severities = ['low']) {
  const plan = await draftPlan(tests, 'case', severities);
  return { plan, item: plan.items[0] as PlanItem };
}

describe('a request of the owner', () => {
  it('for a waiver blocks the item and its plan until the brand answers, and has a thread', async () => {
    const { plan, item } = await planOfCase();
    await expectOk(tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' }), 'Approving');
    expect((await itemOf(plan, item.id)).abilities.ask).toEqual(['waiver', 'alternative', 'extension']);
    const waiting = await asked(item, { date: later });
    expect(waiting.requests).toMatchObject([
      { kind: 'waiver', status: 'open', reason: 'The wing closes in May', date: later, answer: null, messages: [] },
    ]);
    expect(waiting.abilities).toMatchObject({ ask: [], withdrawRequest: true, answerRequest: false });
    expect((await ask(item)).body.code).toBe('plan_request_open_already');
    expect(await noticesOf(tests.admin)).toContainEqual(['pip_request_asked', 'Waiver asked: Stain, low']);
    const question = await mailTo(tests.app, tests.admin.user.email, 'Waiver asked: Stain, low');
    expect(question.text).toMatch(/Reason: The wing closes in May[^]*Until: /);
    expect(question.text).toContain(`/pip-report/${plan.id}`);

    const modified = await tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved', quantity: 2 });
    expect(modified.body.code).toBe('plan_request_blocks_item');
    expect((await tests.admin.post(`/api/pip-reports/${plan.id}/submit`)).body.code).toBe('plan_requests_block_plan');
    const seen: Plan = (await tests.admin.get(`/api/pip-reports/${plan.id}`)).body;
    expect([seen.openRequests, seen.abilities.submit, seen.items[0]?.abilities.modify]).toEqual([1, false, false]);

    await expectOk(step(tests.admin, 'messages', waiting, { text: 'Until when?' }), 'Writing');
    await expectOk(step(tests.owner, 'messages', waiting, { text: 'Until May' }), 'Writing');
    expect(await noticesOf(tests.owner)).toContainEqual(['pip_request_message', 'Waiver, new message: Stain, low']);
    const granted = await grant(waiting);
    expect(granted).toMatchObject({
      status: 'waived',
      note: 'Agreed',
      requests: [
        {
          status: 'granted',
          date: later,
          answer: 'Agreed',
          messages: [
            { text: 'Until when?', byOwner: false },
            { text: 'Until May', byOwner: true },
          ],
        },
      ],
    });
    expect((await noticesOf(tests.owner))[0]).toEqual([
      'pip_request_answered',
      expect.stringMatching(/^Waiver granted until .*: Stain, low$/),
    ]);
    const mail = await mailTo(tests.app, tests.owner.user.email, 'Request granted: Stain, low');
    expect(mail.text).toContain('Agreed');
    // Several items may have the same title, and several requests may be open.
    expect(mail.text).toMatch(/Stain, low \([\w ,]+\)\.\n\nGranted: Waiver\n\nUntil: \w{3} \d{2}, \d{4}\n/);
    expect((await step(tests.admin, 'answer', granted, { granted: false, answer: 'No' })).status).toBe(409);
    expect((await read(plan)).totalCost).toBe('0.00');
  });

  it('about an item that is no longer needed waits for nobody, so the plan can be sent', async () => {
    const { plan, item } = await planOfCase(['low', 'medium']);
    for (const each of plan.items)
      await expectOk(tests.admin.patch(`/api/pip-items/${each.id}`, { status: 'approved' }), 'Approving');
    await asked(item);
    const seen = async () => (await tests.admin.get(`/api/pip-reports/${plan.id}`)).body;
    expect(await seen()).toMatchObject({ openRequests: 1, abilities: { submit: false } });
    await expectOk(tests.admin.patch(`/api/issues/${item.issueId}`, { status: 'dismissed' }), 'Dismissing');
    expect(await seen()).toMatchObject({ openRequests: 0, abilities: { submit: true } });
    await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  });

  it("mails each side the other's messages of a minute as one mail, while it is open", async () => {
    const { plan, item } = await planOfCase();
    const waiting = await asked(item);
    const requestId = waiting.requests[0]?.id;
    const write = (person: Person, text: string) =>
      expectOk(step(person, 'messages', waiting, { text }), 'Writing a message');
    await write(tests.admin, 'Until <when>?');
    await write(tests.owner, 'Until May');
    await write(tests.admin, 'And then?');
    const { rows } = await tests.app.database.db.execute<{ data: { toUserId?: string; since: string } }>(
      sql`select data from pgboss.job where name = 'request-message-mail' and data ->> 'requestId' = ${requestId} order by data ->> 'since'`,
    );
    expect(rows.map(({ data }) => data.toUserId)).toEqual([undefined, tests.admin.user.id]);
    /** Does what the job does a minute later. */
    const send = async (payload: object | undefined) => {
      const job = tests.app.system.jobs.find(({ name }) => name === 'request-message-mail');
      const never = new AbortController().signal;
      await job?.run(payload ?? {}, { signal: never, stopping: never });
    };
    await send(rows[0]?.data);
    const mail = await mailTo(tests.app, tests.owner.user.email, 'Waiver, new message: Stain, low');
    expect(mail.text).toMatch(/The brand wrote about your request[^]*Until <when>\?[^]*And then\?/);
    expect(mail.text).not.toContain('Until May');
    expect(mail.text).toContain(`/pip-report/${plan.id}`);
    expect(mail.html).toContain('Until &lt;when&gt;?');

    const toAdmin = async () =>
      (await tests.app.mailFolder.list(500)).filter(
        ({ to, subject }) => to === tests.admin.user.email && subject.startsWith('Waiver, new message: Stain, low ('),
      ).length;
    const before = await toAdmin();
    await send(rows[1]?.data);
    expect(await toAdmin()).toBe(before + 1);
    const answer = await mailTo(tests.app, tests.admin.user.email, 'Waiver, new message: Stain, low');
    expect(answer.text).toContain('Until May');
    expect(answer.text).not.toContain('And then?');
    await grant(waiting);
    await send(rows[1]?.data);
    expect(await toAdmin()).toBe(before + 1);
  });

  it('for an alternative replaces the action, and one for an extension the due date', async () => {
    const { item } = await planOfCase(['high', 'low']);
    expect((await ask(item, { kind: 'alternative' })).body.errors).toEqual({ proposal: 'Describe the alternative' });
    const instead = await asked(item, { kind: 'alternative', proposal: 'Lay carpet tiles' });
    const wrong = { granted: true, answer: 'Agreed', estimatedCost: 'a lot' };
    expect((await step(tests.admin, 'answer', instead, wrong)).body.errors).toEqual({
      estimatedCost: 'Enter an amount',
    });
    // The catalog's price was that of the action which it replaces.
    expect(await grant(instead, { proposal: 'Lay carpet tiles, class 33', estimatedCost: '1900' })).toMatchObject({
      status: 'approved',
      recommendedAction: 'Lay carpet tiles, class 33',
      estimatedCost: '1900.00',
      costLow: '1900.00',
      costHigh: '1900.00',
      priceEntered: true,
      requests: [{ proposal: 'Lay carpet tiles, class 33' }],
    });
    expect((await ask(item, { kind: 'extension' })).body.errors).toEqual({ date: 'Choose a date' });
    expect((await ask(item, { kind: 'extension', date: '2020-01-01' })).body.code).toBe('plan_request_date_over');
    const early = await ask(item, { kind: 'extension', date: item.dueDate });
    expect([early.status, early.body.errors]).toEqual([400, { date: 'Choose a date after the current due date' }]);
    const extension = await asked(item, { kind: 'extension', date: later });
    const shorter = { granted: true, answer: 'Agreed', date: item.dueDate };
    expect((await step(tests.admin, 'answer', extension, shorter)).body.code).toBe('plan_request_extension_not_later');
    // An extension does not block decisions and work.
    expect((await tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved', quantity: 2 })).status).toBe(
      200,
    );
    const agreed = addDays(later, -10);
    expect(await grant(extension, { date: agreed })).toMatchObject({ dueDate: agreed, dueDateEntered: true });
  });

  it('can be declined with a reason or withdrawn, and then the item continues as before', async () => {
    const { item } = await planOfCase();
    const first = await asked(item);
    expect((await step(tests.admin, 'answer', first, { granted: false, answer: '' })).status).toBe(400);
    const declined = await expectOk(
      step(tests.admin, 'answer', first, { granted: false, answer: 'A guest could trip' }),
      'Declining',
    );
    expect(declined).toMatchObject({
      status: 'pending',
      requests: [{ status: 'declined', answer: 'A guest could trip' }],
    });
    const mail = await mailTo(tests.app, tests.owner.user.email, 'Request declined: Stain, low');
    // An item may have had several requests.
    expect(mail.text).toContain(
      'Asked for: Waiver\nReason: The wing closes in May\n\nThe answer of the brand: A guest',
    );
    const second = await asked(item);
    // The answer to the first request is not accepted for the second.
    const stale = await step(tests.admin, 'answer', second, {
      requestId: first.requests[0]?.id,
      granted: true,
      answer: 'Yes',
    });
    expect(stale.body.code).toBe('plan_request_not_open');
    await expectOk(step(tests.owner, 'withdraw', second), 'Withdrawing');
    expect((await noticesOf(tests.admin))[0]).toEqual(['pip_request_message', 'Waiver no longer asked: Stain, low']);
    await mailTo(tests.app, tests.admin.user.email, 'Waiver no longer asked: Stain, low');
    expect((await step(tests.admin, 'answer', second, { granted: true, answer: 'Yes' })).status).toBe(409);
    expect((await tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' })).status).toBe(200);
  });

  it('can be made by the owner only, and answered by the brand only', async () => {
    const { item } = await planOfCase();
    expect((await ask(item, {}, tests.stranger)).status).toBe(404);
    expect((await ask(item, {}, tests.admin)).status).toBe(403);
    const waiting = await asked(item);
    expect((await step(tests.owner, 'answer', waiting, { granted: true, answer: 'Yes' })).status).toBe(403);
    expect((await step(tests.admin, 'withdraw', waiting)).status).toBe(403);
    expect((await step(tests.stranger, 'messages', waiting, { text: 'Hello' })).status).toBe(404);
    tests.owner = await tests.app.person('property');
    const own = await draftPlan(tests, 'self-made', ['low']);
    expect((await ask(own.items[0] as PlanItem)).body.code).toBe('owner_only_plan_request');
  });

  it('for a waiver ends on its day: the item is undecided again, and both sides are notified', async () => {
    const { plan, item } = await planOfCase();
    await grant(await asked(item, { date: later }));
    await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    expect((await read(plan)).status).toBe('completed');
    const job = tests.app.system.jobs.find((each) => each.name === 'expire-waivers');
    const never = new AbortController().signal;
    const run = () => job?.run({}, { signal: never, stopping: never });
    await run();
    expect((await itemOf(plan, item.id)).status).toBe('waived');
    await tests.app.database.db.execute(
      sql`update pip_requests set date = ${addDays(today, -3)} where item_id = ${item.id}`,
    );
    await run();
    await run();
    expect(await itemOf(plan, item.id)).toMatchObject({
      status: 'pending',
      note: null,
      requests: [{ status: 'expired' }],
    });
    expect((await read(plan)).status).toBe('in_progress');
    for (const person of [tests.owner, tests.admin])
      expect(
        (await noticesOf(person)).filter(([kind]: string[]) => kind === 'pip_waiver_expired').length,
      ).toBeGreaterThanOrEqual(1);
    for (const { user } of [tests.owner, tests.admin])
      await mailTo(tests.app, user.email, 'Waiver expired: Stain, low');
  });

  it('is refused for an item that is no longer needed, and the plan can be sent', async () => {
    const { plan, item } = await planOfCase();
    await expectOk(tests.admin.patch(`/api/issues/${item.issueId}`, { status: 'dismissed' }), 'Dismissing');
    expect((await itemOf(plan, item.id)).abilities.ask).toEqual([]);
    expect(await ask(item)).toMatchObject({ status: 409, body: { code: 'plan_item_no_longer_needed' } });
    await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  });

  it('for a waiver leaves the defect to another item that has it, until the waiver ends', async () => {
    const { plan, item } = await planOfCase(['high', 'low']);
    const other = plan.items[1] as PlanItem;
    await expectOk(tests.admin.post(`/api/issues/${other.issueId}/merge`, { ids: [item.issueId] }), 'Merging');
    const ends = async () => [
      (await itemOf(plan, item.id)).noLongerNeeded,
      (await itemOf(plan, other.id)).noLongerNeeded,
    ];
    expect(await ends()).toEqual([null, 'merged']);
    await grant(await asked(item, { date: later }));
    expect(await ends()).toEqual([null, null]);
    await tests.app.database.db.execute(
      sql`update pip_requests set date = ${addDays(today, -3)} where item_id = ${item.id}`,
    );
    const never = new AbortController().signal;
    await tests.app.system.jobs
      .find((each) => each.name === 'expire-waivers')
      ?.run({}, { signal: never, stopping: never });
    expect((await itemOf(plan, item.id)).status).toBe('pending');
    expect(await ends()).toEqual([null, 'merged']);
  });

  it('for a waiver ends with a later decision, which its day then leaves alone', async () => {
    const { plan, item } = await planOfCase();
    const change = (fields: object) => expectOk(tests.admin.patch(`/api/pip-items/${item.id}`, fields), 'Changing');
    await change({ status: 'approved', title: 'Modified', estimatedCost: '5000.00' });
    await grant(await asked(item, { date: later }));
    // What the approval had changed goes with it.
    await change({ status: 'pending' });
    expect(await itemOf(plan, item.id)).toMatchObject({
      title: item.title,
      estimatedCost: item.estimatedCost,
      requests: [{ status: 'expired' }],
    });
    await change({ status: 'waived', note: 'The wing is closed for good' });
    await tests.app.database.db.execute(
      sql`update pip_requests set date = ${addDays(today, -3)} where item_id = ${item.id}`,
    );
    const job = tests.app.system.jobs.find((each) => each.name === 'expire-waivers');
    const never = new AbortController().signal;
    await job?.run({}, { signal: never, stopping: never });
    expect((await itemOf(plan, item.id)).status).toBe('waived');
  });
});

const owner = { isAdmin: false, isOwner: true, selfMade: false };
test.each([
  [owner, 'pending', false, ['waiver', 'alternative', 'extension']],
  [owner, 'in_progress', false, ['extension']],
  [owner, 'completed', false, []],
  [owner, 'pending', true, []],
  [{ ...owner, selfMade: true }, 'pending', false, []],
  [{ ...owner, isAdmin: true }, 'pending', false, []],
] as const)('%o may ask of a %s item (open: %s): %o', (caller, status, open, kinds) => {
  expect(requestableKinds(caller, { status: 'approved' }, { status }, open)).toEqual(kinds);
});

test('a request stores the fields of its kind, and an answer stores the agreement', () => {
  const typed = { reason: 'x', proposal: 'Tiles', date: later };
  expect(requestFields({ ...typed, kind: 'waiver' })).toMatchObject({ proposal: null, date: later });
  expect(requestFields({ ...typed, kind: 'alternative' })).toMatchObject({ proposal: 'Tiles', date: null });
  const answer = { requestId: 'x', granted: true, answer: 'Yes' };
  const waiver = { kind: 'waiver', proposal: null, date: later } as const;
  expect(agreedOn(waiver, answer).date).toBe(later);
  expect(agreedOn(waiver, { ...answer, date: null }).date).toBeNull();
  const extension = { ...waiver, kind: 'extension' } as const;
  const figures = { quantity: 2, costLow: 12_000, estimatedCost: 21_000, costHigh: 30_000, daysOnSite: 0.5 };
  const before = { dueDate: null, title: 'Before', estimatedCost: 10_500 };
  expect(grantedFields({ ...figures, status: 'in_progress', decisionBefore: before }, extension, answer)).toEqual({
    status: 'in_progress',
    dueDate: later,
    decisionBefore: { title: 'Before', estimatedCost: 10_500 },
  });
  expect(grantedFields({ ...figures, status: 'approved', decisionBefore: null }, waiver, answer)).toEqual({
    status: 'waived',
    note: 'Yes',
  });
  const alternative = { kind: 'alternative', proposal: 'Replace carpet', date: null } as const;
  const priced = { ...answer, estimatedCost: 290_000 };
  expect(grantedFields({ ...figures, status: 'pending', decisionBefore: before }, alternative, priced)).toEqual({
    status: 'approved',
    recommendedAction: 'Replace carpet',
    estimatedCost: 290_000,
    costLow: 290_000,
    costHigh: 290_000,
    priceEntered: true,
    decisionBefore: { dueDate: null, title: 'Before' },
  });
});

test.each([
  ['granted', 'Extension granted to Mar 01, 2027'],
  ['declined', 'Extension declined'],
  ['withdrawn', 'Extension withdrawn'],
  ['open', 'Extension waits for an answer'],
] as const)('only what was agreed has a date: a request that is %s reads %s', (status, text) => {
  expect(requestText({ kind: 'extension', status, date: '2027-03-01' })).toBe(text);
});
