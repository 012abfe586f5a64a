import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { findingSchema } from '#contract/findings.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedRun, uploadFile } from '#test/factories.ts';
import { samplePicture } from '#test/sample-pictures.ts';
import { listOpenByPhotos } from './findings.repository.ts';

type Finding = z.input<typeof findingSchema>;
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['person']>>;
let areaId: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT: 'off' } });
});
beforeEach(async () => {
  owner = await app.person('property');
  areaId = (await startedRun(owner)).areas[0].id;
});
afterAll(() => app.close());

const list = async (): Promise<Finding[]> => (await owner.get(`/api/area-sessions/${areaId}/issues`)).body;
const addFinding = async (title: string, fields: object = {}): Promise<Finding> =>
  expectOk(
    owner.post(`/api/area-sessions/${areaId}/issues`, { title, category: 'crack', severity: 'medium', ...fields }),
    'Adding a finding',
  );
const post = (finding: { id: string }, step: string, ids?: string[]) =>
  owner.post(`/api/issues/${finding.id}/${step}`, ids && { ids });
const openOnes = async () => (await list()).filter(({ status }) => status !== 'dismissed').map(({ title }) => title);
const planned = async () =>
  (await expectOk(owner.post(`/api/area-sessions/${areaId}/generate-pip`), 'Generating')).pipReport.items;

/** A finding with a photo of its own. */
async function photographed(title: string, fields: object = {}) {
  const photo = await addedPhoto(owner, areaId);
  const boundingBox = { x: 0.1, y: 0.1, width: 0.5, height: 0.25 };
  return { photo, finding: await addFinding(title, { photoId: photo.id, boundingBox, ...fields }) };
}

describe('findings of one defect', () => {
  it('become one with all photos and one plan item, and are separate again after an undo [domain.defects.1, api.added.80]', async () => {
    await passedChecks(owner, `/api/area-sessions/${areaId}`);
    const near = await photographed('Crack from near');
    const far = await photographed('Crack from afar', { severity: 'high' });
    const others = (await list()).filter(({ source }) => source === 'ai');
    expect(others).toEqual([]);
    expect(await planned()).toHaveLength(2);

    const kept: Finding = await expectOk(post(near.finding, 'merge', [far.finding.id]), 'Merging');
    expect(kept).toMatchObject({
      id: far.finding.id,
      severity: 'high',
      status: 'confirmed',
      mergedInto: null,
      parts: [{ id: near.finding.id, photoId: near.photo.id, boundingBox: near.finding.boundingBox }],
    });
    expect(await openOnes()).toEqual(['Crack from afar']);
    const part = (await list()).find(({ id }) => id === near.finding.id);
    expect(part).toMatchObject({ status: 'dismissed', mergedInto: far.finding.id });
    const items = await planned();
    expect(items).toMatchObject([{ title: 'Crack from afar', issue: { parts: [{ photoId: near.photo.id }] } }]);

    const again: Finding = await expectOk(post(near.finding, 'separate'), 'Separating');
    expect(again).toEqual(near.finding);
    expect((await openOnes()).toSorted()).toEqual(['Crack from afar', 'Crack from near']);
    expect(await planned()).toHaveLength(2);
    expect((await post(near.finding, 'separate')).status).toBe(409);
  });

  it('keep earlier merges, and are separated together or one by one by a decision', async () => {
    const [a, b, c] = [await addFinding('a'), await addFinding('b'), await addFinding('c', { severity: 'critical' })];
    await expectOk(post(a, 'merge', [b.id]), 'Merging');
    const all: Finding = await expectOk(post(a, 'merge', [c.id]), 'Merging');
    expect([all.id, all.parts.map(({ id }) => id).toSorted()]).toEqual([c.id, [a.id, b.id].toSorted()]);
    await expectOk(owner.patch(`/api/issues/${a.id}`, { status: 'confirmed' }), 'Deciding');
    expect(await openOnes()).toEqual(['c', 'a']);
    await expectOk(post(c, 'separate'), 'Separating');
    expect(await openOnes()).toEqual(['c', 'a', 'b']);
  });

  it('must be of one category, open, and of one area', async () => {
    const crack = await addFinding('Crack');
    const stain = await addFinding('Stain', { category: 'stain' });
    const refused = await post(crack, 'merge', [stain.id]);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Only findings of one category can be the same defect',
    ]);
    expect((await post(crack, 'merge', [])).status).toBe(400);
    expect((await post(crack, 'merge', [crack.id])).status).toBe(409);
    const elsewhere = (await startedRun(owner)).areas[0].id;
    const other = await expectOk(
      owner.post(`/api/area-sessions/${elsewhere}/issues`, { title: 'x', category: 'crack', severity: 'low' }),
      'Adding a finding',
    );
    expect((await post(crack, 'merge', [other.id])).status).toBe(400);
    const closed = await addFinding('Closed');
    await expectOk(owner.patch(`/api/issues/${closed.id}`, { status: 'dismissed' }), 'Dismissing');
    expect((await post(crack, 'merge', [closed.id])).status).toBe(409);
  });

  it('count separately again when the photo of the primary finding is deleted', async () => {
    const near = await photographed('Crack from near');
    const far = await photographed('Crack from afar', { severity: 'high' });
    await expectOk(post(near.finding, 'merge', [far.finding.id]), 'Merging');
    // Only findings of the AI are deleted with their photo.
    await app.database.pool.query("update inspection_issues set source = 'ai' where id = $1", [far.finding.id]);
    expect((await owner.delete(`/api/photos/${far.photo.id}`)).status).toBe(204);
    expect(await openOnes()).toEqual(['Crack from near']);
  });

  it('stay merged when the primary finding is deleted and others are left', async () => {
    const [low, high] = [await addFinding('Low', { severity: 'low' }), await addFinding('High', { severity: 'high' })];
    const worst = await photographed('Worst', { severity: 'critical' });
    await expectOk(post(worst.finding, 'merge', [low.id, high.id]), 'Merging');
    await app.database.pool.query("update inspection_issues set source = 'ai' where id = $1", [worst.finding.id]);
    expect((await owner.delete(`/api/photos/${worst.photo.id}`)).status).toBe(204);
    expect(await openOnes()).toEqual(['High']);
    expect((await list()).find(({ id }) => id === high.id)).toMatchObject({
      status: 'confirmed',
      parts: [{ id: low.id }],
    });
  });

  it('count once for a photo that shows several of them', async () => {
    const { photo, finding } = await photographed('Crack', { severity: 'critical' });
    const beside = await addFinding('Beside it', { photoId: photo.id });
    const other = await photographed('Left of it');
    const right = await addFinding('Right of it', { photoId: other.photo.id });
    for (const { id } of [beside, other.finding, right]) await expectOk(post(finding, 'merge', [id]), 'Merging');
    const counted = await listOpenByPhotos(app.database.db, [photo.id, other.photo.id]);
    expect(counted.map((row) => [row.photoId, row.finding.id])).toEqual([
      [photo.id, finding.id],
      [other.photo.id, finding.id],
    ]);
  });

  it('are resolved by the check of a merged one once they are separated', async () => {
    const [check] = await owner.call('GET', `/api/area-sessions/${areaId}/checklist`);
    const address = `/api/area-sessions/${areaId}/checklist/${check.id}`;
    await expectOk(owner.patch(address, { result: 'fail', severity: 'low' }), 'Failing');
    const [failed] = (await list()) as [Finding];
    const worse = await addFinding('Worse', { category: failed.category, severity: 'critical' });
    await expectOk(post(worse, 'merge', [failed.id]), 'Merging');
    await expectOk(owner.patch(address, { result: 'pass' }), 'Passing');
    const [first, part] = (await list()) as [Finding, Finding];
    expect([first.id, first.status, part.status, part.mergedInto]).toEqual([
      worse.id,
      'confirmed',
      'dismissed',
      worse.id,
    ]);
    expect(await expectOk(post(failed, 'separate'), 'Separating')).toMatchObject({ status: 'resolved' });
  });

  it('are restored by an undo, including earlier merges', async () => {
    const [a, b, c] = [await addFinding('a'), await addFinding('b', { severity: 'high' }), await addFinding('c')];
    await expectOk(post(a, 'merge', [c.id]), 'Merging');
    await expectOk(post(a, 'merge', [b.id]), 'Merging');
    const strange = await addFinding('Another', { severity: 'low' });
    const undone: Finding = await expectOk(post(a, 'separate', [c.id, strange.id]), 'Undoing');
    expect([undone.status, undone.parts.map(({ id }) => id)]).toEqual(['confirmed', [c.id]]);
    expect(await openOnes()).toEqual(['b', 'a', 'Another']);
    expect((await list()).find(({ id }) => id === b.id)?.parts).toEqual([]);
  });
});

describe("'Same defect?'", () => {
  let looking: TestApp;
  beforeAll(async () => {
    looking = await createTestApp({ engine: 'builtin' });
  });
  afterAll(() => looking.close());

  it('is asked about two photos of one place, until a user marks them as different [domain.defects.2]', async () => {
    const person = await looking.person('property');
    const issues = `/api/area-sessions/${(await startedRun(person)).areas[0].id}/issues`;
    const file = await samplePicture('guest-bathroom-mould.jpg');
    const { width, height } = await sharp(file).metadata();
    const part = {
      left: Math.round(width * 0.1),
      top: Math.round(height * 0.1),
      width: Math.round(width * 0.85),
      height: Math.round(height * 0.85),
    };
    const nearer = await sharp(file).extract(part).jpeg().toBuffer();
    const ids: string[] = [];
    for (const bytes of [file, nearer, await samplePicture('pool-deck-crack.jpg')]) {
      const analyzed = looking.events.waitFor((event) => event.type === 'photo_analysed', 60_000);
      const url = await uploadFile(person, bytes);
      const areaSessionId = issues.split('/')[3];
      const photo = await expectOk(
        person.post('/api/photos', { areaSessionId, filename: 'p.jpg', url, category: 'lobby' }),
        'Adding a photo',
      );
      expect(await analyzed).toBe(true);
      const seen = { title: 'Seen', category: 'leak', severity: 'low', photoId: photo.id };
      ids.push((await expectOk(person.post(issues, seen), 'Adding a finding')).id);
    }
    const doubts = async () => {
      const all: Finding[] = (await person.get(issues)).body;
      return ids.map((id) => all.find((finding) => finding.id === id)?.sameAs);
    };
    expect(await doubts()).toEqual([[ids[1]], [ids[0]], []]);
    await expectOk(person.post(`/api/issues/${ids[0]}/tell-apart`, { ids: [ids[1]] }), 'Telling apart');
    expect(await doubts()).toEqual([[], [], []]);
  });
});
