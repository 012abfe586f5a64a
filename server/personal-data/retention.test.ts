import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { areaCodes } from '#contract/area-codes.ts';
import type { Caller } from '#test/caller.ts';
import {
  addedPhoto,
  addedRecording,
  expectOk,
  liveInspection,
  passedChecks,
  startedRun,
  walk,
} from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { notifications } from '#server/schema/notifications.tables.ts';

let app: TestApp;
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const applied = async () => {
  const job = app.system.jobs.find(({ name }) => name === 'apply-retention');
  const { signal } = new AbortController();
  await job?.run({}, { signal, stopping: signal });
  return app.database.db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.action, 'retention.applied'))
    .orderBy(auditLogs.seq);
};

/** All entries of the audit log, sealed, so that nothing changes them between two readings. */
async function entries() {
  await app.system.services.audit.seal();
  return app.database.db.select().from(auditLogs).orderBy(auditLogs.seq);
}

/** Adds an admin, and an owner with a notification and a mail. */
async function filled() {
  const [admin, owner] = [await app.person('admin'), await app.person('property')];
  await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'Welcome' }), 'Message');
  await app.visitor().post('/api/password/forgot', { email: owner.user.email });
  await mailTo(app, owner.user.email);
  return { admin, owner };
}
const noticesOf = (userId: string) =>
  app.database.db.select().from(notifications).where(eq(notifications.userId, userId));

it('deletes what is older than its retention period, and nothing else', async () => {
  app = await createTestApp({
    env: { NOTICES_KEPT_DAYS: '30', MAILS_KEPT_DAYS: '20', AUDIT_CLIENTS_KEPT_DAYS: '10' },
  });
  const { admin, owner } = await filled();
  const withClient = (rows: { address: string | null }[]) => rows.filter(({ address }) => address !== null).length;
  const before = await entries();
  const mails = await app.mailFolder.list();
  expect([withClient(before) > 0, mails.length > 0]).toEqual([true, true]);
  expect(await applied()).toEqual([]);
  expect(await entries()).toEqual(before);

  const start = Date.now();
  const inDays = (days: number) => vi.setSystemTime(start + days * 86_400_000);
  vi.useFakeTimers({ toFake: ['Date'] });
  inDays(11);
  const [entry] = await applied();
  expect(entry?.details).toEqual({
    photos: 0,
    recordings: 0,
    notifications: 0,
    mails: 0,
    clientAddresses: withClient(before),
  });
  const after = await entries();
  expect(withClient(after)).toBe(0);
  expect(after.slice(0, before.length).map(({ details, hash }) => [details, hash])).toEqual(
    before.map(({ details, hash }) => [details, hash]),
  );
  inDays(21);
  expect((await applied()).at(-1)?.details).toEqual({
    photos: 0,
    recordings: 0,
    notifications: 0,
    mails: mails.length,
    clientAddresses: 0,
  });
  expect(await app.mailFolder.list()).toEqual([]);
  expect(await noticesOf(owner.user.id)).not.toEqual([]);
  inDays(31);
  expect(await applied()).toHaveLength(3);
  expect(await noticesOf(owner.user.id)).toEqual([]);
  expect(await applied()).toHaveLength(3);
  vi.useRealTimers();
  expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true });
});

it('keeps everything without settings', async () => {
  app = await createTestApp();
  const { owner } = await filled();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3650 * 86_400_000);
  expect(await applied()).toEqual([]);
  expect(await noticesOf(owner.user.id)).not.toEqual([]);
  expect(await app.mailFolder.list()).not.toEqual([]);
});

/** A completed case with a photo, a plan with one open item, and a photo of a run without a case. */
async function completedCase(admin: Caller, owner: Caller) {
  const { case: opened, areas } = await startedRun(owner, admin, areaCodes.slice(1));
  const photo = await addedPhoto(owner, areas[0].id);
  await owner.call('POST', `/api/area-sessions/${areas[0].id}/issues`, {
    title: 'Torn carpet',
    severity: 'low',
    category: 'other',
  });
  await passedChecks(owner, `/api/area-sessions/${areas[0].id}`, 'all');
  await owner.call('POST', `/api/area-sessions/${areas[0].id}/complete`, {});
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areas[0].id}/generate-pip`);
  await app.database.pool.query("update inspection_cases set status = 'in_progress' where id = $1", [opened.id]);
  await app.database.pool.query(
    "update inspection_cases set status = 'completed', completed_at = now() where id = $1",
    [opened.id],
  );
  const elsewhere = await startedRun(owner);
  const other = await addedPhoto(owner, elsewhere.areas[0].id);
  return { photo, other, items: pipReport.items.map(({ id }: { id: string }) => id) };
}

/** The keys of the stored files of a photo or recording. */
async function keysOf(id: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of app.storage.keys()) if (key.includes(id)) found.push(key);
  return found;
}

it('deletes the photo files of closed cases, and keeps their hashes, findings and plans', async () => {
  app = await createTestApp({ env: { PHOTOS_KEPT_DAYS: '30' } });
  const [admin, owner] = [await app.person('admin'), await app.person('property')];
  const { photo, other, items } = await completedCase(admin, owner);
  const url = `/api/photos/${photo.id}`;
  const { body: before } = await owner.get(url);
  const preview = (await owner.get(before.thumbnailUrl)).raw;
  const keys = () => keysOf(photo.id);
  expect([(await keys()).length, before.filesDeletedAt]).toEqual([4, null]);

  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(start + 31 * 86_400_000);
  // Its plan still has open work.
  expect(await applied()).toEqual([]);
  await app.database.pool.query("update pip_items set status = 'waived' where id = any ($1)", [items]);
  vi.setSystemTime(start + 29 * 86_400_000);
  expect(await applied()).toEqual([]);
  vi.setSystemTime(start + 31 * 86_400_000);
  expect((await applied()).at(-1)?.details).toMatchObject({ photos: 1 });
  expect(await applied()).toHaveLength(1);
  vi.useRealTimers();

  await expect.poll(keys).toEqual([]);
  const { body: after } = await owner.get(url);
  expect(after).toEqual({ ...before, filesDeletedAt: expect.any(String) });
  expect((await owner.get(`${url}/original`)).body).toMatchObject({ status: 410, code: 'photo_files_deleted' });
  const shown = await owner.get(before.thumbnailUrl);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(shown.raw.equals(preview)).toBe(false);
  expect((await owner.get(`/api/photos/${other.id}/original`)).status).toBe(200);
  const log = (await admin.get(`/api/admin/audit-logs?entityType=photo&entityId=${photo.id}`)).body;
  expect(log[0]).toMatchObject({ action: 'photo.files_deleted', details: { sha256: photo.sha256 } });
  expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true });
});

it('deletes the videos of recordings, and keeps their hashes and findings', async () => {
  app = await createTestApp({ env: { RECORDINGS_KEPT_DAYS: '30' } });
  const [admin, owner] = [await app.person('admin'), await app.person('property')];
  const { id } = await liveInspection(owner);
  const url = `/api/inspections/${id}/recordings`;
  const [read, unread] = [await addedRecording(owner, id), await addedRecording(owner, id)];
  const listed = async () => (await owner.get(url)).body.recordings;
  await expect
    .poll(async () => (await listed()).map(({ preparation }: { preparation: string }) => preparation))
    .toEqual(['done', 'done']);
  // Like a recording whose copy could not be made.
  const { pool } = app.database;
  await pool.query("update recordings set preparation = 'failed', copy_key = null, sha256 = null where id = $1", [
    unread.id,
  ]);
  const finding = await owner.call('POST', `/api/inspections/${id}/issues`, {
    title: 'Torn carpet',
    severity: 'low',
    category: 'other',
    videoTimestamp: 2,
  });

  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(start + 31 * 86_400_000);
  expect(await applied()).toEqual([]);
  const setStatus = (status: string) =>
    pool.query('update inspections set status = $2, completed_at = to_timestamp($3) where id = $1', [
      id,
      status,
      start / 1000,
    ]);
  await setStatus('pending_review');
  expect(await applied()).toEqual([]);
  await setStatus('approved');
  vi.setSystemTime(start + 29 * 86_400_000);
  expect(await applied()).toEqual([]);
  vi.setSystemTime(start + 31 * 86_400_000);
  expect((await applied()).at(-1)?.details).toMatchObject({ photos: 0, recordings: 2 });
  expect(await applied()).toHaveLength(1);
  vi.useRealTimers();

  await expect.poll(async () => [await keysOf(read.id), await keysOf(unread.id)]).toEqual([[], []]);
  const sha256 = createHash('sha256').update(walk.webm).digest('hex');
  expect(await listed()).toEqual([
    expect.objectContaining({ sha256, filesDeletedAt: expect.any(String), durationSeconds: 4 }),
    expect.objectContaining({ sha256, filesDeletedAt: expect.any(String), offsetSeconds: 4 }),
  ]);
  for (const copy of ['best', 'original'])
    expect((await owner.get(`/api/recordings/${read.id}/video?copy=${copy}`)).body).toMatchObject({
      status: 410,
      code: 'recording_files_deleted',
    });
  expect((await (await app.person('property')).get(`/api/recordings/${read.id}/video`)).status).toBe(404);
  expect((await owner.get(`/api/inspections/${id}/issues`)).body).toMatchObject([
    { id: finding.id, videoTimestamp: 2 },
  ]);
  const log = (await admin.get(`/api/admin/audit-logs?entityType=recording&entityId=${read.id}`)).body;
  expect(log[0]).toMatchObject({ action: 'recording.files_deleted', details: { sha256 } });
});

it('counts from the completion of a run without a case, once it is reviewed and its plan is done', async () => {
  app = await createTestApp({ env: { PHOTOS_KEPT_DAYS: '30' } });
  const owner = await app.person('property');
  const { run, areas } = await startedRun(owner);
  const area = `/api/area-sessions/${areas[0].id}`;
  const photo = await addedPhoto(owner, areas[0].id);
  await owner.call('POST', `${area}/issues`, { title: 'Torn carpet', severity: 'low', category: 'other' });
  await passedChecks(owner, area, 'all');
  const { inspectionId } = await owner.call('POST', `${area}/complete`, {});
  const { pipReport } = await owner.call('POST', `${area}/generate-pip`);
  const { pool } = app.database;
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(start + 31 * 86_400_000);
  await pool.query("update inspections set status = 'approved' where id = $1", [inspectionId]);
  expect(await applied()).toEqual([]);
  await pool.query(
    "update property_inspection_runs set status = 'completed', completed_at = to_timestamp($2) where id = $1",
    [run.id, start / 1000],
  );
  await pool.query("update inspections set status = 'pending_review' where id = $1", [inspectionId]);
  expect(await applied()).toEqual([]);
  await pool.query("update inspections set status = 'approved' where id = $1", [inspectionId]);
  expect(await applied()).toEqual([]);
  await pool.query("update pip_items set status = 'waived' where pip_report_id = $1", [pipReport.id]);
  vi.setSystemTime(start + 29 * 86_400_000);
  expect(await applied()).toEqual([]);
  vi.setSystemTime(start + 31 * 86_400_000);
  expect((await applied()).at(-1)?.details).toMatchObject({ photos: 1 });
  vi.useRealTimers();
  await expect.poll(() => keysOf(photo.id)).toEqual([]);
});

it('shows admins the retention periods and the counts of the last deletion [api.added.64]', async () => {
  app = await createTestApp({ env: { NOTICES_KEPT_DAYS: '30' } });
  const { admin, owner } = await filled();
  const kept = [
    { kind: 'photos', days: null },
    { kind: 'recordings', days: null },
    { kind: 'notices', days: 30 },
    { kind: 'mails', days: null },
    { kind: 'auditClients', days: null },
  ];
  expect((await admin.get('/api/admin/retention')).body).toEqual({ kept, lastDeletion: null });
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  await applied();
  vi.useRealTimers();
  expect((await admin.get('/api/admin/retention')).body).toEqual({
    kept,
    lastDeletion: {
      at: expect.any(String),
      counts: { photos: 0, recordings: 0, notifications: expect.any(Number), mails: 0, clientAddresses: 0 },
    },
  });
  expect((await owner.get('/api/admin/retention')).status).toBe(403);
});
