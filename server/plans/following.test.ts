import { expect, it } from 'vitest';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { draftPlan, preparePlanTests, stepOf, type Plan } from './plans.fixture.ts';

const tests = preparePlanTests();

const read = (plan: Plan): Promise<Plan> => expectOk(tests.owner.get(`/api/pip-reports/${plan.id}`), 'Reading');
const decide = (issueId: string | null, status: string) =>
  expectOk(tests.admin.patch(`/api/issues/${issueId}`, { status }), `Making it ${status}`);

/** A plan of three items that the brand has approved and the owner has accepted. */
async function acceptedPlan(): Promise<Plan> {
  const plan = await draftPlan(tests, 'case');
  for (const item of plan.items) await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  return expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
}

it('an agreed item whose finding is dismissed leaves the totals, and the next version says so', async () => {
  const accepted = await acceptedPlan();
  const [item] = accepted.items;
  await decide(item?.issueId ?? null, 'dismissed');

  const after = await read(accepted);
  const dropped = after.items.find(({ id }) => id === item?.id);
  expect(dropped).toMatchObject({ status: 'approved', noLongerNeeded: 'dismissed', startDay: null });
  expect(dropped?.abilities).toMatchObject({ start: false, decide: false, modify: false, vendors: false, ask: [] });
  expect(after.phases.map(({ items }) => items)).toEqual([0, 1, 1]);
  expect(Number(after.costLines[0]?.amount)).toBe(Number(accepted.costLines[0]?.amount) - Number(item?.estimatedCost));
  expect(after.changes).toEqual([
    {
      itemId: item?.id,
      title: item?.title,
      place: expect.objectContaining({ areas: expect.any(Array) }),
      change: 'not_needed',
      fields: [],
    },
  ]);

  const refused = await stepOf({ id: item?.id ?? '' }, 'in_progress', tests.owner);
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_item_no_longer_needed' } });

  // The list and the sum of all plans have the same total.
  const [listed] = await expectOk(tests.owner.get('/api/pip-reports?items=false'), 'Listing');
  const totals = await expectOk(tests.owner.get('/api/pip-reports/totals'), 'Adding up');
  expect([listed.totalCost, totals.totalCost]).toEqual([after.totalCost, after.totalCost]);

  const sent: Plan = await expectOk(tests.admin.post(`/api/pip-reports/${accepted.id}/submit`), 'Sending again');
  expect(sent.versions.at(-1)).toMatchObject({ number: 2, totalCost: after.totalCost });
  expect(sent.versions.at(-1)?.differences).toEqual(after.changes);
});

it('it is work again when the finding is confirmed again', async () => {
  const accepted = await acceptedPlan();
  const [item] = accepted.items;
  await decide(item?.issueId ?? null, 'dismissed');
  await decide(item?.issueId ?? null, 'confirmed');
  const after = await read(accepted);
  expect(after).toMatchObject({ totalCost: accepted.totalCost, changes: [] });
  expect(after.items.find(({ id }) => id === item?.id)).toMatchObject({ noLongerNeeded: null });
  await expectOk(stepOf({ id: item?.id ?? '' }, 'in_progress', tests.owner), 'Starting');
});

it('a draft can be sent although an item without a decision is no longer needed', async () => {
  const plan = await draftPlan(tests, 'case');
  const [first, ...others] = plan.items;
  for (const item of others) await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  await decide(first?.issueId ?? null, 'dismissed');
  expect(await read(plan)).toMatchObject({ undecidedItems: 0 });
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
});

it('work that has begun goes on', async () => {
  const accepted = await acceptedPlan();
  const [item] = accepted.items;
  await expectOk(stepOf({ id: item?.id ?? '' }, 'in_progress', tests.owner), 'Starting');
  await decide(item?.issueId ?? null, 'dismissed');
  const after = await read(accepted);
  expect(after).toMatchObject({ totalCost: accepted.totalCost, changes: [] });
});

it('a check that passes ends the work on its finding, and one that fails again renews it', async () => {
  const { areas } = await startedRun(tests.owner, tests.admin);
  const checklist = `/api/area-sessions/${areas[0].id}/checklist`;
  const [check] = await expectOk(tests.owner.get(checklist), 'Reading the checklist');
  const answer = (result: string) => expectOk(tests.owner.patch(`${checklist}/${check.id}`, { result }), result);
  await answer('fail');
  const { pipReport } = await expectOk(
    tests.owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`),
    'Generating',
  );
  await expectOk(stepOf(pipReport.items[0], 'approved', tests.admin), 'Approving');
  await answer('pass');
  expect((await read(pipReport)).items[0]).toMatchObject({ noLongerNeeded: 'resolved' });
  await answer('fail');
  expect((await read(pipReport)).items[0]).toMatchObject({ noLongerNeeded: null });
});

it('one of two items goes when their findings are merged, and comes back when they are separated', async () => {
  const plan = await draftPlan(tests, 'case', ['high', 'low']);
  for (const item of plan.items) await expectOk(stepOf(item, 'approved', tests.admin), 'Approving');
  const [high, low] = plan.items;
  await expectOk(tests.admin.post(`/api/issues/${low?.issueId}/merge`, { ids: [high?.issueId] }), 'Merging');
  const ends = async () => new Map((await read(plan)).items.map(({ id, noLongerNeeded }) => [id, noLongerNeeded]));
  expect(await ends()).toEqual(
    new Map([
      [high?.id, null],
      [low?.id, 'merged'],
    ]),
  );
  await expectOk(tests.admin.post(`/api/issues/${low?.issueId}/separate`), 'Separating');
  expect([...(await ends()).values()]).toEqual([null, null]);
});

it.each([
  ['stays when its photo is deleted if the brand has confirmed it', true],
  ['goes with its photo otherwise, and its item is no longer needed', false],
])("the program's finding %s", async (_, byBrand) => {
  const { owner, admin, app } = tests;
  const { areas } = await startedRun(owner, admin);
  const list = `/api/area-sessions/${areas[0].id}`;
  const photo = await addedPhoto(owner, areas[0].id);
  const tile = { title: 'Loose tile', category: 'broken_tile', severity: 'high', photoId: photo.id };
  const { id } = await expectOk(owner.post(`${list}/issues`, tile), 'Adding a finding');
  await app.database.pool.query("update inspection_issues set source = 'ai' where id = $1", [id]);
  await expectOk((byBrand ? admin : owner).patch(`/api/issues/${id}`, { status: 'confirmed' }), 'Confirming');
  const { pipReport } = await expectOk(owner.post(`${list}/generate-pip`), 'Generating');
  await expectOk(stepOf(pipReport.items[0], 'approved', admin), 'Approving');
  expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(204);

  const left = await expectOk(admin.get(`${list}/issues`), 'Listing');
  const after = await read(pipReport);
  if (byBrand) {
    expect(left).toMatchObject([{ id, status: 'confirmed', photoId: null }]);
    expect(after).toMatchObject({ totalCost: pipReport.totalCost, items: [{ issueId: id, noLongerNeeded: null }] });
  } else {
    expect(left).toEqual([]);
    expect(after).toMatchObject({ totalCost: '0.00', items: [{ issueId: null, noLongerNeeded: 'deleted' }] });
  }
});

it('the items of an area that is left out leave every count until the area is added back [decisions.fieldwork.2]', async () => {
  const { areas } = await startedRun(tests.owner);
  const url = `/api/area-sessions/${areas[0].id}`;
  const finding = { title: 'Leak', description: '', severity: 'high', category: 'leak' };
  await expectOk(tests.owner.post(`${url}/issues`, finding), 'Adding a finding');
  const { pipReport } = await expectOk(tests.owner.post(`${url}/generate-pip`), 'Generating');
  const figures = async () => {
    const totals = await expectOk(tests.owner.get('/api/pip-reports/totals'), 'Adding up');
    const { totalCost, items } = await read(pipReport);
    return [totals.totalCost, totalCost, items[0]?.noLongerNeeded];
  };
  const before = await figures();
  expect(before).toEqual([pipReport.totalCost, pipReport.totalCost, null]);

  const leftOut = { status: 'not_applicable', reason: 'There is none' };
  await expectOk(tests.owner.patch(url, leftOut), 'Leaving the area out');
  expect(await figures()).toEqual(['0.00', '0.00', 'not_applicable']);
  await expectOk(tests.owner.patch(url, { status: 'in_progress' }), 'Adding it back');
  expect(await figures()).toEqual(before);
});
