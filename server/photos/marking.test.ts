import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#contract/findings.ts';
import { changedMarks, marksPatch, marksText, type PhotoMark } from '#contract/photo-marks.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';

const arrow = (): PhotoMark => ({ id: randomUUID(), kind: 'arrow', from: { x: 0.1, y: 0.2 }, to: { x: 0.5, y: 0.5 } });
const circle = (): PhotoMark => ({
  id: randomUUID(),
  kind: 'circle',
  box: { x: 0.2, y: 0.2, width: 0.25, height: 0.5 },
});
const text = (words: string): PhotoMark => ({ id: randomUUID(), kind: 'text', at: { x: 0.3, y: 0.9 }, text: words });

describe('marks', () => {
  const [one, two, three] = [arrow(), circle(), text('Leak here')];

  it('merge in any order, and repeating a change has no effect', () => {
    const [adds, removes] = [
      { added: [two], removed: [] },
      { added: [three], removed: [one.id] },
    ];
    const ids = (marks: PhotoMark[]) => marks.map(({ id }) => id).toSorted();
    const first = changedMarks(changedMarks([one], adds), removes);
    expect(ids(first)).toEqual([two.id, three.id].toSorted());
    expect(ids(changedMarks(changedMarks([one], removes), adds))).toEqual(ids(first));
    expect(changedMarks(first, removes)).toEqual(first);
    expect(changedMarks([], { added: [one, one], removed: [] })).toEqual([one]);
  });

  it('are compared by id, and described in words', () => {
    expect(marksPatch([one, two], [two, three])).toEqual({ added: [three], removed: [one.id] });
    expect(marksText([one, arrow(), two, three])).toBe('2 arrows, 1 circle, "Leak here"');
    expect(marksText([])).toBe('');
  });
});

describe('marking a photo', () => {
  type Person = Awaited<ReturnType<TestApp['person']>>;
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
  const mark = (marks: object) => owner.patch(`/api/photos/${photo.id}`, { marks });

  it('stores arrows, circles and texts beside the untouched original, each once [api.added.71]', async () => {
    const original = (await owner.get(`/api/photos/${photo.id}/original`)).raw;
    const marks = [arrow(), circle(), text(' Leak here ')];
    const kept = [marks[0], marks[1], { ...marks[2], text: 'Leak here' }];
    for (let time = 0; time < 2; time += 1)
      expect(await expectOk(mark({ added: marks }), 'Marking')).toMatchObject({ id: photo.id, marks: kept });
    const { photos } = await owner.call('GET', `/api/area-sessions/${areaSessionId}/photos`);
    expect(photos).toMatchObject([{ marks: kept }]);
    expect((await owner.get(`/api/photos/${photo.id}/original`)).raw.equals(original)).toBe(true);
    const finding = { title: 'Leak', severity: 'high', category: 'water_damage', photoId: photo.id };
    await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/issues`, finding), 'A finding');
    await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/issues`, { ...finding, photoId: null }), 'Another');
    const findings = await owner.call('GET', `/api/area-sessions/${areaSessionId}/issues`);
    const onPhoto = new Map(findings.map((each: Finding) => [each.photoId, each.photoMarks]));
    expect([onPhoto.get(photo.id), onPhoto.get(null)]).toEqual([kept, []]);
    expect((await mark({ removed: [marks[0]?.id, marks[2]?.id] })).body.marks).toEqual([marks[1]]);
    const admin = await app.person('admin');
    const log = await admin.call('GET', `/api/admin/audit-logs?entityType=photo&entityId=${photo.id}`);
    expect(log[0]).toMatchObject({ action: 'photo.marked', details: { marks: 1, before: 3 } });
  });

  it('merges what two devices draw at the same moment', async () => {
    const drawn = Array.from({ length: 8 }, arrow);
    const answers = await Promise.all(drawn.map((each) => mark({ added: [each] })));
    expect(answers.map(({ status }) => status)).toEqual(drawn.map(() => 200));
    const { marks } = (await owner.get(`/api/photos/${photo.id}`)).body;
    expect(new Set(marks.map(({ id }: PhotoMark) => id))).toEqual(new Set(drawn.map(({ id }) => id)));
  });

  it('refuses more than 20 marks, marks outside the picture, and empty or long texts', async () => {
    const many = Array.from({ length: 20 }, circle);
    await expectOk(mark({ added: many }), 'Marking');
    expect(await mark({ added: [arrow()] })).toMatchObject({
      status: 409,
      body: { code: 'photo_marks_full', detail: 'A photo takes at most 20 marks' },
    });
    expect((await owner.patch(`/api/photos/${photo.id}`, { room: '9', marks: { added: [arrow()] } })).status).toBe(409);
    expect((await owner.get(`/api/photos/${photo.id}`)).body.room).toBeNull();
    expect((await mark({ added: [arrow()], removed: [many[0]?.id] })).status).toBe(200);
    for (const wrong of [
      { ...arrow(), to: { x: 1.2, y: 0.5 } },
      { ...text(' '), id: randomUUID() },
      text('a'.repeat(61)),
      { id: randomUUID(), kind: 'star' },
      { ...arrow(), id: 'one' },
    ])
      expect((await mark({ added: [wrong] })).status).toBe(400);
  });

  it('is for the owner only, while the area is open', async () => {
    const stranger = await app.person('property');
    const admin = await app.person('admin');
    const input = { marks: { added: [arrow()] } };
    expect((await stranger.patch(`/api/photos/${photo.id}`, input)).status).toBe(404);
    expect((await admin.patch(`/api/photos/${photo.id}`, input)).status).toBe(403);
    await expectOk(owner.post(`/api/area-sessions/${areaSessionId}/complete`), 'Completing');
    expect((await mark(input.marks)).status).toBe(409);
    expect((await owner.get(`/api/photos/${photo.id}`)).body.marks).toEqual([]);
  });
});
