import { expect, it } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { preparePlanTests, type Plan } from './plans.fixture.ts';

const tests = preparePlanTests();

const others = [
  'guest_rooms',
  'common_areas',
  'fitness_center',
  'restaurant',
  'meeting_rooms',
  'exterior',
  'back_of_house',
  'safety_equipment',
];

/** A run of a lobby and a pool; the other areas do not apply. */
async function twoAreas() {
  const { run, areas } = await startedRun(tests.owner, tests.admin, others);
  const [lobby, pool] = areas.filter((area: { status: string }) => area.status !== 'not_applicable');
  return { run, lobby, pool };
}
const add = (areaId: string, finding: object) =>
  expectOk(
    tests.admin.post(`/api/area-sessions/${areaId}/issues`, { severity: 'high', ...finding }),
    'Adding a finding',
  );
const generate = async (address: string): Promise<Plan> =>
  (await expectOk(tests.owner.post(`/api/${address}/generate-pip`), 'Generating')).pipReport;
const current = async ({ id }: Plan): Promise<Plan> => expectOk(tests.owner.get(`/api/pip-reports/${id}`), 'Reading');
const byName = (a: string, b: string) => a.localeCompare(b);
const findingsOf = (plan: Plan) =>
  plan.items.map(({ issue, furtherIssues }) =>
    [issue, ...furtherIssues].map((finding) => finding?.title ?? '').toSorted(byName),
  );
async function complete(...areas: { id: string }[]) {
  for (const area of areas) {
    await addedPhoto(tests.owner, area.id);
    await expectOk(tests.owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
  }
}

it('three patches of peeling paint in one room are one item that costs one repaint and shows all of them', async () => {
  const { lobby } = await twoAreas();
  const photo = await addedPhoto(tests.owner, lobby.id);
  for (const title of ['By the door', 'By the window', 'At the desk'])
    await add(lobby.id, { title, category: 'peeling_paint', photoId: photo.id });
  const plan = await generate(`area-sessions/${lobby.id}`);
  expect(findingsOf(plan)).toEqual([['At the desk', 'By the door', 'By the window']]);
  expect(plan.items[0]).toMatchObject({ quantity: 1, unit: 'room', estimatedCost: '625.00', title: 'By the door' });

  // A dismissed finding is removed, even the first one; the item stays the same.
  const [item] = plan.items;
  await expectOk(tests.admin.patch(`/api/issues/${item?.issueId}`, { status: 'dismissed' }), 'Dismissing');
  const after = await generate(`area-sessions/${lobby.id}`);
  expect(after.items.map(({ id }) => id)).toEqual([item?.id]);
  expect(findingsOf(after)).toEqual([['At the desk', 'By the window']]);
});

it('a decided item takes in no further findings', async () => {
  const { lobby } = await twoAreas();
  await add(lobby.id, { title: 'First', category: 'peeling_paint' });
  const plan = await generate(`area-sessions/${lobby.id}`);
  await expectOk(tests.admin.patch(`/api/pip-items/${plan.items[0]?.id}`, { status: 'approved' }), 'Approving');
  await add(lobby.id, { title: 'Second', category: 'peeling_paint' });
  await add(lobby.id, { title: 'Third', category: 'peeling_paint' });
  const again = await generate(`area-sessions/${lobby.id}`);
  expect(new Set(findingsOf(again).map((titles) => titles.join()))).toEqual(new Set(['First', 'Second,Third']));
});

it('structural cracks in two areas are one visit, which the plans of both areas show and count once', async () => {
  const { run, lobby, pool } = await twoAreas();
  await add(lobby.id, { title: 'Crack in the wall', category: 'crack' });
  await add(pool.id, { title: 'Crack in the deck', category: 'crack' });
  await complete(lobby, pool);
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  const ofPool = await generate(`area-sessions/${pool.id}`);
  const whole = await generate(`inspection-runs/${run.id}`);
  expect(whole.items).toHaveLength(1);
  expect(whole.items[0]).toMatchObject({ area: 'Lobby, Pool', room: null, quantity: 1, unit: 'visit' });
  expect(findingsOf(whole)).toEqual([['Crack in the deck', 'Crack in the wall']]);
  for (const plan of [ofLobby, ofPool]) {
    expect((await current(plan)).items.map(({ id }) => id)).toEqual([whole.items[0]?.id]);
    expect((await current(plan)).totalCost).toBe(whole.totalCost);
  }
  // Generating an area again leaves the visit in the plan of the property.
  await generate(`area-sessions/${pool.id}`);
  expect(findingsOf(await current(whole))).toEqual([['Crack in the deck', 'Crack in the wall']]);
  const answers = await Promise.all(
    [`area-sessions/${lobby.id}`, `inspection-runs/${run.id}`, `area-sessions/${pool.id}`].map(generate),
  );
  expect(new Set(answers.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(1);
});

it('plans of two areas share the visit before there is a plan of the property, and sums count it once', async () => {
  const { lobby, pool } = await twoAreas();
  const crack = await add(lobby.id, { title: 'Crack in the wall', category: 'crack', room: 'Bar' });
  await add(lobby.id, { title: 'Stain', category: 'stain' });
  const other = await add(pool.id, { title: 'Crack in the deck', category: 'crack' });
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  const ofPool = await generate(`area-sessions/${pool.id}`);
  expect(ofPool.items).toMatchObject([{ unit: 'visit', quantity: 1, area: 'Lobby, Pool', room: null }]);
  const [visit] = ofPool.items;
  expect((await current(ofLobby)).items.map(({ id }) => id)).toContain(visit?.id);
  expect(findingsOf(ofPool)).toEqual([['Crack in the deck', 'Crack in the wall']]);
  const totals = async () =>
    (await expectOk(tests.owner.get('/api/pip-reports/totals'), 'Reading the totals')).totalCost;
  expect(await totals()).toBe((await current(ofLobby)).totalCost);
  // Generating again keeps it so, and dismissing one finding leaves the visit for the other.
  for (const area of [lobby, pool]) await generate(`area-sessions/${area.id}`);
  expect(findingsOf(await current(ofPool))).toEqual([['Crack in the deck', 'Crack in the wall']]);
  await expectOk(tests.admin.patch(`/api/issues/${crack.id}`, { status: 'dismissed' }), 'Dismissing');
  await generate(`area-sessions/${lobby.id}`);
  // It is named after the finding that is left, and no longer part of the other area's plan.
  expect((await current(ofPool)).items).toMatchObject([
    { id: visit?.id, issueId: other.id, title: 'Crack in the deck', area: 'Pool', furtherIssues: [] },
  ]);
  expect((await current(ofLobby)).items.map(({ title }) => title)).toEqual(['Stain']);
  await expectOk(tests.admin.patch(`/api/issues/${other.id}`, { status: 'dismissed' }), 'Dismissing');
  // The area has no other finding, so its plan is not generated again: an item whose findings are closed stays until then.
  await add(pool.id, { title: 'Stain by the pool', category: 'stain' });
  await generate(`area-sessions/${pool.id}`);
  expect((await current(ofPool)).items.map(({ title }) => title)).toEqual(['Stain by the pool']);
});

it('all findings of an item are resolved when its work is completed', async () => {
  const { lobby } = await twoAreas();
  const findings = [
    await add(lobby.id, { title: 'By the door', category: 'peeling_paint' }),
    await add(lobby.id, { title: 'By the window', category: 'peeling_paint' }),
  ];
  const plan = await generate(`area-sessions/${lobby.id}`);
  const step = (status: string, person = tests.owner) =>
    expectOk(person.patch(`/api/pip-items/${plan.items[0]?.id}`, { status }), `Making it ${status}`);
  await step('approved', tests.admin);
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
  await step('in_progress');
  await step('awaiting_verification');
  await step('completed', tests.admin);
  const listed: Finding[] = await expectOk(tests.owner.get(`/api/area-sessions/${lobby.id}/issues`), 'Reading');
  expect(new Map(listed.map(({ id, status }) => [id, status]))).toEqual(
    new Map(findings.map(({ id }) => [id, 'resolved'])),
  );
});
