import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk, startedRun } from '#test/factories.ts';
import { categoryOfItem, contradictedItem } from './checklists.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('a failed item as a finding', () => {
  it.each([
    ['Mat flat, no curl', 'trip_hazard'],
    ['Exit sign lit, path clear', 'blocked_exit'],
    ['Extinguisher at its mark, gauge green, pin and seal, tag within 12 months', 'missing_extinguisher'],
    ['Fence and self-latching gate', 'pool_safety'],
    ['All lamps lit', 'lighting_out'],
    ['Bathroom grout and caulk free of mould', 'mould'],
    ['First aid or AED visible', 'other'],
  ])('%s is %s', (title, category) => {
    expect(categoryOfItem(title)).toBe(category);
  });
});

describe('the check that a finding contradicts', () => {
  const lobby = [
    'Front desk undamaged',
    'Ceiling free of stains and sagging',
    'Floor free of cracks, stains, worn paths',
  ];
  it.each([
    ['water_damage', lobby, 'Ceiling free of stains and sagging'],
    ['stain', lobby, 'Ceiling free of stains and sagging'],
    ['crack', lobby, 'Floor free of cracks, stains, worn paths'],
    ['casegoods_damage', lobby, 'Front desk undamaged'],
    ['pest', lobby, null],
    ['other', lobby, null],
    ['crack', [], null],
  ] as const)('%s on %o is %s', (category, titles, expected) => {
    const items = titles.map((title) => ({ title }));
    expect(contradictedItem(category, items)?.title ?? null).toBe(expected);
  });
});

describe('the checklist of an area', () => {
  it('makes a finding of a failed item and resolves it when the item passes [api.added.6]', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    const items = (await owner.get(`/api/area-sessions/${lobby.id}/checklist`)).body;
    expect(items).toHaveLength(12);
    expect(items[1]).toMatchObject({ title: 'Mat flat, no curl', critical: true, result: null, aiHint: null });

    const address = `/api/area-sessions/${lobby.id}/checklist/${items[1].id}`;
    const failed = await expectOk(owner.patch(address, { result: 'fail', note: 'Curled at the left door' }), 'Failing');
    expect(failed).toMatchObject({ result: 'fail', note: 'Curled at the left door' });
    const [issue, ...others] = (await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body;
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      severity: 'critical',
      category: 'trip_hazard',
      source: 'person',
      status: 'confirmed',
    });
    expect((await owner.get(`/api/area-sessions/${lobby.id}`)).body).toMatchObject({
      status: 'in_progress',
      itemsChecked: 1,
      issuesDetected: 1,
    });

    await expectOk(owner.patch(address, { result: 'pass' }), 'Passing');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([
      { id: issue.id, status: 'resolved' },
    ]);
    await expectOk(owner.patch(address, { result: 'fail' }), 'Failing again');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([
      { id: issue.id, status: 'confirmed' },
    ]);
  });

  it('refuses an item of another area and a result that is none [api.added.6]', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const items = (await owner.get(`/api/area-sessions/${areas[1].id}/checklist`)).body;
    const address = `/api/area-sessions/${areas[0].id}/checklist/${items[0].id}`;
    expect((await owner.patch(address, { result: 'pass' })).status).toBe(404);
    const wrong = await owner.patch(`/api/area-sessions/${areas[1].id}/checklist/${items[0].id}`, { result: 'maybe' });
    expect([wrong.status, wrong.body.errors.result]).toEqual([400, 'Choose pass, fail or not applicable']);
  });
});

describe('the checklist of an inspection of its own', () => {
  it('is that of its area, by name or code, and its results count for the inspection', async () => {
    const owner = await app.person('property');
    const { property } = await startedRun(owner);
    const areas = (await owner.get('/api/inspection-areas')).body;
    const rooms = areas.find(({ code }: { code: string }) => code === 'guest_rooms');
    const blank = (await owner.get(`/api/inspection-areas/${rooms.id}/checklist`)).body;
    expect(blank).toHaveLength(16);
    expect(blank[0]).toMatchObject({ critical: true, result: null, category: 'door_hardware', aiHint: null });
    for (const [number, area] of ['Guest Rooms', 'guest_rooms'].entries()) {
      const started = await expectOk(
        owner.post('/api/inspections', {
          propertyId: property.id,
          sessionId: `checklist-session-${number}`,
          propertyName: property.name,
          area,
        }),
        'Starting',
      );
      const url = `/api/inspections/${started.id}`;
      expect(started).toMatchObject({ itemsChecked: 0, totalItems: 16 });
      const items = (await owner.get(`${url}/checklist`)).body;
      expect(items).toEqual(blank);
      for (const [index, result] of ['pass', 'fail', 'not_applicable'].entries())
        await expectOk(owner.patch(`${url}/checklist/${items[index].id}`, { result }), result);
      await expectOk(owner.patch(`${url}/checklist/${items[1].id}`, { result: 'fail', note: 'Torn' }), 'Again');
      expect((await owner.get(`${url}/issues`)).body).toMatchObject([
        { title: `Not met: ${items[1].title}`, description: 'Torn', source: 'person', inspectionId: started.id },
      ]);
      expect((await owner.get(url)).body).toMatchObject({ itemsChecked: 3, issuesDetected: 1 });
      await expectOk(owner.patch(`${url}/checklist/${items[1].id}`, { result: 'pass' }), 'Passing');
      expect((await owner.get(url)).body).toMatchObject({ itemsChecked: 3, issuesDetected: 0 });
      await expectOk(owner.put(url, { status: 'pending_review' }), 'Submitting');
      expect((await owner.patch(`${url}/checklist/${items[3].id}`, { result: 'pass' })).status).toBe(409);
    }
    const odd = await expectOk(
      owner.post('/api/inspections', {
        propertyId: property.id,
        sessionId: 'checklist-session-odd',
        propertyName: property.name,
        area: 'Wine cellar',
      }),
      'Starting',
    );
    expect(odd.totalItems).toBe(0);
    expect((await owner.get(`/api/inspections/${odd.id}/checklist`)).body).toEqual([]);
  });
});
