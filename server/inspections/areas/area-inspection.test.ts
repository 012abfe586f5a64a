import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AreaSession } from '#contract/areas.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, addedProperty, addedRecording, expectOk, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let property: { id: string };
let run: { id: string };
let areas: AreaSession[];
let lobby: AreaSession;
let url: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
  ({ property, run, areas } = await startedRun(owner, admin));
  [lobby] = areas as [AreaSession];
  url = `/api/area-sessions/${lobby.id}`;
});
afterAll(() => app.close());

const fields = (more: Record<string, unknown> = {}) => ({
  propertyId: property.id,
  sessionId: randomUUID().slice(0, 21),
  propertyName: 'Anything',
  area: 'Anything',
  areaSessionId: lobby.id,
  ...more,
});
const opened = (more?: Record<string, unknown>) =>
  expectOk(owner.post('/api/inspections', fields(more)), 'Opening the inspection of an area');
const area = async (): Promise<AreaSession> => (await owner.get(url)).body;
const refusal = async (who: Person, more?: Record<string, unknown>) => {
  const { status, body } = await who.post('/api/inspections', fields(more));
  return [status, body.detail];
};

describe('an inspection started from an area', () => {
  it('stands in the list of the worst by the findings that the area has already', async () => {
    const [, ...others] = areas;
    const listed: string[] = [];
    for (const [each, severity] of [
      [lobby, 'critical'],
      [others[0], 'low'],
    ] as const) {
      const finding = { title: 'Trip edge', severity, category: 'trip_hazard' };
      await owner.call('POST', `/api/area-sessions/${each?.id}/issues`, finding);
      listed.push((await opened({ areaSessionId: each?.id })).id);
    }
    const query = `sort=worst&status=in_progress&propertyId=${property.id}`;
    const { inspections } = await admin.call('GET', `/api/admin/inspections?${query}`);
    expect(inspections.map(({ id }: { id: string }) => id)).toEqual(listed);
  });

  it('belongs to that area, which counts its photos, findings, checks and recording [decisions.settled.9]', async () => {
    const inspection = await opened();
    expect(inspection).toMatchObject({
      areaSessionId: lobby.id,
      runId: run.id,
      sessionId: lobby.id,
      area: lobby.area.name,
      status: 'in_progress',
      abilities: { work: true, submit: false },
    });
    expect(await area()).toMatchObject({
      inspectionId: inspection.id,
      reviewStatus: 'in_progress',
      status: 'not_started',
    });

    const at = `/api/inspections/${inspection.id}`;
    const photo = await addedPhoto(owner, lobby.id, { areaSessionId: undefined, inspectionId: inspection.id });
    expect(photo).toMatchObject({ areaSessionId: lobby.id, inspectionId: inspection.id });
    await passedChecks(owner, at, 'all');
    const added = await owner.post(`${at}/issues`, {
      title: 'Torn carpet',
      description: '',
      severity: 'medium',
      category: 'carpet_wear',
      videoTimestamp: 12,
    });
    expect([added.status, added.body]).toMatchObject([
      201,
      { areaSessionId: lobby.id, inspectionId: inspection.id, videoTimestamp: 12 },
    ]);
    await addedRecording(owner, inspection.id);

    const worked = await area();
    expect(worked).toMatchObject({
      status: 'in_progress',
      photoCount: 1,
      issuesDetected: 1,
      worstSeverity: 'medium',
      progressPercent: 100,
      coverage: { answered: lobby.totalItems, checks: lobby.totalItems, photos: 1 },
      abilities: { complete: true },
    });
    expect((await owner.get(`${url}/photos`)).body.photos).toMatchObject([{ id: photo.id }]);
    expect((await owner.get(`${url}/issues`)).body).toMatchObject([{ id: added.body.id }]);
    const shown = (await owner.get(at)).body;
    expect(shown).toMatchObject({
      photoCount: 1,
      issuesDetected: 1,
      itemsChecked: lobby.totalItems,
      coverage: worked.coverage,
      duration: expect.any(Number),
    });
    const ofRun = (await owner.get(`/api/inspection-runs/${run.id}`)).body.run;
    expect(ofRun.coverage).toMatchObject({ areas: areas.length });
    expect(ofRun.progress[0]).toMatchObject({ id: lobby.id, photoCount: 1 });

    // Completing the area submits its only inspection, so reviewers see one.
    expect(await owner.put(at, { status: 'pending_review' })).toMatchObject({
      status: 409,
      body: { detail: 'Complete the area to submit it for review' },
    });
    await expectOk(owner.post(`${url}/complete`), 'Completing');
    const { inspections } = (await admin.get(`/api/admin/inspections?propertyId=${property.id}`)).body;
    expect(inspections).toMatchObject([
      { id: inspection.id, status: 'pending_review', itemsChecked: lobby.totalItems },
    ]);
    expect((await owner.get('/api/inspections?standalone=true')).body).toEqual([]);
  });

  it('is created once, even by repeated or concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.post('/api/inspections', fields())));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await owner.post('/api/inspections', fields())).status).toBe(200);
    expect((await owner.get('/api/inspections')).body).toHaveLength(1);
    // An id that another inspection uses is refused.
    const [, second] = areas;
    expect(await refusal(owner, { areaSessionId: second?.id, id: answers[0]?.body.id })).toEqual([
      409,
      'This id is already in use for another inspection',
    ]);
  });

  it('is continued after a recall or a review', async () => {
    await addedPhoto(owner, lobby.id);
    const { inspectionId } = await expectOk(owner.post(`${url}/complete`), 'Completing');
    await expectOk(owner.post(`${url}/recall`), 'Recalling');
    expect(await opened()).toMatchObject({ id: inspectionId, status: 'in_progress' });
    await expectOk(owner.post(`${url}/complete`), 'Completing again');
    await expectOk(
      admin.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Show the door' }),
      'Asking for a re-inspection',
    );
    expect(await opened()).toMatchObject({ id: inspectionId, status: 'requires_action', abilities: { work: true } });
    // A recording counts as new evidence too.
    expect((await area()).newEvidenceMissing).toBe(true);
    await addedRecording(owner, inspectionId);
    expect((await area()).newEvidenceMissing).toBe(false);
    await expectOk(owner.post(`${url}/complete`), 'Completing once more');
    await expectOk(owner.post(`${url}/recall`), 'Recalling');
    expect(await area()).toMatchObject({ reviewStatus: 'requires_action', reviewNote: 'Show the door' });
  });

  it('is refused for an area of another user or property, and without an area', async () => {
    const stranger = await app.person('property');
    const own = await addedProperty(stranger);
    expect(await refusal(stranger)).toEqual([404, 'Area session not found']);
    expect(await refusal(stranger, { propertyId: own.id })).toEqual([404, 'Area session not found']);
    expect(await refusal(owner, { areaSessionId: randomUUID() })).toEqual([404, 'Area session not found']);
    expect(await refusal(admin)).toEqual([403, "Only the property's owner inspects it"]);
    const other = await addedProperty(owner);
    expect(await refusal(owner, { propertyId: other.id })).toEqual([409, 'The area session is of another property']);
    expect((await owner.post('/api/inspections', fields({ areaSessionId: 'lobby' }))).status).toBe(400);
    expect((await owner.get('/api/inspections')).body).toEqual([]);
  });

  it('is refused for a completed, approved or omitted area, and in a finished run', async () => {
    await addedPhoto(owner, lobby.id);
    const { inspectionId } = await expectOk(owner.post(`${url}/complete`), 'Completing');
    expect(await refusal(owner)).toEqual([409, 'The area is pending review and cannot be changed now']);
    for (const { id } of areas.slice(1))
      await expectOk(
        owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'There is none' }),
        'Leaving out',
      );
    const left = areas[1]?.id;
    expect(await refusal(owner, { areaSessionId: left })).toEqual([409, 'The area is marked as not applicable']);
    await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting the run');
    for (const areaSessionId of [lobby.id, left]) expect((await refusal(owner, { areaSessionId }))[0]).toBe(409);
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
    expect(await refusal(owner)).toEqual([409, 'The area is approved and cannot be changed now']);
  });

  it('is deleted with its area when nothing was recorded, and otherwise keeps the area from being omitted', async () => {
    const leftOut = { status: 'not_applicable', reason: 'There is no lobby' };
    await opened();
    expect((await owner.patch(url, leftOut)).body).toMatchObject({ status: 'not_applicable', inspectionId: null });
    expect((await admin.get(`/api/admin/inspections?propertyId=${property.id}`)).body.inspections).toEqual([]);
    await expectOk(owner.patch(url, { status: 'in_progress' }), 'Restoring');
    const { id } = await opened();
    await addedRecording(owner, id);
    expect((await area()).abilities.leaveOut).toBe(false);
    expect(await owner.patch(url, leftOut)).toMatchObject({
      status: 409,
      body: { detail: 'The area has a recording and cannot be marked as not applicable' },
    });
  });
});
