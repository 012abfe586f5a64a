import { expect, it } from 'vitest';
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

/** A run with a lobby and a pool, each with a finding and completed. */
async function inspected() {
  const { run, areas } = await startedRun(tests.owner, tests.admin, others);
  const [lobby, pool] = areas.filter((area: { status: string }) => area.status !== 'not_applicable');
  await addFinding(lobby.id, 'Stain by the desk');
  await addFinding(pool.id, 'Loose tile');
  const inspectionIds: string[] = [];
  for (const area of [lobby, pool]) {
    await addedPhoto(tests.owner, area.id);
    const { inspectionId } = await expectOk(tests.owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
    inspectionIds.push(inspectionId);
  }
  return { run, lobby, pool, inspectionId: inspectionIds[0] ?? '' };
}
const addFinding = (areaId: string, title: string) =>
  expectOk(
    tests.admin.post(`/api/area-sessions/${areaId}/issues`, { title, category: 'stain', severity: 'low', room: title }),
    'Adding a finding',
  );
const generate = async (address: string): Promise<Plan> =>
  (await expectOk(tests.owner.post(`/api/${address}/generate-pip`), 'Generating')).pipReport;
const current = async ({ id }: Plan): Promise<Plan> => expectOk(tests.owner.get(`/api/pip-reports/${id}`), 'Reading');
const titles = (plan: Plan) => plan.items.map(({ title }) => title).toSorted();
const total = async () => (await tests.owner.get('/api/pip-reports/totals')).body.totalCost;

it('one item is shown by the plans of an area, its inspection and the property, and is counted once [decisions.plans.8]', async () => {
  const { run, lobby, pool, inspectionId } = await inspected();
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  const ofInspection = await generate(`inspections/${inspectionId}`);
  const ofPool = await generate(`area-sessions/${pool.id}`);
  const whole = await generate(`inspection-runs/${run.id}`);
  expect(ofInspection.items.map(({ id }) => id)).toEqual(ofLobby.items.map(({ id }) => id));
  expect(whole.items.map(({ id }) => id).toSorted()).toEqual(
    [...ofLobby.items, ...ofPool.items].map(({ id }) => id).toSorted(),
  );
  const { rows } = await tests.app.database.pool.query(
    'select item.pip_report_id from pip_items item join area_sessions area on area.id = item.area_session_id where area.run_id = $1',
    [run.id],
  );
  expect(rows).toEqual([{ pip_report_id: whole.id }, { pip_report_id: whole.id }]);
  expect(await total()).toBe(whole.totalCost);
  expect(await current(ofLobby)).toMatchObject({ propertyPlanId: whole.id, propertyPlanStatus: 'draft' });
  expect(whole).toMatchObject({ propertyPlanId: null, propertyPlanStatus: null, itemCount: 2 });

  // A price that is entered in one plan applies to all plans that show the item.
  await expectOk(
    tests.admin.patch(`/api/pip-items/${ofLobby.items[0]?.id}`, { status: 'approved', estimatedCost: 900 }),
    'Modifying',
  );
  for (const plan of [ofLobby, ofInspection, whole]) {
    const item = (await current(plan)).items.find(({ id }) => id === ofLobby.items[0]?.id);
    expect(item).toMatchObject({ status: 'approved', estimatedCost: '900.00', pipReportId: plan.id });
  }
  expect((await current(ofLobby)).totalCost).toBe('990.00');
  expect(await total()).toBe((await current(whole)).totalCost);
});

it('a finding that is planned with its area is in the plan of the property at once', async () => {
  const { run, lobby, pool } = await inspected();
  const whole = await generate(`inspection-runs/${run.id}`);
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  await addFinding(lobby.id, 'Scuffed baseboard');
  await generate(`area-sessions/${lobby.id}`);
  const changed = await current(whole);
  expect(titles(changed)).toEqual(['Loose tile', 'Scuffed baseboard', 'Stain by the desk']);
  expect(await total()).toBe(changed.totalCost);
  // And one that is planned with the property is in the plan of its area.
  await addFinding(lobby.id, 'Broken lamp');
  await generate(`inspection-runs/${run.id}`);
  expect(titles(await current(ofLobby))).toEqual(['Broken lamp', 'Scuffed baseboard', 'Stain by the desk']);
  // Once dismissed, it is in neither plan.
  const [lamp] = (await current(ofLobby)).items.filter(({ title }) => title === 'Broken lamp');
  await expectOk(tests.admin.patch(`/api/issues/${lamp?.issueId}`, { status: 'dismissed' }), 'Dismissing');
  await generate(`area-sessions/${lobby.id}`);
  expect(titles(await current(whole))).not.toContain('Broken lamp');
  // The pool's plan shows none of it.
  expect(titles(await generate(`area-sessions/${pool.id}`))).toEqual(['Loose tile']);
});

it('a finding that is dismissed after its area was planned costs nothing in the plan of the property', async () => {
  const { run, lobby, pool } = await inspected();
  const [stain] = (await generate(`area-sessions/${lobby.id}`)).items;
  await generate(`area-sessions/${pool.id}`);
  await expectOk(tests.admin.patch(`/api/issues/${stain?.issueId}`, { status: 'dismissed' }), 'Dismissing');
  const whole = await generate(`inspection-runs/${run.id}`);
  expect(titles(whole)).toEqual(['Loose tile']);
  expect(await total()).toBe(whole.totalCost);
});

it("the plan of an area waits for its owner until the property's plan, of which it is a view, is sent", async () => {
  const { run, lobby } = await inspected();
  const waiting = async () => {
    const list: Plan[] = (await tests.owner.get('/api/pip-reports?toAccept=true')).body;
    const { pendingApproval } = (await tests.owner.get('/api/pip-reports/totals')).body;
    const { activePIPs } = (await tests.owner.get('/api/user/stats')).body.hints;
    expect(pendingApproval).toBe(list.length);
    expect(activePIPs).toBe(`${list.length || 'None'} awaiting approval`);
    return list.map(({ id }) => id);
  };
  const send = async ({ id, items }: Plan) => {
    for (const item of items.filter(({ status }) => status === 'pending'))
      await expectOk(tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' }), 'Approving');
    await expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Sending');
  };
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  await send(ofLobby);
  expect(await waiting()).toEqual([ofLobby.id]);
  const whole = await generate(`inspection-runs/${run.id}`);
  expect(await waiting()).toEqual([ofLobby.id]);
  await send(await current(whole));
  expect((await current(ofLobby)).status).toBe('pending_approval');
  expect(await waiting()).toEqual([whole.id]);
  await expectOk(tests.owner.post(`/api/pip-reports/${whole.id}/accept`), 'Accepting');
  expect(await waiting()).toEqual([]);
});

it("the draft of an area is work of PIP Review until the property's plan, of which it is a view, is sent", async () => {
  const { run, lobby } = await inspected();
  const search = async (query: string) => (await tests.admin.get(`/api/admin/pip-reports?items=false&${query}`)).body;
  const before = (await search('status=draft')).counts;
  const drafts = async (): Promise<string[]> => {
    const list = await search('status=draft&sort=worst&limit=200');
    expect(list.counts.draft).toBe(list.reports.length);
    return list.reports.map(({ id }: Plan) => id);
  };
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  const whole = await generate(`inspection-runs/${run.id}`);
  expect(await drafts()).toEqual(expect.arrayContaining([ofLobby.id, whole.id]));
  for (const { id } of whole.items)
    await expectOk(tests.admin.patch(`/api/pip-items/${id}`, { status: 'approved' }), 'Approving');
  await expectOk(tests.admin.post(`/api/pip-reports/${whole.id}/submit`), 'Sending');
  expect(await current(ofLobby)).toMatchObject({ status: 'draft', propertyPlanStatus: 'pending_approval' });
  expect(await drafts()).not.toContain(ofLobby.id);
  const after = await search('status=all&limit=200');
  expect(after.counts).toMatchObject({
    all: before.all + 2,
    draft: before.draft,
    pending_approval: before.pending_approval + 1,
  });
  // The list of all plans still shows it, and a search counts like the list without one.
  expect(after.reports.map(({ id }: Plan) => id)).toContain(ofLobby.id);
  const lobbies = await search('q=lobby&status=draft&limit=200');
  expect(lobbies.counts.draft).toBe(lobbies.reports.length);
  expect(lobbies.reports.map(({ id }: Plan) => id)).not.toContain(ofLobby.id);
});

it('work accepted with one plan continues in all; a new item reopens a completed plan', async () => {
  const { run, lobby } = await inspected();
  const ofLobby = await generate(`area-sessions/${lobby.id}`);
  const id = ofLobby.items[0]?.id;
  const step = (status: string, person = tests.owner) =>
    expectOk(person.patch(`/api/pip-items/${id}`, { status }), `Making it ${status}`);
  await step('approved', tests.admin);
  await expectOk(tests.admin.post(`/api/pip-reports/${ofLobby.id}/submit`), 'Sending');
  await expectOk(tests.owner.post(`/api/pip-reports/${ofLobby.id}/accept`), 'Accepting');
  const whole = await generate(`inspection-runs/${run.id}`);
  const inWhole = whole.items.find((item) => item.id === id);
  expect([whole.status, inWhole?.status, inWhole?.abilities.start]).toEqual(['draft', 'approved', true]);
  await step('in_progress');
  expect((await current(ofLobby)).status).toBe('in_progress');
  await step('awaiting_verification');
  await step('completed', tests.admin);
  expect((await current(ofLobby)).status).toBe('completed');
  expect((await current(whole)).items.find((item) => item.id === id)?.status).toBe('completed');

  const late = await tests.owner.post(`/api/area-sessions/${lobby.id}/generate-pip`);
  expect(late.status).toBe(409);
  await addFinding(lobby.id, 'Another stain');
  const again = await generate(`area-sessions/${lobby.id}`);
  expect([again.status, titles(again)]).toEqual(['in_progress', ['Another stain', 'Stain by the desk']]);
  expect(again.changes).toMatchObject([{ title: 'Another stain', change: 'added' }]);
});

it('plans of one run that are generated at once share their items', async () => {
  const { run, lobby, inspectionId } = await inspected();
  const answers = await Promise.all(
    [`area-sessions/${lobby.id}`, `inspection-runs/${run.id}`, `inspections/${inspectionId}`].flatMap((address) => [
      generate(address),
      generate(address),
    ]),
  );
  const ids = new Set(answers.flatMap(({ items }) => items.map(({ id }) => id)));
  expect(ids.size).toBe(2);
});
