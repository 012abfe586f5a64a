import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { expectOk } from '#test/factories.ts';
import { lockItemsOfProperty } from './plans.repository.ts';
import { draftPlan, preparePlanTests, type Person, type Plan } from './plans.fixture.ts';

const tests = preparePlanTests();

const read = ({ id }: Plan): Promise<Plan> => expectOk(tests.owner.get(`/api/pip-reports/${id}`), 'Reading');

it('the second of two people who change the quotes of an item is told so, and nothing is lost', async () => {
  const plan = await draftPlan(tests, 'case', ['high']);
  const [item] = plan.items;
  const save = (person: Person, vendor: string, from: object | undefined) =>
    person.put(`/api/pip-items/${item?.id}/vendors`, {
      responsible: 'Chief engineer',
      quotes: [{ vendor, amount: '580.50', reference: '', chosen: true }],
      ...(from ? { from } : {}),
    });
  const seen = { responsible: '', quotes: [] };
  await expectOk(save(tests.owner, 'Acme', seen), 'The first one');
  expect(await save(tests.admin, 'Best Build', seen)).toMatchObject({
    status: 409,
    body: { code: 'plan_item_vendors_changed_meanwhile' },
  });
  const [kept] = (await read(plan)).items;
  expect(kept?.quotes).toMatchObject([{ vendor: 'Acme', amount: '580.50' }]);

  const { responsible, quotes } = kept ?? {};
  await expectOk(save(tests.admin, 'Best Build', { responsible, quotes }), 'The second one, who has read it');
  // Another program may leave out what it saw.
  await expectOk(save(tests.owner, 'Cedar', undefined), 'Without the check');
});

it('the second of two people who change the overheads of a plan is told so [api.added.81]', async () => {
  const plan = await draftPlan(tests, 'case', ['high']);
  const save = (person: Person, contingencyPercent: number, from: object) =>
    person.put(`/api/pip-reports/${plan.id}/overheads`, { ...plan.overheads, contingencyPercent, from });
  await expectOk(save(tests.admin, 12, plan.overheads), 'The first one');
  expect(await save(tests.admin, 15, plan.overheads)).toMatchObject({
    status: 409,
    body: { code: 'plan_overheads_changed_meanwhile' },
  });
  const current = await read(plan);
  expect(current.overheads.contingencyPercent).toBe(12);
  await expectOk(save(tests.admin, 15, current.overheads), 'The second one, who has read it');
});

const isRefused = { status: 409, body: { code: 'plan_item_edited_meanwhile' } };

it('the second of two people who modify an item is told so, and the first price stays', async () => {
  const plan = await draftPlan(tests, 'case', ['high']);
  const [seen] = plan.items;
  const reviewer = await tests.app.person('admin');
  const modify = (person: Person, change: object) => person.patch(`/api/pip-items/${seen?.id}`, change);
  const price = (estimatedCost: string, basedOn: string | null | undefined) => ({
    status: 'approved',
    estimatedCost,
    basedOn,
  });
  expect(seen?.changedAt).toBeNull();
  const first = await expectOk(modify(tests.admin, price('410.50', null)), 'The first one');
  expect(await modify(reviewer, price('999.00', null))).toMatchObject(isRefused);
  const second = await expectOk(modify(reviewer, price('500.00', first.changedAt)), 'The second one, who has read it');
  expect(second.estimatedCost).toBe('500.00');
  // The first one presses Undo, which would take the second price back.
  const undone = { status: 'pending', from: 'approved', basedOn: first.changedAt };
  expect(await modify(tests.admin, undone)).toMatchObject(isRefused);
  await expectOk(modify(tests.admin, price('600.00', undefined)), 'Without the check');
});

it('the second of two people who change a line by hand is told so, and nothing is lost', async () => {
  const plan = await draftPlan(tests, 'case', ['high']);
  const reviewer = await tests.app.person('admin');
  const fields = {
    title: 'New carpet',
    recommendedAction: 'Replace it',
    class: 'soft_goods',
    spending: 'capital',
    priority: 'low',
    quantity: 2,
    unit: 'each',
    unitCost: '100.00',
  };
  const line = await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/lines`, fields), 'Adding');
  const change = (person: Person, given: object) =>
    person.put(`/api/pip-items/${line.id}/line`, { ...fields, basedOn: line.changedAt, ...given });
  const first = await expectOk(change(tests.admin, { unitCost: '150.00' }), 'The first one');
  expect(await change(reviewer, { quantity: 3 })).toMatchObject(isRefused);
  expect((await read(plan)).items.find(({ id }) => id === line.id)).toMatchObject({ estimatedCost: '300.00' });
  await expectOk(change(reviewer, { quantity: 3, basedOn: first.changedAt }), 'The second one, who has read it');
  await expectOk(change(tests.admin, { basedOn: undefined }), 'Without the check');
});

it('an answer to a check waits for a change of the plans before it locks its area', async () => {
  const plan = await draftPlan(tests, 'self-made', ['high']);
  const { pool } = tests.app.database;
  const { rows } = await pool.query(
    'select area_session_id as id, property_id as property from pip_reports where id = $1',
    [plan.id],
  );
  const [{ id, property }] = rows;
  const list = `/api/area-sessions/${id}/checklist`;
  const [check] = await expectOk(tests.owner.get(list), 'The checks');
  const planner = await pool.connect();
  try {
    await planner.query('begin');
    await lockItemsOfProperty(drizzle(planner), { propertyId: property });
    const answer = tests.owner.patch(`${list}/${check.id}`, { result: 'fail' });
    const waits = "select from pg_locks where locktype = 'advisory' and not granted";
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    // Verifying work locks the area after the plans, so an answer that had locked it already would block it forever.
    const { rowCount } = await planner.query('select from area_sessions where id = $1 for update nowait', [id]);
    expect(rowCount).toBe(1);
    await planner.query('commit');
    expect((await answer).status).toBe(200);
  } finally {
    planner.release();
  }
});
