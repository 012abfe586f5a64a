import { describe, expect, it } from 'vitest';
import { expectOk, picture, startedRun, uploadFile } from '#test/factories.ts';
import { preparePlanTests, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

/** The plan of an area with one finding in a room, by default peeling paint at $350 to $900 per room. */
async function planOf(finding: object = {}, kind: 'case' | 'self-made' = 'case') {
  const { areas } = await startedRun(tests.owner, kind === 'case' ? tests.admin : undefined);
  const area = `/api/area-sessions/${areas[0].id}`;
  const fields = { title: 'Peeling', category: 'peeling_paint', severity: 'medium', room: 'Room 312', ...finding };
  await expectOk(tests.owner.post(`${area}/issues`, fields), 'Adding a finding');
  const generate = async (): Promise<Plan> =>
    (await expectOk(tests.owner.post(`${area}/generate-pip`), 'Generating')).pipReport;
  return { plan: await generate(), generate, area };
}
const modify = (item: PlanItem | undefined, fields: object) =>
  tests.admin.patch(`/api/pip-items/${item?.id}`, { status: 'approved', ...fields });
const inDays = (from: string, days: number) =>
  new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);

describe('a line of a plan', () => {
  it("is an action at a place with a quantity in the catalog's unit [domain.defects.3]", async () => {
    const { plan, generate, area } = await planOf();
    expect(plan.items).toMatchObject([
      {
        recommendedAction: 'Repaint the room',
        room: 'Room 312',
        quantity: 1,
        unit: 'room',
        unitCost: '625.00',
        estimatedCost: '625.00',
      },
    ]);
    const [finding] = (await tests.owner.get(`${area}/issues`)).body;
    await tests.owner.patch(`/api/issues/${finding.id}`, { room: '314' });
    expect((await generate()).items).toMatchObject([{ room: '314' }]);
  });

  it('costs and takes time in proportion to its quantity', async () => {
    const { plan } = await planOf();
    const item: PlanItem = await expectOk(modify(plan.items[0], { quantity: 3 }), 'Modifying');
    expect(item).toMatchObject({
      status: 'approved',
      quantity: 3,
      unitCost: '625.00',
      unitCostLow: '350.00',
      unitCostHigh: '900.00',
      costLow: '1050.00',
      estimatedCost: '1875.00',
      costHigh: '2700.00',
      estimatedDays: 3,
    });
    const entered = await expectOk(modify(item, { estimatedCost: 1000 }), 'Modifying');
    // The cost is not divisible by three, so there is no unit price.
    expect(entered).toMatchObject({ quantity: 3, estimatedCost: '1000.00', unitCost: null });
    expect((await modify(item, { quantity: 0 })).status).toBe(400);
    expect((await modify(item, { quantity: 1.5 })).status).toBe(400);
    expect((await modify(item, { quantity: 10_000 })).body).toMatchObject({
      status: 400,
      code: 'plan_item_amount_too_large',
    });
    expect((await tests.owner.patch(`/api/pip-items/${item.id}`, { status: 'approved', quantity: 2 })).status).toBe(
      403,
    );
  });

  it('is due at the end of its window, or on the date that a reviewer enters', async () => {
    const { plan } = await planOf();
    const [item] = plan.items;
    const minor = inDays(item?.createdAt ?? '', 28);
    expect(item).toMatchObject({ dueDate: minor, dueDateEntered: false });
    const entered = await expectOk(modify(item, { dueDate: '2027-03-01' }), 'Modifying');
    expect(entered).toMatchObject({ dueDate: '2027-03-01', dueDateEntered: true });
    expect((await modify(item, { dueDate: '2027-02-30' })).status).toBe(400);
    const back = await expectOk(modify(item, { dueDate: null, priority: 'critical' }), 'Modifying');
    expect(back).toMatchObject({ dueDate: inDays(item?.createdAt ?? '', 2), dueDateEntered: false });
  });

  it('shows changes of quantity and due date in the next version', async () => {
    const { plan } = await planOf();
    const [item] = plan.items;
    await expectOk(modify(item, {}), 'Approving');
    await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(modify(item, { quantity: 2, dueDate: '2027-03-01' }), 'Modifying');
    const changed: Plan = (await tests.owner.get(`/api/pip-reports/${plan.id}`)).body;
    expect(changed.changes[0]?.fields).toEqual([
      { name: 'quantity', from: { quantity: 1, unit: 'room' }, to: { quantity: 2, unit: 'room' } },
      { name: 'cost', from: '$625', to: '$1,250' },
      { name: 'days', from: { days: 1 }, to: { days: 2 } },
      { name: 'due', from: 'by its phase', to: { date: '2027-03-01' } },
    ]);
  });

  it('has everything needed to act on it in the table of the files [domain.words.5]', async () => {
    const { plan } = await planOf({ description: 'Paint flakes off the north wall' }, 'self-made');
    const [item] = plan.items;
    const submitted = await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/submit`), 'Submitting');
    await expectOk(tests.owner.post(`/api/pip-reports/${submitted.id}/accept`), 'Accepting');
    const step = (status: string) => expectOk(tests.owner.patch(`/api/pip-items/${item?.id}`, { status }), status);
    const cells = async () => {
      const { body: text } = await tests.owner.get(`/api/pip-reports/${plan.id}/export?format=csv`);
      const [names = [], values = []] = text
        .replace('\uFEFF', '')
        .split('\r\n')
        .map((line: string) =>
          [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', '')),
        );
      return Object.fromEntries(names.map((name: string, index: number) => [name, values[index]]));
    };
    expect(await cells()).toMatchObject({
      Area: 'Lobby',
      Place: 'Room 312',
      Category: 'Peeling paint',
      'Present condition': 'Paint flakes off the north wall',
      'Required action': 'Repaint the room',
      Priority: 'Medium',
      'Due date': expect.stringMatching(/^\w{3} \d\d, \d{4}$/),
      Quantity: '1',
      Unit: 'room',
      'Unit price (USD)': '625',
      'Cost low (USD)': '350',
      'Cost typical (USD)': '625',
      'Cost high (USD)': '900',
      Days: '1',
      Evidence: 'No photo',
      'Brand decision': 'Not decided',
      'Completion proof': 'None yet',
    });
    await step('in_progress');
    const photo = {
      planItemId: item?.id,
      filename: 'done.jpg',
      category: 'lobby',
      url: await uploadFile(tests.owner, await picture()),
    };
    await expectOk(tests.owner.post('/api/photos', photo), 'Adding a photo');
    await step('completed');
    expect(await cells()).toMatchObject({ 'Brand decision': 'Approved', 'Completion proof': '1 photo, completed' });
  });
});
