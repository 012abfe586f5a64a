import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, formatDueDate, utcDate } from '#contract/due-dates.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { expectOk, startedRun } from '#test/factories.ts';
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

describe('a due date and the delivery', () => {
  /** A plan with a torn chair, which takes 20 days or more to arrive. */
  async function chairPlan() {
    const { areas } = await startedRun(tests.owner, tests.admin);
    const finding = { title: 'Torn chair', category: 'upholstery_damage', severity: 'high' };
    await expectOk(tests.owner.post(`/api/area-sessions/${areas[0].id}/issues`, finding), 'Adding');
    const { pipReport } = await expectOk(
      tests.owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`),
      'Generating',
    );
    return { plan: pipReport as Plan, item: pipReport.items[0] as PlanItem };
  }

  it('agree: the calculated date is not before the delivery and the work, in each form', async () => {
    const { plan, item } = await chairPlan();
    const earliest = addDays(utcDate(new Date(item.createdAt)), Math.ceil(item.leadDays + item.daysOnSite));
    expect(item).toMatchObject({ dueDate: earliest, earliestDueDate: earliest, dueDateEntered: false });
    expect(item.leadDays).toBeGreaterThan(14);
    const shown = await shownDates(plan);
    expect([shown.item, shown.page]).toEqual([earliest, earliest]);
  });

  it('agree when somebody enters the date; a shorter lead time makes an earlier one possible', async () => {
    const { plan, item } = await chairPlan();
    const change = (fields: object) =>
      tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved', ...fields });
    const early = addDays(item.earliestDueDate, -1);
    expect(await change({ dueDate: early })).toMatchObject({
      status: 400,
      body: {
        code: 'plan_item_due_before_delivery',
        errors: { dueDate: expect.stringContaining('Days of lead time and work: ') },
      },
    });
    await expectOk(change({ dueDate: item.earliestDueDate }), 'Entering a possible date');
    await expectOk(change({ dueDate: early, leadDays: 3 }), 'Entering a date and the lead time');
    expect(await itemOf(tests.owner, plan)).toMatchObject({ dueDate: early, leadDays: 3, dueDateEntered: true });
    // Longer work is not refused, but the earliest date is then later than the entered one.
    await expectOk(change({ estimatedDays: 60 }), 'Entering longer work');
    const later = await itemOf(tests.owner, plan);
    expect(later?.earliestDueDate.localeCompare(later.dueDate)).toBe(1);
  });

  it('agree in a line that is added by hand', async () => {
    const { plan } = await chairPlan();
    const line = { title: 'Sofas', recommendedAction: 'Replace', class: 'ffe', spending: 'capital', priority: 'low' };
    const add = (fields: object) =>
      tests.admin.post(`/api/pip-reports/${plan.id}/lines`, {
        ...line,
        quantity: 1,
        unit: 'each',
        unitCost: 900,
        estimatedDays: 1,
        leadDays: 40,
        ...fields,
      });
    expect(await add({ dueDate: addDays(utcDate(new Date()), 40) })).toMatchObject({
      status: 400,
      body: { code: 'plan_item_due_before_delivery' },
    });
    expect((await add({ dueDate: addDays(utcDate(new Date()), 41) })).status).toBe(201);
    expect((await add({})).body).toMatchObject({ leadDays: 40, dueDate: addDays(utcDate(new Date()), 41) });
  });
});
