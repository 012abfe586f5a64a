import { randomUUID, createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { voiceNoteLimits } from '#contract/voice-notes.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { listReferredFiles, type ReferredFile } from '#server/backup/backup.repository.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { loseCommitOf } from '#test/lost-commit.ts';
import { unzip } from '#test/unzip.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

/** The header of a WebM file, and random bytes that make it unique. */
const sound = (): Buffer => Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(randomUUID())]);

let app: TestApp;
let owner: Person;
let areaSessionId: string;
let photo: { id: string };
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  owner = await app.person('property');
  areaSessionId = (await startedRun(owner)).areas[0]?.id ?? '';
  photo = await addedPhoto(owner, areaSessionId);
});
afterAll(() => app.close());

const path = () => `/api/photos/${photo.id}/voice-note`;
/** The storage keys of the photo's sounds. */
async function kept(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.storage.keys()) if (key.startsWith(`photos/${photo.id}/voice-`)) keys.push(key);
  return keys;
}
const countKept = async () => (await kept()).length;
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const record = (
  payload: Buffer,
  { id = randomUUID(), seconds = 7, as = owner, type = 'audio/webm;codecs=opus' } = {},
) =>
  as.send({
    method: 'PUT',
    url: `${path()}?id=${id}&seconds=${seconds}`,
    payload,
    headers: { 'content-type': type, 'x-csrf-token': as.csrfToken ?? '' },
  });

describe('a voice note', () => {
  it('is stored once with its photo, and can be played by its owner and admins [api.added.75, api.added.76]', async () => {
    const [bytes, id] = [sound(), randomUUID()];
    const sha256 = sha256Of(bytes);
    for (let time = 0; time < 2; time += 1) {
      const saved = await expectOk(record(bytes, { id }), 'A voice note');
      expect(saved.voiceNote).toMatchObject({ id, contentType: 'audio/webm', seconds: 7, bytes: bytes.length, sha256 });
    }
    const { photos } = await owner.call('GET', `/api/area-sessions/${areaSessionId}/photos`);
    expect(photos[0].voiceNote.id).toBe(id);
    const admin = await app.person('admin');
    for (const person of [owner, admin]) {
      const answer = await person.get(path());
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'audio/webm']);
      expect(answer.raw.equals(bytes)).toBe(true);
    }
    const log = await admin.call('GET', `/api/admin/audit-logs?entityType=photo&entityId=${photo.id}`);
    expect(log.filter(({ action }: { action: string }) => action === 'photo.voice_note_added')).toHaveLength(1);
    const stranger = await app.person('property');
    expect((await stranger.get(path())).status).toBe(404);
    expect((await record(sound(), { as: stranger })).status).toBe(404);
    expect((await record(sound(), { as: admin })).status).toBe(403);
  });

  it('of concurrent uploads with one id is exactly one of them, and its bytes match its SHA-256', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => record(sound(), { id })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { voiceNote } = (await owner.get(`/api/photos/${photo.id}`)).body;
    expect(sha256Of((await owner.get(path())).raw)).toBe(voiceNote.sha256);
    expect(await countKept()).toBe(1);
    expect(voiceNote).not.toHaveProperty('file');
  });

  it('keeps its file when it was stored although the connection was lost at the commit', async () => {
    const [bytes, id] = [sound(), randomUUID()];
    loseCommitOf(app.pool, 'photos');
    expect((await record(bytes, { id })).status).toBe(500);
    // The device sends it again.
    await expectOk(record(bytes, { id }), 'A voice note');
    expect((await owner.get(path())).raw.equals(bytes)).toBe(true);
  });

  it('is replaced by another one, and deleted with its photo, including files', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await expectOk(record(sound(), { id: first }), 'The first');
    await expectOk(record(sound(), { id: second }), 'The second');
    await expect.poll(countKept).toBe(1);
    expect((await owner.get(`/api/photos/${photo.id}`)).body.voiceNote.id).toBe(second);
    expect((await owner.delete(path())).body.voiceNote).toBeNull();
    expect((await owner.get(path())).body.code).toBe('voice_note_not_found');
    expect((await owner.delete(path())).status).toBe(404);
    const third = randomUUID();
    await expectOk(record(sound(), { id: third }), 'The third');
    expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    await expect.poll(countKept).toBe(0);
  });

  it('is refused when it is not a sound, too long, or the area is closed, and leaves no file', async () => {
    const [text, long] = [randomUUID(), randomUUID()];
    expect((await record(Buffer.from('<script>'), { id: text })).body.code).toBe('voice_note_not_sound');
    expect((await record(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415);
    expect((await record(sound(), { seconds: voiceNoteLimits.seconds + 1 })).status).toBe(400);
    const tooLarge = Buffer.concat([sound(), Buffer.alloc(voiceNoteLimits.bytes)]);
    expect((await record(tooLarge, { id: long })).status).toBe(413);
    expect(await countKept()).toBe(0);
    await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/complete`, { reason: 'Seen' }), 'Completing');
    const late = randomUUID();
    expect((await record(sound(), { id: late })).status).toBe(409);
    expect(await countKept()).toBe(0);
  });

  it("is part of the user's export and of a backup, and its files are deleted after the photos' retention period", async () => {
    const [bytes, id] = [sound(), randomUUID()];
    await expectOk(record(bytes, { id }), 'A voice note');
    const { id: exportId } = await expectOk(owner.post('/api/user/data-exports'), 'Asking');
    await expect
      .poll(async () => (await owner.get('/api/user/data-exports')).body, { timeout: 15_000 })
      .toMatchObject([{ state: 'ready' }]);
    const files = await unzip((await owner.get(`/api/user/data-exports/${exportId}/file`)).raw);
    expect(files.get(`photos/${photo.id}.voice.webm`)?.equals(bytes)).toBe(true);

    const client = await app.database.pool.connect();
    const referred: ReferredFile[] = [];
    await client.query('BEGIN');
    for await (const file of listReferredFiles(client)) referred.push(file);
    await client.query('ROLLBACK');
    client.release();
    const [key] = await kept();
    expect(referred).toContainEqual({ key, isExpected: true });

    expect(await app.system.services.photoRetention.deleteFiles([photo.id])).toBe(1);
    await expect.poll(countKept).toBe(0);
    expect((await owner.get(path())).status).toBe(410);
    expect((await record(sound())).status).toBe(410);
  });

  it('is deleted with its file when its user is erased', async () => {
    const id = randomUUID();
    await expectOk(record(sound(), { id }), 'A voice note');
    const admin = await app.person('admin');
    expect((await owner.post('/api/user/erasure')).status).toBe(204);
    await expect
      .poll(async () => (await admin.get(`/api/photos/${photo.id}`)).body.voiceNote, { timeout: 15_000 })
      .toBeNull();
    await expect.poll(countKept).toBe(0);
    expect((await admin.get(`/api/photos/${photo.id}/original`)).status).toBe(200);
  });
});
