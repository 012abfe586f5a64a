import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { propertyPageSchema } from '#contract/property-page.ts';
import { areaCodes } from '#contract/area-codes.ts';
import { noCoverage } from '#contract/coverage.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, addedProperty, expectOk, passedChecks, startedInspection, startedRun } from '#test/factories.ts';

type Page = z.input<typeof propertyPageSchema>;
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  [admin, owner] = [await app.person('admin'), await app.person('property')];
});
afterAll(() => app.close());

const pageOf = (id: string, person: Person = owner): Promise<Page> =>
  person.call('GET', `/api/properties/${id}/history`);

async function found(address: string, fields: object = {}) {
  const finding = { title: 'Loose mat', category: 'trip_hazard', severity: 'critical', ...fields };
  return expectOk(owner.post(`${address}/issues`, finding), 'Adding a finding');
}

/** Carries out the work of the owner's own plan, from its acceptance to completion. */
async function carriedOut(planId: string, itemId: string, actualCost: number) {
  await expectOk(owner.post(`/api/pip-reports/${planId}/submit`), 'Sending');
  await expectOk(owner.post(`/api/pip-reports/${planId}/accept`), 'Accepting');
  for (const fields of [{ status: 'in_progress' }, { status: 'completed', actualCost }])
    await expectOk(owner.patch(`/api/pip-items/${itemId}`, fields), 'Working');
}

describe("a property's page", () => {
  it('is empty for a property that was never inspected', async () => {
    const property = await addedProperty(owner);
    const none = { rows: [], total: 0 };
    expect(await pageOf(property.id)).toMatchObject({
      property: { id: property.id },
      score: null,
      openFindings: { critical: 0, high: 0, medium: 0, low: 0 },
      costs: { open: '0.00', completed: { items: 0, estimated: '0.00', actual: '0.00' }, unpriced: 0 },
      areas: [],
      repeats: none,
      cases: none,
      plans: none,
      items: none,
    });
  });

  it('keeps the score with which an inspection was approved, whatever is repaired later', async () => {
    const person = await app.person('property');
    const { property, areas } = await startedRun(person, admin);
    const address = `/api/area-sessions/${areas[0].id}`;
    await addedPhoto(person, areas[0].id);
    await passedChecks(person, address, 'all');
    const finding = { title: 'Loose mat', category: 'trip_hazard', severity: 'critical' };
    const mat = await expectOk(person.post(`${address}/issues`, finding), 'Adding a finding');
    const { inspectionId } = await expectOk(person.post(`${address}/complete`), 'Completing');
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`, {}), 'Approving');
    const scores = async () => {
      const { areas: histories, score } = await pageOf(property.id, person);
      return { now: score, approved: histories[0]?.inspections[0]?.score };
    };
    const { now, approved } = await scores();
    expect(now).toBe(approved);
    await expectOk(admin.patch(`/api/issues/${mat.id}`, { status: 'resolved' }), 'Resolving');
    const later = await scores();
    expect(later.approved).toBe(approved);
    expect(later.now).toBeGreaterThan(Number(now));
  });

  it('names the areas on which its score is not based, until a later inspection has them', async () => {
    const person = await app.person('property');
    const others = areaCodes.filter((code) => code !== 'lobby');
    const { property, run, areas } = await startedRun(person, admin, others);
    const lobby = areas.find(({ status }: { status: string }) => status === 'not_started');
    const leftOut = async () => (await pageOf(property.id, person)).leftOut;
    expect(await leftOut()).toHaveLength(9);
    expect(await leftOut()).toContainEqual({ area: 'Safety Equipment', reason: 'Not at this property' });
    await addedPhoto(person, lobby.id);
    await passedChecks(person, `/api/area-sessions/${lobby.id}`);
    await expectOk(person.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    await expectOk(person.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
    const again = await expectOk(person.post(`/api/properties/${property.id}/inspection-runs`), 'Starting');
    expect(await leftOut()).toEqual([]);
    const left = { status: 'not_applicable', reason: 'Closed for good' };
    await expectOk(person.patch(`/api/area-sessions/${again.progress[0].id}`, left), 'Leaving out');
    // The lobby of the inspection that was submitted before still counts.
    expect(await leftOut()).toEqual([]);
    await expectOk(person.patch(`/api/area-sessions/${again.progress[4].id}`, left), 'Leaving out');
    expect(await leftOut()).toEqual([{ area: again.progress[4].area.name, reason: 'Closed for good' }]);
  });

  it('has the scores of each area, repeat deficiencies, the case, the plan, its costs and open items [api.added.60]', async () => {
    const { case: opened, property, areas } = await startedRun(owner, admin);
    const [lobby] = areas;
    const address = `/api/area-sessions/${lobby.id}`;
    await addedPhoto(owner, lobby.id);
    await passedChecks(owner, address, 'all');
    await found(address);
    await found(address, { title: 'Stain', category: 'stain', severity: 'low' });
    const { pipReport } = await expectOk(owner.post(`${address}/generate-pip`), 'Generating');
    expect((await pageOf(property.id)).areas).toEqual([]);
    const { inspectionId } = await expectOk(owner.post(`${address}/complete`), 'Completing');
    expect((await pageOf(property.id)).repeats.total).toBe(0);

    const again = await startedInspection(owner, property, 'Lobby');
    const mat = await found(`/api/inspections/${again.id}`, { severity: 'high' });
    const dismissed = await found(`/api/inspections/${again.id}`, { title: 'Stain', category: 'stain' });
    await expectOk(owner.patch(`/api/issues/${dismissed.id}`, { status: 'dismissed', note: 'A shadow' }), 'Dismissing');
    await expectOk(owner.put(`/api/inspections/${again.id}`, { status: 'pending_review' }), 'Submitting');

    const page = await pageOf(property.id);
    const checked = {
      ...noCoverage,
      checks: 12,
      answered: 12,
      critical: 2,
      criticalAnswered: 2,
      photos: 1,
      usablePhotos: 1,
    };
    expect(page.areas).toEqual([
      {
        area: 'Lobby',
        inspections: [
          {
            inspectionId: again.id,
            at: expect.any(String),
            score: null,
            coverage: { ...checked, answered: 0, criticalAnswered: 0, photos: 0, usablePhotos: 0 },
            status: 'pending_review',
          },
          { inspectionId, at: expect.any(String), score: 49, coverage: checked, status: 'pending_review' },
        ],
      },
    ]);
    expect(page.score).toBe(49);
    expect(page.openFindings).toEqual({ critical: 1, high: 1, medium: 0, low: 1 });
    expect(page.repeats).toEqual({
      total: 1,
      rows: [
        {
          area: 'Lobby',
          room: null,
          category: 'trip_hazard',
          severity: 'critical',
          rounds: 2,
          unconfirmed: 0,
          firstAt: expect.any(String),
          lastAt: mat.createdAt,
          open: true,
        },
      ],
    });
    const dueDate = opened.dueDate.slice(0, 10);
    expect(page.cases).toEqual({
      total: 1,
      rows: [
        {
          id: opened.id,
          caseNumber: opened.caseNumber,
          inspectionType: 'routine',
          status: 'in_progress',
          dueDate,
          handedIn: false,
        },
      ],
    });
    expect(page.plans).toEqual({
      total: 1,
      rows: [
        {
          id: pipReport.id,
          source: 'area',
          area: 'Lobby',
          status: 'draft',
          propertyPlanStatus: null,
          totalCost: pipReport.totalCost,
          createdAt: pipReport.createdAt,
        },
      ],
    });
    expect(page.items.rows.map(({ title, priority, planId }) => [title, priority, planId])).toEqual([
      ['Loose mat', 'critical', pipReport.id],
      ['Stain', 'low', pipReport.id],
    ]);
    const costs = pipReport.items.map((item: { estimatedCost: string }) => Number(item.estimatedCost));
    expect(Number(page.costs.open)).toBeCloseTo(costs[0] + costs[1], 2);
    expect(await pageOf(property.id, admin)).toEqual(page);
    const stranger = await app.person('property');
    expect((await stranger.get(`/api/properties/${property.id}/history`)).status).toBe(404);
  });

  it('compares the actual cost of completed work with its estimate', async () => {
    const { property, areas } = await startedRun(owner);
    const address = `/api/area-sessions/${areas[0].id}`;
    await addedPhoto(owner, areas[0].id);
    await found(address);
    await found(address, { title: 'Stain', category: 'stain', severity: 'low' });
    const { pipReport } = await expectOk(owner.post(`${address}/generate-pip`), 'Generating');
    const [done, open] = pipReport.items;
    await carriedOut(pipReport.id, done.id, 312.5);
    const page = await pageOf(property.id);
    expect(page.costs).toEqual({
      open: open.estimatedCost,
      completed: { items: 1, estimated: done.estimatedCost, actual: '312.50' },
      unpriced: 0,
    });
    expect(page.items.rows.map(({ id }) => id)).toEqual([open.id]);
  });

  it("says of an area's plan what became of the property's plan that shows the same items", async () => {
    const { property, run, areas } = await startedRun(owner);
    const [lobby, ...others] = areas;
    await addedPhoto(owner, lobby.id);
    await found(`/api/area-sessions/${lobby.id}`);
    await expectOk(owner.post(`/api/area-sessions/${lobby.id}/generate-pip`), 'Generating');
    for (const { id } of others)
      await expectOk(
        owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'None' }),
        'Leaving out',
      );
    await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    const { pipReport } = await expectOk(owner.post(`/api/inspection-runs/${run.id}/generate-pip`), 'Generating');
    await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/submit`), 'Sending');
    const { plans } = await pageOf(property.id);
    expect(plans.rows.map(({ source, status, propertyPlanStatus }) => [source, status, propertyPlanStatus])).toEqual([
      ['property', 'pending_approval', null],
      ['area', 'draft', 'pending_approval'],
    ]);
  });
});
