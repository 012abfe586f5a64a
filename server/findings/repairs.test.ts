import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { findingSchema } from '#contract/findings.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk, passedChecks, picture, startedRun } from '#test/factories.ts';

type Finding = z.input<typeof findingSchema>;
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let areas: { id: string }[];
/** The issues that the engine will report for the next photos. */
let seen: DetectedIssue[] = [];

const place = { x: 0.2, y: 0.2, width: 0.3, height: 0.3 };
const detected = (category: DetectedIssue['category'], boundingBox = place): DetectedIssue => ({
  id: randomUUID(),
  severity: 'medium',
  category,
  confidence: 62,
  description: 'Seen by the engine',
  boundingBox,
  recommendedAction: 'Look at it',
});
const analysisOf = (detectedIssues: DetectedIssue[]): Analysis => ({
  objects: [],
  labels: [],
  detectedIssues,
  overallConfidence: 62,
  complianceScore: null,
  imageQuality: { usable: true, reasons: [] },
  engine: { name: 'builtin', model: 'double', version: '1', durationMs: 1 },
});

beforeAll(async () => {
  app = await createTestApp({
    env: { RATE_LIMIT: 'off' },
    analyzer: (real) => ({
      ...real,
      process: async (path, options) => ({
        ...(await real.process(path, { ...options, analyze: false })),
        analysis: options?.analyze === false ? null : analysisOf(seen),
      }),
    }),
  });
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
  areas = (await startedRun(owner, admin)).areas;
});
afterAll(() => app.close());

const areaId = () => areas[0]?.id ?? '';
const list = async (person = owner): Promise<Finding[]> =>
  (await person.get(`/api/area-sessions/${areaId()}/issues`)).body;

/** Adds a photo on which the engine reports these issues, and waits for its analysis. */
async function photograph(issues: DetectedIssue[], fields: object = {}, person = owner) {
  seen = issues;
  const url = await app.upload(person, await picture());
  const heard = app.events.waitFor((event) => event.type === 'photo_analysed', 20_000);
  const input = { areaSessionId: areaId(), filename: 'a.jpg', url, category: 'lobby', source: 'camera', ...fields };
  const answer = await person.post('/api/photos', input);
  if (answer.status === 201) await heard;
  return answer;
}

/** Adds a photo for which the engine makes a finding, and returns the finding. */
async function found(): Promise<Finding> {
  await photograph([detected('water_damage')]);
  const [finding] = await list();
  if (!finding) throw new Error('Nothing was found');
  return finding;
}
const current = async (id: string, person = owner) => (await list(person)).find((each) => each.id === id);

describe('a photo of a repair', () => {
  it('is linked to its finding: the engine reports what it still sees and adds no second finding, and a user decides', async () => {
    const finding = await found();
    expect(finding).toMatchObject({ repairs: [], repairVerdict: null, abilities: { edit: true, repair: true } });
    const first = await photograph([detected('water_damage'), detected('mould')], { repairOf: finding.id });
    expect([first.status, first.body.repairOf]).toEqual([201, finding.id]);
    const still = await current(finding.id);
    expect(still).toMatchObject({
      status: 'pending',
      repairVerdict: null,
      repairs: [
        {
          photoId: first.body.id,
          imageUrl: first.body.url,
          thumbnailUrl: first.body.thumbnailUrl,
          sight: { outcome: 'still', category: 'water_damage', confidence: 62, boundingBox: place, doubt: null },
        },
      ],
    });
    // Any other defect that the engine sees becomes its own finding.
    expect((await list()).map(({ category }) => category).toSorted()).toEqual(['mould', 'water_damage']);

    const kept: Finding = await expectOk(owner.patch(`/api/issues/${finding.id}`, { status: 'confirmed' }), 'Deciding');
    expect(kept).toMatchObject({ status: 'confirmed', repairVerdict: 'still_there' });
    const second = await photograph([], { repairOf: finding.id });
    expect(await current(finding.id)).toMatchObject({
      status: 'confirmed',
      repairVerdict: null,
      repairs: [
        { photoId: second.body.id, sight: { outcome: 'none', category: null } },
        { photoId: first.body.id, sight: { outcome: 'still' } },
      ],
    });
    // Until a user resolves the finding, the repair photo counts it too.
    const scoreOf = async (id: string) =>
      (await owner.get(`/api/photos/${id}`)).body.aiAnalysis.complianceScore.overall;
    expect(await scoreOf(second.body.id)).toBeLessThan(100);
    const resolved: Finding = await expectOk(
      owner.patch(`/api/issues/${finding.id}`, { status: 'resolved' }),
      'Deciding',
    );
    expect(resolved).toMatchObject({ status: 'resolved', repairVerdict: 'resolved' });
    expect(await scoreOf(second.body.id)).toBe(100);
    // The reviewer sees the same pair of photos, but may not add one.
    expect(await current(finding.id, admin)).toMatchObject({
      repairs: [{ photoId: second.body.id }, { photoId: first.body.id }],
      abilities: { edit: true, repair: false },
    });
    expect((await owner.delete(`/api/photos/${second.body.id}`)).status).toBe(204);
    expect((await current(finding.id))?.repairs).toHaveLength(1);
  });

  it('is refused for a finding of another area or user or that does not exist, and once the area is closed', async () => {
    const finding = await found();
    const stranger = await app.person('property');
    const theirs = (await startedRun(stranger)).areas[0].id as string;
    for (const [fields, person] of [
      [{ repairOf: randomUUID() }, owner],
      [{ repairOf: finding.id, areaSessionId: areas[1]?.id }, owner],
      [{ repairOf: finding.id, areaSessionId: theirs }, stranger],
    ] as const) {
      const refused = await photograph([], fields, person);
      expect([refused.status, refused.body.code]).toEqual([404, 'finding_not_found']);
    }
    expect((await photograph([], { repairOf: finding.id }, stranger)).status).toBe(404);
    await passedChecks(owner, `/api/area-sessions/${areaId()}`, 'all');
    await expectOk(owner.post(`/api/area-sessions/${areaId()}/complete`), 'Completing');
    expect((await photograph([], { repairOf: finding.id })).status).toBe(409);
    expect(await current(finding.id)).toMatchObject({ repairs: [], abilities: { repair: false } });
  });

  it('comes with the finished work of a plan item: it is analyzed, without findings of its own', async () => {
    const finding = await found();
    await passedChecks(owner, `/api/area-sessions/${areaId()}`, 'all');
    await expectOk(owner.patch(`/api/issues/${finding.id}`, { status: 'confirmed' }), 'Confirming');
    const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${areaId()}/generate-pip`), 'Generating');
    const itemUrl = `/api/pip-items/${pipReport.items[0].id}`;
    await expectOk(admin.patch(itemUrl, { status: 'approved' }), 'Approving');
    await expectOk(admin.post(`/api/pip-reports/${pipReport.id}/submit`), 'Sending');
    await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/accept`), 'Accepting');
    await expectOk(owner.patch(itemUrl, { status: 'in_progress' }), 'Starting');
    const work = { areaSessionId: null, planItemId: pipReport.items[0].id };
    const wrong = await photograph([], { ...work, repairOf: randomUUID() });
    expect([wrong.status, wrong.body.code]).toEqual([404, 'finding_not_found']);
    const after = await photograph([detected('water_damage'), detected('mould')], work);
    expect([after.status, after.body.repairOf]).toEqual([201, finding.id]);
    const reported = await expectOk(owner.patch(itemUrl, { status: 'awaiting_verification' }), 'Reporting');
    const repairs = [{ photoId: after.body.id, sight: { outcome: 'still', category: 'water_damage' } }];
    expect(reported).toMatchObject({ completionPhotos: [{ id: after.body.id }], issue: { repairs } });
    expect(await list()).toMatchObject([{ id: finding.id, repairs }]);
    await expectOk(admin.patch(itemUrl, { status: 'completed' }), 'Verifying');
    expect(await list(admin)).toMatchObject([{ status: 'resolved', repairVerdict: 'resolved' }]);
  });
});
