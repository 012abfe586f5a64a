import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { sampleAccounts } from './sample.content.ts';
import { drawPicturesAt } from './sample.pictures.ts';

let app: TestApp;
beforeAll(async () => {
  // A third of the full size, because drawing takes longest and the engine reads larger pictures in five parts.
  app = await createTestApp({ env: { SAMPLE_DATA: 'on' }, engine: 'builtin', drawPictures: drawPicturesAt(0.35) });
});
afterAll(() => app.close());

async function signedIn(key: 'admin' | 'owner' | 'second'): Promise<Client> {
  const account = sampleAccounts.find((item) => item.key === key);
  const client = app.visitor();
  const answer = await client.post('/api/login', { username: account?.username, password: account?.password });
  expect(answer.status).toBe(200);
  return client;
}

it(
  'loads by a job while the accounts can be used, and never twice [api.running.11, decisions.modes.7]',
  { timeout: 400_000 },
  async () => {
    const ready = app.events.waitFor(
      (event) => event.type === 'sample_progress' && event.payload.state !== 'loading',
      380_000,
    );
    await app.system.services.sample.begin();
    const { sampleData } = (await app.visitor().get('/api/config')).body;
    expect(sampleData).toMatchObject({ state: 'loading' });
    expect(sampleData.accounts).toHaveLength(3);
    const owner = await signedIn('owner');
    expect(await ready).toBe(true);
    expect((await app.visitor().get('/api/config')).body.sampleData).toMatchObject({ state: 'ready', percent: 100 });

    const [admin, second] = [await signedIn('admin'), await signedIn('second')];
    const properties = [...(await owner.get('/api/properties')).body, ...(await second.get('/api/properties')).body];
    expect(new Set(properties.map((property) => property.name))).toEqual(
      new Set(['Harbour Inn', 'Mesa Court', 'Lakeside Resort', 'Cedar Lodge']),
    );
    const cases = (await admin.get('/api/admin/inspection-cases')).body;
    expect(cases.counts).toMatchObject({ all: 7, pending: 4, in_progress: 1, completed: 1, cancelled: 1 });

    // The finished inspection: every photo went through the pipeline, every area is approved, the plan waits for its
    // owner.
    const done = cases.cases.find((item: { status: string }) => item.status === 'completed');
    expect(done).toMatchObject({ propertyName: 'Harbour Inn', inspectionStatus: 'approved' });
    const areaSessions = (await owner.get(`/api/area-sessions?propertyId=${done.propertyId}`)).body;
    expect(areaSessions.every((areaSession: { reviewStatus: string }) => areaSession.reviewStatus === 'approved')).toBe(
      true,
    );
    for (const areaSession of areaSessions)
      expect([areaSession.area.name, areaSession.complianceScore]).toEqual([areaSession.area.name, expect.any(Number)]);
    const ofRun = (await owner.get(`/api/inspection-runs/${areaSessions[0].runId}`)).body.run;
    expect(ofRun.coverage).toMatchObject({ requirements: 3, requirementsMet: 3 });
    const requirements = (await admin.get(`/api/inspection-cases/${done.id}/requirements`)).body;
    const shown = await Promise.all(
      requirements.map(async ({ evidence }: { evidence: { photoId: string } }) => {
        const { body: photo } = await admin.get(`/api/photos/${evidence.photoId}`);
        return photo.description;
      }),
    );
    expect(shown).toEqual([
      'Extinguisher and exit on the ground floor',
      'Bathroom corner above the tub',
      'Corridor of the second floor',
    ]);
    const rooms = areaSessions.find(
      (areaSession: { area: { code: string } }) => areaSession.area.code === 'guest_rooms',
    );
    const { photos } = (await owner.get(`/api/area-sessions/${rooms.id}/photos`)).body;
    expect(photos.length).toBeGreaterThan(2);
    for (const photo of photos)
      expect(photo).toMatchObject({ analysisStatus: 'done', aiAnalysis: { engine: { name: 'builtin' } } });
    const [plan] = (await owner.get('/api/pip-reports')).body;
    expect(plan).toMatchObject({ source: 'property', status: 'pending_approval', abilities: { accept: true } });
    expect(plan.itemCount).toBeGreaterThan(3);

    // The owner's standalone inspection: two defects and a readable certificate, not submitted yet.
    const own = (await owner.get('/api/inspections?status=in_progress')).body;
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ propertyName: 'Mesa Court', areaSessionId: null, photoCount: 3 });
    const evidence = (await owner.get(`/api/inspections/${own[0].id}/photos`)).body;
    const paper = evidence.find((photo: { category: string }) => photo.category === 'certificates');
    expect(paper).toMatchObject({ pageCount: 1, text: expect.stringContaining('gauge green') });

    const inspections = (await admin.get('/api/admin/inspections')).body;
    expect(inspections.counts).toMatchObject({ pending_review: 2, requires_action: 1, approved: 10 });
    expect((await second.get('/api/messages')).body).toHaveLength(2);
    expect((await admin.get('/api/admin/audit-logs/verify')).body.ok).toBe(true);

    await app.system.services.sample.begin();
    expect((await admin.get('/api/admin/inspection-cases')).body.counts.all).toBe(7);
  },
);
