import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import sharp from 'sharp';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, picture, startedRun } from '#test/factories.ts';
import { manyPages, pdfFile } from '#test/pdf.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let areaSessionId: string;
beforeAll(async () => {
  app = await createTestApp({ engine: 'builtin' });
  owner = await app.person('property');
  areaSessionId = (await startedRun(owner)).areas[0]?.id ?? '';
});
afterAll(() => app.close());

const register = async (bytes: Buffer, fields: Record<string, unknown> = {}) =>
  owner.post('/api/photos', {
    areaSessionId,
    filename: 'sprinklers.pdf',
    url: await app.upload(owner, bytes, 'application/pdf'),
    category: 'certificates',
    ...fields,
  });

describe('a certificate as PDF', () => {
  it('is stored unchanged with its text and a picture of its first page, and is not analyzed', async () => {
    const bytes = await pdfFile(['Certificate of inspection\nNFPA 25', 'Second page']);
    const registered = await register(bytes);
    expect(registered.status).toBe(201);
    const body = await vi.waitFor(
      async () => {
        const { body: photo } = await owner.get(`/api/photos/${registered.body.id}`);
        expect(photo.analysisStatus).not.toBe('pending');
        return photo;
      },
      { timeout: 60_000 },
    );
    expect(body).toMatchObject({
      url: `/api/photos/${body.id}/file`,
      previewUrl: `/api/photos/${body.id}/preview`,
      category: 'certificates',
      pageCount: 2,
      text: 'Certificate of inspection\nNFPA 25\n\nSecond page',
      width: 1236,
      height: 1600,
      analysisStatus: 'off',
      aiAnalysis: null,
    });
    const file = await owner.get(body.url);
    expect(file.raw.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''sprinklers.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    for (const [url, longest] of [
      [body.previewUrl, 1600],
      [body.thumbnailUrl, 320],
    ] as const) {
      const answer = await owner.get(url);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/webp']);
      expect((await sharp(answer.raw).metadata()).height).toBe(longest);
    }
    const original = await owner.get(`/api/photos/${body.id}/original`);
    expect(original.headers['content-disposition']).toMatch(/^attachment/);
    const stranger = await app.person('property');
    for (const url of [body.url, body.previewUrl, body.thumbnailUrl]) {
      expect((await app.visitor().get(url)).status).toBe(401);
      expect((await stranger.get(url)).status).toBe(404);
    }
    expect((await register(bytes)).body.id).toBe(body.id);

    const { rows } = await app.database.pool.query('select storage_key from photos where id = $1', [body.id]);
    const copies = ['preview.webp', 'thumbnail.webp', 'print.jpg'].map((name) => `photos/${body.id}/${name}`);
    const keys = [rows[0].storage_key, ...copies];
    for (const key of keys) expect(await app.storage.head(key)).not.toBeNull();
    expect((await owner.delete(`/api/photos/${body.id}`)).status).toBe(204);
    await vi.waitFor(
      async () => {
        for (const key of keys) expect(await app.storage.head(key)).toBeNull();
      },
      { timeout: 15_000 },
    );
  });

  it('is refused in any other category, whatever its file name [decisions.photos.4]', async () => {
    for (const category of ['lobby', 'safety', 'rooms', 'common']) {
      const { status, body } = await register(await pdfFile([category]), { category, filename: 'photo.jpg' });
      expect([status, body.detail]).toEqual([415, 'A PDF can only be added as a certificate']);
    }
  });

  it.each<[string, () => Promise<Buffer>, number, RegExp]>([
    ['locked', () => pdfFile(['x'], { userPassword: 'secret' }), 422, /locked with a password/],
    ['broken', async () => Buffer.from('%PDF-1.4\nand no more than that'), 422, /damaged or incomplete/],
    ['endless', async () => manyPages(100_000), 413, /more than 500 pages/],
    ['no PDF', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 415, /nor a PDF/],
  ])('%s is refused with a readable reason, and the file is removed', async (_what, make, status, detail) => {
    const url = await app.upload(owner, await make(), 'application/pdf');
    const answer = await owner.post('/api/photos', { areaSessionId, filename: 'a.pdf', url, category: 'certificates' });
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
    const key = app.storage.keyFromUploadUrl(url, new URL(url).origin);
    expect(await app.storage.head(key ?? '')).toBeNull();
  });

  it('may also be a photograph, which is analyzed', async () => {
    const photo = await register(await picture(), { filename: 'tag.jpg' });
    expect(photo.body).toMatchObject({ pageCount: null, text: null, previewUrl: photo.body.url });
    await vi.waitFor(
      async () => expect((await owner.get(`/api/photos/${photo.body.id}`)).body.analysisStatus).toBe('done'),
      { timeout: 20_000 },
    );
  });

  it('counts as evidence for its area', async () => {
    await addedPhoto(owner, areaSessionId);
    await expectOk(register(await pdfFile(['Evidence'])), 'Adding the certificate');
    const { photos } = (await owner.get(`/api/area-sessions/${areaSessionId}/photos`)).body;
    expect(photos.filter((photo: { pageCount: number | null }) => photo.pageCount === 1)).toHaveLength(1);
    expect((await owner.post(`/api/area-sessions/${areaSessionId}/complete`)).status).toBe(200);
  });
});
