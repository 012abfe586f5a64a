import { expect, it } from 'vitest';
import { addedPhoto, expectOk, passedChecks } from '#test/factories.ts';
import { draftPlan, preparePlanTests, stepOf, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

const send = ({ id }: Pick<Plan, 'id'>, who = tests.admin) =>
  expectOk(who.post(`/api/pip-reports/${id}/submit`), 'Sending');
const accept = ({ id }: Pick<Plan, 'id'>) => expectOk(tests.owner.post(`/api/pip-reports/${id}/accept`), 'Accepting');
const step = (item: PlanItem, status: string, who = tests.owner, fields: object = {}) =>
  expectOk(stepOf(item, status, who, fields), status);
const isToDo = ({ abilities: { start, report, complete } }: PlanItem) => start || report || complete;

/** What home counts as work, after comparing it with what the owner's plans let be started and finished. */
async function work(): Promise<{ planId: string; items: number } | null> {
  const { planWork } = (await tests.owner.get('/api/user/stats')).body;
  const plans: Plan[] = (await tests.owner.get('/api/pip-reports')).body;
  const toDo = new Map(plans.map(({ id, items }) => [id, items.filter(isToDo).length]));
  if (planWork) expect(planWork.items).toBe(toDo.get(planWork.planId));
  else expect([...toDo.values()].filter((count) => count > 0)).toEqual([]);
  return planWork;
}

/** An accepted plan of one item, of a further property. */
async function furtherPlan(): Promise<Plan> {
  const plan = await draftPlan(tests, 'self-made', ['low']);
  await send(plan, tests.owner);
  await accept(plan);
  return plan;
}

/** An accepted plan of two items; those of a case are approved. */
async function acceptedPlan(kind: 'case' | 'self-made') {
  const plan = await draftPlan(tests, kind, ['high', 'low']);
  if (kind === 'case') for (const item of plan.items) await step(item, 'approved', tests.admin);
  expect(await work()).toBeNull();
  await send(plan, kind === 'case' ? tests.admin : tests.owner);
  expect(await work()).toBeNull();
  await accept(plan);
  return { plan, items: plan.items as [PlanItem, PlanItem] };
}

type Accepted = Awaited<ReturnType<typeof acceptedPlan>>;
const costs = (item: PlanItem) => step(item, 'approved', tests.admin, { estimatedCost: 4000 });

it.each<['case' | 'self-made', string, number, (accepted: Accepted) => Promise<unknown>]>([
  ['case', 'nothing has begun', 2, async () => undefined],
  ['case', 'the changed cost of one awaits acceptance', 1, ({ items }) => costs(items[0])],
  [
    'case',
    'a due date has changed',
    2,
    ({ items }) => step(items[0], 'approved', tests.admin, { dueDate: '2031-01-01' }),
  ],
  ['case', 'one is in work', 2, ({ items }) => step(items[0], 'in_progress')],
  [
    'case',
    'one is reported',
    1,
    async ({ items }) => {
      await step(items[0], 'in_progress');
      await step(items[0], 'awaiting_verification');
    },
  ],
  [
    'case',
    'the next version awaits acceptance',
    0,
    async ({ plan, items }) => {
      await costs(items[0]);
      await send(plan);
    },
  ],
  [
    'case',
    'the next version awaits acceptance, and one is in work',
    1,
    async ({ plan, items }) => {
      await step(items[1], 'in_progress');
      await costs(items[0]);
      await send(plan);
    },
  ],
  [
    'case',
    'the next version is accepted',
    2,
    async ({ plan, items }) => {
      await costs(items[0]);
      await send(plan);
      await accept(plan);
    },
  ],
  [
    'case',
    'a waiver is asked for one',
    1,
    ({ items }) =>
      expectOk(
        tests.owner.post(`/api/pip-items/${items[0].id}/requests`, { kind: 'waiver', reason: 'It is being sold' }),
        'Asking',
      ),
  ],
  [
    'case',
    'the finding of one is dismissed',
    1,
    ({ items }) =>
      expectOk(tests.admin.patch(`/api/issues/${items[0].issueId}`, { status: 'dismissed' }), 'Dismissing'),
  ],
  ['self-made', 'nothing has begun', 2, async () => undefined],
  ['self-made', 'one is in work', 2, ({ items }) => step(items[0], 'in_progress')],
  [
    'self-made',
    'one is completed',
    1,
    async ({ items }) => {
      await step(items[0], 'in_progress');
      await step(items[0], 'completed', tests.owner, { note: 'Done' });
    },
  ],
])('home counts what a %s plan lets the owner start or finish: %s (%i)', async (kind, _state, count, change) => {
  const accepted = await acceptedPlan(kind);
  await change(accepted);
  const found = await work();
  expect([found?.planId, found?.items ?? 0]).toEqual([count > 0 ? accepted.plan.id : undefined, count]);
});

it("home counts the work of an accepted area plan once, and in the property's plan after that is accepted", async () => {
  const { plan } = await acceptedPlan('self-made');
  for (const { id } of (await tests.owner.get('/api/area-sessions')).body)
    await tests.owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'Closed' });
  const area = plan.areaSessionId ?? '';
  await tests.owner.patch(`/api/area-sessions/${area}`, { status: 'in_progress' });
  await addedPhoto(tests.owner, area);
  await passedChecks(tests.owner, `/api/area-sessions/${area}`, 'all');
  await expectOk(tests.owner.post(`/api/area-sessions/${area}/complete`), 'Completing');
  const { pipReport } = await expectOk(tests.owner.post(`/api/inspection-runs/${plan.runId}/generate-pip`), 'Planning');
  expect(await work()).toMatchObject({ planId: plan.id, items: 2 });
  await send(pipReport, tests.owner);
  expect(await work()).toMatchObject({ planId: plan.id, items: 2 });
  await accept(pipReport);
  expect(await work()).toMatchObject({ planId: pipReport.id, items: 2 });
});

it('home finds work beyond many accepted plans without any, in the plan with work returned last', async () => {
  const plans: Plan[] = [];
  for (let number = 0; number < 7; number += 1) plans.push(await furtherPlan());
  const ids = plans.map(({ id }) => id);
  const { pool } = tests.app.database;
  const found = async () => (await work())?.planId;
  expect(await found()).toBe(ids[0]);
  await pool.query("update pip_items set no_longer_needed = 'dismissed' where pip_report_id = any($1)", [
    ids.slice(0, 6),
  ]);
  expect(await found()).toBe(ids[6]);
  await pool.query('update pip_items set no_longer_needed = null where pip_report_id = any($1)', [ids]);
  const [started] = plans[5]?.items ?? [];
  await step(started as PlanItem, 'in_progress');
  const returned = "update pip_items set returned_at = now(), note = 'Paint it' where id = $1";
  await pool.query(returned, [started?.id]);
  expect(await found()).toBe(ids[5]);
  // A return of what is no longer needed does not count.
  await pool.query("update pip_items set no_longer_needed = 'dismissed' where id = $1", [started?.id]);
  expect(await found()).toBe(ids[0]);
});
