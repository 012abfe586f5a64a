import { expect, it } from 'vitest';
import { addMonths } from '#contract/due-dates.ts';
import { expectOk } from '#test/factories.ts';
import { draftPlan, preparePlanTests, stepOf, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

const change = (item: PlanItem | undefined, fields: object, who = tests.admin) =>
  who.patch(`/api/pip-items/${item?.id}`, { status: 'approved', ...fields });
const current = async (plan: Plan): Promise<Plan> =>
  expectOk(tests.admin.get(`/api/pip-reports/${plan.id}`), 'Reading the plan');
const csvOf = async (plan: Plan): Promise<string> =>
  (await tests.admin.get(`/api/pip-reports/${plan.id}/export?format=csv`)).body;

it('a line says where it is, what asks for it, who does it and what its quantity is extrapolated from', async () => {
  const [item] = (await draftPlan(tests, 'case', ['low'])).items;
  const details = { building: 'B', floor: '3', standard: 'Brand standard 4.12', responsible: 'Acme Painting' };
  const saved = await expectOk(change(item, { ...details, sample: { found: 6, of: 10, all: 84 } }), 'Modifying');
  // 6 ÷ 10 × 84 = 50.4 rooms: costs and days follow.
  expect(saved).toMatchObject({ ...details, quantity: 51, sample: { found: 6, of: 10, all: 84 } });
  expect(Number(saved.estimatedCost)).toBeCloseTo(Number(item?.estimatedCost) * 51);

  // A quantity that is entered afterwards was not extrapolated.
  expect(await expectOk(change(item, { quantity: 60 }), 'Counting')).toMatchObject({ quantity: 60, sample: null });
  expect(await expectOk(change(item, { building: null }), 'Clearing')).toMatchObject({ building: null, floor: '3' });
});

it.each([
  ['more found than looked at', { found: 11, of: 10, all: 84 }],
  ['more looked at than there are', { found: 6, of: 90, all: 84 }],
  ['nothing looked at', { found: 0, of: 0, all: 84 }],
  ['a part of a room', { found: 1.5, of: 10, all: 84 }],
])('refuses a sample of %s', async (_name, sample) => {
  const [item] = (await draftPlan(tests, 'case', ['low'])).items;
  expect((await change(item, { sample })).status).toBe(400);
});

it('only the brand changes the details of an item of a case', async () => {
  const [item] = (await draftPlan(tests, 'case', ['low'])).items;
  expect((await change(item, { standard: 'NFPA 10' }, tests.owner)).status).toBe(403);
});

it('scope work has a phase of months, is due so many months after, and is in files and versions', async () => {
  const plan = await draftPlan(tests, 'case', ['critical', 'low']);
  const [urgent, scope] = plan.items;
  const before = Number(plan.totalCost);
  await expectOk(change(urgent, {}), 'Approving');
  const saved = await expectOk(change(scope, { horizonMonths: 12 }), 'Modifying');
  expect(saved).toMatchObject({ phase: 'months_12', dueDate: addMonths(saved.createdAt.slice(0, 10), 12) });

  const after = await current(plan);
  expect(after.phases.map(({ name, items }) => [name, items])).toEqual([
    ['critical', 1],
    ['major', 0],
    ['minor', 0],
    ['months_12', 1],
  ]);
  expect(Number(after.totalCost)).toBe(before);
  expect(await csvOf(plan)).toContain('12 months,within 12 months');

  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  await expectOk(change(scope, { horizonMonths: 24, standard: 'PIP 2027' }), 'Modifying again');
  expect((await current(plan)).changes).toEqual([
    expect.objectContaining({
      fields: [
        { name: 'standard', from: 'none', to: 'PIP 2027' },
        { name: 'phase', from: 'within 12 months', to: 'within 24 months' },
      ],
    }),
  ]);
});

const quotes = [
  { vendor: 'Acme', amount: '580.00', reference: 'Q-17', quotedOn: '2026-11-20' },
  { vendor: 'Best Build', amount: '640.50', chosen: true },
];

it('keeps up to three quotes of an item, compares them with what was approved, and leaves them to owner and brand [api.added.77]', async () => {
  const plan = await draftPlan(tests, 'case', ['high']);
  const [item] = plan.items;
  const path = `/api/pip-items/${item?.id}/vendors`;
  await expectOk(change(item, {}), 'Approving');
  const saved = await expectOk(tests.owner.put(path, { responsible: 'Best Build', quotes }), 'Quoting');
  expect(saved).toMatchObject({ responsible: 'Best Build', quotedCost: '640.50', quotes: [{ vendor: 'Acme' }, {}] });
  expect((await current(plan)).comparison).toEqual({
    approved: { items: 1, amount: item?.estimatedCost, approved: item?.estimatedCost },
    quoted: { items: 1, amount: '640.50', approved: item?.estimatedCost },
    actual: { items: 0, amount: '0.00', approved: '0.00' },
  });
  expect(await csvOf(plan)).toContain('"Acme $580; Best Build $640.50, chosen"');

  // Without a choice the lowest counts.
  const open = quotes.map(({ chosen: _chosen, ...quote }) => quote);
  expect(await expectOk(tests.admin.put(path, { quotes: open }), 'Quoting')).toMatchObject({ quotedCost: '580.00' });

  expect((await tests.owner.put(path, { quotes: [...quotes, ...quotes] })).status).toBe(400);
  expect((await tests.owner.put(path, { quotes: quotes.map((quote) => ({ ...quote, chosen: true })) })).status).toBe(
    400,
  );
  expect((await tests.stranger.put(path, { quotes })).status).toBe(404);
});

it('leaves the vendors of a rejected item as they are [api.added.77]', async () => {
  const [item] = (await draftPlan(tests, 'case', ['high'])).items;
  await expectOk(tests.admin.patch(`/api/pip-items/${item?.id}`, { status: 'rejected', note: 'No' }), 'Rejecting');
  expect((await tests.owner.put(`/api/pip-items/${item?.id}/vendors`, { quotes })).status).toBe(409);
});

it('has the catalog as its price basis where the catalog has a single price, until somebody enters another', async () => {
  const { admin } = tests;
  const catalogue = await expectOk(admin.get('/api/admin/cost-catalogue'), 'Reading the catalog');
  const entries = catalogue.entries.map((entry: { category: string }) =>
    entry.category === 'stain' ? { ...entry, costLow: 99.5, costHigh: 99.5 } : entry,
  );
  const saved = await expectOk(admin.put('/api/admin/cost-catalogue', { ...catalogue, entries }), 'Saving');
  const plan = await draftPlan(tests, 'case', ['high', 'low']);
  const restored = { ...saved, entries: catalogue.entries };
  await expectOk(admin.put('/api/admin/cost-catalogue', restored), 'Restoring the catalog');
  const [high, low] = plan.items;
  expect(high).toMatchObject({ costLow: '99.50', estimatedCost: '99.50', costHigh: '99.50', priceEntered: false });
  await expectOk(stepOf({ id: low?.id ?? '' }, 'approved', admin, { estimatedCost: 80 }), 'Entering a price');
  const csv = await csvOf(plan);
  expect(csv).toContain('"Cost catalog, $99.50 per room"');
  expect(csv).toContain('Entered by a person');
  const back = await expectOk(stepOf({ id: low?.id ?? '' }, 'pending', admin), 'Taking back');
  expect(back).toMatchObject({ estimatedCost: '99.50', priceEntered: false });
});
