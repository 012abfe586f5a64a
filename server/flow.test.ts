import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, passedChecks, startedRun } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const notApplicable = [
  'guest_rooms',
  'common_areas',
  'fitness_center',
  'pool',
  'restaurant',
  'meeting_rooms',
  'exterior',
  'back_of_house',
];

describe('a property from a new case to an approved inspection', () => {
  it('runs a case from creation to an accepted plan [1.purpose.2, 1.purpose.5, 1.purpose.6, 1.purpose.7, 1.purpose.11, 1.purpose.12, 4.case.4, 4.session.4, decisions.fieldwork.6, decisions.fieldwork.8, decisions.fieldwork.10]', async () => {
    const admin = await app.person('admin');
    const owner = await app.person('property');

    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    expect(opened.caseNumber).toMatch(/^CASE-\d{8}-[2-9A-HJ-NP-Z]{4}$/);
    expect(opened).toMatchObject({
      status: 'pending',
      onboardingCompleted: false,
      inspectionStatus: null,
      requirements: ['Check the sprinklers'],
    });

    const linked = await expectOk(
      owner.post('/api/inspection-cases/link', { caseNumber: ` ${opened.caseNumber.toLowerCase()} ` }),
      'Linking',
    );
    expect(linked.property).toMatchObject({ name: 'Harbour Inn', userId: owner.user.id });
    const again = await expectOk(
      owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber }),
      'Linking again',
    );
    expect(again.property.id).toBe(linked.property.id);

    const early = await owner.post(`/api/properties/${linked.property.id}/inspection-runs`, { caseId: opened.id });
    expect(early.status).toBe(409);
    await expectOk(
      owner.post(`/api/inspection-cases/${opened.id}/onboarding`, {
        propertyConfirmed: true,
        checklist: [],
        notApplicableAreas: notApplicable,
      }),
      'Onboarding',
    );
    const started = await owner.post(`/api/properties/${linked.property.id}/inspection-runs`, { caseId: opened.id });
    expect(started.status).toBe(201);
    expect(started.body.progress).toHaveLength(10);
    const repeated = await owner.post(`/api/properties/${linked.property.id}/inspection-runs`, {});
    expect([repeated.status, repeated.body.id]).toEqual([200, started.body.id]);
    expect((await admin.get('/api/inspection-cases')).body[0]).toMatchObject({
      status: 'in_progress',
      inspectionStatus: 'in_progress',
    });

    const applicable = started.body.progress.filter((area: { status: string }) => area.status !== 'not_applicable');
    expect(applicable.map((area: { area: { code: string } }) => area.area.code)).toEqual(['lobby', 'safety_equipment']);
    const [lobby, safety] = applicable;
    expect((await owner.post(`/api/area-sessions/${lobby.id}/complete`)).status).toBe(409);
    const granted = await owner.patch(`/api/area-sessions/${lobby.id}`, { permissionCamera: true });
    expect(granted.body).toMatchObject({ status: 'in_progress', permissionCamera: true });

    const photo = await addedPhoto(owner, lobby.id);
    expect(photo).toMatchObject({ width: 640, height: 480, areaSessionId: lobby.id, aiAnalysis: null });
    await addedPhoto(owner, safety.id);
    await passedChecks(owner, `/api/area-sessions/${lobby.id}`);
    const issue = await expectOk(
      owner.post(`/api/area-sessions/${lobby.id}/issues`, {
        title: 'Loose mat',
        description: '',
        severity: 'high',
        category: 'trip_hazard',
        photoId: photo.id,
      }),
      'Adding a finding',
    );
    expect((await owner.get(`/api/area-sessions/${lobby.id}`)).body).toMatchObject({
      photoCount: 1,
      issuesDetected: 1,
      // The two critical ones of a lobby's twelve checks are answered, and a high finding is open.
      complianceScore: 69,
      coverage: { checks: 12, answered: 2, critical: 2, criticalAnswered: 2, photos: 1, usablePhotos: 1 },
      progressPercent: 20,
    });
    expect((await owner.post(`/api/inspection-runs/${started.body.id}/generate-pip`)).status).toBe(409);

    const completed = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    expect(completed).toMatchObject({ status: 'completed', reviewStatus: 'pending_review' });
    expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(409);
    await expectOk(owner.post(`/api/area-sessions/${safety.id}/complete`), 'Completing');

    const plan = await expectOk(owner.post(`/api/inspection-runs/${started.body.id}/generate-pip`), 'Generating');
    expect(plan.items).toHaveLength(1);
    expect(plan.items[0]).toMatchObject({ issueId: issue.id, phase: 'major' });

    const list = await admin.get('/api/admin/inspections?q=harbour&status=pending_review');
    expect(list.body.counts).toMatchObject({ pending_review: 2, approved: 0 });
    const sentBack = await admin.post(`/api/admin/inspections/${completed.inspectionId}/request-reinspection`, {
      note: 'Fix the mat',
    });
    expect(sentBack.body).toMatchObject({ status: 'requires_action', reviewNote: 'Fix the mat' });
    expect((await owner.get(`/api/area-sessions/${lobby.id}`)).body).toMatchObject({
      status: 'in_progress',
      reviewStatus: 'requires_action',
      reviewNote: 'Fix the mat',
    });
    expect((await owner.get('/api/notifications')).body.notifications[0]).toMatchObject({
      kind: 'reinspection_requested',
      body: 'Fix the mat',
    });
    expect((await owner.get('/api/inspection-cases')).body[0].inspectionStatus).toBe('requires_action');

    await expectOk(owner.patch(`/api/issues/${issue.id}`, { status: 'resolved' }), 'Resolving');
    const reason = 'The mat is away';
    const mended = await expectOk(
      owner.post(`/api/area-sessions/${lobby.id}/complete`, { reason }),
      'Completing again',
    );
    expect(mended).toMatchObject({
      reviewStatus: 'pending_review',
      inspectionId: completed.inspectionId,
      // No finding is open, and ten checks are not answered yet.
      complianceScore: 99,
    });

    for (const inspection of (await admin.get('/api/inspections?status=pending_review')).body) {
      await expectOk(admin.post(`/api/admin/inspections/${inspection.id}/approve`), 'Approving');
    }
    expect((await admin.post(`/api/admin/inspections/${completed.inspectionId}/approve`)).status).toBe(409);
    expect((await owner.get('/api/inspection-cases')).body[0]).toMatchObject({
      status: 'completed',
      inspectionStatus: 'approved',
    });
    expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true, brokenAt: null });
  });

  it('lets only one of two admins decide [decisions.fieldwork.13, api.added.9]', async () => {
    const [first, second, owner] = [await app.person('admin'), await app.person('admin'), await app.person('property')];
    const { areas } = await startedRun(owner);
    await addedPhoto(owner, areas[0].id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    const answers = await Promise.all([
      first.post(`/api/admin/inspections/${inspectionId}/approve`),
      second.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Again' }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
