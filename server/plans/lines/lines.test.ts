import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { draftPlan, preparePlanTests, type Person, type Plan, type PlanItem } from '../plans.fixture.ts';

const tests = preparePlanTests();

const carpet = {
  title: 'Guest room carpet',
  recommendedAction: 'Replace carpet and pad',
  category: 'carpet_wear',
  class: 'soft_goods',
  spending: 'capital',
  priority: 'low',
  quantity: 84,
  unit: 'key',
  room: 'Floors 2 to 4',
};
const add = (person: Person, plan: Plan, fields: object = {}) =>
  person.post(`/api/pip-reports/${plan.id}/lines`, { ...carpet, ...fields });
const added = async (person: Person, plan: Plan, fields: object = {}): Promise<PlanItem> =>
  expectOk(add(person, plan, fields), 'Adding a line');
const read = async (plan: Plan): Promise<Plan> => (await tests.admin.get(`/api/pip-reports/${plan.id}`)).body;
const lineOf = async (plan: Plan, id: string) => (await read(plan)).items.find((item) => item.id === id);
const remove = (person: Person, item: PlanItem) => person.delete(`/api/pip-items/${item.id}/line`);
const edit = (person: Person, item: PlanItem, fields: object) =>
  person.put(`/api/pip-items/${item.id}/line`, { ...carpet, ...fields });

/** Approves all undecided items, and sends the plan. */
async function send(plan: Plan) {
  for (const { id, status } of (await read(plan)).items)
    if (status === 'pending')
      await expectOk(tests.admin.patch(`/api/pip-items/${id}`, { status: 'approved' }), 'Approving');
  await expectOk(tests.admin.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
}

describe('a manual line', () => {
  it('is priced by the cost catalog when its unit fits, and counts in the totals', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    const before = (await read(plan)).costLines[0];
    const line = await added(tests.admin, plan);
    expect(line).toMatchObject({
      issueId: null,
      photoId: null,
      addedByHand: true,
      addedByName: expect.any(String),
      area: 'Lobby',
      room: 'Floors 2 to 4',
      class: 'soft_goods',
      spending: 'capital',
      quantity: 84,
      unit: 'key',
      unitCost: '1450.00',
      costLow: '75600.00',
      estimatedCost: '121800.00',
      costHigh: '168000.00',
      status: 'approved',
      abilities: { editLine: true },
    });
    const after = await read(plan);
    expect(Number(after.costLines[0]?.amount)).toBe(Number(before?.amount) + 121_800);
    // Soft goods are FF&E: freight and tax apply.
    expect(after.costLines[1]).toMatchObject({ amount: expect.not.stringMatching(/^0\.00$/) });
    expect(after.items).toHaveLength(2);
  });

  it('is added once however often it is sent with its id', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    const id = randomUUID();
    const answers = await Promise.all([add(tests.admin, plan, { id }), add(tests.admin, plan, { id })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201]);
    expect(answers.map(({ body }) => body.id)).toEqual([id, id]);
    const again = await add(tests.admin, plan, { id });
    expect([again.status, again.body.title]).toEqual([200, carpet.title]);
    expect((await read(plan)).items.filter(({ addedByHand }) => addedByHand)).toHaveLength(1);

    expect((await add(tests.admin, plan, { id, quantity: 85 })).body).toMatchObject({
      status: 409,
      code: 'change_id_in_use',
    });
    const another = await draftPlan(tests, 'self-made', ['low']);
    expect((await add(tests.admin, another, { id })).status).toBe(409);
    expect((await add(tests.owner, another, { id })).body.code).toBe('change_id_in_use');
    expect((await read(another)).items).toHaveLength(1);
    // Without an id, two equal lines are two.
    await added(tests.admin, plan);
    expect((await read(plan)).items.filter(({ addedByHand }) => addedByHand)).toHaveLength(2);
  });

  it('needs a unit price when the catalog has none', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    expect((await add(tests.admin, plan, { unit: 'square_foot' })).body).toMatchObject({
      status: 400,
      errors: { unitCost: 'Enter a unit price: the cost catalog has none for this unit' },
    });
    const line = await added(tests.admin, plan, {
      unit: 'square_foot',
      unitCost: '4.25',
      quantity: 1000,
      estimatedDays: 6,
    });
    expect(line).toMatchObject({ estimatedCost: '4250.00', costLow: '4250.00', costHigh: '4250.00', estimatedDays: 6 });
    const faults = { title: '', quantity: 0, unit: 'mile', class: undefined, dueDate: '2027-02-30' };
    expect(Object.keys((await add(tests.admin, plan, faults)).body.errors).toSorted()).toEqual([
      'class',
      'dueDate',
      'quantity',
      'title',
      'unit',
    ]);
    expect((await add(tests.admin, plan, { quantity: 100_000, unitCost: 10 })).body.code).toBe(
      'plan_item_amount_too_large',
    );
  });

  it('can be added by the brand in a case, and by the owner in their own plan', async () => {
    const ofCase = await draftPlan(tests, 'case', ['low']);
    expect((await add(tests.owner, ofCase)).status).toBe(403);
    const line = await added(tests.admin, ofCase);
    expect((await edit(tests.owner, line, {})).status).toBe(403);
    expect((await remove(tests.owner, line)).status).toBe(403);
    expect((await add(tests.stranger, ofCase)).status).toBe(404);
    expect((await remove(tests.stranger, line)).status).toBe(404);

    tests.owner = await tests.app.person('property');
    const own = await draftPlan(tests, 'self-made', ['low']);
    expect((await read(own)).abilities.addLine).toBe(true);
    const ownLine = await added(tests.owner, own);
    await expectOk(edit(tests.owner, ownLine, { quantity: 10 }), 'Changing');
    expect((await remove(tests.owner, ownLine)).status).toBe(200);
  });

  it('keeps its unit price when it is changed, and can be removed', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    const line = await added(tests.admin, plan);
    const changed = await expectOk(edit(tests.admin, line, { quantity: 10, title: 'Carpet, floor 2' }), 'Changing');
    expect(changed).toMatchObject({
      title: 'Carpet, floor 2',
      quantity: 10,
      estimatedCost: '14500.00',
      costHigh: '20000.00',
    });
    const { items } = await expectOk(remove(tests.admin, line), 'Removing');
    expect(items).toHaveLength(1);
    expect((await remove(tests.admin, line)).status).toBe(404);
    const entries = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${line.id}`)).body;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'pip_item.removed',
      'pip_item.edited',
      'pip_item.added',
    ]);
  });

  it('cannot be changed when it comes from a finding, is rejected or is in work', async () => {
    const plan = await draftPlan(tests, 'self-made', ['low']);
    const [found] = (await read(plan)).items;
    expect(found?.abilities.editLine).toBe(false);
    expect((await edit(tests.admin, found as PlanItem, {})).status).toBe(409);
    expect((await remove(tests.admin, found as PlanItem)).body.code).toBe('plan_line_of_finding');
    const line = await added(tests.owner, plan);
    await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
    await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    await expectOk(tests.owner.patch(`/api/pip-items/${line.id}`, { status: 'in_progress' }), 'Starting');
    expect((await remove(tests.owner, line)).body.code).toBe('plan_line_not_open');
    for (const { id } of (await read(plan)).items) {
      await tests.owner.patch(`/api/pip-items/${id}`, { status: 'in_progress' });
      await expectOk(tests.owner.patch(`/api/pip-items/${id}`, { status: 'completed' }), 'Completing');
    }
    expect((await add(tests.owner, plan)).body.code).toBe('plan_completed_for_lines');
  });

  it('is kept when the plan is generated again, and makes the next version once the plan was sent', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    await send(plan);
    const line = await added(tests.admin, plan);
    await expectOk(tests.owner.post(`/api/area-sessions/${plan.areaSessionId}/generate-pip`), 'Generating');
    const later = await read(plan);
    expect(later.items).toHaveLength(2);
    expect(later.changes).toEqual([
      {
        itemId: line.id,
        title: carpet.title,
        place: expect.objectContaining({ room: 'Floors 2 to 4' }),
        change: 'added',
        fields: [],
      },
    ]);
    await send(plan);
    await expectOk(
      edit(tests.admin, line, { class: 'finish', spending: 'operating', room: 'Floor 2', unitCost: 1000 }),
      'Changing',
    );
    const inLobby = (room: string) => ({ areas: ['Lobby'], building: null, floor: null, room });
    expect((await read(plan)).changes[0]?.fields).toEqual([
      { name: 'place', from: inLobby('Floors 2 to 4'), to: inLobby('Floor 2') },
      { name: 'class', from: 'Soft goods', to: 'Finish' },
      { name: 'spending', from: 'Capital', to: 'Operating' },
      { name: 'cost', from: '$121,800', to: '$84,000' },
    ]);
    await expectOk(remove(tests.admin, line), 'Removing');
    expect((await read(plan)).changes).toMatchObject([{ change: 'removed' }]);
  });

  it('belongs to an area of the property, or to the whole of it', async () => {
    const { run, areas } = await startedRun(tests.owner, tests.admin);
    for (const { id, area } of areas)
      await expectOk(
        area.code === 'guest_rooms'
          ? tests.owner.patch(`/api/area-sessions/${id}`, { permissionCamera: true })
          : tests.owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'None' }),
        'Preparing',
      );
    const guestRooms = areas.find(({ area }: { area: { code: string } }) => area.code === 'guest_rooms');
    await expectOk(
      tests.owner.post(`/api/area-sessions/${guestRooms.id}/issues`, {
        title: 'Stain',
        category: 'stain',
        severity: 'low',
      }),
      'Adding a finding',
    );
    const { pipReport: ofArea } = await expectOk(
      tests.owner.post(`/api/area-sessions/${guestRooms.id}/generate-pip`),
      'Generating',
    );
    await addedPhoto(tests.owner, guestRooms.id);
    await expectOk(tests.owner.post(`/api/area-sessions/${guestRooms.id}/complete`, { reason: 'Test' }), 'Completing');
    const { pipReport: plan } = await expectOk(
      tests.owner.post(`/api/inspection-runs/${run.id}/generate-pip`),
      'Generating',
    );
    const options = (await tests.admin.get(`/api/pip-reports/${plan.id}/line-options`)).body;
    expect(options.areas).toEqual([{ areaSessionId: guestRooms.id, name: guestRooms.area.name }]);
    const whole = await added(tests.admin, plan, { room: null });
    const inArea = await added(tests.admin, plan, { areaSessionId: guestRooms.id });
    const fromArea = await added(tests.admin, ofArea, {});
    expect(whole).toMatchObject({ area: null, room: null });
    expect(inArea).toMatchObject({ area: guestRooms.area.name });
    expect((await read(plan)).items.map(({ id }) => id).toSorted()).toEqual(
      expect.arrayContaining([whole.id, inArea.id, fromArea.id].toSorted()),
    );
    expect(await lineOf(ofArea, inArea.id)).toBeDefined();
    expect(await lineOf(ofArea, whole.id)).toBeUndefined();
    const other = areas.find(({ id }: { id: string }) => id !== guestRooms.id);
    expect((await add(tests.admin, plan, { areaSessionId: other.id })).body.code).toBe('plan_line_area_unknown');
  });

  it('takes at most ten years, whatever its quantity', async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    const line = await added(tests.admin, plan, { unitCost: 1, quantity: 1, estimatedDays: 3650 });
    expect((await edit(tests.admin, line, { quantity: 100 })).body.code).toBe('plan_line_too_long');
    const modified = await tests.admin.patch(`/api/pip-items/${line.id}`, { status: 'approved', quantity: 100 });
    expect(modified.body.code).toBe('plan_line_too_long');
  });

  it("is listed in the files' table with its class", async () => {
    const plan = await draftPlan(tests, 'case', ['low']);
    await added(tests.admin, plan, { description: 'Worn by 12 years' });
    const { body } = await tests.admin.get(`/api/pip-reports/${plan.id}/export?format=csv`);
    const row = body.split('\r\n').find((line: string) => line.includes('Guest room carpet'));
    for (const cell of [
      'Floors 2 to 4',
      'Soft goods',
      'Capital',
      'Worn by 12 years',
      '84,key,1450',
      'Added by hand',
      '121800',
    ])
      expect(row).toContain(cell);
  });
});
