import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '#test/at-once.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, liveInspection, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let areas: { id: string }[];
let url: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
  areas = (await startedRun(owner)).areas;
  url = `/api/area-sessions/${areas[0]?.id}`;
});
afterAll(() => app.close());

const finding = { title: 'Loose rail', description: 'Moves by hand', severity: 'critical', category: 'trip_hazard' };
const scoreOf = async () => (await owner.get(url)).body.complianceScore;

describe('adding a finding by hand', () => {
  it('answers 201, and 200 with the same row when it is sent again [api.added.4, api.common.25, api.common.26, decisions.settled.5]', async () => {
    const photo = await addedPhoto(owner, areas[0]?.id ?? '');
    const id = randomUUID();
    const boundingBox = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    const body = { ...finding, id, photoId: photo.id, boundingBox };
    const added = await owner.post(`${url}/issues`, body);
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      ...body,
      areaSessionId: areas[0]?.id,
      inspectionId: null,
      aiConfidence: null,
      imageUrl: photo.url,
      source: 'person',
      status: 'confirmed',
      recommendedAction: expect.stringMatching(/\S/),
    });
    const again = await owner.post(`${url}/issues`, body);
    expect([again.status, again.body]).toEqual([200, added.body]);
    const others = [
      { title: 'Another' },
      { description: 'Falls off' },
      { severity: 'low' },
      { category: 'leak' },
      { photoId: null },
      { boundingBox: null },
      { boundingBox: { ...boundingBox, width: 0.2 } },
    ];
    for (const other of others)
      expect((await owner.post(`${url}/issues`, { ...body, ...other })).status, JSON.stringify(other)).toBe(409);
    expect((await owner.post(`/api/area-sessions/${areas[1]?.id}/issues`, { ...finding, id })).status).toBe(409);
    expect((await owner.get(`${url}/issues`)).body).toEqual([added.body]);
    // A late repetition is still the same request, even after another user has corrected the finding.
    const changed = await expectOk(admin.patch(`/api/issues/${id}`, { severity: 'high' }), 'Correcting');
    expect(await owner.post(`${url}/issues`, body)).toMatchObject({
      status: 200,
      body: { severity: changed.severity },
    });
  });

  it('has its second of the recording in a live inspection, and nowhere else', async () => {
    const { id } = await liveInspection(owner);
    const body = { ...finding, id: randomUUID(), videoTimestamp: 74 };
    const added = await owner.post(`/api/inspections/${id}/issues`, body);
    expect([added.status, added.body.videoTimestamp]).toEqual([201, 74]);
    expect((await owner.post(`/api/inspections/${id}/issues`, body)).status).toBe(200);
    expect((await owner.post(`/api/inspections/${id}/issues`, { ...body, videoTimestamp: 75 })).status).toBe(409);
    const refused = await owner.post(`${url}/issues`, { ...finding, videoTimestamp: 74 });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['videoTimestamp']]);
    for (const videoTimestamp of [-1, 1.5, 'now'])
      expect((await owner.post(`/api/inspections/${id}/issues`, { ...finding, videoTimestamp })).status).toBe(400);
  });

  it('keeps no picture and no box once its photo is deleted', async () => {
    const photo = await addedPhoto(owner, areas[0]?.id ?? '');
    const boundingBox = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
    const { id } = await expectOk(
      owner.post(`${url}/issues`, { ...finding, photoId: photo.id, boundingBox }),
      'Adding',
    );
    expect((await owner.delete(`/api/photos/${photo.id}`)).status).toBe(204);
    expect((await owner.get(`${url}/issues`)).body).toMatchObject([
      { id, photoId: null, imageUrl: null, boundingBox: null, status: 'confirmed' },
    ]);
  });

  it('changed by two users at once takes one change and answers the other with a 409 [decisions.fieldwork.13]', async () => {
    const { id } = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    const answers = await atOnce(app.database, `select * from area_sessions where id = '${areas[0]?.id}' for update`, [
      () => owner.patch(`/api/issues/${id}`, { title: 'Very loose rail' }),
      () => admin.patch(`/api/issues/${id}`, { title: 'Rail' }),
    ]);
    const refused = answers.find(({ status }) => status === 409);
    const done = answers.find(({ status }) => status === 200);
    expect(refused?.body.detail).toMatch(/^Somebody else changed this finding/);
    expect((await owner.get(`${url}/issues`)).body).toMatchObject([{ title: done?.body.title }]);
    expect((await admin.patch(`/api/issues/${id}`, { title: 'Rail' })).status).toBe(200);
  });

  it('clips a box that a browser rounded beyond the edge', async () => {
    const boundingBox = { x: 0.25, y: 0.5, width: 0.7501, height: 0.5 };
    const added = await expectOk(owner.post(`${url}/issues`, { ...finding, boundingBox }), 'Adding');
    expect(added.boundingBox).toEqual({ x: 0.25, y: 0.5, width: 0.75, height: 0.5 });
  });

  it.each([
    [{ title: '' }, { title: 'Title is required' }],
    [{ title: '\u200B\u2060 \u202E' }, { title: 'Title is required' }],
    [{ severity: 'major' }, { severity: 'Choose a severity' }],
    [{ category: 'ghosts' }, { category: 'Choose a category' }],
    [{ photoId: 'x' }, { photoId: expect.any(String) }],
    [{ photoId: randomUUID() }, { photoId: 'The photo is not one of this area' }],
    [{ boundingBox: { x: -0.2, y: 0, width: 1, height: 1 } }, { 'boundingBox.x': expect.any(String) }],
    [{ boundingBox: { x: 0.9, y: 0, width: 0.9, height: 1 } }, { boundingBox: 'The box reaches beyond the picture' }],
    [{ boundingBox: { x: 0.5, y: 0, width: 0, height: 0.5 } }, { boundingBox: 'The box has no size' }],
  ])('refuses %o', async (wrong, errors) => {
    const answer = await owner.post(`${url}/issues`, { ...finding, ...wrong });
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  });

  it('refuses the photo of another area', async () => {
    const photo = await addedPhoto(owner, areas[1]?.id ?? '');
    const answer = await owner.post(`${url}/issues`, { ...finding, photoId: photo.id });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['photoId']]);
  });
});

describe('the score', () => {
  it('follows the open findings', async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    await passedChecks(owner, url, 'all');
    expect(await scoreOf()).toBe(100);
    const { id } = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    // Safety 60 of 100 weighs 0.4. An open critical finding caps the whole at 49, a high one at 69, a low one at 97.
    expect(await scoreOf()).toBe(49);
    expect((await owner.patch(`/api/issues/${id}`, { severity: 'high' })).body.severity).toBe('high');
    expect(await scoreOf()).toBe(69);
    for (const [status, score] of [
      ['dismissed', 100],
      ['confirmed', 69],
      ['resolved', 100],
      ['pending', 69],
    ] as const) {
      const { body } = await owner.patch(`/api/issues/${id}`, { status, note: `now ${status}` });
      expect([body.status, body.note, body.decidedBy]).toEqual([
        status,
        `now ${status}`,
        expect.stringMatching(/^Robin/),
      ]);
      expect([status, await scoreOf()]).toEqual([status, score]);
    }
    await owner.patch(`/api/issues/${id}`, { severity: 'low' });
    expect(await scoreOf()).toBe(97);
  });

  it('worst findings come first [9.severities.2]', async () => {
    for (const severity of ['low', 'critical', 'medium', 'high']) {
      await expectOk(owner.post(`${url}/issues`, { ...finding, severity }), 'Adding');
    }
    const { body } = await owner.get(`${url}/issues`);
    expect(body.map((each: { severity: string }) => each.severity)).toEqual(['critical', 'high', 'medium', 'low']);
    expect((await owner.get(url)).body.issuesDetected).toBe(4);
  });
});

describe('changing a finding', () => {
  it('keeps the author of a finding that is corrected; its recommended action follows the category only [api.added.5]', async () => {
    const added = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    const words = { title: 'Loose handrail', description: 'By the stairs' };
    const { body: corrected } = await admin.patch(`/api/issues/${added.id}`, words);
    expect(corrected).toMatchObject({
      ...words,
      status: 'confirmed',
      decidedBy: added.decidedBy,
      recommendedAction: added.recommendedAction,
    });
    const { body: other } = await owner.patch(`/api/issues/${added.id}`, { category: 'corrosion' });
    expect(other.recommendedAction).not.toBe(added.recommendedAction);
    const { body: dismissed } = await admin.patch(`/api/issues/${added.id}`, { status: 'dismissed' });
    expect(dismissed.decidedBy).not.toBe(added.decidedBy);
  });

  it('names who added it after somebody else has decided on it', async () => {
    const added = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    expect([added.addedBy, added.decidedBy]).toEqual([expect.stringMatching(/^Robin/), added.addedBy]);
    for (const status of ['pending', 'confirmed', 'dismissed']) {
      const { body } = await admin.patch(`/api/issues/${added.id}`, { status });
      expect([body.addedBy, body.decidedBy]).toEqual([added.addedBy, expect.stringMatching(/^Quinn/)]);
    }
  });

  it('tells a reviewer who confirmed it from its author, also where both have the same name', async () => {
    const added = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    const namesake = await app.person('admin');
    await app.database.pool.query(
      `update users set first_name = author.first_name, last_name = author.last_name
       from users author where author.id = $1 and users.id = $2`,
      [owner.user.id, namesake.user.id],
    );
    const confirmed = await expectOk(namesake.patch(`/api/issues/${added.id}`, { status: 'confirmed' }), 'Confirming');
    expect([added.onlyAdded, confirmed.onlyAdded]).toEqual([true, false]);
    expect(confirmed.decidedBy).toBe(added.addedBy);
  });

  it("is the brand's once a reviewer has confirmed it: its owner resolves it with a photo or a note", async () => {
    const [person, reviewer] = [await app.person('property'), await app.person('admin')];
    const [area] = (await startedRun(person)).areas;
    const added = await expectOk(person.post(`/api/area-sessions/${area.id}/issues`, finding), 'Adding');
    const change = (by: typeof person, patch: object) => by.patch(`/api/issues/${added.id}`, patch);
    await expectOk(change(reviewer, { severity: 'critical', status: 'confirmed' }), 'Confirming');
    for (const patch of [{ severity: 'low' }, { status: 'dismissed', note: 'Not ours' }])
      expect((await change(person, patch)).body.code).toBe('finding_decided_by_brand');
    expect((await change(person, { status: 'resolved' })).body.code).toBe('resolution_needs_proof');
    // What the owner says or decides about it afterwards does not make it the owner's.
    await expectOk(change(person, { description: 'By the door' }), 'Describing');
    for (const status of ['pending', 'confirmed', 'pending'])
      expect([status, (await change(person, { status })).status]).toEqual([status, 200]);
    for (const patch of [{ severity: 'low' }, { status: 'dismissed', note: 'Not ours' }])
      expect((await change(person, patch)).body.code).toBe('finding_decided_by_brand');
    await expectOk(change(person, { status: 'resolved', note: 'Replaced on Monday' }), 'Resolving');
    await expectOk(change(reviewer, { status: 'pending' }), 'Withdrawing');
    await expectOk(change(person, { status: 'dismissed', note: 'Replaced' }), 'Dismissing');
  });

  it("is the owner's while the area is open, and an admin's at any time", async () => {
    await addedPhoto(owner, areas[0]?.id ?? '');
    const { id } = await expectOk(owner.post(`${url}/issues`, finding), 'Adding');
    const stranger = await app.person('property');
    expect((await stranger.patch(`/api/issues/${id}`, { status: 'dismissed' })).status).toBe(404);
    for (const wrong of [{ status: 'open' }, { severity: 'major' }, { title: ' ' }, { boundingBox: 1 }]) {
      expect((await owner.patch(`/api/issues/${id}`, wrong)).status).toBe(400);
    }
    const { inspectionId } = await expectOk(owner.post(`${url}/complete`), 'Completing');
    expect((await owner.patch(`/api/issues/${id}`, { status: 'dismissed' })).status).toBe(409);
    const byAdmin = await admin.patch(`/api/issues/${id}`, { status: 'dismissed', note: 'Not a defect' });
    expect([byAdmin.status, byAdmin.body.decidedBy]).toEqual([200, expect.stringMatching(/^Quinn/)]);
    const added = await admin.post(`/api/inspections/${inspectionId}/issues`, {
      ...finding,
      title: 'Seen by the reviewer',
    });
    expect([added.status, added.body.areaSessionId, added.body.inspectionId]).toEqual([
      201,
      areas[0]?.id,
      inspectionId,
    ]);
    expect((await owner.get(`${url}/issues`)).body).toHaveLength(2);
    expect((await admin.get(`/api/inspections/${inspectionId}`)).body.issuesDetected).toBe(1);
  });
});
