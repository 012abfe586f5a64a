import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, linkedCase, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
});
afterAll(() => app.close());

const all = areaCodes.filter((code) => code !== 'lobby');

describe('starting a run', () => {
  it('answers ten areas in their order, and the same run while it is in progress [1.purpose.7, 4.run.1, 7.calls.14, 7.calls.15, 3.runs.4, api.calls.9-12, api.shapes.5, decisions.fieldwork.1]', async () => {
    const property = await expectOk(
      owner.post('/api/properties', { name: 'P', address: 'a', city: 'b', state: 'c', zipCode: 'd' }),
      'Adding',
    );
    const url = `/api/properties/${property.id}/inspection-runs`;
    expect((await owner.get(`/api/properties/${property.id}/active-run`)).body).toEqual({ run: null, progress: [] });
    const answers = await Promise.all([owner.post(url), owner.post(url, {}), owner.post(url)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const { body: run } = await owner.post(url);
    expect(run).toMatchObject({
      propertyId: property.id,
      userId: owner.user.id,
      caseId: null,
      status: 'in_progress',
      completedAt: null,
      hasProgress: false,
    });
    expect(run.progress.map((area: { area: { code: string } }) => area.area.code)).toEqual([...areaCodes]);
    expect(run.progress[0]).toMatchObject({
      runId: run.id,
      status: 'not_started',
      permissionCamera: false,
      itemsChecked: 0,
      issuesDetected: 0,
      progressPercent: 0,
      completedAt: null,
      photoCount: 0,
      complianceScore: null,
      inspectionId: null,
      reviewStatus: null,
      reviewNote: null,
      property: { id: property.id, name: 'P' },
      area: { name: 'Lobby', code: 'lobby', description: expect.any(String), icon: 'Users' },
    });
    const active = await owner.get('/api/inspection-runs/active');
    expect(active.body).toEqual([{ id: run.id, propertyId: property.id, hasProgress: false }]);
    await owner.patch(`/api/area-sessions/${run.progress[0].id}`, { permissionCamera: true });
    expect((await owner.get('/api/inspection-runs/active')).body[0].hasProgress).toBe(true);
    const view = await owner.get(`/api/inspection-runs/${run.id}`);
    expect(Object.keys(view.body).toSorted()).toEqual(['progress', 'property', 'run']);
    expect(view.body.progress).toEqual(view.body.run.progress);
    const now = (await owner.get(`/api/properties/${property.id}/active-run`)).body.run;
    expect(now).toMatchObject({ id: run.id, hasProgress: true });
  });

  it('is for the owner only, and for a case of this property that is ready', async () => {
    const { property, case: opened } = await linkedCase(owner, admin);
    const url = `/api/properties/${property.id}/inspection-runs`;
    expect((await admin.post(url, { caseId: 'x' })).status).toBe(403);
    expect((await (await app.person('property')).post(url)).status).toBe(404);
    expect((await owner.post(url, { caseId: 'x' })).status).toBe(400);
    expect((await owner.post(url, { caseId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    const other = await app.person('property');
    const foreign = await linkedCase(other, admin);
    expect((await owner.post(url, { caseId: foreign.case.id })).status).toBe(404);
    const run = await owner.post(url, { caseId: opened.id });
    expect([run.status, run.body.caseId, run.body.caseNumber]).toEqual([201, opened.id, opened.caseNumber]);
    expect((await owner.get('/api/inspection-cases')).body[0]).toMatchObject({ status: 'in_progress' });
  });
});

describe('submitting a run', () => {
  it('requires every applicable area to be completed, and happens once [api.added.3, decisions.fieldwork.13]', async () => {
    const { run, areas, property } = await startedRun(owner, admin, all);
    const url = `/api/inspection-runs/${run.id}/submit`;
    const early = await owner.post(url);
    expect([early.status, early.body.detail]).toEqual([409, expect.stringMatching(/in progress: 1 of its areas is/)]);
    await addedPhoto(owner, areas[0].id);
    await passedChecks(owner, `/api/area-sessions/${areas[0].id}`);
    await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    expect((await admin.post(url)).status).toBe(403);
    const answers = await Promise.all([owner.post(url), owner.post(url)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const done = answers.find((answer) => answer.status === 200)?.body;
    expect(done).toMatchObject({ id: run.id, status: 'completed', hasProgress: true, complianceScore: 99 });
    expect(done.coverage).toMatchObject({ areas: 1, areasScored: 1, critical: 2, criticalAnswered: 2, photos: 1 });
    expect(done.completedAt).not.toBeNull();
    expect((await owner.get(`/api/properties/${property.id}/active-run`)).body.run).toBeNull();
    // An area that is not applicable cannot be restored once the run is closed.
    const back = await owner.patch(`/api/area-sessions/${areas[1].id}`, { status: 'in_progress' });
    expect([back.status, back.body.detail]).toEqual([409, 'The run is completed']);
  });

  it('happens once when a device sends it again', async () => {
    const { run, areas } = await startedRun(owner, admin, all);
    await addedPhoto(owner, areas[0].id);
    await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    const url = `/api/inspection-runs/${run.id}/submit`;
    const id = randomUUID();
    const first = await expectOk(owner.post(url, { id }), 'Submitting');
    const again = await expectOk(owner.post(url, { id }), 'Submitting again');
    expect([first.status, again]).toEqual(['completed', first]);
    expect((await owner.post(url, { id: randomUUID() })).status).toBe(409);
  });

  it('is reverted by a re-inspection', async () => {
    const { run, areas } = await startedRun(owner, admin, all);
    await addedPhoto(owner, areas[0].id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
    await expectOk(
      admin.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Again' }),
      'Requesting',
    );
    expect((await owner.get(`/api/inspection-runs/${run.id}`)).body.run).toMatchObject({
      status: 'in_progress',
      completedAt: null,
    });
    expect((await owner.get('/api/inspection-cases')).body[0]).toMatchObject({
      status: 'in_progress',
      inspectionStatus: 'requires_action',
    });
  });
});

describe('a case', () => {
  it('is completed when the last open area is marked as not applicable [4.case.4, decisions.fieldwork.2, decisions.fieldwork.10]', async () => {
    const { areas } = await startedRun(owner, admin, all.slice(1));
    const [lobby, rooms] = areas;
    await addedPhoto(owner, lobby.id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
    const before = (await owner.get('/api/inspection-cases')).body[0];
    expect([before.status, before.inspectionStatus]).toEqual(['in_progress', 'in_progress']);
    await expectOk(
      owner.patch(`/api/area-sessions/${rooms.id}`, { status: 'not_applicable', reason: 'Closed wing' }),
      'Marking',
    );
    const after = (await owner.get('/api/inspection-cases')).body[0];
    expect([after.status, after.inspectionStatus, after.inspectionId]).toEqual(['completed', 'approved', inspectionId]);
    expect(after.completedAt).not.toBeNull();
  });
});
