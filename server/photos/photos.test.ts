import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, picture, startedRun } from '#test/factories.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { copyKeysOf } from './photos.rules.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;
let areas: { id: string }[];
let areaSessionId: string;
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
  areaSessionId = areas[0]?.id ?? '';
});
afterAll(() => app.close());

const register = (url: string, fields: Record<string, unknown> = {}) =>
  owner.post('/api/photos', { areaSessionId, filename: 'photo.jpg', url, category: 'lobby', ...fields });
const photosOf = async (id = areaSessionId) => (await owner.get(`/api/area-sessions/${id}/photos`)).body.photos;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('registering a photo', () => {
  it("keeps the device's clock beside the time of arrival, so that a wrong clock shows", async () => {
    const hour = 3_600_000;
    const at = (milliseconds: number) => new Date(milliseconds).toISOString();
    const sentAt = Date.now() - 2 * hour;
    const deviceClock = { takenAt: at(sentAt - hour), sentAt: at(sentAt), elapsedMs: hour };
    const { status, body } = await register(await app.upload(owner, await picture()), {
      source: 'camera',
      deviceClock,
    });
    expect([status, body.deviceClock]).toMatchObject([
      201,
      { takenAt: deviceClock.takenAt, elapsedSeconds: 3600, setBack: false },
    ]);
    expect(Math.abs(body.deviceClock.offsetSeconds - 7200)).toBeLessThan(60);
    expect((await photosOf())[0]?.deviceClock).toEqual(body.deviceClock);
    const refused = await register(await app.upload(owner, await picture()), {
      deviceClock: { ...deviceClock, elapsedMs: -1 },
    });
    expect(refused.status).toBe(400);
  });

  it('answers 201 with all its facts, from the address with or without its query [7.calls.38, 3.photos.1, api.calls.28, decisions.photos.3]', async () => {
    for (const cut of [
      (url: string) => url,
      (url: string) => url.split('?')[0] ?? '',
      (url: string) => new URL(url).pathname,
    ]) {
      const bytes = await picture(320, 200);
      const url = await app.upload(owner, bytes);
      const { status, body } = await register(cut(url), {
        description: ' The desk ',
        source: 'camera',
        sha256: sha256(bytes).toUpperCase(),
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        inspectionId: null,
        areaSessionId,
        userId: owner.user.id,
        filename: 'photo.jpg',
        url: `/api/photos/${body.id}/file`,
        thumbnailUrl: `/api/photos/${body.id}/thumbnail`,
        category: 'lobby',
        description: 'The desk',
        width: 320,
        height: 200,
        sha256: sha256(bytes),
        source: 'camera',
        takenAt: null,
        location: null,
        aiAnalysis: null,
      });
      expect((await owner.get(`/api/photos/${body.id}`)).body).toEqual(body);
    }
    expect(await photosOf()).toHaveLength(3);
  });

  it('rotates a sideways picture and reads its time and place [decisions.photos.3, decisions.photos.7, domain.boxes.2]', async () => {
    const bytes = await sharp(await picture(400, 300))
      .withExif({
        IFD0: { Make: 'Secret Camera' },
        IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', OffsetTimeOriginal: '+02:00' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '2/1 15/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await register(await app.upload(owner, bytes));
    expect(body).toMatchObject({ width: 300, height: 400, takenAt: '2026-03-04T03:06:07.000Z' });
    expect(body.location.latitude).toBeCloseTo(48.5);
    expect(body.location.longitude).toBeCloseTo(-2.25);
    for (const [url, longest] of [
      [body.url, 400],
      [body.thumbnailUrl, 320],
    ] as const) {
      const answer = await owner.get(url);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp']);
      const seen = await sharp(answer.raw).metadata();
      expect([seen.width, seen.height]).toEqual([(longest / 4) * 3, longest]);
      expect([seen.exif, seen.xmp, seen.iptc]).toEqual([undefined, undefined, undefined]);
      expect(answer.raw.includes(Buffer.from('Secret Camera'))).toBe(false);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=3600',
      });
    }
  });

  it('stores no time that the database cannot represent', async () => {
    const bytes = await sharp(await picture())
      .withExif({ IFD2: { DateTimeOriginal: '0000:01:01 00:00:00' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await register(await app.upload(owner, bytes));
    expect([status, body.takenAt]).toEqual([201, null]);
  });

  it('answers 200 with the same photo for the same file, address or id [api.common.25, api.common.26, decisions.photos.6, decisions.settled.5]', async () => {
    const bytes = await picture();
    const id = randomUUID();
    const url = await app.upload(owner, bytes);
    const first = await register(url, { id });
    expect([first.status, first.body.id]).toEqual([201, id]);
    const again = [
      await register(url, { id }),
      await register(url),
      await register(await app.upload(owner, bytes), { id }),
      await register(await app.upload(owner, bytes)),
      await register(await app.upload(owner, bytes), { id: randomUUID() }),
    ];
    expect(again.map((answer) => [answer.status, answer.body.id])).toEqual(again.map(() => [200, id]));
    const other = await register(await app.upload(owner, await picture()), { id });
    expect([other.status, other.body.title]).toEqual([409, 'Conflict']);
    const elsewhere = await register(url, { areaSessionId: areas[1]?.id });
    expect(elsewhere.status).toBe(409);
    expect(await photosOf()).toHaveLength(1);
    expect((await owner.get(`/api/photos/${id}/original`)).raw.equals(bytes)).toBe(true);
    // The same file in another area is another photo.
    const copy = await register(await app.upload(owner, bytes), { areaSessionId: areas[1]?.id });
    expect(copy.status).toBe(201);
  });

  it('makes one photo from one upload that is registered twice at the same time', async () => {
    const bytes = await picture();
    const url = await app.upload(owner, bytes);
    const answers = await Promise.all([register(url), register(url), register(url)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await owner.get(`${answers[0]?.body.url.replace('/file', '/original')}`)).raw.equals(bytes)).toBe(true);
  });

  it('loses nothing when a retry with the same id arrives while the first attempt runs', async () => {
    const [bytes, id] = [await picture(), randomUUID()];
    const urls = [await app.upload(owner, bytes), await app.upload(owner, bytes), await app.upload(owner, bytes)];
    const answers = await Promise.all(urls.map((url) => register(url, { id })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 201]);
    const original = await owner.get(`/api/photos/${id}/original`);
    expect([original.status, original.raw.equals(bytes)]).toEqual([200, true]);
    const [one, two] = [await picture(), await picture()];
    const contested = randomUUID();
    const both = await Promise.all(
      [one, two].map(async (each) => register(await app.upload(owner, each), { id: contested })),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const kept = both[0]?.status === 201 ? one : two;
    expect((await owner.get(`/api/photos/${contested}/original`)).raw.equals(kept)).toBe(true);
  });

  it.each(['png', 'webp', 'avif'] as const)('takes %s [decisions.photos.4]', async (format) => {
    const bytes = await sharp(await picture(200, 100))
      [format]()
      .toBuffer();
    const { status, body } = await register(await app.upload(owner, bytes, `image/${format}`));
    expect([status, body.width, body.height]).toEqual([201, 200, 100]);
    expect((await owner.get(body.thumbnailUrl)).headers['content-type']).toBe('image/webp');
  });

  it('belongs to the standalone inspection for which it is taken [7.calls.33, 7.calls.38]', async () => {
    const inspection = await expectOk(
      owner.post('/api/inspections', {
        propertyId,
        sessionId: 'V1StGXR8_Z5jdHi6B-myT',
        propertyName: 'P',
        area: 'Lobby',
      }),
      'Starting an inspection',
    );
    const fields = { areaSessionId: null, inspectionId: inspection.id, category: 'safety' };
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const photo = await expectOk(register(await app.upload(owner, await picture()), fields), 'Adding');
      expect(photo).toMatchObject(fields);
      ids.push(photo.id);
    }
    const { body } = await owner.get(`/api/inspections/${inspection.id}/photos`);
    expect(body.map((each: { id: string }) => each.id)).toEqual(ids);
  });
});

describe('the files of a photo', () => {
  it('are for the owner and admins only [decisions.access.4, api.shapes.10]', async () => {
    const photo = await addedPhoto(owner, areaSessionId);
    const stranger = await app.person('property');
    for (const url of [photo.url, photo.thumbnailUrl, `/api/photos/${photo.id}/original`]) {
      expect((await app.visitor().get(url)).status).toBe(401);
      expect((await stranger.get(url)).status).toBe(404);
      expect((await admin.get(url)).status).toBe(200);
    }
    const original = await owner.get(`/api/photos/${photo.id}/original`);
    expect(original.headers['content-disposition']).toMatch(/^attachment/);
    const evil = await addedPhoto(owner, areaSessionId, { filename: 'evil.html' });
    const saved = (await owner.get(`/api/photos/${evil.id}/original`)).headers['content-disposition'];
    expect(saved).toBe("attachment; filename*=UTF-8''evil.html.jpg");
    expect(original.headers['content-security-policy']).toContain('sandbox');
  });

  it('are made again when missing from the store, except the original', async () => {
    const photo = await addedPhoto(owner, areaSessionId);
    const { preview, thumbnail } = copyKeysOf(photo.id);
    expect((await owner.get(photo.thumbnailUrl)).status).toBe(200);
    for (const key of [preview, thumbnail]) await app.storage.remove(key);
    const answers = await Promise.all([photo.url, photo.thumbnailUrl, photo.url].map((url) => owner.get(url)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const key of [preview, thumbnail]) expect(await app.storage.head(key)).not.toBeNull();

    // A photo saved before print copies existed gets one with its first document.
    const { print } = copyKeysOf(photo.id);
    await app.storage.remove(print);
    await expectOk(
      owner.post(`/api/area-sessions/${areaSessionId}/issues`, {
        title: 'Stain',
        category: 'stain',
        severity: 'low',
        photoId: photo.id,
      }),
      'Adding a finding',
    );
    const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/generate-pip`), 'Planning');
    expect((await owner.get(`/api/pip-reports/${pipReport.id}/export?format=pdf`)).status).toBe(200);
    const jpeg = await sharp(await buffer(await app.storage.read(print))).metadata();
    expect([jpeg.format, jpeg.exif]).toEqual(['jpeg', undefined]);

    const { rows } = await app.database.pool.query('select storage_key from photos where id = $1', [photo.id]);
    for (const key of [rows[0].storage_key, thumbnail]) await app.storage.remove(key);
    for (const url of [photo.thumbnailUrl, `/api/photos/${photo.id}/original`]) {
      const missing = await owner.get(url);
      expect([missing.status, missing.body.code]).toEqual([410, 'photo_file_missing']);
    }
    // The remaining files are still shown.
    expect((await owner.get(photo.url)).status).toBe(200);
  });
});

describe('deleting a photo', () => {
  it('removes its files and its row, and updates the counts [7.calls.39, api.calls.31]', async () => {
    const photo = await addedPhoto(owner, areaSessionId);
    await owner.get(photo.thumbnailUrl);
    const [row] = await app.database.db.select().from(photos).where(eq(photos.id, photo.id));
    const keys = [String(row?.storageKey), ...Object.values(copyKeysOf(photo.id))];
    for (const key of keys) expect(await app.storage.head(key)).not.toBeNull();
    const stranger = await app.person('property');
    expect((await stranger.delete(`/api/photos/${photo.id}`)).status).toBe(404);
    expect((await admin.delete(`/api/photos/${photo.id}`)).status).toBe(403);
    const answers = await Promise.all([1, 2].map(() => owner.delete(`/api/photos/${photo.id}`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect((await owner.get(photo.url)).status).toBe(404);
    expect((await owner.get(`/api/area-sessions/${areaSessionId}`)).body).toMatchObject({
      photoCount: 0,
      itemsChecked: 0,
    });
    await vi.waitFor(
      async () => {
        for (const key of keys) expect(await app.storage.head(key)).toBeNull();
      },
      { timeout: 15_000 },
    );
  });

  it('is refused while the area is in review, and allowed again after it was sent back [api.calls.31, decisions.fieldwork.8]', async () => {
    const photo = await addedPhoto(owner, areaSessionId);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/complete`), 'Completing');
    expect((await owner.get(`/api/photos/${photo.id}`)).body.abilities.delete).toBe(false);
    const answer = await owner.delete(`/api/photos/${photo.id}`);
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/pending review/)]);
    await admin.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Sharper, please' });
    expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(204);
  });
});
