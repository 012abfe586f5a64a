import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, startedRun } from '#test/factories.ts';

let web: TestApp;
let worker: TestApp;
beforeAll(async () => {
  web = await createTestApp({ engine: 'builtin', env: { ROLE: 'web' } });
});
afterAll(async () => {
  await worker.close();
  await web.close();
});

describe('an installation of a web and a worker process', () => {
  it("answers in one, runs jobs in the other, and forwards the job's events to open pages [api.running.9]", async () => {
    const owner = await web.person('property');
    const { areas } = await startedRun(owner);
    const waiting = await addedPhoto(owner, areas[0]?.id ?? '');
    expect(waiting.analysisStatus).toBe('pending');

    const heard = web.events.waitFor(
      ({ type, payload }) => type === 'photo_analysed' && payload.photoId === waiting.id,
      60_000,
    );
    worker = await createTestApp({ engine: 'builtin', env: { ROLE: 'worker' }, beside: web });
    expect(await heard).toBe(true);
    expect((await owner.get(`/api/photos/${waiting.id}`)).body.aiAnalysis.engine.name).toBe('builtin');
  });

  it('answers only health checks in the worker', async () => {
    const visitor = worker.visitor();
    for (const path of ['/api/health', '/api/ready', '/metrics']) {
      expect((await visitor.get(path)).status).toBe(200);
    }
    for (const path of ['/', '/api/user', '/api/properties', '/api/docs', '/uploads/a']) {
      expect((await visitor.get(path)).status).toBe(404);
    }
  });
});
