import { expect, it } from 'vitest';
import { expectOk } from '#test/factories.ts';
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
