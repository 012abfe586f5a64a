import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AreaSession } from '#contract/areas.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { utcDate } from '#contract/due-dates.ts';
import type { CaseRequirement } from '#contract/requirements.ts';
import { addedPhoto, caseFields, expectOk, inDays, linkedCase, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let runId: string;
let caseId: string;
let lobby: AreaSession;
let pool: AreaSession;
let url: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
const dueFirst = utcDate(new Date(inDays(2)));
const requirements = [
  'Fire doors close',
  { text: 'Photograph the extinguisher', area: 'lobby', photoRequired: true, dueDate: dueFirst },
  { text: 'The floor is dry', area: 'lobby' },
  { text: 'The pool gate latches', area: 'pool' },
];
beforeEach(async () => {
  owner = await app.person('property');
  const { run, areas } = await startedRun(owner, admin, [], { requirements });
  runId = run.id;
  caseId = run.caseId;
  const ofCode = (code: string) => areas.find(({ area }: AreaSession) => area.code === code) as AreaSession;
  [lobby, pool] = [ofCode('lobby'), ofCode('pool')];
  url = `/api/area-sessions/${lobby.id}`;
});
afterAll(() => app.close());

const list = async (address = url) => (await owner.get(`${address}/requirements`)).body;
const choose = (position: number | string, evidence: object, { who = owner, address = url } = {}) =>
  who.put(`${address}/requirements/${position}`, evidence);
const ofCase = async (who = owner): Promise<CaseRequirement[]> =>
  (await who.get(`/api/inspection-cases/${caseId}/requirements`)).body;
const met = async () => {
  const [area, run] = [await owner.get(url), await owner.get(`/api/inspection-runs/${runId}`)];
  const counts = ({ requirements: all, requirementsMet }: { requirements: number; requirementsMet: number }) =>
    `${requirementsMet} of ${all}`;
  const { coverage } = run.body.run;
  const counted = (await ofCase()).filter(({ leftOut }) => leftOut === null);
  expect([counted.length, counted.filter((each) => each.met).length]).toEqual([
    coverage.requirements,
    coverage.requirementsMet,
  ]);
  return [counts(area.body.coverage), counts(coverage)];
};
const firstCheck = async () => (await owner.get(`${url}/checklist`)).body[0].id as string;

describe('the requirements of a case', () => {
  it('are listed in their areas, those about the whole property in each area', async () => {
    const shown = (await owner.get(`/api/inspection-cases/${caseId}`)).body;
    expect(shown.requirements).toEqual([
      'Fire doors close',
      'Photograph the extinguisher',
      'The floor is dry',
      'The pool gate latches',
    ]);
    expect(shown.requirementDetails.slice(0, 2)).toEqual([
      { text: 'Fire doors close', area: null, photoRequired: false, dueDate: null },
      { text: 'Photograph the extinguisher', area: 'lobby', photoRequired: true, dueDate: dueFirst },
    ]);
    expect(await list()).toMatchObject([
      { position: 1, area: 'lobby', photoRequired: true, dueDate: dueFirst, met: false, evidence: null },
      { position: 2, area: 'lobby', photoRequired: false, met: false },
      { position: 0, area: null, metIn: null },
    ]);
    expect((await list(`/api/area-sessions/${pool.id}`)).map(({ position }: { position: number }) => position)).toEqual(
      [3, 0],
    );
  });

  it.each([
    ['2020-01-31', 'before today'],
    [utcDate(new Date(inDays(90))), 'after the case'],
  ])('cannot be due on %s, which is %s', async (dueDate) => {
    const late = [{ text: 'Show the hook', area: 'pool', dueDate }];
    const answer = await admin.post('/api/inspection-cases', {
      ...caseFields('late@example.com'),
      dueDate: inDays(20),
      requirements: late,
    });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { requirements: '“Show the hook” has to be due between today and the due date of the case' },
    ]);
  });

  it('are met by a photo or a passed check, and coverage counts them [domain.score.17]', async () => {
    expect(await met()).toEqual(['0 of 2', '0 of 4']);
    const photo = await addedPhoto(owner, lobby.id);
    const chosen = await choose(1, { photoId: photo.id });
    expect([chosen.status, chosen.body]).toMatchObject([
      200,
      { met: true, evidence: { photoId: photo.id, thumbnailUrl: photo.thumbnailUrl, checklistItemId: null } },
    ]);
    expect(await met()).toEqual(['1 of 2', '1 of 4']);

    // A check meets it once it is passed.
    const item = await firstCheck();
    expect((await choose(2, { checklistItemId: item })).body).toMatchObject({ met: false });
    await owner.patch(`${url}/checklist/${item}`, { result: 'fail' });
    expect(await met()).toEqual(['1 of 2', '1 of 4']);
    await owner.patch(`${url}/checklist/${item}`, { result: 'pass' });
    expect(await met()).toEqual(['2 of 2', '2 of 4']);

    // A requirement about the whole property can be met in any area, and the others name that area.
    await choose(0, { photoId: photo.id });
    expect(await met()).toEqual(['2 of 2', '3 of 4']);
    expect((await list(`/api/area-sessions/${pool.id}`))[1]).toMatchObject({
      position: 0,
      met: true,
      evidence: null,
      metIn: lobby.area.name,
    });

    // Without its photo a requirement is open again; an omitted area has none.
    await expectOk(owner.delete(`/api/photos/${photo.id}`), 'Deleting');
    expect(await met()).toEqual(['1 of 2', '1 of 4']);
    expect((await choose(2, {})).body).toMatchObject({ met: false, evidence: null });
    const reason = { status: 'not_applicable', reason: 'There is no pool' };
    await expectOk(owner.patch(`/api/area-sessions/${pool.id}`, reason), 'Leaving out');
    expect(await met()).toEqual(['0 of 2', '0 of 3']);
  });

  it('are listed with their case: what meets each, and which area was left out and why [api.added.83]', async () => {
    const photo = await addedPhoto(owner, lobby.id);
    await choose(1, { photoId: photo.id });
    const item = await firstCheck();
    await choose(2, { checklistItemId: item });
    await owner.patch(`${url}/checklist/${item}`, { result: 'pass' });
    const reason = 'There is no pool';
    await expectOk(owner.patch(`/api/area-sessions/${pool.id}`, { status: 'not_applicable', reason }), 'Leaving out');
    const open = { met: false, evidence: null, metIn: null, leftOut: null };
    const lobbys = { area: 'lobby', areaName: 'Lobby', metIn: null, leftOut: null };
    const { thumbnailUrl } = photo;
    const shown = [
      { position: 0, text: 'Fire doors close', area: null, areaName: null, ...open },
      { ...lobbys, photoRequired: true, met: true, evidence: { photoId: photo.id, thumbnailUrl } },
      {
        ...lobbys,
        text: 'The floor is dry',
        met: true,
        evidence: { checklistItemId: item, check: expect.any(String) },
      },
      { ...open, text: 'The pool gate latches', area: 'pool', areaName: 'Pool', leftOut: { reason } },
    ];
    expect(await ofCase(admin)).toMatchObject(shown);
    expect(await ofCase()).toMatchObject(shown);
    await choose(0, { photoId: photo.id });
    expect((await ofCase())[0]).toMatchObject({ met: true, metIn: 'Lobby', evidence: { photoId: photo.id } });
    const stranger = await app.person('property');
    expect((await stranger.get(`/api/inspection-cases/${caseId}/requirements`)).status).toBe(404);
  });

  it('name the areas that the onboarding leaves out before the inspection starts', async () => {
    const linked = await linkedCase(owner, admin, { requirements }, ['pool']);
    const list = (await admin.get(`/api/inspection-cases/${linked.case.id}/requirements`)).body;
    expect(list.map(({ leftOut, met: isMet }: CaseRequirement) => [leftOut, isMet])).toEqual([
      [null, false],
      [null, false],
      [null, false],
      [{ reason: null }, false],
    ]);
  });

  it('about the whole property are not met in an area that is left out', async () => {
    const poolUrl = `/api/area-sessions/${pool.id}`;
    const [check] = (await owner.get(`${poolUrl}/checklist`)).body;
    await owner.patch(`${poolUrl}/checklist/${check.id}`, { result: 'pass' });
    await choose(0, { checklistItemId: check.id }, { address: poolUrl });
    expect(await met()).toEqual(['0 of 2', '1 of 4']);
    await expectOk(owner.patch(poolUrl, { status: 'not_applicable', reason: 'Closed' }), 'Leaving out');
    expect(await met()).toEqual(['0 of 2', '0 of 3']);
    expect((await list())[2]).toMatchObject({ position: 0, met: false, metIn: null });
  });

  it('are not met by a photo that the analysis calls unusable', async () => {
    const photo = await addedPhoto(owner, lobby.id);
    await choose(0, { photoId: photo.id });
    await choose(1, { photoId: photo.id });
    expect(await met()).toEqual(['1 of 2', '2 of 4']);
    const analysis = JSON.stringify({ imageQuality: { usable: false, reasons: ['too_dark'] } });
    await app.database.db.execute(
      sql`update photos set analysis_status = 'done', ai_analysis = ${analysis} where id = ${photo.id}`,
    );
    expect(await met()).toEqual(['0 of 2', '0 of 4']);
    expect(await list()).toMatchObject([
      { position: 1, met: false, evidence: { photoId: photo.id } },
      { position: 2, met: false },
      { position: 0, met: false, metIn: null },
    ]);
    expect((await list(`/api/area-sessions/${pool.id}`))[1]).toMatchObject({ position: 0, met: false, metIn: null });
    const other = await addedPhoto(owner, lobby.id);
    expect((await choose(1, { photoId: other.id })).body).toMatchObject({ met: true });
    expect(await met()).toEqual(['1 of 2', '1 of 4']);
  });

  it('count for full coverage: an area with an open one does not reach 100', async () => {
    const photo = await addedPhoto(owner, lobby.id);
    await passedChecks(owner, url, 'all');
    // Analytics reads the stored figures.
    const score = async () => {
      const { rows } = await app.database.db.execute(sql`select score from scope_figures where scope_id = ${lobby.id}`);
      const { complianceScore } = (await owner.get(url)).body;
      expect(rows).toEqual([{ score: complianceScore }]);
      return complianceScore;
    };
    expect(await score()).toBe(99);
    await choose(1, { photoId: photo.id });
    await choose(2, { checklistItemId: await firstCheck() });
    expect(await score()).toBe(100);
    await expectOk(owner.post(`${url}/complete`), 'Completing');
    const { inspectionId } = (await owner.get(url)).body;
    expect((await admin.get(`/api/inspections/${inspectionId}`)).body).toMatchObject({
      complianceScore: 100,
      coverage: { requirements: 2, requirementsMet: 2 },
    });
    expect((await admin.get(`${url}/requirements`)).body).toMatchObject([{ met: true }, { met: true }, { met: false }]);
    expect(await choose(0, { photoId: photo.id })).toMatchObject({ status: 409 });
  });

  it('refuse evidence from another area, a check when a photo is required, and both at once', async () => {
    const elsewhere = await addedPhoto(owner, pool.id, { category: 'pool' });
    const [otherCheck] = (await owner.get(`/api/area-sessions/${pool.id}/checklist`)).body;
    const refusal = async (position: number | string, evidence: object) => {
      const { status, body } = await choose(position, evidence);
      return [status, body.code];
    };
    expect(await refusal(1, { photoId: elsewhere.id })).toEqual([400, 'requirement_photo_elsewhere']);
    expect(await refusal(1, { photoId: randomUUID() })).toEqual([400, 'requirement_photo_elsewhere']);
    expect(await refusal(2, { checklistItemId: otherCheck.id })).toEqual([400, 'requirement_check_elsewhere']);
    expect(await refusal(1, { checklistItemId: await firstCheck() })).toEqual([400, 'requirement_needs_photo']);
    expect((await refusal(2, { checklistItemId: otherCheck.id, photoId: elsewhere.id }))[0]).toBe(400);
    for (const position of [3, 4, -1, 'x', '99999999999'])
      expect(await refusal(position, {})).toEqual([404, 'requirement_not_found']);
    const stranger = await app.person('property');
    expect((await choose(1, {}, { who: stranger })).status).toBe(404);
    expect((await stranger.get(`${url}/requirements`)).status).toBe(404);
    expect((await choose(1, {}, { who: admin })).status).toBe(403);
  });

  it('are empty without a case', async () => {
    const { areas } = await startedRun(owner);
    expect(await list(`/api/area-sessions/${areas[0].id}`)).toEqual([]);
  });
});
