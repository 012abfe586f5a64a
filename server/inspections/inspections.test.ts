import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let property: { id: string };
let areas: { id: string }[];
let count = 0;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
  const started = await startedRun(owner);
  [property, areas] = [started.property, started.areas];
});
afterAll(() => app.close());

const fields = (more: Record<string, unknown> = {}) => {
  count += 1;
  return {
    propertyId: property.id,
    sessionId: `V1StGXR8_Z5jdHi6B${String(count).padStart(4, '0')}`,
    propertyName: 'Anything',
    area: 'Lobby',
    ...more,
  };
};
const started = (more: Record<string, unknown> = {}) =>
  expectOk(owner.post('/api/inspections', fields(more)), 'Starting an inspection');

describe('a standalone inspection', () => {
  it('answers 201, and 200 with the same row for the same session id, also for concurrent requests [7.calls.29, 3.inspections.3, 3.inspections.5, api.calls.23, api.common.25, decisions.fieldwork.7]', async () => {
    const id = randomUUID();
    const input = fields({ id });
    const answers = await Promise.all([1, 2, 3].map(() => owner.post('/api/inspections', input)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    for (const { body } of answers) expect(body.id).toBe(id);
    expect(answers[0]?.body).toMatchObject({
      propertyId: property.id,
      userId: owner.user.id,
      caseId: null,
      sessionId: input.sessionId,
      propertyName: 'Cedar Lodge',
      area: 'Lobby',
      status: 'in_progress',
      videoUrl: null,
      duration: null,
      aiConfidenceScore: null,
      itemsChecked: 0,
      totalItems: 12,
      issuesDetected: 0,
      completedAt: null,
      photoCount: 0,
      complianceScore: null,
      reviewNote: null,
      user: { firstName: 'Robin' },
    });
    expect((await owner.post('/api/inspections', fields({ id }))).status).toBe(409);
    expect((await owner.post('/api/inspections', { ...input, area: 'Pool' })).status).toBe(409);
    expect((await owner.post('/api/inspections', { ...input, id: undefined, area: 'Pool' })).body.area).toBe('Lobby');
  });

  it('is listed by property, separately from the inspections of areas', async () => {
    const own = await started();
    await addedPhoto(owner, areas[0]?.id ?? '');
    await expectOk(owner.post(`/api/area-sessions/${areas[0]?.id}/complete`), 'Completing the area');
    const ids = async (query: string) =>
      (await owner.get(`/api/inspections?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids(`propertyId=${property.id}`)).toHaveLength(2);
    expect(await ids(`propertyId=${property.id}&standalone=true`)).toEqual([own.id]);
    expect(await ids(`propertyId=${property.id}&standalone=true&area=no-such-area`)).toEqual([]);
    expect(await ids(`propertyId=${property.id}&standalone=false`)).not.toContain(own.id);
    expect(await ids(`propertyId=${randomUUID()}`)).toEqual([]);
    expect(await ids('open=true')).toEqual([own.id]);
    expect(await ids('open=true&standalone=false')).toEqual([]);
  });

  it.each([
    ['propertyId', 'x', 'Choose a property'],
    ['sessionId', '', expect.stringContaining('sessionId')],
    ['sessionId', 'a b', expect.stringContaining('sessionId')],
    ['sessionId', undefined, 'sessionId is required'],
    ['area', '', 'Area is required'],
  ])('refuses %s %o', async (name, value, message) => {
    const answer = await owner.post('/api/inspections', fields({ [name]: value }));
    expect([answer.status, answer.body.errors]).toEqual([400, { [name]: message }]);
  });

  it('requires a property and a session id of the caller', async () => {
    const stranger = await app.person('property');
    expect((await stranger.post('/api/inspections', fields())).status).toBe(404);
    expect((await admin.post('/api/inspections', fields())).status).toBe(403);
    const { sessionId } = await started();
    const own = (await startedRun(stranger)).property.id;
    expect((await stranger.post('/api/inspections', fields({ sessionId, propertyId: own }))).status).toBe(409);
    // A stranger does not learn that somebody uses the session id.
    expect((await stranger.post('/api/inspections', fields({ sessionId }))).status).toBe(404);
  });

  it('is not shown again once its property left the profile [api.common.21, decisions.access.1]', async () => {
    const input = fields();
    await expectOk(owner.post('/api/inspections', input), 'Starting an inspection');
    expect((await owner.delete(`/api/properties/${property.id}`)).status).toBe(204);
    expect((await owner.post('/api/inspections', input)).status).toBe(404);
    const own = (await startedRun(owner)).property.id;
    expect((await owner.post('/api/inspections', { ...input, propertyId: own })).status).toBe(409);
  });

  it('cannot use the id of an area session', async () => {
    expect((await owner.post('/api/inspections', fields({ sessionId: areas[0]?.id }))).status).toBe(409);
    await addedPhoto(owner, areas[0]?.id ?? '');
    expect((await owner.post(`/api/area-sessions/${areas[0]?.id}/complete`)).status).toBe(200);
  });
});

describe('its review', () => {
  const put = (who: Person, id: string, status: string, note?: string) =>
    who.put(`/api/inspections/${id}`, { status, note });

  it('is requested by the owner and decided by an admin [4.session.4, 4.session.5, 4.session.6, 6.roles.8, 7.calls.32, api.calls.25, api.added.9, decisions.fieldwork.5, decisions.fieldwork.9]', async () => {
    const { id } = await started();
    expect((await put(owner, id, 'approved')).status).toBe(403);
    expect((await put(owner, id, 'requires_action')).status).toBe(403);
    const same = await put(owner, id, 'in_progress');
    expect([same.status, same.body.detail]).toEqual([409, expect.stringMatching(/is in progress/)]);
    expect((await owner.get(`/api/inspections/${id}`)).body.status).toBe('in_progress');
    const early = await admin.post(`/api/admin/inspections/${id}/approve`);
    expect([early.status, early.body.detail]).toEqual([409, expect.stringMatching(/in progress/)]);
    expect((await put(admin, id, 'pending_review')).status).toBe(403);
    expect((await put(owner, id, 'odd')).body.errors).toEqual({ status: 'Status is required' });
    expect((await put(owner, id, 'pending_review')).body.status).toBe('pending_review');
    expect((await put(owner, id, 'pending_review')).status).toBe(409);
    expect((await put(owner, id, 'in_progress')).status).toBe(409);
    const noNote = await admin.post(`/api/admin/inspections/${id}/request-reinspection`, { note: ' ' });
    expect([noNote.status, Object.keys(noNote.body.errors)]).toEqual([400, ['note']]);
    const sentBack = await admin.post(`/api/admin/inspections/${id}/request-reinspection`, {
      note: 'Show the ceiling',
    });
    expect(sentBack.body).toMatchObject({
      status: 'requires_action',
      reviewNote: 'Show the ceiling',
      newEvidenceMissing: true,
    });
    expect((await put(owner, id, 'pending_review')).body.code).toBe('new_evidence_missing');
    const handedBack = { status: 'pending_review', note: 'The ceiling is scaffolded' };
    expect((await owner.put(`/api/inspections/${id}`, handedBack)).status).toBe(200);
    expect((await put(admin, id, 'approved')).body).toMatchObject({ status: 'approved' });
    for (const call of [
      put(admin, id, 'requires_action'),
      put(owner, id, 'pending_review'),
      admin.post(`/api/admin/inspections/${id}/approve`, {}),
      admin.post(`/api/admin/inspections/${id}/request-reinspection`, { note: 'x' }),
    ]) {
      const answer = await call;
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/is approved/)]);
    }
    const kinds = (await owner.get('/api/notifications')).body.notifications.map((each: { kind: string }) => each.kind);
    expect(kinds).toEqual(['inspection_approved', 'reinspection_requested']);
  });
});

describe('recalling its submission', () => {
  const submit = (id: string, note?: string) => owner.put(`/api/inspections/${id}`, { status: 'pending_review', note });
  const read = async (id: string) => (await owner.get(`/api/inspections/${id}`)).body;

  it('is possible until a reviewer has opened it [api.added.78]', async () => {
    const { id } = await started();
    const at = `/api/inspections/${id}/recall`;
    const early = await owner.post(at);
    expect([early.status, early.body.code]).toEqual([409, 'inspection_not_submitted']);
    expect((await submit(id, 'The boiler room is locked')).body).toMatchObject({
      submissionReason: 'The boiler room is locked',
      abilities: { recall: true, work: false },
    });
    // Reading it as the owner, or in a list, does not count as opened by a reviewer.
    expect((await read(id)).openedAt).toBeNull();
    await admin.get('/api/admin/inspections');
    expect((await (await app.person('property')).post(at)).status).toBe(404);
    expect((await admin.post(at)).status).toBe(403);

    expect(await expectOk(owner.post(at), 'Recalling')).toMatchObject({
      status: 'in_progress',
      completedAt: null,
      abilities: { work: true, submit: true, recall: false },
    });
    expect((await admin.post(`/api/admin/inspections/${id}/approve`)).status).toBe(409);
    expect((await submit(id)).body).toMatchObject({ status: 'pending_review', submissionReason: null });
    expect((await admin.get(`/api/inspections/${id}`)).body.openedAt).toEqual(expect.any(String));
    expect((await read(id)).abilities.recall).toBe(false);
    const late = await owner.post(at);
    expect([late.status, late.body]).toEqual([409, expect.objectContaining({ code: 'inspection_opened_by_reviewer' })]);
    const { rows } = await app.database.pool.query('select action from audit_logs where entity_id = $1', [id]);
    const actions = rows.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['inspection.recalled', 'inspection.opened']));
  });

  it('returns one that a reviewer sent back to that state, with its note', async () => {
    const { id } = await started();
    await submit(id);
    const note = 'Show the ceiling';
    await expectOk(admin.post(`/api/admin/inspections/${id}/request-reinspection`, { note }), 'Sending back');
    await expectOk(submit(id, 'The ceiling is scaffolded'), 'Submitting again');
    const back = await expectOk(owner.post(`/api/inspections/${id}/recall`), 'Recalling');
    expect(back).toMatchObject({ status: 'requires_action', reviewNote: note, newEvidenceMissing: true });
    expect((await submit(id)).body.code).toBe('new_evidence_missing');
  });

  it('either succeeds or is too late, never both, when owner and reviewer act at once', async () => {
    const { id } = await started();
    await submit(id);
    const [recalled, approved] = await Promise.all([
      owner.post(`/api/inspections/${id}/recall`),
      admin.post(`/api/admin/inspections/${id}/approve`),
    ]);
    expect([recalled.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await read(id)).status).toBe(recalled.status === 200 ? 'in_progress' : 'approved');
  });

  it('of an area goes through its area', async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0]?.id}/complete`), 'Completing');
    const { status, body } = await owner.post(`/api/inspections/${inspectionId}/recall`);
    expect([status, body.detail]).toEqual([409, 'Recall the area to take it back from review']);
    expect((await read(inspectionId)).abilities.recall).toBe(false);
  });
});

describe('submitting it', () => {
  it('tells the reviewers what was submitted, in words that stay true once it is analyzed', async () => {
    const { id } = await started();
    const photo = await addedPhoto(owner, '', { areaSessionId: undefined, inspectionId: id });
    await owner.call('POST', `/api/inspections/${id}/issues`, { title: 'Stain', severity: 'low', category: 'stain' });
    const told = async () => {
      await expectOk(owner.put(`/api/inspections/${id}`, { status: 'pending_review' }), 'Submitting');
      const { notifications } = (await admin.get('/api/notifications')).body;
      const link = `/admin?tab=monitoring&inspectionId=${id}`;
      return notifications.find((each: { link: string }) => each.link === link)?.body;
    };
    const analysis = (status: string) =>
      app.database.pool.query('update photos set analysis_status = $2 where id = $1', [photo.id, status]);
    await analysis('pending');
    expect(await told()).toBe('Submitted with 1 photo, 1 not yet analyzed.');
    const pending = async () => (await owner.get(`/api/inspections/${id}`)).body.pendingPhotos;
    expect(await pending()).toBe(1);
    await expectOk(owner.post(`/api/inspections/${id}/recall`), 'Recalling');
    await analysis('done');
    expect(await told()).toMatch(/Submitted with 1 photo and 1 open finding\.$/);
    expect(await pending()).toBe(0);
  });
});

describe('lists', () => {
  it('can be searched, filtered and counted by admins [7.calls.44, api.added.8]', async () => {
    const mark = `Wing ${randomUUID().slice(0, 8)}`;
    // The counts leave out what the search does not find.
    const other = await started();
    const first = await started({ area: `${mark} 50%` });
    const second = await started({ area: `${mark} A_1` });
    await owner.put(`/api/inspections/${second.id}`, { status: 'pending_review' });
    const search = async (q: string, more = '') =>
      (await admin.get(`/api/admin/inspections?q=${encodeURIComponent(q)}${more}`)).body;
    const ids = (body: { inspections: { id: string }[] }) => body.inspections.map((each) => each.id);
    const all = await search(mark.toUpperCase());
    expect(all.counts).toMatchObject({ all: 2, pending_review: 1, in_progress: 1, requires_action: 0 });
    expect([ids(all), all.nextCursor]).toEqual([[second.id, first.id], null]);
    const waiting = all.inspections.find((each: { id: string }) => each.id === second.id);
    expect(all.oldestPendingAt).toBe(waiting.completedAt);
    expect((await search(`${mark} 50%`)).oldestPendingAt).toBeNull();
    const pending = await search(mark, '&status=pending_review');
    expect([ids(pending), pending.counts.all]).toEqual([[second.id], 2]);
    expect(ids(await search(`${mark} 50%`))).toEqual([first.id]);
    expect(ids(await search(`${mark} a_1`))).toEqual([second.id]);
    expect(ids(await search(`${mark} %`))).toEqual([]);
    const { firstName, lastName } = (await owner.get('/api/user')).body;
    expect(ids(await search(`${firstName} ${lastName}`.toLowerCase()))).toEqual([second.id, first.id, other.id]);
    expect(ids(await search(mark, `&propertyId=${property.id}`))).toHaveLength(2);
    const today = new Date().toISOString().slice(0, 10);
    expect(ids(await search(mark, `&from=${today}&to=${today}`))).toHaveLength(2);
    expect(ids(await search(mark, '&to=2026-01-01'))).toEqual([]);
    expect((await owner.get('/api/admin/inspections')).status).toBe(403);
  });

  it("show an owner's own inspections by status, and all of them to an admin [6.roles.8, 6.roles.17, 7.calls.30, api.calls.24, decisions.access.1]", async () => {
    const earlier = await started();
    const { id } = await started();
    const own = (await owner.get('/api/inspections')).body.map((each: { id: string }) => each.id);
    expect(own).toEqual([id, earlier.id]);
    expect((await owner.get('/api/inspections?status=approved')).body).toEqual([]);
    expect((await owner.get('/api/inspections?status=odd')).status).toBe(400);
    const stranger = await app.person('property');
    expect((await stranger.get('/api/inspections')).body).toEqual([]);
    expect((await stranger.get(`/api/inspections/${id}`)).status).toBe(404);
    expect((await admin.get('/api/inspections?limit=200')).body.map((each: { id: string }) => each.id)).toContain(id);
  });
});

describe('a flag', () => {
  it('asks another reviewer to look: it notifies once, can be filtered and removed, and is hidden from the owner [decisions.placeholders.5]', async () => {
    const second = await app.person('admin');
    const mark = `Flagged ${randomUUID().slice(0, 8)}`;
    const { id } = await started({ area: mark });
    await started({ area: mark });
    const url = `/api/admin/inspections/${id}/flag`;
    const search = async (more = '') =>
      (await second.get(`/api/admin/inspections?q=${encodeURIComponent(mark)}${more}`)).body;
    expect((await search()).counts).toMatchObject({ all: 2, flagged: 0 });
    expect((await search('&flagged=true')).inspections).toEqual([]);
    expect((await admin.post(url, { note: 'x'.repeat(2001) })).body.errors).toHaveProperty('note');

    const flagged = await expectOk(admin.post(url, { note: ' Is this mold? ' }), 'Flagging');
    expect(flagged).toMatchObject({ status: 'in_progress', abilities: { flag: true } });
    expect(flagged.flag).toEqual({
      note: 'Is this mold?',
      by: expect.stringContaining('Quinn'),
      at: expect.any(String),
    });
    const found = await search('&flagged=true');
    expect(found.inspections).toEqual([flagged]);
    expect(found.counts).toMatchObject({ all: 1, in_progress: 1, flagged: 1 });
    expect((await search()).counts).toMatchObject({ all: 2, flagged: 1 });
    expect((await second.get('/api/notifications')).body.notifications).toEqual([
      expect.objectContaining({
        kind: 'inspection_flagged',
        body: 'Is this mold?',
        link: `/admin?tab=monitoring&inspectionId=${id}`,
      }),
    ]);
    const seen = (await owner.get(`/api/inspections/${id}`)).body;
    expect([seen.flag, seen.abilities.flag]).toEqual([null, false]);

    expect((await second.post(url)).body.flag).toMatchObject({ note: null, by: expect.stringContaining('Quinn') });
    expect((await second.get('/api/notifications')).body.unread).toBe(1);
    expect((await second.delete(url)).body.flag).toBeNull();
    expect((await second.delete(url)).status).toBe(200);
    const entries = (await admin.get(`/api/admin/audit-logs?entityType=inspection&entityId=${id}`)).body;
    expect(entries.map((entry: { action: string }) => entry.action).slice(0, 3)).toEqual([
      'inspection.unflagged',
      'inspection.flagged',
      'inspection.flagged',
    ]);
  });
});

describe('random sequences of calls', () => {
  const arrows: Record<string, string[]> = {
    not_started: ['in_progress', 'not_applicable'],
    in_progress: ['completed', 'not_applicable'],
    not_applicable: ['in_progress'],
    completed: ['in_progress'],
    null: ['pending_review'],
    pending_review: ['approved', 'requires_action'],
    requires_action: ['pending_review'],
    approved: [],
  };
  const acts = ['grant', 'begin', 'leaveOut', 'photo', 'delete', 'complete', 'approve', 'sendBack', 'put'] as const;

  it('move an area and its inspection by allowed transitions only, and no call answers 5xx [4.session.6, decisions.fieldwork.3, decisions.fieldwork.5, api.common.19]', async () => {
    const untouched = [...areas];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 4, maxLength: 14 }), async (sequence) => {
        const area = untouched.pop();
        if (!area) return;
        const url = `/api/area-sessions/${area.id}`;
        let [before, photoId] = [(await owner.get(url)).body, ''];
        for (const act of sequence) {
          const review = `/api/admin/inspections/${before.inspectionId}`;
          const answer =
            act === 'grant'
              ? await owner.patch(url, { permissionCamera: true })
              : act === 'begin'
                ? await owner.patch(url, { status: 'in_progress' })
                : act === 'leaveOut'
                  ? await owner.patch(url, { status: 'not_applicable', reason: 'None' })
                  : act === 'photo'
                    ? await owner.post('/api/photos', {
                        areaSessionId: area.id,
                        filename: 'p.jpg',
                        category: 'pool',
                        url: await app.upload(owner, await tiny()),
                      })
                    : act === 'delete'
                      ? await owner.delete(`/api/photos/${photoId || randomUUID()}`)
                      : act === 'complete'
                        ? await owner.post(`${url}/complete`)
                        : act === 'approve'
                          ? await admin.post(`${review}/approve`)
                          : act === 'sendBack'
                            ? await admin.post(`${review}/request-reinspection`, { note: 'Again' })
                            : await owner.put(`/api/inspections/${before.inspectionId}`, { status: 'pending_review' });
          expect([200, 201, 204, 404, 409]).toContain(answer.status);
          if (act === 'photo' && answer.status === 201) photoId = answer.body.id;
          const after = (await owner.get(url)).body;
          for (const name of ['status', 'reviewStatus'] as const) {
            if (after[name] !== before[name]) expect(arrows[String(before[name])]).toContain(after[name]);
          }
          if (answer.status >= 400)
            expect([after.status, after.reviewStatus]).toEqual([before.status, before.reviewStatus]);
          if (after.status === 'completed') expect(after.photoCount).toBeGreaterThan(0);
          if (after.status === 'completed') expect(['pending_review', 'approved']).toContain(after.reviewStatus);
          if (after.status === 'not_applicable') expect(after.photoCount).toBe(0);
          before = after;
        }
      }),
      {
        numRuns: 10,
        endOnFailure: true,
        examples: [
          [
            [
              'photo',
              'complete',
              'sendBack',
              'delete',
              'complete',
              'leaveOut',
              'begin',
              'photo',
              'complete',
              'approve',
              'sendBack',
            ],
          ],
        ],
      },
    );
    expect((await admin.get('/api/admin/audit-logs/verify')).body.ok).toBe(true);
  });
});

let shade = 0;
async function tiny(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  shade += 1;
  const background = { r: shade % 256, g: Math.floor(shade / 256), b: 99 };
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}
