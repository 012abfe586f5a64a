import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk, startedRun } from '#test/factories.ts';
import { categoryOfItem } from './checklists.rules.ts';

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

describe('the checklist of an area', () => {
  it('makes a finding of a failed item and resolves it when the item passes', async () => {
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

  it('refuses an item of another area and a result that is none', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const items = (await owner.get(`/api/area-sessions/${areas[1].id}/checklist`)).body;
    const address = `/api/area-sessions/${areas[0].id}/checklist/${items[0].id}`;
    expect((await owner.patch(address, { result: 'pass' })).status).toBe(404);
    const wrong = await owner.patch(`/api/area-sessions/${areas[1].id}/checklist/${items[0].id}`, { result: 'maybe' });
    expect([wrong.status, wrong.body.errors.result]).toEqual([400, 'Choose pass, fail or not applicable']);
  });
});
