import { describe, expect, it } from 'vitest';
import { expectOk } from '#test/factories.ts';
import { draftPlan, preparePlanTests, stepOf, type Plan, type PlanItem } from './plans.fixture.ts';

const tests = preparePlanTests();

const decide = (item: PlanItem, status: string, fields: object = {}) => stepOf(item, status, tests.admin, fields);
const takeBack = (item: PlanItem, from = 'approved') => decide(item, 'pending', { from });
const current = async ({ id }: Plan): Promise<Plan> => (await tests.admin.get(`/api/pip-reports/${id}`)).body;
const currentItem = async (plan: Plan, { id }: PlanItem) => (await current(plan)).items.find((item) => item.id === id);
const submit = ({ id }: Plan) => tests.admin.post(`/api/pip-reports/${id}/submit`);
const write = (item: PlanItem, status: string) =>
  tests.app.database.pool.query('update pip_items set status = $2 where id = $1', [item.id, status]);

async function oneItem(kind: 'case' | 'self-made' = 'case') {
  const plan = await draftPlan(tests, kind, ['high']);
  const [item] = plan.items;
  if (!item) throw new Error('The plan has an item');
  return { plan, item };
}

describe('an approval', () => {
  it('is taken back while the plan is a draft, and the audit log has both', async () => {
    const { plan, item } = await oneItem();
    const approved: PlanItem = await expectOk(decide(item, 'approved'), 'Approving');
    expect(approved.abilities).toMatchObject({ decide: false, restore: true });
    expect(await current(plan)).toMatchObject({ undecidedItems: 0, abilities: { submit: true } });
    const back: PlanItem = await expectOk(takeBack(item), 'Taking back');
    expect(back).toMatchObject({ status: 'pending', abilities: { decide: true, restore: false } });
    expect(await current(plan)).toMatchObject({ undecidedItems: 1, abilities: { submit: false } });
    const log = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${item.id}`)).body;
    expect(log).toMatchObject([
      { action: 'pip_item.pending', details: { from: 'approved', to: 'pending' } },
      { action: 'pip_item.approved', details: { from: 'pending', to: 'approved' } },
    ]);
    expect((await decide(item, 'rejected', { note: 'Seen twice' })).status).toBe(200);
  });

  it('takes with it what was changed with it and after it', async () => {
    const { plan, item } = await oneItem();
    const change = {
      estimatedCost: '999',
      estimatedDays: 7,
      title: 'Another title',
      room: '7',
      note: 'Our own fitter',
    };
    await expectOk(decide(item, 'approved', change), 'Modifying');
    const again: PlanItem = await expectOk(
      decide(item, 'approved', { quantity: 3, estimatedCost: '50', priority: 'low' }),
      'Modifying again',
    );
    expect(again).toMatchObject({ title: 'Another title', estimatedCost: '50.00', quantity: 3, priority: 'low' });
    await expectOk(takeBack(item), 'Taking back');
    // The draft was read by its owner, who decides nothing.
    const { abilities: _abilities, ...before } = item;
    expect(await currentItem(plan, item)).toMatchObject({ ...before, note: null, changedAt: expect.any(String) });
    expect((await current(plan)).totalCost).toBe(plan.totalCost);
    // Another approval starts from these values, not from those of the first one.
    await expectOk(decide(item, 'approved', { title: 'Third title' }), 'Modifying once more');
    await expectOk(takeBack(item), 'Taking back again');
    expect(await currentItem(plan, item)).toMatchObject({ title: item.title, estimatedCost: item.estimatedCost });
  });

  it('stands once it was sent, for the call and for the database', async () => {
    const { plan, item } = await oneItem();
    await expectOk(decide(item, 'approved'), 'Approving');
    await expectOk(submit(plan), 'Sending');
    expect((await currentItem(plan, item))?.abilities.restore).toBe(false);
    const refused = await takeBack(item);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'plan_item_step_refused',
      'The item is approved, and the decision was sent to the owner; it can no longer be taken back',
    ]);
    await expect(write(item, 'pending')).rejects.toThrow('approved in a sent version');
    expect((await currentItem(plan, item))?.status).toBe('approved');
  });

  it('stands where it was sent, and a later change of its item is taken back alone, until that is sent too', async () => {
    const { plan, item } = await oneItem();
    const sent: PlanItem = await expectOk(
      decide(item, 'approved', { title: 'As it was sent', quantity: 2 }),
      'Approving',
    );
    await expectOk(submit(plan), 'Sending');
    const change = { estimatedCost: '50', priority: 'low', dueDate: '2030-01-01', note: 'Cheaper now' };
    const changed: PlanItem = await expectOk(decide(item, 'approved', change), 'Changing');
    expect(changed).toMatchObject({ estimatedCost: '50.00', abilities: { restore: true } });
    expect((await current(plan)).changes).toHaveLength(1);
    const back: PlanItem = await expectOk(takeBack(item), 'Taking back');
    const fields = ({ title, quantity, costLow, costHigh, estimatedCost, priority, dueDate }: PlanItem) => ({
      title,
      quantity,
      costLow,
      costHigh,
      estimatedCost,
      priority,
      dueDate,
      note: sent.note,
    });
    expect(back).toMatchObject({ ...fields(sent), status: 'approved', abilities: { restore: false } });
    expect((await current(plan)).changes).toEqual([]);
    const log = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${item.id}`)).body;
    expect(log[0]).toMatchObject({ action: 'pip_item.modified', details: { from: 'approved', to: 'approved' } });
    expect(log[0].details.takenBack).toContain('estimatedCost');

    await expectOk(decide(item, 'approved', change), 'Changing again');
    await expectOk(submit(plan), 'Sending the change');
    expect((await takeBack(item)).status).toBe(409);
    expect((await currentItem(plan, item))?.estimatedCost).toBe('50.00');
  });

  it('stands where its item was sent undecided, in a plan that has no reviewer', async () => {
    const { plan, item } = await oneItem('self-made');
    await expectOk(submit(plan), 'Sending');
    await expectOk(decide(item, 'approved'), 'Approving');
    expect((await takeBack(item)).status).toBe(409);
    await expect(write(item, 'pending')).rejects.toThrow('approved in a sent version');
  });

  it('is taken back by the database only from approved to pending, not from what follows', async () => {
    const { item } = await oneItem();
    await write(item, 'approved');
    await write(item, 'pending');
    await write(item, 'approved');
    await write(item, 'in_progress');
    await expect(write(item, 'pending')).rejects.toThrow('cannot become pending');
  });

  it('of a line added by hand is no decision', async () => {
    const { plan } = await oneItem();
    const line: PlanItem = await expectOk(
      tests.admin.post(`/api/pip-reports/${plan.id}/lines`, {
        title: 'Guest room carpet',
        recommendedAction: 'Replace carpet',
        category: 'carpet_wear',
        class: 'soft_goods',
        spending: 'capital',
        priority: 'low',
        quantity: 4,
        unit: 'key',
      }),
      'Adding a line',
    );
    expect(line).toMatchObject({ status: 'approved', abilities: { restore: false } });
    expect((await takeBack(line)).body.code).toBe('plan_item_step_refused');
  });

  it('is never left taken back in a plan that is sent at the same time', async () => {
    const { plan, item } = await oneItem();
    await expectOk(decide(item, 'approved'), 'Approving');
    const [sent, back] = await Promise.all([submit(plan), takeBack(item)]);
    expect([sent.status, back.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { status, versions } = await current(plan);
    expect([status, versions.length, (await currentItem(plan, item))?.status]).toEqual(
      sent.status === 200 ? ['pending_approval', 1, 'approved'] : ['draft', 0, 'pending'],
    );
  });
});

describe('taking a decision back', () => {
  it('is refused to owners, to strangers and to visitors', async () => {
    const { item } = await oneItem();
    await expectOk(decide(item, 'approved'), 'Approving');
    expect((await stepOf(item, 'pending', tests.owner)).body.code).toBe('admin_only_plan_item_decision');
    const other = await stepOf(item, 'pending', tests.stranger);
    expect([other.status, other.body.code]).toEqual([404, 'plan_item_not_found']);
    expect((await tests.app.visitor().patch(`/api/pip-items/${item.id}`, { status: 'pending' })).status).toBe(401);
  });

  it("does not touch another reviewer's later decision", async () => {
    const { plan, item } = await oneItem();
    await expectOk(decide(item, 'approved'), 'Approving');
    await expectOk(takeBack(item), 'Taking back');
    await expectOk(decide(item, 'rejected', { note: 'The neighbor pays' }), 'Rejecting');
    const late = await takeBack(item);
    expect([late.status, late.body.code, late.body.detail]).toEqual([
      409,
      'plan_item_decided_meanwhile',
      'Somebody else has decided meanwhile: the item is rejected',
    ]);
    expect(await currentItem(plan, item)).toMatchObject({ status: 'rejected', note: 'The neighbor pays' });
  });

  it('happens once when it is sent twice', async () => {
    const { item } = await oneItem();
    await expectOk(decide(item, 'approved'), 'Approving');
    const answers = await Promise.all([takeBack(item), takeBack(item)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

it('a rejection is taken back although another item has the same defect since', async () => {
  const plan = await draftPlan(tests, 'case', ['high', 'low']);
  const [high, low] = plan.items as [PlanItem, PlanItem];
  await expectOk(tests.admin.post(`/api/issues/${low.issueId}/merge`, { ids: [high.issueId] }), 'Merging');
  const ends = async () => [
    (await currentItem(plan, high))?.noLongerNeeded,
    (await currentItem(plan, low))?.noLongerNeeded,
  ];
  expect(await ends()).toEqual([null, 'merged']);
  const rejected = await expectOk(decide(high, 'rejected', { note: 'Seen twice' }), 'Rejecting');
  expect(rejected.abilities.restore).toBe(true);
  expect(await ends()).toEqual([null, null]);
  expect(await expectOk(takeBack(high, 'rejected'), 'Taking back')).toMatchObject({ status: 'pending' });
  expect(await ends()).toEqual([null, 'merged']);
  const [listed] = await expectOk(tests.owner.get('/api/pip-reports?items=false'), 'Listing');
  expect(listed.totalCost).toBe((await current(plan)).totalCost);
});
