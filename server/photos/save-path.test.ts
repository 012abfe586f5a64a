import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { createTestApp, type TestApp } from '#test/app.ts';
import { picture, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let areaSessionId: string;
/** Called while copies are being made. */
let meanwhile: (() => Promise<unknown>) | null = null;
beforeAll(async () => {
  app = await createTestApp({
    engine: 'builtin',
    work: false,
    analyzer: (real) => ({
      ...real,
      async process(...task) {
        await meanwhile?.();
        return real.process(...task);
      },
    }),
  });
  owner = await app.person('property');
  areaSessionId = (await startedRun(owner)).areas[0]?.id ?? '';
});
afterEach(() => {
  meanwhile = null;
});
afterAll(() => app.close());

async function register(prefer?: string) {
  const url = await app.upload(owner, await picture());
  const started = performance.now();
  const answer = await owner.send({
    method: 'POST',
    url: '/api/photos',
    headers: { 'x-csrf-token': owner.csrfToken ?? '', ...(prefer ? { prefer } : {}) },
    payload: { areaSessionId, filename: 'lobby.jpg', url, category: 'lobby' },
  });
  return { ...answer, milliseconds: performance.now() - started };
}

describe('a photo whose analysis has not begun', () => {
  it('is answered as soon as it is stored, before its analysis [api.calls.29, decisions.photos.9]', async () => {
    const { status, body, headers } = await register();
    expect(status).toBe(201);
    expect(body).toMatchObject({ aiAnalysis: null, analysisStatus: 'pending' });
    expect(headers['preference-applied']).toBeUndefined();
  });

  it('is waited for as long as the client asks, up to 5 seconds [api.calls.30]', async () => {
    const { status, body, headers, milliseconds } = await register('wait=1');
    expect(status).toBe(201);
    expect(body).toMatchObject({ aiAnalysis: null, analysisStatus: 'pending' });
    expect(headers['preference-applied']).toBe('wait=1');
    expect(milliseconds).toBeGreaterThanOrEqual(1000);
    expect((await register('wait=3600')).headers['preference-applied']).toBe('wait=5');
  });

  it('gets its copies when they are first requested, once for concurrent requests [decisions.photos.10]', async () => {
    const { body } = await register();
    let made = 0;
    meanwhile = async () => {
      made += 1;
    };
    const asked = [body.thumbnailUrl, body.previewUrl, body.thumbnailUrl, body.url].map((url) => owner.get(url));
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect((await sharp(answer.raw).metadata()).exif).toBeUndefined();
    }
    const { rows } = await app.database.pool.query('select derived_at, analysis_status from photos where id = $1', [
      body.id,
    ]);
    expect(rows).toEqual([{ derived_at: expect.any(Date), analysis_status: 'pending' }]);
    expect(made).toBe(1);
  });

  it('leaves no copy when it is deleted while the copy is being made', async () => {
    const { body } = await register();
    // A job removes the original, but no jobs run here.
    meanwhile = () => owner.delete(`/api/photos/${body.id}`);
    expect((await owner.get(body.previewUrl)).status).toBe(404);
    for (const name of ['preview.webp', 'thumbnail.webp', 'print.jpg']) {
      expect(await app.storage.head(`photos/${body.id}/${name}`)).toBeNull();
    }
  });
});

it("counts in the AI's confidence of the inspection that was submitted before its analysis", async () => {
  const { areas } = await startedRun(owner);
  areaSessionId = areas[0].id;
  const { body: photo } = await register();
  const { inspectionId } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/complete`);
  const confidence = async () => (await owner.call('GET', `/api/inspections/${inspectionId}`)).aiConfidenceScore;
  expect(await confidence()).toBeNull();
  const never = new AbortController().signal;
  const job = app.system.jobs.find(({ name }) => name === 'analyse-photo');
  await job?.run({ photoId: photo.id }, { signal: never, stopping: never });
  const { aiAnalysis } = await owner.call('GET', `/api/photos/${photo.id}`);
  expect(await confidence()).toBe(aiAnalysis.overallConfidence.toFixed(2));
});

it('is answered with the analysis that ended during the wait [api.calls.30]', async () => {
  const working = await createTestApp({ engine: 'builtin' });
  try {
    const person = await working.person('property');
    const { areas } = await startedRun(person);
    const url = await working.upload(person, await picture());
    const { body } = await person.send({
      method: 'POST',
      url: '/api/photos',
      headers: { 'x-csrf-token': person.csrfToken ?? '', prefer: 'respond-async, wait=5' },
      payload: { areaSessionId: areas[0]?.id, filename: 'lobby.jpg', url, category: 'lobby' },
    });
    expect(body.aiAnalysis).toMatchObject({ engine: { name: 'builtin' } });
  } finally {
    await working.close();
  }
});
