import { describe, expect, it } from 'vitest';
import { expectOk, startedRun } from '#test/factories.ts';
import { preparePlanTests, type Person, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

const addFinding = (areaId: string, title: string, person: Person = tests.owner) =>
  expectOk(
    person.post(`/api/area-sessions/${areaId}/issues`, { title, category: 'stain', severity: 'low', room: title }),
    'Adding a finding',
  );
const generate = async (areaId: string): Promise<Plan> =>
  (await expectOk(tests.owner.post(`/api/area-sessions/${areaId}/generate-pip`), 'Generating')).pipReport;
const patch = (item: PlanItem | undefined, body: object, person: Person = tests.admin) =>
  person.patch(`/api/pip-items/${item?.id}`, body);
const current = async ({ id }: Plan): Promise<Plan> => (await tests.owner.get(`/api/pip-reports/${id}`)).body;
const submit = ({ id }: Plan, person: Person = tests.admin) => person.post(`/api/pip-reports/${id}/submit`);
const accept = ({ id }: Plan, body?: object) => tests.owner.post(`/api/pip-reports/${id}/accept`, body);
const titled = (plan: Plan, title: string) => plan.items.find((item) => item.title === title);

async function draft(titles: string[], kind: 'case' | 'self-made' = 'case') {
  const { areas } = await startedRun(tests.owner, kind === 'case' ? tests.admin : undefined);
  for (const title of titles) await addFinding(areas[0].id, title);
  return { areaId: areas[0].id as string, plan: await generate(areas[0].id) };
}

describe('a plan that is sent', () => {
  it('requires every item to be decided, unless there is no brand to decide', async () => {
    const { plan } = await draft(['One', 'Two']);
    expect(plan).toMatchObject({ undecidedItems: 2, versions: [] });
    await expectOk(patch(plan.items[0], { status: 'approved' }), 'Approving');
    const early = await submit(plan);
    expect([early.status, early.body.detail]).toEqual([
      409,
      '1 item is undecided. Approve, reject or waive it before you send the plan',
    ]);
    expect((await tests.admin.get(`/api/pip-reports/${plan.id}`)).body.abilities.submit).toBe(false);
    await expectOk(patch(plan.items[1], { status: 'waived', note: 'Not in this cycle' }), 'Waiving');
    expect((await submit(plan)).status).toBe(200);

    const own = await draft(['One'], 'self-made');
    expect(own.plan.undecidedItems).toBe(0);
    expect((await submit(own.plan, tests.owner)).body.status).toBe('pending_approval');
  });

  it('has the total of its items, whatever was stored with it', async () => {
    const { plan } = await draft(['One'], 'self-made');
    await tests.app.database.pool.query('update pip_reports set total_cost_cents = 58500 where id = $1', [plan.id]);
    const sent: Plan = await expectOk(submit(plan, tests.owner), 'Sending');
    expect(sent.versions).toMatchObject([{ number: 1, totalCost: sent.totalCost }]);
    expect(sent.totalCost).not.toBe('585.00');
  });

  it('is frozen as a version; changes make the next one, which has to be accepted again [decisions.plans.7]', async () => {
    const { areaId, plan } = await draft(['One', 'Two']);
    for (const item of plan.items) await expectOk(patch(item, { status: 'approved' }), 'Approving');
    await expectOk(submit(plan), 'Sending');
    const accepted: Plan = await expectOk(accept(plan, { version: 1 }), 'Accepting');
    expect(accepted.versions).toMatchObject([{ number: 1, totalCost: plan.totalCost, differences: [] }]);
    expect(accepted.versions[0]?.acceptedAt).not.toBeNull();
    const still = await submit(plan);
    expect([still.status, still.body.detail]).toEqual([
      409,
      'The plan is approved and nothing has changed since it was sent',
    ]);
    await expectOk(patch(titled(accepted, 'One'), { status: 'in_progress' }, tests.owner), 'Starting');

    // A new finding, and a price that a quote has changed.
    await addFinding(areaId, 'Three');
    await generate(areaId);
    const three = titled(await current(plan), 'Three');
    await expectOk(patch(three, { status: 'approved' }), 'Approving');
    await expectOk(patch(titled(accepted, 'Two'), { status: 'approved', estimatedCost: 300 }), 'Modifying');
    const changed = await current(plan);
    expect(changed.changes).toEqual([
      {
        itemId: titled(accepted, 'Two')?.id,
        title: 'Two',
        place: expect.objectContaining({ areas: ['Lobby'] }),
        change: 'changed',
        fields: [{ name: 'cost', from: '$105', to: '$300' }],
      },
      {
        itemId: three?.id,
        title: 'Three',
        place: expect.objectContaining({ areas: ['Lobby'] }),
        change: 'added',
        fields: [],
      },
    ]);
    expect(changed.versions[0]).toEqual(accepted.versions[0]);
    const early = await patch(three, { status: 'in_progress' }, tests.owner);
    expect([early.status, early.body.detail]).toEqual([
      409,
      'The item is not in the version that the owner accepted; send the plan again',
    ]);

    const second: Plan = await expectOk(submit(plan), 'Sending again');
    expect(second).toMatchObject({ status: 'pending_approval', changes: [] });
    expect(second.versions.map(({ number, acceptedAt }) => [number, acceptedAt === null])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(second.versions[1]?.differences).toEqual(changed.changes);
    const told = (await tests.owner.get('/api/notifications')).body.notifications;
    expect(told[0].title).toBe('Version 2 of a property improvement plan is ready for you');
    // Work that has begun continues meanwhile.
    expect((await patch(titled(accepted, 'One'), { status: 'awaiting_verification' }, tests.owner)).status).toBe(200);
    const unread = await accept(plan, { version: 1 });
    expect([unread.status, unread.body.detail]).toEqual([
      409,
      'Version 2 of the plan was sent meanwhile. Read it before you accept',
    ]);
    const again: Plan = await expectOk(accept(plan, { version: 2 }), 'Accepting');
    expect(again.status).toBe('in_progress');
    expect((await patch(three, { status: 'in_progress' }, tests.owner)).body.status).toBe('in_progress');
    const { rows } = await tests.app.database.pool.query('select number from pip_versions where pip_report_id = $1', [
      plan.id,
    ]);
    expect(rows).toHaveLength(2);
    // A name may be erased from a text, and nothing else may change with it.
    const changes = [
      `'[]'`,
      `jsonb_set(lines, '{0,title}', '"Another"')`,
      `jsonb_set(jsonb_set(lines, '{0,title}', '"[erased]"'), '{0,cost}', '1')`,
      `lines - 0`,
      `lines || lines`,
    ];
    for (const change of changes)
      await expect(
        tests.app.database.pool.query(`update pip_versions set lines = ${change} where pip_report_id = $1`, [plan.id]),
      ).rejects.toThrow('cannot be changed');
    await tests.app.database.pool.query(
      `update pip_versions set lines = jsonb_set(lines, '{0,title}', '"Seen by [erased]"') where pip_report_id = $1`,
      [plan.id],
    );
  });

  it('keeps a rejection that was sent, and can revoke one that was not', async () => {
    const { plan } = await draft(['One', 'Two']);
    const [one, two] = plan.items;
    await expectOk(patch(one, { status: 'rejected', note: 'Seen twice' }), 'Rejecting');
    await expectOk(patch(two, { status: 'approved' }), 'Approving');
    await expectOk(submit(plan), 'Sending');
    expect((await patch(one, { status: 'pending' })).status).toBe(409);
  });

  it('is sent once when two users send it at the same time', async () => {
    const { plan } = await draft(['One'], 'self-made');
    const answers = await Promise.all([submit(plan), submit(plan, tests.owner), submit(plan)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await current(plan)).versions).toHaveLength(1);
  });
});
