import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { analysisSchema } from '#contract/analysis.ts';
import { AnalysisFailed, PhotoRejected } from '#server/analysis/analysis.errors.ts';
import { defectsOfPhoto } from '#server/analysis/extents.rules.ts';
import { scoreFindings } from '#server/analysis/scoring.rules.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, picture, startedRun } from '#test/factories.ts';
import { samplePicture } from '#test/sample-pictures.ts';

const apps: TestApp[] = [];
const create = async (...options: Parameters<typeof createTestApp>) => {
  const app = await createTestApp(...options);
  apps.push(app);
  return app;
};
afterEach(() => vi.restoreAllMocks());
afterAll(() => Promise.all(apps.map((app) => app.close())));

describe('the built-in engine', () => {
  it('rejects a picture one pixel wide as too small, at the first attempt', async () => {
    const app = await create({ engine: 'builtin' });
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const thin = { create: { width: 1, height: 3000, channels: 3, background: '#888' } } as const;
    const url = await app.upload(owner, await sharp(thin).png().toBuffer());
    const input = { areaSessionId: areas[1].id, filename: 'thin.png', url, category: 'guest_rooms' };
    const heard = app.events.waitFor((event) => event.type === 'photo_analysed', 60_000);
    const { id } = await expectOk(owner.post('/api/photos', input), 'Registering');
    await heard;
    const { body } = await owner.get(`/api/photos/${id}`);
    expect([body.analysisStatus, body.aiAnalysis.imageQuality]).toEqual([
      'done',
      { usable: false, reasons: expect.arrayContaining(['too_small']) },
    ]);
    const { rows } = await app.database.pool.query("select retry_count from pgboss.job where name = 'analyse-photo'");
    expect(rows).toEqual([{ retry_count: 0 }]);
    expect((await owner.get(`/api/photos/${id}/thumbnail`)).status).toBe(200);
  });

  it("analyzes a photo after it was saved: findings, score and event, and keeps users' decisions [1.purpose.9, 3.issues.3, domain.score.1, decisions.analysis.4]", async () => {
    const app = await create({ engine: 'builtin' });
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const url = await app.upload(owner, await samplePicture('guest-bathroom-mould.jpg'));
    const heard = app.events.waitFor((event) => event.type === 'photo_analysed', 25_000);
    const added = await owner.post('/api/photos', {
      areaSessionId: areas[1].id,
      filename: 'mould.jpg',
      url,
      category: 'guest_rooms',
    });
    expect(added.status).toBe(201);
    expect(await heard).toBe(true);
    const { body: photo } = await owner.get(`/api/photos/${added.body.id}`);
    const analysis = analysisSchema.parse(photo.aiAnalysis);
    expect(analysis.engine.name).toBe('builtin');
    expect(analysis.error).toBeUndefined();
    // One finding per category, because boxes of one category on a photo are one defect.
    const defects = defectsOfPhoto(analysis.detectedIssues);
    expect(defects.length).toBeGreaterThan(0);
    const { body: issues } = await owner.get(`/api/area-sessions/${areas[1].id}/issues`);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    expect(issues.map((each: { id: string }) => each.id).toSorted()).toEqual(
      defects.toSorted(byId).map((each) => each.id),
    );
    for (const issue of issues) {
      const found = defects.find((each) => each.id === issue.id);
      expect(issue).toMatchObject({
        photoId: photo.id,
        areaSessionId: areas[1].id,
        source: 'ai',
        status: 'pending',
        severity: found?.severity,
        category: found?.category,
        aiConfidence: found?.confidence.toFixed(2),
        boundingBox: found?.boundingBox ?? null,
        recommendedAction: found?.recommendedAction,
      });
    }
    expect(photo.aiAnalysis.complianceScore).toEqual(
      scoreFindings(defects.map((each) => ({ ...each, source: 'ai' as const }))),
    );
    const session = await owner.get(`/api/area-sessions/${areas[1].id}`);
    expect(session.body).toMatchObject({ issuesDetected: issues.length, photoCount: 1 });

    // Dismissing restores the points; deleting the photo removes open AI findings and keeps those that a user decided.
    for (const issue of issues) {
      const dismissed = await owner.patch(`/api/issues/${issue.id}`, { status: 'dismissed' });
      expect([dismissed.status, dismissed.body.decidedBy]).toEqual([200, expect.stringMatching(/^Robin/)]);
    }
    const cleared = await owner.get(`/api/photos/${photo.id}`);
    expect(cleared.body.aiAnalysis.complianceScore.overall).toBe(100);
    await passedChecks(owner, `/api/area-sessions/${areas[1].id}`, 'all');
    expect((await owner.get(`/api/area-sessions/${areas[1].id}`)).body).toMatchObject({
      issuesDetected: 0,
      complianceScore: 100,
    });
    await owner.patch(`/api/issues/${issues[0].id}`, { status: 'pending' });
    expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    const left = (await owner.get(`/api/area-sessions/${areas[1].id}/issues`)).body;
    expect(left.map((each: { id: string }) => each.id)).not.toContain(issues[0].id);
    for (const issue of left) expect(issue).toMatchObject({ photoId: null, status: 'dismissed' });
  });
});

// Run concurrently, because each waits for the retries of its own server.
describe.concurrent('an analysis that fails', () => {
  it('is retried and then marked as failed; the photo is kept [3.aianalysis.6]', async () => {
    let tries = 0;
    const app = await create({
      analyzer: (real) => ({
        ...real,
        process: async () => {
          tries += 1;
          throw new AnalysisFailed('crashed', 'The worker ended');
        },
      }),
    });
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const url = await app.upload(owner, await picture());
    const heard = app.events.waitFor((event) => event.type === 'photo_analysed', 28_000);
    const added = await owner.post('/api/photos', {
      areaSessionId: areas[0].id,
      filename: 'a.jpg',
      url,
      category: 'lobby',
    });
    expect([added.status, added.body.aiAnalysis, added.body.analysisStatus]).toEqual([201, null, 'pending']);
    expect(await heard).toBe(true);
    // Three attempts of the job, and one for the copies alone.
    expect(tries).toBe(4);
    const { body } = await owner.get(`/api/photos/${added.body.id}`);
    expect(body).toMatchObject({
      analysisStatus: 'failed',
      aiAnalysis: { error: 'AI analysis failed', detectedIssues: [] },
    });
    // No copy could be made either: the owner and admins still see the file itself, and other users see nothing.
    const shown = await owner.get(body.url);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await (await app.person('property')).get(body.url)).status).toBe(404);
    expect((await owner.post(`/api/area-sessions/${areas[0].id}/complete`)).status).toBe(200);
  });

  it.each([
    ['gives up', () => new AnalysisFailed('crashed', 'The worker ended'), 'AI analysis failed', 28_000],
    ['rejects the file', () => new PhotoRejected('unreadable'), new PhotoRejected('unreadable').message, 28_000],
  ])(
    'still has shared copies without EXIF when the engine %s [decisions.photos.7]',
    async (_what, failure, reason, milliseconds) => {
      const app = await create({
        analyzer: (real) => ({
          ...real,
          process: async (path, options) => {
            if (options?.analyze === false) return real.process(path, options);
            throw failure();
          },
        }),
      });
      const owner = await app.person('property');
      const { areas } = await startedRun(owner);
      const withExif = await sharp(await picture())
        .withExif({ IFD0: { Copyright: 'Somebody at the lodge' } })
        .jpeg()
        .toBuffer();
      const url = await app.upload(owner, withExif);
      const heard = app.events.waitFor((event) => event.type === 'photo_analysed', milliseconds);
      const added = await owner.post('/api/photos', {
        areaSessionId: areas[0].id,
        filename: 'a.jpg',
        url,
        category: 'lobby',
      });
      expect(added.status).toBe(201);
      expect(await heard).toBe(true);
      const { body } = await owner.get(`/api/photos/${added.body.id}`);
      expect(body).toMatchObject({ analysisStatus: 'failed', aiAnalysis: { error: reason } });
      for (const path of [body.url, body.thumbnailUrl]) {
        const { headers, raw } = await owner.get(path);
        expect(headers['content-type']).toBe('image/webp');
        expect((await sharp(raw).metadata()).exif).toBeUndefined();
      }
      const original = await owner.get(`/api/photos/${added.body.id}/original`);
      expect((await sharp(original.raw).metadata()).exif).toBeDefined();
    },
  );

  it('is pending until the jobs run', async () => {
    const app = await create({ work: false });
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const photo = await addedPhoto(owner, areas[0].id);
    expect(photo).toMatchObject({ aiAnalysis: null, analysisStatus: 'pending' });
    const list = await expectOk(owner.get(`/api/area-sessions/${areas[0].id}/photos`), 'Listing');
    expect(list.photos).toHaveLength(1);
  });
});
