import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, formatDueDate, utcDate } from '#contract/due-dates.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { expectOk } from '#test/factories.ts';
import { draftPlan, preparePlanTests, type Person, type Plan, type PlanItem } from './plans.fixture.ts';

const tests = preparePlanTests();
afterEach(() => {
  vi.unstubAllEnvs();
});

const itemOf = async (person: Person, plan: Plan): Promise<PlanItem | undefined> =>
  (await expectOk(person.get(`/api/pip-reports/${plan.id}`), 'Reading')).items[0];

/** An item's due date in the plan, on the property's page and in the file. */
async function shownDates(plan: Plan) {
  const item = await itemOf(tests.owner, plan);
  const page = await expectOk(tests.owner.get(`/api/properties/${plan.propertyId}/history`), 'Reading');
  const file = await tests.owner.get(`/api/pip-reports/${plan.id}/export?format=csv`);
  return { item: item?.dueDate, page: page.items.rows[0]?.dueDate, csv: file.raw.toString('utf8') };
}

describe.each(['America/New_York', 'Asia/Tokyo', 'UTC'])('the due date of a plan item, on a server in %s', (zone) => {
  it('is the chosen calendar date, wherever it is read', async () => {
    vi.stubEnv('TZ', zone);
    const plan = await draftPlan(tests, 'case', ['critical']);
    const dueDate = addDays(utcDate(new Date()), 40);
    const changed = { status: 'approved', dueDate };
    await expectOk(tests.admin.patch(`/api/pip-items/${plan.items[0]?.id}`, changed), 'Changing');
    const { item, page, csv } = await shownDates(plan);
    expect({ item, page }).toEqual({ item: dueDate, page: dueDate });
    expect(csv).toContain(formatDueDate(dueDate));
  });

  it("is otherwise the last day of the phase's window, counted from the date at the property", async () => {
    vi.stubEnv('TZ', zone);
    const plan = await draftPlan(tests, 'case', ['critical']);
    const { db } = tests.app.database;
    for (const [createdAt, approvedOn, dueDate] of [
      ['2026-11-21T23:59:59Z', null, '2026-11-23'],
      ['2026-11-22T00:00:00Z', null, '2026-11-24'],
      ['2026-11-22T00:00:00Z', '2026-12-01', '2026-12-03'],
    ] as const) {
      await db
        .update(pipItems)
        .set({ createdAt: new Date(createdAt) })
        .where(eq(pipItems.pipReportId, plan.id));
      await db.update(pipReports).set({ approvedOn }).where(eq(pipReports.id, plan.id));
      const { item, page, csv } = await shownDates(plan);
      expect({ item, page }).toEqual({ item: dueDate, page: dueDate });
      expect(csv).toContain(formatDueDate(dueDate));
    }
  });
});

it('stays when a later version is accepted; a line that was added since has its own window', async () => {
  const plan = await draftPlan(tests, 'case', ['critical', 'low']);
  const { db } = tests.app.database;
  const today = utcDate(new Date());
  const step = (path: string, by: Person = tests.admin) =>
    expectOk(by.post(`/api/pip-reports/${plan.id}/${path}`), path);
  const approve = (id: string, more = {}) =>
    expectOk(tests.admin.patch(`/api/pip-items/${id}`, { status: 'approved', ...more }), 'Approving');
  for (const { id } of plan.items) await approve(id);
  await step('submit');
  await step('accept', tests.owner);
  const [accepted, created] = [addDays(today, -10), new Date(`${addDays(today, -11)}T12:00:00Z`)];
  await db.update(pipReports).set({ approvedOn: accepted }).where(eq(pipReports.id, plan.id));
  await db.update(pipItems).set({ createdAt: created }).where(eq(pipItems.pipReportId, plan.id));
  await approve(plan.items[1]?.id ?? '', { title: 'Another stain' });
  const line = { title: 'Handrail', recommendedAction: 'Fix it', category: 'trip_hazard', class: 'life_safety' };
  const added = { ...line, spending: 'capital', priority: 'critical', quantity: 1, unit: 'each', unitCost: 100 };
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/lines`, added), 'Adding');
  await step('submit');
  await step('accept', tests.owner);
  const { items } = (await tests.owner.get(`/api/pip-reports/${plan.id}`)).body as Plan;
  const page = await expectOk(tests.owner.get(`/api/properties/${plan.propertyId}/history`), 'Reading');
  const expected = {
    'Stain, critical': addDays(accepted, 2),
    'Another stain': addDays(accepted, 28),
    Handrail: addDays(today, 2),
  };
  for (const rows of [items, page.items.rows as PlanItem[]])
    expect(Object.fromEntries(rows.map(({ title, dueDate }) => [title, dueDate]))).toEqual(expected);
});
