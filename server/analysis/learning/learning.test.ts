import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnedVersion } from '#contract/learning.ts';
import { toSurfaceModel } from '#contract/vision/surface-model.ts';
import { createAnalyzer } from '#server/analysis/analyzer.service.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { passedChecks, picture, startedRun, uploadFile } from '#test/factories.ts';
import { wall, trainingWalls } from '#test/walls.ts';
import { createInstalledHeadService } from './installed-head.service.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;
let areas: { id: string }[];

const box = { x: 0.2, y: 0.2, width: 0.4, height: 0.4 };
const damage = { title: 'Damp wall', severity: 'medium', category: 'water_damage' };
const areaId = (place = 0): string => areas[place]?.id ?? '';

/** Adds a photo and waits for its job, because a photo without an analysis cannot be judged. */
async function photoOf(areaSessionId: string, bytes: Buffer): Promise<{ id: string }> {
  const isProcessed = app.events.waitFor(({ type }) => type === 'photo_analysed', 60_000);
  const url = await uploadFile(owner, bytes);
  const photo = await owner.call('POST', '/api/photos', {
    areaSessionId,
    filename: 'wall.jpg',
    url,
    category: 'lobby',
  });
  expect(await isProcessed).toBe(true);
  return photo;
}
const addFinding = (by: Person, photoId: string, fields: object = {}, place = 0) =>
  by.call('POST', `/api/area-sessions/${areaId(place)}/issues`, { ...damage, photoId, boundingBox: box, ...fields });
const change = (by: Person, id: string, patch: object) => by.call('PATCH', `/api/issues/${id}`, patch);
const state = () => admin.call('GET', '/api/admin/learning');

beforeAll(async () => {
  app = await createTestApp();
  [owner, admin] = [await app.person('property'), await app.person('admin')];
  areas = (await startedRun(owner, admin)).areas;
});
afterAll(() => app.close());

describe('examples from verdicts', () => {
  it('has none at first, and names what is missing', async () => {
    expect(await state()).toMatchObject({
      available: true,
      nightly: true,
      examples: { damaged: 0, clean: 0, setAside: 0, contested: 0, fresh: 0 },
      categories: [],
      obstacle: expect.stringContaining('needs at least 10 and 10'),
      versions: [],
    });
    expect(await admin.call('GET', '/api/admin/learning/run')).toEqual({ run: null });
    expect(await owner.call('GET', '/api/analysis/head')).toEqual({ number: null, head: null });
    const refused = await admin.post('/api/admin/learning/run', {});
    expect([refused.status, refused.body.code]).toEqual([409, 'too_few_examples']);
  });

  it('is refused with another code when the engine cannot learn', async () => {
    const other = await createTestApp({ env: { AI_ENGINE: 'off' } });
    try {
      const person = await other.person('admin');
      const refused = await person.post('/api/admin/learning/run', {});
      expect([refused.status, refused.body.code]).toEqual([409, 'engine_does_not_learn']);
      const { available, obstacle } = await person.call('GET', '/api/admin/learning');
      expect([available, obstacle]).toEqual([false, refused.body.detail]);
    } finally {
      await other.close();
    }
  });

  it('ignores verdicts of a single account until an admin agrees', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const photo = await photoOf(areaId(), await picture());
      ids.push((await addFinding(owner, photo.id)).id);
    }
    expect((await state()).examples).toMatchObject({ damaged: 0, setAside: 5 });
    for (const id of ids) await change(admin, id, { severity: 'high' });
    expect(await state()).toMatchObject({
      examples: { damaged: 5, clean: 0, setAside: 0, fresh: 5 },
      categories: [{ category: 'water_damage', photos: 5, wants: 5, taught: true }],
    });
    // Contradicted verdicts count as sound; the owner alone does not outweigh an admin.
    for (const id of ids) await change(admin, id, { status: 'dismissed' });
    expect((await state()).examples).toMatchObject({ damaged: 0, clean: 5 });
    for (const id of ids) await change(owner, id, { status: 'confirmed' });
    expect((await state()).examples).toMatchObject({ damaged: 0, clean: 5 });
  });

  it('uses photos without findings once the area is approved', async () => {
    const before = (await state()).examples.clean;
    for (let n = 0; n < 3; n += 1) await photoOf(areaId(1), await picture());
    await passedChecks(owner, `/api/area-sessions/${areaId(1)}`);
    expect((await state()).examples.clean).toBe(before);
    await owner.call('POST', `/api/area-sessions/${areaId(1)}/complete`, {});
    const [inspection] = await owner.call('GET', '/api/inspections');
    await admin.call('PUT', `/api/inspections/${inspection.id}`, { status: 'approved' });
    expect((await state()).examples.clean).toBe(before + 3);
  });
});

/** Resolves when the next run of learning ends; call it before the trigger. */
const ended = () => app.events.waitFor((event) => event.type === 'learning_changed' && !event.payload.running, 300_000);
const entries = async (action: string) =>
  (await admin.call('GET', '/api/admin/audit-logs')).filter((entry: { action: string }) => entry.action === action);

describe('learning', { timeout: 400_000 }, () => {
  /** Reads an unjudged wall on another machine, to get the engine version that it uses. */
  async function readElsewhere<T>(use: (read: () => Promise<{ version: string; categories: string[] }>) => Promise<T>) {
    const dataDir = await mkdtemp(join(tmpdir(), 'learned-'));
    const { refresh } = createInstalledHeadService({ db: app.database.db, dataDir });
    const analyzer = createAnalyzer({ workers: 1, dataDir, refreshLearned: refresh });
    const file = join(dataDir, 'unseen.jpg');
    await writeFile(file, await wall(99, [0.2, 0.3, 0.4, 0.4]));
    try {
      return await use(async () => {
        const { analysis } = await analyzer.analyzePicture(file);
        const categories = analysis?.detectedIssues.map(({ category }) => category) ?? [];
        return { version: analysis?.engine.version ?? '', categories };
      });
    } finally {
      await analyzer.close();
      await rm(dataDir, { recursive: true });
    }
  }

  it('learns in a job, on every machine, and can return; devices get the head in use [api.added.53]', async () => {
    for (const { seed, blot } of trainingWalls()) {
      const photo = await photoOf(areaId(), await wall(seed, blot));
      const [x, y, width, height] = blot ?? [0.1, 0.1, 0.3, 0.3];
      const finding = await addFinding(admin, photo.id, { boundingBox: { x, y, width, height } });
      if (!blot) await change(admin, finding.id, { status: 'dismissed' });
    }
    const isOver = ended();
    const { run } = await admin.call('POST', '/api/admin/learning/run');
    expect(run).toMatchObject({ startedBy: expect.stringContaining('Quinn'), version: null });
    const second = await admin.post('/api/admin/learning/run', {});
    expect([second.status, second.body.code]).toEqual([409, 'learning_running']);
    expect(await isOver).toBe(true);
    expect((await admin.call('GET', '/api/admin/learning/run')).run).toMatchObject({
      id: run.id,
      status: 'done',
      version: 1,
      switched: true,
      reason: null,
    });
    const after = await state();
    expect(after.examples.fresh).toBe(0);
    const [version]: LearnedVersion[] = after.versions;
    expect(version).toMatchObject({ number: 1, source: 'verdicts', inUse: true, photos: 28, startedBy: run.startedBy });
    const [category] = version?.categories ?? [];
    expect(category).toMatchObject({ category: 'water_damage', photos: 10 });
    expect(category?.after).toBeGreaterThan(category?.before ?? 10);
    // The log contains what each account contributed.
    expect((await entries('learning.finished'))[0]).toMatchObject({
      userId: admin.user.id,
      entityId: '1',
      details: {
        switched: true,
        taughtBy: expect.arrayContaining([{ userId: admin.user.id, damaged: 10, clean: 18 }]),
      },
    });

    await readElsewhere(async (read) => {
      expect(await read()).toEqual({ version: expect.stringMatching(/\+learned\.1$/), categories: ['water_damage'] });
      const choose = (number: number | null) => admin.call('PUT', '/api/admin/learning/version', { number });
      const { number, head } = await owner.call('GET', '/api/analysis/head');
      expect(number).toBe(1);
      expect(toSurfaceModel(head).classes).toContain('water_damage');
      expect((await choose(null)).versions).toMatchObject([{ number: 1, inUse: false }]);
      expect(await owner.call('GET', '/api/analysis/head')).toEqual({ number: null, head: null });
      expect((await read()).version).not.toContain('learned');
      expect((await choose(1)).versions).toMatchObject([{ number: 1, inUse: true }]);
      expect((await read()).version).toMatch(/\+learned\.1$/);
    });
    expect(await entries('learning.version_chosen')).toHaveLength(2);
    const missing = await admin.put('/api/admin/learning/version', { number: 9 });
    expect([missing.status, missing.body.code]).toEqual([404, 'learned_version_not_found']);
    expect((await state()).versions[0]).toMatchObject({ inUse: true });
  });

  it('does not learn at night when hardly anything is new', async () => {
    await app.system.services.learning.startNightly();
    expect((await admin.call('GET', '/api/admin/learning/run')).run.startedBy).not.toBeNull();
    expect(await entries('learning.started')).toHaveLength(1);
  });
});
