import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { expectOk, picture, uploadFile } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import {
  draftPlan,
  itemInWork,
  preparePlanTests,
  stepOf,
  type Person,
  type Plan,
  type PlanItem,
} from '../plans.fixture.ts';

const tests = preparePlanTests();

const step = (item: PlanItem, status: string, person: Person = tests.owner, fields: object = {}) =>
  stepOf(item, status, person, fields);

const startedItem = (kind: 'case' | 'self-made', severity?: string) => itemInWork(tests, kind, severity);

/** Adds a photo of the finished work of an item. */
async function workPhoto(item: PlanItem, person: Person = tests.owner, fields: object = {}) {
  const url = await uploadFile(person, await picture());
  return person.post('/api/photos', { planItemId: item.id, filename: 'after.jpg', url, category: 'lobby', ...fields });
}

const kindsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/api/notifications')).body.notifications.map((each: { kind: string }) => each.kind);

describe("the work on a brand's plan", () => {
  it('is reported with a photo, its cost and invoice, and verified: the finding is resolved and the score rises [decisions.plans.5]', async () => {
    const { areaId, issue, plan, item } = await startedItem('case');
    const score = async () => (await tests.owner.get(`/api/area-sessions/${areaId}`)).body.complianceScore as number;
    const before = await score();
    expect(before).toBeLessThan(50);
    const photo = await expectOk(workPhoto(item), 'Adding the photo');
    expect(photo).toMatchObject({ planItemId: item.id, areaSessionId: null, inspectionId: null });

    const reported: PlanItem = await expectOk(
      step(item, 'awaiting_verification', tests.owner, { actualCost: 312.5, invoice: 'A-17', note: 'Strip is glued' }),
      'Reporting',
    );
    expect(reported).toMatchObject({
      status: 'awaiting_verification',
      actualCost: '312.50',
      invoice: 'A-17',
      workNote: 'Strip is glued',
      note: null,
      completedAt: null,
      completionPhotos: [{ id: photo.id, thumbnailUrl: photo.thumbnailUrl }],
      abilities: { verify: false, report: false },
    });
    expect(reported.reportedAt).not.toBeNull();
    expect(await kindsOf(tests.admin)).toContain('pip_item_reported');
    expect((await tests.admin.get(`/api/pip-reports/${plan.id}`)).body.items[0].abilities.verify).toBe(true);
    expect((await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.status).toBe('in_progress');

    const verified = await expectOk(step(item, 'completed', tests.admin), 'Verifying');
    expect(verified.status).toBe('completed');
    expect(Date.parse(verified.completedAt)).toBeGreaterThanOrEqual(Date.parse(reported.reportedAt ?? ''));
    const found = (await tests.owner.get(`/api/area-sessions/${areaId}/issues`)).body;
    expect(found.find((each: { id: string }) => each.id === issue.id).status).toBe('resolved');
    expect(await score()).toBeGreaterThan(before);
    expect((await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.status).toBe('completed');
    expect(await kindsOf(tests.owner)).toContain('pip_item_verified');
    const log = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${item.id}`)).body;
    expect(log.map((entry: { action: string }) => entry.action)).toEqual([
      'pip_item.completed',
      'pip_item.awaiting_verification',
      'pip_item.in_progress',
      'pip_item.approved',
    ]);
    expect(log[1].details).toMatchObject({ actualCost: '312.50', invoice: 'A-17' });
  });

  it('is returned with a note, in the app and by mail, and is reported again [decisions.plans.5]', async () => {
    const { item, issue, areaId } = await startedItem('case');
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    const silent = await step(item, 'in_progress', tests.admin);
    expect([silent.status, silent.body.errors]).toEqual([400, { note: 'Say what is missing' }]);
    const returned = await expectOk(
      step(item, 'in_progress', tests.admin, { note: 'The edge still lifts' }),
      'Returning',
    );
    expect(returned).toMatchObject({ status: 'in_progress', note: 'The edge still lifts' });
    const [told] = (await tests.owner.get('/api/notifications')).body.notifications;
    expect(told).toMatchObject({
      kind: 'pip_item_returned',
      body: 'Harbour Inn: The edge still lifts',
      place: { areas: ['Lobby'], building: null, floor: null, room: null },
    });
    const found = (await tests.owner.get(`/api/area-sessions/${areaId}/issues`)).body;
    expect(found.find((each: { id: string }) => each.id === issue.id).status).toBe('confirmed');
    const [entry] = (await tests.admin.get(`/api/admin/audit-logs?entityType=pip_item&entityId=${item.id}`)).body;
    expect(entry).toMatchObject({ action: 'pip_item.returned', details: { note: 'The edge still lifts' } });
    expect((await step(item, 'awaiting_verification')).body.status).toBe('awaiting_verification');
    // What was wanting is no longer wanting once the work is verified.
    expect((await step(item, 'completed', tests.admin)).body).toMatchObject({ status: 'completed', note: null });
  });

  it.each([
    ['with a note', { note: 'Seen on site' }, 'Seen on site'],
    ['without a note', {}, null],
  ])(
    "that was returned, verified %s and is found again has no reviewer's note of the earlier work",
    async (_how, verification, kept) => {
      const { item, issue, plan } = await startedItem('case');
      await expectOk(step(item, 'awaiting_verification'), 'Reporting');
      await expectOk(step(item, 'in_progress', tests.admin, { note: 'The edge still lifts' }), 'Returning');
      await expectOk(step(item, 'awaiting_verification'), 'Reporting again');
      const verified = await expectOk(step(item, 'completed', tests.admin, verification), 'Verifying');
      expect(verified.note).toBe(kept);
      await expectOk(tests.admin.patch(`/api/issues/${issue.id}`, { status: 'confirmed' }), 'Finding it again');
      const [again] = (await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.items;
      expect(again).toMatchObject({ status: 'in_progress', note: null });
    },
  );

  it('needs a new photo after it was returned: that of the first report does not prove the second one', async () => {
    const { item } = await startedItem('case');
    const photo = await expectOk(workPhoto(item), 'Adding a photo');
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    await expectOk(step(item, 'in_progress', tests.admin, { note: 'The edge still lifts' }), 'Returning');
    // Deleted and sent again, its photo would look new.
    expect((await tests.owner.get(`/api/photos/${photo.id}`)).body.abilities).toMatchObject({ delete: false });
    expect(await tests.owner.delete(`/api/photos/${photo.id}`)).toMatchObject({
      status: 409,
      body: { code: 'photo_of_reported_work' },
    });
    const refused = { status: 409, body: { code: 'plan_item_needs_new_photo' } };
    expect(await step(item, 'awaiting_verification')).toMatchObject(refused);
    expect(await step(item, 'awaiting_verification', tests.owner, { note: 'Done' })).toMatchObject(refused);
    await expectOk(workPhoto(item), 'Adding a new photo');
    const again = await expectOk(step(item, 'awaiting_verification'), 'Reporting again');
    expect(again.completionPhotos).toHaveLength(2);
    await expectOk(step(item, 'completed', tests.admin), 'Verifying');
  });

  it('keeps its photo as it was reported: its place, marks and voice note change no more than it can be deleted', async () => {
    const { item } = await startedItem('case');
    const { owner, admin } = tests;
    const { id } = await expectOk(workPhoto(item), 'Adding a photo');
    const mark = { id: randomUUID(), kind: 'circle', box: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } };
    const speak = (noteId: string) =>
      owner.send({
        method: 'PUT',
        url: `/api/photos/${id}/voice-note?id=${noteId}&seconds=7`,
        payload: Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(500)]),
        headers: { 'content-type': 'audio/webm', 'x-csrf-token': owner.csrfToken ?? '' },
      });
    const note = randomUUID();
    await expectOk(owner.patch(`/api/photos/${id}`, { room: '312', marks: { added: [mark] } }), 'Marking');
    await expectOk(speak(note), 'A voice note');
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    const changes = async () => [
      await owner.patch(`/api/photos/${id}`, { room: '9' }),
      await owner.patch(`/api/photos/${id}`, { marks: { removed: [mark.id] } }),
      await speak(randomUUID()),
      await owner.delete(`/api/photos/${id}/voice-note`),
      await owner.delete(`/api/photos/${id}`),
    ];
    const codes = async () => (await changes()).map(({ status, body }) => [status, body.code]);
    expect((await codes()).map(([status]) => status)).toEqual([409, 409, 409, 409, 409]);
    await expectOk(step(item, 'in_progress', admin, { note: 'The edge still lifts' }), 'Returning');
    expect(await codes()).toEqual(Array.from({ length: 5 }, () => [409, 'photo_of_reported_work']));
    expect((await owner.get(`/api/photos/${id}`)).body).toMatchObject({
      room: '312',
      marks: [mark],
      voiceNote: { id: note },
      abilities: { edit: false, delete: false },
    });
    const fresh = await expectOk(workPhoto(item), 'Adding a new photo');
    expect((await owner.patch(`/api/photos/${fresh.id}`, { room: '9' })).status).toBe(200);
  });

  it('is reported to the admin who opened the case by one mail per minute, with all work that waits then', async () => {
    const { item, plan } = await startedItem('case');
    const { app, admin } = tests;
    await app.person('admin');
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    await expectOk(step(item, 'in_progress', admin, { note: 'The edge still lifts' }), 'Returning');
    await expectOk(step(item, 'awaiting_verification'), 'Reporting again');
    const { rows } = await app.database.db.execute<{ data: object }>(
      sql`select data from pgboss.job where name = 'reported-work-mail' and data ->> 'planId' = ${plan.id}`,
    );
    expect(rows.map(({ data }) => data)).toEqual([{ planId: plan.id, toUserId: admin.user.id }]);
    /** Does what the job does a minute later. */
    const send = async () => {
      const job = app.system.jobs.find(({ name }) => name === 'reported-work-mail');
      const never = new AbortController().signal;
      await job?.run(rows[0]?.data ?? {}, { signal: never, stopping: never });
    };
    await send();
    const mail = await mailTo(app, admin.user.email, 'Work to verify: Harbour Inn, Lobby');
    expect(mail.text).toMatch(/Waiting for you to verify: 1 item\.[^]*Loose mat/);
    expect(linkOf(mail).pathname).toBe(`/pip-report/${plan.id}`);
    expect(mail.html).toContain('Loose mat');
    await expectOk(step(item, 'completed', admin), 'Verifying');
    const count = async () => (await app.mailFolder.list(500)).filter(({ to }) => to === admin.user.email).length;
    const before = await count();
    await send();
    expect(await count()).toBe(before);
  });

  it("has the photos from a device's unsent work, each once", async () => {
    const { item, plan } = await startedItem('case');
    const { owner, admin } = tests;
    const [id, path] = [randomUUID(), 'files/after.jpg'];
    const payload = { scope: { of: 'pip-items', id: item.id }, source: 'camera', subject: { category: 'common' } };
    const files = [{ path, name: 'after.jpg', type: 'image/jpeg' }];
    const change = { id, kind: 'photo', label: 'Photo', payload, createdAt: 1, after: [], missing: [], files };
    const list = {
      format: 'innspect-unsent-work',
      version: 1,
      owner: { id: owner.user.id, username: owner.user.username },
      savedAt: new Date().toISOString(),
      changes: [{ ...change, partlySent: false }],
    };
    const archive = zipSync({ 'changes.json': Buffer.from(JSON.stringify(list)), [path]: await picture() });
    for (let count = 0; count < 2; count += 1) {
      const imported = await admin.send({
        method: 'POST',
        url: `/api/admin/users/${owner.user.id}/unsent-work`,
        payload: Buffer.from(archive),
        headers: { 'content-type': 'application/zip', 'x-csrf-token': admin.csrfToken ?? '' },
      });
      expect(imported.body.changes).toMatchObject([{ id, saved: true, reason: null }]);
    }
    const { items } = (await owner.get(`/api/pip-reports/${plan.id}`)).body;
    expect(items[0].completionPhotos).toMatchObject([{ id }]);
  });

  it('cannot be verified by its owner, or before it was reported', async () => {
    const { item } = await startedItem('case');
    for (const status of ['completed', 'waived', 'rejected']) {
      expect([status, (await step(item, status)).status]).toEqual([status, 403]);
    }
    const early = await step(item, 'completed', tests.admin);
    expect([early.status, early.body.detail]).toEqual([409, 'The item is in progress and cannot become completed']);
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    expect((await step(item, 'completed')).status).toBe(403);
    expect((await step(item, 'in_progress', tests.owner, { note: 'Wait' })).status).toBe(403);
    const figures = await step(item, 'in_progress', tests.admin, { note: 'No', actualCost: 5 });
    expect([figures.status, Object.keys(figures.body.errors)]).toEqual([400, ['status']]);
  });

  it('gets photos only from its owner, while the work is in progress, and shows them only to its readers', async () => {
    const { item, areaId } = await startedItem('case');
    expect((await workPhoto(item, tests.stranger)).status).toBe(404);
    expect((await workPhoto(item, tests.admin)).status).toBe(403);
    const photo = await expectOk(workPhoto(item), 'Adding a photo');
    expect((await tests.stranger.get(`/api/photos/${photo.id}`)).status).toBe(404);
    expect((await tests.admin.get(`/api/photos/${photo.id}/thumbnail`)).status).toBe(200);
    expect((await tests.owner.get(`/api/photos/${photo.id}`)).body.abilities.delete).toBe(true);
    // It is not evidence for the inspection, so the area still counts one photo.
    expect((await tests.owner.get(`/api/area-sessions/${areaId}`)).body.photoCount).toBe(1);
    const other = await expectOk(workPhoto(item), 'Adding a photo');
    expect((await tests.owner.delete(`/api/photos/${other.id}`)).status).toBe(204);
    await expectOk(step(item, 'awaiting_verification'), 'Reporting');
    const late = await workPhoto(item);
    expect([late.status, late.body.detail]).toEqual([
      409,
      'The item is awaiting verification and cannot be changed now',
    ]);
    expect((await tests.owner.delete(`/api/photos/${photo.id}`)).status).toBe(409);
    const both = await workPhoto(item, tests.owner, { areaSessionId: areaId });
    expect(both.status).toBe(400);
  });
});

describe("the work on an owner's own plan", () => {
  it('is completed without a brand, and resolves its finding [decisions.plans.6]', async () => {
    const { item, issue, areaId, plan } = await startedItem('self-made');
    const refused = await step(item, 'awaiting_verification');
    expect(refused.status).toBe(409);
    const done = await expectOk(step(item, 'completed', tests.owner, { actualCost: '90' }), 'Completing');
    expect(done).toMatchObject({ status: 'completed', actualCost: '90.00' });
    const found = (await tests.owner.get(`/api/area-sessions/${areaId}/issues`)).body;
    expect(found.find((each: { id: string }) => each.id === issue.id).status).toBe('resolved');
    expect((await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.status).toBe('completed');
  });

  it('stays the only item of a defect whose finding was merged meanwhile, and resolves it [decisions.plans.6, domain.defects.1]', async () => {
    const { item, issue, areaId, plan } = await startedItem('self-made', 'low');
    const finding = { title: 'Torn mat', category: 'trip_hazard', severity: 'high' };
    const worse = await expectOk(tests.owner.post(`/api/area-sessions/${areaId}/issues`, finding), 'Adding a finding');
    const generated = async (): Promise<Plan> =>
      (await expectOk(tests.owner.post(`/api/area-sessions/${areaId}/generate-pip`), 'Generating')).pipReport;
    expect((await generated()).items).toHaveLength(2);
    const kept = await expectOk(tests.owner.post(`/api/issues/${issue.id}/merge`, { ids: [worse.id] }), 'Merging');
    expect(kept.id).toBe(worse.id);
    // The item of the worse finding is removed, and is not created again.
    for (const again of [await generated(), await generated()])
      expect(again.items.map(({ id }) => id)).toEqual([item.id]);
    await expectOk(step(item, 'completed'), 'Completing');
    expect((await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.status).toBe('completed');
    const statuses = async () => {
      const found: { id: string; status: string }[] = (await tests.owner.get(`/api/area-sessions/${areaId}/issues`))
        .body;
      return [worse, issue].map(({ id }) => found.find((each) => each.id === id)?.status);
    };
    expect(await statuses()).toEqual(['resolved', 'dismissed']);
    await expectOk(tests.owner.post(`/api/issues/${issue.id}/separate`), 'Separating');
    expect(await statuses()).toEqual(['resolved', 'resolved']);
  });
});

describe('decisions', () => {
  const current = async (id: string): Promise<Plan> => (await tests.admin.get(`/api/pip-reports/${id}`)).body;

  it('can waive an item, which then counts in no total and no schedule [decisions.plans.4]', async () => {
    const { id, items } = await draftPlan(tests, 'case', ['high', 'low']);
    const [high, low] = items as [PlanItem, PlanItem];
    const waived = await expectOk(step(high, 'waived', tests.admin, { note: 'Replaced in the spring' }), 'Waiving');
    expect(waived).toMatchObject({ status: 'waived', note: 'Replaced in the spring' });
    const after = await current(id);
    expect(after.phases.map(({ items: count }) => count)).toEqual([0, 0, 1]);
    expect([after.totalCost, after.priority]).toEqual(['115.00', 'low']);
    await expectOk(step(low, 'approved', tests.admin), 'Approving');
    await expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Sending');
    await expectOk(tests.owner.post(`/api/pip-reports/${id}/accept`), 'Accepting');
    await expectOk(step(low, 'in_progress'), 'Starting');
    await expectOk(step(low, 'awaiting_verification'), 'Reporting');
    await expectOk(step(low, 'completed', tests.admin), 'Verifying');
    expect((await current(id)).status).toBe('completed');
  });

  it('about a draft can be revoked, which clears their reason', async () => {
    const { id, items } = await draftPlan(tests, 'case', ['high', 'low']);
    const [high] = items as [PlanItem, PlanItem];
    await expectOk(step(high, 'rejected', tests.admin, { note: 'Seen twice' }), 'Rejecting');
    expect((await step(high, 'pending')).status).toBe(403);
    const back = await expectOk(step(high, 'pending', tests.admin), 'Restoring');
    expect(back).toMatchObject({ status: 'pending', note: null, abilities: { decide: true } });
    expect((await current(id)).pendingItems).toBe(2);
  });
});

it("mails the owner what the brand sent, verified and returned, in the product's layout", async () => {
  const { item, plan } = await startedItem('case');
  await expectOk(step(item, 'awaiting_verification'), 'Reporting');
  await expectOk(step(item, 'in_progress', tests.admin, { note: 'The edge still lifts' }), 'Returning');
  await expectOk(step(item, 'awaiting_verification'), 'Reporting');
  await expectOk(step(item, 'completed', tests.admin), 'Verifying');
  const [verified] = (await tests.owner.get('/api/notifications')).body.notifications;
  expect(verified).toMatchObject({
    title: 'Work verified: Loose mat',
    body: 'Harbour Inn: the brand verified the work. The finding is resolved.',
  });
  const subjects = [
    'Plan for Harbour Inn, Lobby: please review and accept',
    'Work returned: Loose mat',
    'Work verified: Loose mat',
  ];
  for (const subject of subjects) {
    const mail = await mailTo(tests.app, tests.owner.user.email, subject);
    expect(mail.text).toContain(`/pip-report/${plan.id}`);
    if (subject.startsWith('Work returned')) expect(mail.text).toContain('What is missing: The edge still lifts');
  }
});
