import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnsentChange } from '#contract/unsent-work.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { liveInspection, passedChecks, picture, startedRun, walk } from '#test/factories.ts';
import { users } from '#server/schema/users.tables.ts';
import { openZip } from './zip-reader.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

let clock = Date.now();
/** A change as a device lists it. */
function change(kind: string, payload: unknown, fields: Partial<UnsentChange> = {}): UnsentChange {
  clock += 1;
  const base = { id: randomUUID(), createdAt: clock, after: [], missing: [], files: [], partlySent: false };
  return { ...base, kind, label: kind, payload, ...fields };
}
const photoOf = (areaId: string, fields: Partial<UnsentChange> = {}) => {
  const id = randomUUID();
  const payload = {
    scope: { of: 'area-sessions', id: areaId },
    source: 'camera',
    subject: { category: 'lobby', description: 'Front desk', room: '214' },
  };
  const files = [{ path: `files/${id}/boiler.jpg`, name: 'boiler.jpg', type: 'image/jpeg' }];
  return change('photo', payload, { id, files, ...fields });
};

/** The archive that the user's device saves. */
function archiveOf(
  { user }: Person,
  changes: readonly UnsentChange[],
  files: Record<string, Buffer> = {},
  level: 0 | 6 = 0,
): Buffer {
  const list = {
    format: 'innspect-unsent-work',
    version: 1,
    owner: { id: user.id, username: user.username },
    savedAt: new Date().toISOString(),
    changes,
  };
  const content: Zippable = { 'changes.json': [Buffer.from(JSON.stringify(list)), { level }] };
  for (const [path, bytes] of Object.entries(files)) content[path] = [bytes, { level }];
  return Buffer.from(zipSync(content));
}
const send = (sender: Client, owner: Person, archive: Buffer, contentType = 'application/zip') =>
  sender.send({
    method: 'POST',
    url: `/api/admin/users/${owner.user.id}/unsent-work`,
    payload: archive,
    headers: { 'content-type': contentType, 'x-csrf-token': sender.csrfToken ?? '' },
  });
const reasonsOf = (body: { changes: { reason: string | null }[] }) => body.changes.map(({ reason }) => reason);

async function lobbyOf(owner: Person): Promise<string> {
  const { areas } = await startedRun(owner, admin);
  return areas[0]?.id ?? '';
}

async function fileCount(): Promise<number> {
  let count = 0;
  for await (const _key of app.storage.keys()) count += 1;
  return count;
}

describe('importing unsent work', () => {
  it('makes every change as its owner, and none twice [api.added.54]', async () => {
    const owner = await app.person('property');
    const lobby = await lobbyOf(owner);
    const scope = { of: 'area-sessions', id: lobby };
    const [check] = await owner.call('GET', `/api/area-sessions/${lobby}/checklist`);
    const photo = photoOf(lobby);
    const input = { title: 'Loose mat', severity: 'high', category: 'trip_hazard', photoId: photo.id };
    const finding = change('finding', { scope, input }, { after: [photo.id] });
    const verdict = change(
      'finding-change',
      { scope, findingId: finding.id, patch: { status: 'dismissed', note: 'Removed' } },
      { after: [finding.id] },
    );
    const answer = change('checklist-answer', { scope, itemId: check.id, result: 'pass', note: null });
    const allowed = change('area-patch', {
      areaSessionId: lobby,
      areaName: 'Lobby',
      patch: { permissionCamera: true },
    });
    const bytes = await picture();
    const arrow = { id: randomUUID(), kind: 'arrow', from: { x: 0.1, y: 0.1 }, to: { x: 0.4, y: 0.4 } };
    const marks = change('photo-marks', { photoId: photo.id, added: [arrow], removed: [] }, { after: [photo.id] });
    const sound = Buffer.from('1a45dfa3', 'hex');
    const voice = {
      ...change('voice-note', { photoId: photo.id, seconds: 4 }, { after: [photo.id] }),
      files: [{ path: 'files/voice', name: 'voice', type: 'audio/webm', size: sound.length }],
    };
    // A device's list need not be in order.
    const archive = archiveOf(owner, [verdict, answer, marks, voice, finding, allowed, photo], {
      [photo.files[0]?.path ?? '']: bytes,
      'files/voice': sound,
    });
    for (let count = 0; count < 2; count += 1) {
      const imported = await send(admin, owner, archive);
      expect([imported.status, reasonsOf(imported.body)]).toEqual([200, [null, null, null, null, null, null, null]]);
    }
    const { photos } = await owner.call('GET', `/api/area-sessions/${lobby}/photos`);
    expect(photos).toMatchObject([
      { id: photo.id, userId: owner.user.id, source: 'camera', room: '214', filename: 'boiler.jpg', marks: [arrow] },
    ]);
    expect(photos[0].voiceNote).toMatchObject({ id: voice.id, seconds: 4 });
    const original = await owner.get(`/api/photos/${photo.id}/original`);
    expect(original.raw.equals(bytes)).toBe(true);
    const findings = await owner.call('GET', `/api/area-sessions/${lobby}/issues`);
    expect(findings.filter(({ source }: { source: string }) => source === 'person')).toMatchObject([
      { id: finding.id, photoId: photo.id, status: 'dismissed', note: 'Removed' },
    ]);
    const answers = await owner.call('GET', `/api/area-sessions/${lobby}/checklist`);
    expect(answers[0]).toMatchObject({ id: check.id, result: 'pass' });
    const logs = await admin.call('GET', `/api/admin/audit-logs?entityType=user&entityId=${owner.user.id}`);
    const entries = logs.filter(({ action }: { action: string }) => action.endsWith('work_imported'));
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ userId: admin.user.id, details: { changes: 7 } });
  });

  it('leaves what was changed after the first import', async () => {
    const owner = await app.person('property');
    const lobby = await lobbyOf(owner);
    const photo = photoOf(lobby);
    const arrow = { id: randomUUID(), kind: 'arrow', from: { x: 0.1, y: 0.1 }, to: { x: 0.4, y: 0.4 } };
    const marks = change('photo-marks', { photoId: photo.id, added: [arrow], removed: [] });
    const voiceOf = (name: string) =>
      change(
        'voice-note',
        { photoId: photo.id, seconds: 4 },
        { files: [{ path: `files/${name}`, name, type: 'audio/webm' }] },
      );
    const [earlier, removal, later] = [
      voiceOf('a'),
      change('voice-note', { photoId: photo.id, seconds: null }),
      voiceOf('b'),
    ];
    const sound = Buffer.from('1a45dfa3', 'hex');
    const files = { [photo.files[0]?.path ?? '']: await picture(), 'files/a': sound, 'files/b': sound };
    const archive = archiveOf(owner, [photo, marks, earlier, removal], files);
    const saved = [null, null, null, null];
    expect(reasonsOf((await send(admin, owner, archive)).body)).toEqual(saved);
    await owner.call('PATCH', `/api/photos/${photo.id}`, { marks: { added: [], removed: [arrow.id] } });
    expect(reasonsOf((await send(admin, owner, archiveOf(owner, [later], files))).body)).toEqual([null]);

    expect(reasonsOf((await send(admin, owner, archive)).body)).toEqual(saved);
    const { photos } = await owner.call('GET', `/api/area-sessions/${lobby}/photos`);
    expect(photos).toMatchObject([{ id: photo.id, marks: [], voiceNote: { id: later.id } }]);
  });

  it('submits an area only if everything before it was imported', async () => {
    const owner = await app.person('property');
    const lobby = await lobbyOf(owner);
    await passedChecks(owner, `/api/area-sessions/${lobby}`, 'all');
    const photo = photoOf(lobby);
    const completion = change(
      'area-completion',
      { areaSessionId: lobby, areaName: 'Lobby', reason: null },
      { after: [photo.id] },
    );
    const without = await send(admin, owner, archiveOf(owner, [photo, completion]));
    expect(reasonsOf(without.body)).toEqual([
      'Its file is not in the archive',
      'A change before this one was not imported',
    ]);
    const path = photo.files[0]?.path ?? '';
    const whole = await send(admin, owner, archiveOf(owner, [photo, completion], { [path]: await picture() }, 6));
    expect(reasonsOf(whole.body)).toEqual([null, null]);
    expect((await owner.call('GET', `/api/area-sessions/${lobby}`)).status).toBe('completed');
  });

  it('imports an unsent recording, and refers to the device for one that was partly sent', async () => {
    const owner = await app.person('property');
    const { id: inspectionId } = await liveInspection(owner);
    const payload = { inspectionId, filename: 'walk.webm', contentType: 'video/webm', seconds: 2.4 };
    const recordingOf = (fields: Partial<UnsentChange> = {}) => {
      const id = randomUUID();
      const files = [{ path: `files/${id}/walk.webm`, name: 'walk.webm', type: 'video/webm' }];
      return change('recording', { ...payload, startedAt: new Date().toISOString() }, { id, files, ...fields });
    };
    const [whole, partly] = [recordingOf(), recordingOf({ partlySent: true })];
    const bytes = walk.webm;
    const files = Object.fromEntries([whole, partly].map(({ files: [file] }) => [file?.path ?? '', bytes]));
    const imported = await send(admin, owner, archiveOf(owner, [whole, partly], files));
    expect(reasonsOf(imported.body)).toEqual([null, expect.stringContaining('Its device can send the rest')]);
    const { recordings } = await owner.call('GET', `/api/inspections/${inspectionId}/recordings`);
    expect(recordings).toMatchObject([{ id: whole.id, size: bytes.length, durationSeconds: 2 }]);
  });
});

describe('a hostile or damaged archive', () => {
  it('can affect nothing of other users, whatever it contains', async () => {
    const [owner, other] = [await app.person('property'), await app.person('property')];
    const theirs = await lobbyOf(other);
    const scope = { of: 'area-sessions', id: theirs };
    const [check] = await other.call('GET', `/api/area-sessions/${theirs}/checklist`);
    const photo = photoOf(theirs);
    const changes = [
      photo,
      change('checklist-answer', { scope, itemId: check.id, result: 'fail', note: null }),
      change('finding', { scope, input: { title: 'Mine', severity: 'low', category: 'stain' } }),
      change('area-patch', { areaSessionId: theirs, patch: { status: 'not_applicable', reason: 'No' } }),
      change('area-completion', { areaSessionId: theirs, reason: null }),
      change('run-submission', { runId: randomUUID() }),
      change('photo', { scope: '../../etc' }),
      change('toString', {}),
    ];
    const path = photo.files[0]?.path ?? '';
    const { status, body } = await send(admin, owner, archiveOf(owner, changes, { [path]: await picture() }));
    expect([status, body.changes.map(({ saved }: { saved: boolean }) => saved)]).toEqual([
      200,
      changes.map(() => false),
    ]);
    expect(reasonsOf(body).slice(-2)).toEqual([
      'The change could not be read',
      'This server does not know this kind of change',
    ]);
    const { status: area, permissionCamera } = await other.call('GET', `/api/area-sessions/${theirs}`);
    expect([area, permissionCamera]).toEqual(['not_started', false]);
    expect((await other.call('GET', `/api/area-sessions/${theirs}/photos`)).photos).toEqual([]);
  });

  it("is refused when it is another user's, not a ZIP, or incomplete", async () => {
    const [owner, other] = [await app.person('property'), await app.person('property')];
    const good = archiveOf(other, []);
    const refusals = [
      await send(admin, owner, good),
      await send(admin, owner, Buffer.from('PK and nothing else')),
      await send(admin, owner, Buffer.from(zipSync({ 'changes.json': Buffer.from('{"format":"zip"}') }))),
      await send(admin, owner, Buffer.from(zipSync({ 'other.json': Buffer.from('{}') }))),
      await send(admin, owner, archiveOf(owner, []).subarray(0, -30)),
      await send(admin, owner, Buffer.from('{}'), 'application/json'),
      await send(owner, owner, good),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'archive_of_somebody_else'],
      [422, 'archive_unreadable'],
      [422, 'archive_unreadable'],
      [422, 'archive_unreadable'],
      [422, 'archive_unreadable'],
      [415, 'archive_expected'],
      [403, 'admins_only'],
    ]);
  });

  it('uses each file for one change, however many name it', async () => {
    const owner = await app.person('property');
    const lobby = await lobbyOf(owner);
    const scope = { of: 'area-sessions', id: lobby };
    const photo = photoOf(lobby);
    const copies = Array.from({ length: 20 }, () => photoOf(lobby, { files: photo.files }));
    const voices = [photo.files, [{ path: 'changes.json', name: 'list', type: 'audio/webm' }]].map((files) =>
      change('voice-note', { photoId: photo.id, seconds: 4 }, { files }),
    );
    const answers = [change('area-patch', { areaSessionId: lobby, patch: { permissionCamera: true } })];
    const [check] = await owner.call('GET', `/api/area-sessions/${lobby}/checklist`);
    answers.push(change('checklist-answer', { scope, itemId: check.id, result: 'pass', note: null }));
    const before = await fileCount();
    const changes = [photo, ...copies, ...voices, ...answers];
    const { status, body } = await send(
      admin,
      owner,
      archiveOf(owner, changes, { [photo.files[0]?.path ?? '']: await picture() }),
    );
    const taken = 'Its file belongs to another change of the archive';
    expect([status, reasonsOf(body)]).toEqual([
      200,
      [null, ...[...copies, ...voices].map(() => taken), ...answers.map(() => null)],
    ]);
    // The photo with its copies in other sizes; the archive and what was refused left nothing.
    expect((await fileCount()) - before).toBeLessThan(6);
  });

  it('does not unpack to more than an archive may have, and no bytes are two files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'));
    try {
      const [path, shared] = [join(folder, 'a.zip'), join(folder, 'b.zip')];
      const zeros = Buffer.alloc(1000);
      const zip = Buffer.from(
        zipSync({ a: [zeros, { level: 9 }], b: [zeros, { level: 9 }], c: [zeros, { level: 9 }] }),
      );
      await writeFile(path, zip);
      const archive = await openZip(path, 2500);
      const read = async (name: string) => (await buffer(await archive.read(name, 1000))).length;
      expect([await read('a'), await read('b')]).toEqual([1000, 1000]);
      await expect(read('c')).rejects.toMatchObject({ code: 'files_too_large' });
      await expect(read('a')).rejects.toMatchObject({ code: 'file_used_twice' });
      archive.close();
      // The directory says that the second file begins where the first one does.
      const directory = zip.indexOf(Buffer.from('PK\x01\x02'));
      const second = zip.indexOf(Buffer.from('PK\x01\x02'), directory + 1);
      zip.writeUInt32LE(0, second + 42);
      await writeFile(shared, zip);
      await expect(openZip(shared, 10_000)).rejects.toThrow('Two files share their content');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is refused before it is parsed when its list is nested too deeply or has too many values', async () => {
    const owner = await app.person('property');
    const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)]);
    const many = (count: number) => Array.from({ length: count }, () => 0);
    for (const [payload, status] of [
      [nested(20), 200],
      [nested(40), 422],
      [many(100_000), 200],
      [many(1_000_001), 422],
    ] as const) {
      const answer = await send(admin, owner, archiveOf(owner, [change('unknown', payload as object)], {}, 6));
      expect([answer.status, answer.body.code]).toEqual([status, status === 422 ? 'archive_unreadable' : undefined]);
    }
  });

  it('keeps the server busy for a moment only, however many changes it says to wait for', async () => {
    const owner = await app.person('property');
    const refused = change('finding', {});
    const many = (id: string) => Array.from({ length: 19_999 }, () => id);
    const other = `${refused.id.slice(0, -1)}${refused.id.endsWith('0') ? '1' : '0'}`;
    const waits = { after: many(refused.id), missing: [...many(other), refused.id] };
    const changes = [refused, ...Array.from({ length: 4 }, () => change('finding', {}, waits))];
    const begun = performance.now();
    const { body } = await send(admin, owner, archiveOf(owner, changes, {}, 6));
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(reasonsOf(body)).toEqual(changes.map(() => 'The change could not be read'));
  });

  it('imports the rest when a text cannot be stored', async () => {
    const owner = await app.person('property');
    const scope = { of: 'area-sessions', id: await lobbyOf(owner) };
    const findingOf = (title: string) =>
      change('finding', { scope, input: { title, severity: 'low', category: 'stain' } });
    const changes = ['Stained\u0000 rug', 'Stained\ud800 rug', 'Stained rug'].map(findingOf);
    const { status, body } = await send(admin, owner, archiveOf(owner, changes));
    const refusal = 'The text holds characters that cannot be stored';
    expect([status, reasonsOf(body)]).toEqual([200, [refusal, refusal, null]]);
  });

  it('is refused for a person who was erased', async () => {
    const owner = await app.person('property');
    await app.database.db
      .update(users)
      .set({ disabledAt: new Date(), erasedAt: new Date() })
      .where(eq(users.id, owner.user.id));
    const answer = await send(admin, owner, archiveOf(owner, []));
    expect([answer.status, answer.body.code]).toEqual([409, 'account_erased']);
  });

  it('imports the rest when a file is damaged or larger than declared', async () => {
    const owner = await app.person('property');
    const lobby = await lobbyOf(owner);
    const [whole, damaged] = [photoOf(lobby), photoOf(lobby)];
    const [first, second] = [await picture(), await picture()];
    const paths = [whole, damaged].map(({ files: [file] }) => file?.path ?? '');
    const archive = archiveOf(owner, [damaged, whole], { [paths[0] ?? '']: first, [paths[1] ?? '']: second });
    const at = archive.indexOf(second) + 100;
    archive.writeUInt8(archive.readUInt8(at) ^ 0xff, at);
    const { status, body } = await send(admin, owner, archive);
    expect([status, body.changes]).toEqual([
      200,
      expect.arrayContaining([
        expect.objectContaining({ id: whole.id, saved: true }),
        expect.objectContaining({ id: damaged.id, saved: false, reason: 'Its file is damaged or too large' }),
      ]),
    ]);
    expect((await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos).toHaveLength(1);
  });
});

it('counts towards what its owner may upload in a day, and says what was refused', async () => {
  const limited = await createTestApp({ env: { QUOTA_UPLOADS_PER_DAY: '2' } });
  try {
    const [owner, brand] = [await limited.person('property'), await limited.person('admin')];
    const { areas } = await startedRun(owner, brand);
    const photos = [1, 2, 3].map(() => photoOf(areas[0]?.id ?? ''));
    const files: Record<string, Buffer> = {};
    for (const { files: list } of photos) files[list[0]?.path ?? ''] = await picture();
    const { status, body } = await send(brand, owner, archiveOf(owner, photos, files));
    expect([status, body.changes.map(({ saved }: { saved: boolean }) => saved)]).toEqual([200, [true, true, false]]);
    expect(reasonsOf(body)).toEqual([null, null, expect.stringContaining('2')]);
    expect((await owner.post('/api/objects/upload')).body.code).toBe('too_many_uploads');
    // Another day, the same archive imports the rest.
    await limited.database.pool.query("update uploads set created_at = now() - interval '25 hours'");
    const again = await send(brand, owner, archiveOf(owner, photos, files));
    expect(reasonsOf(again.body)).toEqual([null, null, null]);
    expect((await owner.call('GET', `/api/area-sessions/${areas[0]?.id}/photos`)).photos).toHaveLength(3);
  } finally {
    await limited.close();
  }
});
