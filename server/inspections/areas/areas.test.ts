import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { noCoverage } from '#contract/coverage.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let areas: { id: string; totalItems: number }[];
let url: string;
let propertyId: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
  const started = await startedRun(owner);
  areas = started.areas;
  propertyId = started.property.id;
  url = `/api/area-sessions/${areas[0]?.id}`;
});
afterAll(() => app.close());

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

describe('areas', () => {
  it('are ten, in a fixed order [7.calls.18, 9.progress.2, api.calls.14, api.shapes.4]', async () => {
    const { body } = await owner.get('/api/inspection-areas');
    expect(body.map((area: { code: string }) => area.code)).toEqual([...areaCodes]);
    expect(body.map((area: { sortOrder: number }) => area.sortOrder)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Object.keys(body[0]).toSorted()).toEqual(['code', 'description', 'icon', 'id', 'name', 'sortOrder']);
  });
});

describe('the list of area sessions', () => {
  it('can be filtered by property and area, and shows nothing of other users [7.calls.19, 6.roles.17, api.calls.15, api.added.82]', async () => {
    expect((await owner.get('/api/area-sessions')).body).toHaveLength(10);
    expect((await owner.get('/api/area-sessions?limit=5')).body).toHaveLength(5);
    const stranger = await app.person('property');
    expect((await stranger.get('/api/area-sessions')).body).toEqual([]);
    expect((await stranger.get(`/api/area-sessions?propertyId=${propertyId}`)).body).toEqual([]);
    for (const area of ['guest_rooms', 'Guest Rooms', 'guest rooms']) {
      const { body } = await owner.get(`/api/area-sessions?propertyId=${propertyId}&area=${encodeURIComponent(area)}`);
      expect(body.map((each: { area: { code: string } }) => each.area.code)).toEqual(['guest_rooms']);
    }
    expect((await owner.get('/api/area-sessions?propertyId=x')).status).toBe(400);
    const totals = async (person: Person) => (await person.get('/api/area-sessions/totals')).body;
    expect(await totals(owner)).toEqual({ total: 10, properties: [{ id: propertyId, name: 'Cedar Lodge' }] });
    expect(await totals(stranger)).toEqual({ total: 0, properties: [] });
    expect((await totals(admin)).properties).toContainEqual({ id: propertyId, name: 'Cedar Lodge' });
    const [first, ...others] = (await owner.get('/api/area-sessions?applicable=true')).body;
    await expectOk(
      owner.patch(`/api/area-sessions/${first.id}`, { status: 'not_applicable', reason: 'There is none' }),
      'Leaving out',
    );
    const applicable = (await owner.get('/api/area-sessions?applicable=true')).body;
    expect(idsOf(applicable).toSorted()).toEqual(idsOf(others).toSorted());
    await expectOk(owner.patch(`/api/area-sessions/${first.id}`, { status: 'in_progress' }), 'Restoring');
    await owner.patch(url, { permissionLocation: true });
    expect((await owner.get('/api/area-sessions?limit=1')).body[0].id).toBe(areas[0]?.id);
  });
});

describe('changing an area session', () => {
  it.each(['permissionCamera', 'permissionLocation', 'permissionMicrophone'])(
    'starts with %s [4.area.1, decisions.fieldwork.3]',
    async (permission) => {
      const answer = await owner.patch(url, { [permission]: true });
      expect([answer.status, answer.body.status, answer.body[permission]]).toEqual([200, 'in_progress', true]);
      const taken = await owner.patch(url, { [permission]: false });
      expect([taken.body.status, taken.body[permission]]).toEqual(['in_progress', false]);
    },
  );

  it('accepts all three permissions at once in evaluation mode, and the progress [7.calls.23, 9.data.4, api.calls.17]', async () => {
    const all = { permissionCamera: true, permissionLocation: true, permissionMicrophone: true };
    expect((await owner.patch(url, all)).body).toMatchObject({ ...all, status: 'in_progress' });
    expect((await owner.patch(url, { itemsChecked: 3, progressPercent: 30 })).body).toMatchObject({
      itemsChecked: 3,
      progressPercent: 30,
    });
    for (const wrong of [{ progressPercent: 101 }, { itemsChecked: -1 }, { status: 'completed' }]) {
      expect((await owner.patch(url, wrong)).status).toBe(400);
    }
  });

  it('to not applicable needs a reason, removes it from every count, and can be undone [api.calls.17, decisions.fieldwork.2]', async () => {
    const without = await owner.patch(url, { status: 'not_applicable' });
    expect([without.status, without.body.errors]).toEqual([400, { reason: 'Say why the area does not apply' }]);
    expect((await owner.patch(url, { status: 'not_applicable', reason: '  ' })).status).toBe(400);
    const marked = await owner.patch(url, { status: 'not_applicable', reason: 'No lobby' });
    expect(marked.body).toMatchObject({ status: 'not_applicable', notApplicableReason: 'No lobby' });
    expect((await owner.patch(url, { permissionCamera: true })).status).toBe(409);
    expect((await owner.post(`${url}/complete`)).status).toBe(409);
    expect((await owner.post(`${url}/issues`, { title: 'x', severity: 'low', category: 'other' })).status).toBe(409);
    const upload = await app.upload(owner, Buffer.from('not looked at'));
    const photo = { areaSessionId: areas[0]?.id, filename: 'a.jpg', url: upload, category: 'lobby' };
    expect((await owner.post('/api/photos', photo)).status).toBe(409);
    const undone = await owner.patch(url, { status: 'in_progress' });
    expect(undone.body).toMatchObject({ status: 'in_progress', notApplicableReason: null });
  });

  it('to not applicable is refused when it has photos', async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    const answer = await owner.patch(url, { status: 'not_applicable', reason: 'No lobby' });
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/photos/)]);
  });

  it('is for the owner only', async () => {
    expect((await admin.patch(url, { status: 'completed' })).status).toBe(403);
    expect((await admin.post(`${url}/complete`)).status).toBe(403);
    expect((await (await app.person('property')).patch(url, { permissionCamera: true })).status).toBe(404);
  });
});

describe('the score of an area', () => {
  it('explains its basis, and is missing until the critical checks are answered and a photo is usable [api.shapes.7, domain.score.7, domain.score.9]', async () => {
    const read = async () => {
      const { complianceScore, coverage, itemsChecked, progressPercent } = (await owner.get(url)).body;
      return { complianceScore, coverage, itemsChecked, progressPercent };
    };
    const nothing = { ...noCoverage, checks: 12, critical: 2 };
    expect(await read()).toEqual({ complianceScore: null, coverage: nothing, itemsChecked: 0, progressPercent: 0 });

    await passedChecks(owner, url);
    const answered = { ...nothing, answered: 2, criticalAnswered: 2 };
    expect(await read()).toEqual({ complianceScore: null, coverage: answered, itemsChecked: 2, progressPercent: 20 });

    const photo = await addedPhoto(owner, areas[0]?.id ?? '');
    const pictured = { ...answered, photos: 1, usablePhotos: 1 };
    expect(await read()).toMatchObject({ complianceScore: 99, coverage: pictured, itemsChecked: 2 });

    await app.database.pool.query(
      `update photos set analysis_status = 'done', ai_analysis = '{"imageQuality": {"usable": false}}' where id = $1`,
      [photo.id],
    );
    expect(await read()).toMatchObject({ complianceScore: null, coverage: { ...pictured, usablePhotos: 0 } });
    await addedPhoto(owner, areas[0]?.id ?? '');
    await passedChecks(owner, url, 'all');
    expect(await read()).toMatchObject({
      complianceScore: 100,
      coverage: { checks: 12, answered: 12, critical: 2, criticalAnswered: 2, photos: 2, usablePhotos: 1 },
      progressPercent: 100,
    });
    expect((await owner.get(`${url}/score`)).body.explanation).toMatchObject({ sum: 100, cap: null });
    // A photo that is still being analyzed may show a finding.
    await app.database.pool.query("update photos set analysis_status = 'pending' where id = $1", [photo.id]);
    expect(await read()).toMatchObject({
      complianceScore: 99,
      coverage: { photos: 2, usablePhotos: 1, pendingPhotos: 1 },
    });
    expect((await owner.get(`${url}/score`)).body.explanation.cap).toMatchObject({ reason: 'coverage' });
  });

  it('is missing where no check applies, in its inspection, run and property too [domain.score.9]', async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    const checks = await expectOk(owner.get(`${url}/checklist`), 'Reading');
    const answer = (id: string, result: string) => owner.patch(`${url}/checklist/${id}`, { result });
    for (const { id } of checks) await answer(id, 'not_applicable');
    const { inspectionId } = await expectOk(owner.post(`${url}/complete`), 'Completing');
    const coverage = { checks: 12, answered: 12, criticalAnswered: 2, notApplicable: 12, usablePhotos: 1 };
    const page = async () => (await owner.get(`/api/properties/${propertyId}/history`)).body;
    expect((await owner.get(url)).body).toMatchObject({ complianceScore: null, coverage });
    expect((await owner.get(`${url}/score`)).body).toMatchObject({ explanation: null });
    expect((await owner.get(`/api/inspections/${inspectionId}`)).body).toMatchObject({ complianceScore: null });
    expect(await page()).toMatchObject({ score: null, coverage: { ...coverage, checks: 130, areasScored: 0 } });
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
    expect((await page()).areas[0].inspections).toMatchObject([{ score: null, coverage }]);

    const pool = `/api/area-sessions/${areas[4]?.id}`;
    await addedPhoto(owner, areas[4]?.id ?? '');
    const [first, ...rest] = await expectOk(owner.get(`${pool}/checklist`), 'Reading');
    await owner.patch(`${pool}/checklist/${first.id}`, { result: 'pass' });
    for (const { id } of rest) await owner.patch(`${pool}/checklist/${id}`, { result: 'not_applicable' });
    expect((await owner.get(pool)).body).toMatchObject({
      complianceScore: 100,
      coverage: { notApplicable: rest.length },
    });
  });
});

describe('recalling an area', () => {
  const complete = async (body?: object) => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    return expectOk(owner.post(`${url}/complete`, body), 'Completing');
  };

  it('reopens it until a reviewer has opened it, and stores the reason [api.calls.19, api.calls.20]', async () => {
    const early = await owner.post(`${url}/recall`);
    expect([early.status, early.body.code]).toEqual([409, 'area_not_submitted']);
    const done = await complete({ reason: 'The sprinkler room is locked' });
    expect(done).toMatchObject({
      status: 'completed',
      completionReason: 'The sprinkler room is locked',
      abilities: { recall: true, work: false },
    });
    const { inspectionId } = done;
    // Reading it as the owner, or in a list, does not count as opened by a reviewer.
    expect((await owner.get(`/api/inspections/${inspectionId}`)).body.openedAt).toBeNull();
    await admin.get('/api/admin/inspections');
    expect((await (await app.person('property')).post(`${url}/recall`)).status).toBe(404);
    expect((await admin.post(`${url}/recall`)).status).toBe(403);

    const back = await expectOk(owner.post(`${url}/recall`), 'Recalling');
    expect(back).toMatchObject({
      status: 'in_progress',
      completedAt: null,
      completionReason: null,
      reviewStatus: 'in_progress',
      abilities: { work: true, complete: true, recall: false },
    });
    expect((await admin.post(`/api/admin/inspections/${inspectionId}/approve`)).status).toBe(409);

    const again = await expectOk(owner.post(`${url}/complete`), 'Completing again');
    expect(again).toMatchObject({ inspectionId, reviewStatus: 'pending_review', completionReason: null });
    expect((await admin.get(`/api/inspections/${inspectionId}`)).body.openedAt).toEqual(expect.any(String));
    expect((await owner.get(url)).body.abilities.recall).toBe(false);
    const late = await owner.post(`${url}/recall`);
    expect([late.status, late.body.code]).toEqual([409, 'area_opened_by_reviewer']);
    const { rows } = await app.database.pool.query('select action from audit_logs where entity_id = $1', [
      inspectionId,
    ]);
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['inspection.recalled', 'inspection.opened']));
  });

  it('either succeeds or is too late, never both, when owner and reviewer act at once', async () => {
    const { inspectionId } = await complete();
    const [recalled, approved] = await Promise.all([
      owner.post(`${url}/recall`),
      admin.post(`/api/admin/inspections/${inspectionId}/approve`),
    ]);
    expect([recalled.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { body } = await owner.get(url);
    expect(body.reviewStatus).toBe(recalled.status === 200 ? 'in_progress' : 'approved');
  });
});

describe('completing an area', () => {
  it('requires a photo; the first photo starts the area [4.area.3, api.calls.18, decisions.fieldwork.3, decisions.fieldwork.4]', async () => {
    const early = await owner.post(`${url}/complete`);
    expect([early.status, early.body.detail]).toEqual([409, expect.stringMatching(/not started/)]);
    await owner.patch(url, { permissionCamera: true });
    const still = await owner.post(`${url}/complete`);
    expect([still.status, still.body.detail]).toEqual([409, expect.stringMatching(/in progress and has no photos/)]);
    const [, second] = areas;
    await addedPhoto(owner, second?.id ?? '');
    expect((await owner.get(`/api/area-sessions/${second?.id}`)).body).toMatchObject({
      status: 'in_progress',
      photoCount: 1,
      complianceScore: null,
    });
  });

  it('is preceded by its start, with the first finding too', async () => {
    expect((await owner.get(url)).body.status).toBe('not_started');
    await expectOk(owner.post(`${url}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }), 'Adding');
    expect((await owner.get(url)).body.status).toBe('in_progress');
  });

  it('happens once for two concurrent requests, and freezes the area until the review [4.area.2, 4.session.6, 7.calls.24, decisions.fieldwork.6, decisions.fieldwork.9, decisions.fieldwork.13]', async () => {
    const photo = await addedPhoto(owner, areas[0]?.id ?? '');
    const issue = await expectOk(
      owner.post(`${url}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }),
      'Adding',
    );
    const answers = await Promise.all([owner.post(`${url}/complete`), owner.post(`${url}/complete`)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const done = answers.find((answer) => answer.status === 200)?.body;
    expect(done).toMatchObject({ status: 'completed', reviewStatus: 'pending_review', abilities: { work: false } });
    expect(done.completedAt).not.toBeNull();
    const inspection = await owner.get(`/api/inspections/${done.inspectionId}`);
    expect(inspection.body).toMatchObject({
      sessionId: areas[0]?.id,
      areaSessionId: areas[0]?.id,
      status: 'pending_review',
      area: 'Lobby',
      issuesDetected: 1,
      photoCount: 1,
      user: { firstName: 'Robin' },
    });
    expect((await owner.get(`/api/inspections/${done.inspectionId}/photos`)).body[0].id).toBe(photo.id);
    expect((await owner.get(`/api/inspections/${done.inspectionId}/issues`)).body[0].id).toBe(issue.id);
    for (const answer of [
      await owner.post(`${url}/complete`),
      await owner.patch(url, { permissionCamera: true }),
      await owner.patch(url, { status: 'in_progress' }),
      await owner.patch(url, { status: 'not_applicable', reason: 'x' }),
      await owner.delete(`/api/photos/${photo.id}`),
      await owner.patch(`/api/issues/${issue.id}`, { status: 'dismissed' }),
      await owner.post(`${url}/issues`, { title: 'x', severity: 'low', category: 'other' }),
    ]) {
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/pending review|completed/)]);
    }
    expect((await owner.get('/api/inspections')).body).toHaveLength(1);
  });

  it('never completes without a photo, even when the last photo is deleted at the same time', async () => {
    const [, ...others] = areas;
    for (const { id } of others.slice(0, 4)) {
      const photo = await addedPhoto(owner, id);
      const [completed, deleted] = await Promise.all([
        owner.post(`/api/area-sessions/${id}/complete`),
        owner.delete(`/api/photos/${photo.id}`),
      ]);
      const { body } = await owner.get(`/api/area-sessions/${id}`);
      expect([completed.status === 200, deleted.status === 204]).toEqual([
        body.status === 'completed',
        body.photoCount === 0,
      ]);
      expect(body.status === 'completed').not.toBe(body.photoCount === 0);
    }
  });

  it('requires a new photo or a reason after a reviewer sent it back', async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    const { inspectionId } = await expectOk(owner.post(`${url}/complete`), 'Completing');
    const sendBack = () => admin.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Again' });
    await expectOk(sendBack(), 'Sending back');
    expect((await owner.get(url)).body.newEvidenceMissing).toBe(true);
    const refused = await owner.post(`${url}/complete`);
    expect([refused.status, refused.body.code]).toEqual([409, 'new_evidence_missing']);
    await expectOk(owner.post(`${url}/complete`, { reason: 'The wall was painted' }), 'Completing for a reason');
    await expectOk(sendBack(), 'Sending back');
    await addedPhoto(owner, areas[0]?.id ?? '');
    expect((await owner.get(url)).body.newEvidenceMissing).toBe(false);
    await expectOk(owner.post(`${url}/complete`), 'Completing');
  });

  it('counts photos that arrive at the same time', async () => {
    const id = areas[0]?.id ?? '';
    await Promise.all(Array.from({ length: 5 }, () => addedPhoto(owner, id)));
    const { body } = await owner.get(url);
    expect(body).toMatchObject({ photoCount: 5, itemsChecked: 0 });
    expect((await owner.get(`${url}/photos`)).body.photos).toHaveLength(5);
  });
});
