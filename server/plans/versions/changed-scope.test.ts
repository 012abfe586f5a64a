import { expect, it } from 'vitest';
import { expectOk } from '#test/factories.ts';
import { draftPlan, preparePlanTests, stepOf, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

const send = ({ id }: Plan) => expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Sending');
const accept = ({ id }: Plan): Promise<Plan> =>
  expectOk(tests.owner.post(`/api/pip-reports/${id}/accept`), 'Accepting');
const itemOf = async (plan: Plan, id: string | undefined): Promise<PlanItem> => {
  const read: Plan = await expectOk(tests.owner.get(`/api/pip-reports/${plan.id}`), 'Reading');
  return read.items.find((item) => item.id === id) as PlanItem;
};

async function acceptedItem() {
  const plan = await draftPlan(tests, 'case', ['high', 'low']);
  for (const item of plan.items) await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  await send(plan);
  const [item] = (await accept(plan)).items;
  return { plan, item: item as PlanItem };
}

it.each([
  ['another cost', { estimatedCost: 4000 }],
  ['another quantity', { quantity: 3 }],
  ['another place', { room: 'Room 900' }],
])('work does not start while %s is not accepted', async (_name, change) => {
  const { plan, item } = await acceptedItem();
  await expectOk(stepOf(item, 'approved', tests.admin, change), 'Changing');
  expect((await itemOf(plan, item.id)).abilities).toMatchObject({ start: false, startWaits: true });
  const refused = { status: 409, body: { code: 'plan_item_change_not_accepted' } };
  expect(await stepOf(item, 'in_progress', tests.owner)).toMatchObject(refused);
  expect(await stepOf(item, 'in_progress', tests.admin)).toMatchObject(refused);
  await send(plan);
  expect(await stepOf(item, 'in_progress', tests.owner)).toMatchObject(refused);
  await accept(plan);
  await expectOk(stepOf(item, 'in_progress', tests.owner), 'Starting');
});

it('a later due date stops no work', async () => {
  const { item } = await acceptedItem();
  await expectOk(stepOf(item, 'approved', tests.admin, { dueDate: '2031-01-01' }), 'Changing');
  await expectOk(stepOf(item, 'in_progress', tests.owner), 'Starting');
});

it('a change that is taken back leaves what was accepted', async () => {
  const { item } = await acceptedItem();
  await expectOk(stepOf(item, 'approved', tests.admin, { estimatedCost: 4000 }), 'Changing');
  await expectOk(stepOf(item, 'pending', tests.admin), 'Taking back');
  await expectOk(stepOf(item, 'in_progress', tests.owner), 'Starting');
});
