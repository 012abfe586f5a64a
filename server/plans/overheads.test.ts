import { describe, expect, it, test } from 'vitest';
import { expectOk } from '#test/factories.ts';
import { overheadDifferences, overheadsOf, refreshedSettings } from './overheads.rules.ts';
import { draftPlan, preparePlanTests, type Plan } from './plans.fixture.ts';

const tests = preparePlanTests();
const chosen = {
  freightPercent: 0,
  contingencyPercent: '7.5',
  mobilization: '2500.50',
  designFeePercent: 6,
  afterHoursPercent: 10,
  regionalPercent: 12,
};
const read = async (plan: Plan): Promise<Plan> => (await tests.admin.get(`/api/pip-reports/${plan.id}`)).body;
const set = (person: typeof tests.admin, plan: Plan, fields: object = {}) =>
  person.put(`/api/pip-reports/${plan.id}/overheads`, { ...chosen, ...fields });

describe('the overheads of a plan', () => {
  it("are the server's until a user enters others, and each is a line of the total", async () => {
    const plan = await draftPlan(tests, 'case', ['critical', 'low']);
    expect((await read(plan)).overheads).toEqual({
      freightPercent: 12,
      contingencyPercent: 10,
      mobilization: '0.00',
      designFeePercent: 0,
      afterHoursPercent: 0,
      regionalPercent: 0,
    });
    // Two stains: $105 each.
    const changed: Plan = await expectOk(set(tests.admin, plan), 'Changing');
    expect(changed.costLines).toEqual([
      { label: 'Construction cost', amount: '210.00' },
      { label: 'Freight and tax, 0% of FF&E', amount: '0.00' },
      { label: 'Contingency, 7.5% of construction cost', amount: '15.00' },
      { label: 'Mobilization', amount: '2500.50' },
      { label: 'Design and permit fee, 6% of construction cost', amount: '15.00' },
      { label: 'After-hours surcharge, 10% of construction cost', amount: '20.00' },
      { label: 'Regional factor, 12% of construction cost', amount: '25.00' },
    ]);
    expect(changed.totalCost).toBe('2785.50');
    const { body: listed } = await tests.admin.get('/api/admin/pip-reports?items=false');
    expect(listed.reports.find(({ id }: Plan) => id === plan.id).totalCost).toBe('2785.50');
    await expectOk(tests.owner.post(`/api/area-sessions/${plan.areaSessionId}/generate-pip`), 'Generating');
    expect((await read(plan)).totalCost).toBe('2785.50');
  });

  it('are part of what was sent, and changing them makes the next version', async () => {
    const plan = await draftPlan(tests, 'self-made', ['low']);
    await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    expect((await tests.owner.post(`/api/pip-reports/${plan.id}/submit`)).status).toBe(409);
    const changed: Plan = await expectOk(set(tests.owner, plan), 'Changing');
    const differences = [
      {
        itemId: plan.id,
        title: 'Overheads',
        place: null,
        change: 'changed',
        fields: [
          { name: 'freightPercent', from: '12%', to: '0%' },
          { name: 'contingencyPercent', from: '10%', to: '7.5%' },
          { name: 'mobilization', from: '$0', to: '$2,500.50' },
          { name: 'designFeePercent', from: '0%', to: '6%' },
          { name: 'afterHoursPercent', from: '0%', to: '10%' },
          { name: 'regionalPercent', from: '0%', to: '12%' },
        ],
      },
    ];
    expect(changed.changes).toEqual(differences);
    const sent: Plan = await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    expect(sent.versions.map(({ totalCost }) => totalCost)).toEqual([plan.totalCost, changed.totalCost]);
    expect(sent.versions[1]?.differences).toEqual(differences);
    expect(sent.changes).toEqual([]);
  });

  it('can be set, within bounds, by users who decide on the plan', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    expect((await set(tests.owner, plan)).status).toBe(403);
    expect((await set(tests.stranger, plan)).status).toBe(404);
    const faults = { freightPercent: -1, contingencyPercent: 101, designFeePercent: 1.234, mobilization: '1.001' };
    expect(Object.keys((await set(tests.admin, plan, faults)).body.errors).toSorted()).toEqual(
      Object.keys(faults).toSorted(),
    );
    await expectOk(set(tests.admin, plan), 'Changing');
    const entries = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_report&entityId=${plan.id}`)).body;
    expect(entries[0]).toMatchObject({
      action: 'pip.overheads_changed',
      details: { from: { 'Mobilization (USD)': '$0' }, to: { 'Mobilization (USD)': '$2,500.50' } },
    });
  });
});

test("generating again takes the server's settings, unless the overheads were entered", () => {
  const server = { crews: 3, freightPercent: 12, contingencyPercent: 10, regionalPercent: 4 };
  const plan = { crews: 2, freightPercent: 8, contingencyPercent: 0 };
  expect(refreshedSettings(plan, server)).toEqual(server);
  expect(refreshedSettings({ ...plan, entered: true }, server)).toEqual({
    ...overheadsOf(plan),
    crews: 3,
    entered: true,
  });
});

test('a version from before overheads were stored has no differences', () => {
  const now = overheadsOf({ crews: 2, freightPercent: 12, contingencyPercent: 10 });
  expect(overheadDifferences('plan', null, now)).toEqual([]);
  expect(overheadDifferences('plan', now, now)).toEqual([]);
});
