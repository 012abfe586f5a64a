import { once } from 'node:events';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverEventSchema, type ServerEvent } from '#contract/events.ts';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { expectOk, picture, startedRun } from '#test/factories.ts';
import { loseCommitOf } from '#test/lost-commit.ts';
import { samplePicture } from '#test/sample-pictures.ts';

interface Box {
  x: number;
  width: number;
}
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let address: string;
let owner: Person;
let admin: Person;
let mould: Buffer;

beforeAll(async () => {
  app = await createTestApp({ engine: 'builtin' });
  address = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
  owner = await app.person('property');
  admin = await app.person('admin');
  mould = await sharp(await samplePicture('back-of-house-mould.jpg'))
    .resize(1280)
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

const propertyFields = {
  name: 'Cedar Lodge',
  address: '1 Hill Road',
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
  propertyType: 'motel',
};

let inspectionCount = 0;
async function started(who: Person, area = 'Guest Rooms') {
  const property = await expectOk(who.post('/api/properties', propertyFields), 'Adding a property');
  inspectionCount += 1;
  return expectOk(
    who.post('/api/inspections', {
      propertyId: property.id,
      sessionId: `live-session-of-test-${inspectionCount}`,
      propertyName: property.name,
      area,
    }),
    'Starting',
  );
}

async function show(
  who: Person,
  id: string,
  jpeg: Buffer,
  at: number,
  type = 'image/jpeg',
  seen?: unknown,
): Promise<Answer> {
  who.csrfToken ??= (await who.get('/api/csrf-token')).body.csrfToken as string;
  return who.send({
    method: 'POST',
    url: `/api/inspections/${id}/frames?at=${at}${seen === undefined ? '' : `&seen=${encodeURIComponent(JSON.stringify(seen))}`}`,
    headers: { 'x-csrf-token': who.csrfToken, 'content-type': type },
    payload: jpeg,
  });
}

/** The same picture, re-encoded so that its bytes are unique. */
const again = (jpeg: Buffer, quality: number) => sharp(jpeg).jpeg({ quality }).toBuffer();

/** Opens a page: the events that it receives, and a way to send messages. */
async function page(who: Person, server = address) {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = new WebSocket(`${server.replace('http', 'ws')}/ws`, { headers: { cookie, origin: server } });
  const received: ServerEvent[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    received.push(serverEventSchema.parse(JSON.parse(String(data))));
    for (const look of waiting) look();
  });
  await once(socket, 'open');
  const closed = once(socket, 'close').then(([event]) => ({ closedWith: (event as { code: number }).code }));
  return {
    received,
    closed,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.close(),
    waitForEvent: <Type extends ServerEvent['type']>(type: Type, nth = 1) =>
      new Promise<Extract<ServerEvent, { type: Type }>>((resolve) => {
        const look = () => {
          const found = received.filter((event): event is Extract<ServerEvent, { type: Type }> => event.type === type);
          const event = found[nth - 1];
          if (event) resolve(event);
        };
        waiting.add(look);
        look();
      }),
  };
}

describe('frames of a live inspection', () => {
  it('become a finding at once when the device has seen it before and the engine sees it too [api.added.52]', async () => {
    const { id } = await started(owner);
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const claim = (category: string) => [{ category, confidence: 70, boundingBox: box }];
    const unseen = (await show(owner, id, await again(mould, 71), 1, 'image/jpeg', claim('corrosion'))).body;
    expect(unseen.detections.map(({ confirmed }: { confirmed: boolean }) => confirmed)).not.toContain(true);
    expect((await owner.get(`/api/inspections/${id}/issues`)).body).toEqual([]);
    const [{ boundingBox }] = unseen.detections;
    const other = await started(owner);
    const seen = [{ category: 'mould', confidence: 70, boundingBox }];
    const proven = (await show(owner, other.id, await again(mould, 72), 1, 'image/jpeg', seen)).body;
    expect(proven.detections).toContainEqual(expect.objectContaining({ category: 'mould', confirmed: true }));
    expect((await owner.get(`/api/inspections/${other.id}/issues`)).body).toMatchObject([{ category: 'mould' }]);
    for (const wrong of ['mould', [{ category: 'mould' }], Array.from({ length: 7 }, () => seen[0])]) {
      const refused = await show(owner, other.id, mould, 2, 'image/jpeg', wrong);
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ['seen']]);
    }
  });

  it('keep the picture of a finding that was stored although the connection was lost at the commit', async () => {
    const { id } = await started(owner);
    const [{ boundingBox }] = (await show(owner, id, await again(mould, 51), 1)).body.detections;
    const seen = [{ category: 'mould', confidence: 70, boundingBox }];
    loseCommitOf(app.pool, 'photos');
    await show(owner, id, await again(mould, 52), 2, 'image/jpeg', seen);
    const [photo, ...others] = await owner.call('GET', `/api/inspections/${id}/photos`);
    expect(others).toEqual([]);
    expect((await owner.get(`/api/photos/${photo.id}/original`)).status).toBe(200);
  });

  it('of two pages that record one inspection on separate timelines become one finding', async () => {
    const { id } = await started(owner);
    const [{ boundingBox }] = (await show(owner, id, await again(mould, 61), 40)).body.detections;
    const seen = [{ category: 'mould', confidence: 70, boundingBox }];
    // Alternates between the page that started first and the one that started later.
    for (const [n, at] of [41, 0, 90, 2].entries()) {
      const { detections } = (await show(owner, id, await again(mould, 62 + n), at, 'image/jpeg', seen)).body;
      expect(detections).toContainEqual(expect.objectContaining({ category: 'mould', confirmed: true }));
    }
    const found: { category: string }[] = (await owner.get(`/api/inspections/${id}/issues`)).body;
    expect(found.filter(({ category }) => category === 'mould')).toHaveLength(1);
  });

  it('of one recording that two processes analyze become one finding', async () => {
    const other = await createTestApp({ engine: 'builtin', beside: app });
    try {
      const elsewhere = Object.assign(other.visitor(), { user: owner.user });
      await expectOk(elsewhere.post('/api/login', { username: owner.user.username, password }), 'Signing in');
      const { id } = await started(owner);
      const frames = await Promise.all([1, 2, 3, 4].map((n) => again(mould, 60 + n)));
      const both = (at: number) =>
        Promise.all([owner, elsewhere].map((who, n) => show(who, id, frames[at + n] ?? mould, at + n)));
      await both(0);
      expect((await owner.get(`/api/inspections/${id}/issues`)).body).toEqual([]);
      // The third frame confirms the defect, whichever process has it, and the fourth arrives at the same time.
      const answers = await both(2);
      const found: { id: string; category: string }[] = (await owner.get(`/api/inspections/${id}/issues`)).body;
      const moulds = found.filter(({ category }) => category === 'mould');
      expect(moulds).toHaveLength(1);
      for (const { body } of answers)
        expect(body.detections).toContainEqual(
          expect.objectContaining({ category: 'mould', confirmed: true, issueId: moulds[0]?.id }),
        );
      expect((await owner.get(`/api/inspections/${id}/photos`)).body).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('become a finding once, when the third frame shows the same defect at the same place [7.live.1, 7.live.2, 7.live.3]', async () => {
    const { id } = await started(owner);
    const stranger = await app.person('property');
    const [own, desk, other] = [await page(owner), await page(admin), await page(stranger)];
    const tentative = (await show(owner, id, mould, 2)).body;
    expect(tentative.engine).toBe('on');
    const [first] = tentative.detections;
    expect(first).toMatchObject({ category: 'mould', confirmed: false, issueId: null });
    await show(owner, id, await again(mould, 81), 4);
    expect((await owner.get(`/api/inspections/${id}/issues`)).body).toEqual([]);

    const still = await again(mould, 82);
    const certain = (await show(owner, id, still, 6.4)).body.detections.find(
      ({ category }: { category: string }) => category === 'mould',
    );
    expect(certain).toMatchObject({ trackId: first.trackId, confirmed: true, issueId: first.trackId });
    const [issue, ...more] = (await owner.get(`/api/inspections/${id}/issues`)).body;
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      id: certain.issueId,
      category: 'mould',
      source: 'ai',
      status: 'pending',
      videoTimestamp: 6,
      boundingBox: certain.boundingBox,
      aiConfidence: certain.confidence.toFixed(2),
    });

    // The still is a photo like any other, byte for byte, and its shared copy has no metadata.
    const [photo] = (await owner.get(`/api/inspections/${id}/photos`)).body;
    expect(photo).toMatchObject({ id: issue.photoId, source: 'live', category: 'guest_rooms', analysisStatus: 'done' });
    expect(photo.aiAnalysis.detectedIssues.map((found: { id: string }) => found.id)).toEqual([issue.id]);
    expect((await owner.get(`/api/photos/${photo.id}/original`)).raw.equals(still)).toBe(true);
    expect((await owner.get(photo.thumbnailUrl)).headers['content-type']).toBe('image/webp');
    expect((await stranger.get(photo.url)).status).toBe(404);

    // The event is sent to the owner's page and the reviewers' pages, with the check that it contradicts.
    const { payload } = await own.waitForEvent('ai_detection');
    const checklist = (await owner.get(`/api/inspections/${id}/checklist`)).body;
    const check = checklist.find(({ id: itemId }: { id: string }) => itemId === payload.itemId);
    expect(check).toMatchObject({
      title: 'Bathroom grout and caulk are free of mold',
      result: null,
      aiHint: { result: 'fail', issueId: issue.id, issue: issue.title, confidence: Number(issue.aiConfidence) },
    });
    expect(payload).toMatchObject({ inspectionId: id, issueId: issue.id, issue: issue.title, at: 6 });
    await desk.waitForEvent('ai_detection');

    // The page reports it with its own time; reviewers receive that too, and the audit log records it.
    const detection = {
      itemId: payload.itemId,
      confidence: payload.confidence,
      issue: payload.issue,
      issueId: issue.id,
    };
    const update = {
      userId: owner.user.id,
      inspectionId: id,
      detection: { ...detection, category: payload.category, severity: payload.severity },
      timestamp: 6.4,
    };
    own.say({ type: 'inspection_update', payload: update });
    expect((await desk.waitForEvent('inspection_update')).payload).toEqual(update);
    const { body: audit } = await admin.get(`/api/admin/audit-logs?entityType=inspection&entityId=${id}`);
    expect(audit.map(({ action }: { action: string }) => action)).toContain('inspection.live_update');

    // Further sightings add no second finding.
    for (const at of [8, 10]) await show(owner, id, await again(mould, 82 + at), at);
    expect((await owner.get(`/api/inspections/${id}/issues`)).body).toHaveLength(1);
    expect((await owner.get(`/api/inspections/${id}`)).body).toMatchObject({ issuesDetected: 1, photoCount: 1 });
    expect(other.received).toEqual([]);

    // After submission, the confidence is that of the analyzed still.
    await expectOk(owner.put(`/api/inspections/${id}`, { status: 'pending_review' }), 'Submitting');
    expect((await owner.get(`/api/inspections/${id}`)).body.aiConfidenceScore).toBe(
      photo.aiAnalysis.overallConfidence.toFixed(2),
    );
    for (const each of [own, desk, other]) each.close();
  });

  describe('that show one category in two places', () => {
    const isMould = ({ category }: { category: string }) => category === 'mould';
    const findingsOf = async (
      id: string,
    ): Promise<{ id: string; boundingBox: Box; places: Box[]; description: string }[]> =>
      (await owner.get(`/api/inspections/${id}/issues`)).body.filter(isMould);
    const showMould = async (id: string, jpeg: Buffer, at: number, quality = 70 + at) =>
      (await show(owner, id, await again(jpeg, quality), at)).body.detections.filter(isMould);

    /** The mold at the left, and also at the right or beside a clean wall. */
    async function walls(right: 'mould' | 'clean'): Promise<Buffer> {
      const wall = await sharp(mould).resize(640).jpeg().toBuffer();
      const { height } = await sharp(wall).metadata();
      const canvas = { width: 1280, height, channels: 3 as const, background: '#d9d4cb' };
      const places = [
        { input: wall, left: 0, top: 0 },
        ...(right === 'mould' ? [{ input: wall, left: 640, top: 0 }] : []),
      ];
      return sharp({ create: canvas }).composite(places).jpeg().toBuffer();
    }

    it('are one finding with an extent on one still, now and later [domain.defects.1]', async () => {
      const { id } = await started(owner);
      const two = await walls('mould');
      for (const at of [2, 4]) await showMould(id, two, at);
      const [left, right, ...more] = await showMould(id, two, 6);
      expect([left.confirmed, right.confirmed, more]).toEqual([true, true, []]);
      expect(left.trackId).not.toBe(right.trackId);
      const [found, ...others] = await findingsOf(id);
      expect(others).toEqual([]);
      expect([left.issueId, right.issueId]).toEqual([found?.id, found?.id]);
      const boxes = [left.boundingBox, right.boundingBox].toSorted((a, b) => a.x - b.x);
      const [first, second] = boxes;
      expect(found).toMatchObject({
        boundingBox: { x: first.x },
        description: expect.stringMatching(/ in 2 places\.$/),
      });
      expect(found?.places).toHaveLength(2);
      expect(found?.places).toEqual(expect.arrayContaining(boxes));
      const extent = found?.boundingBox;
      expect((extent?.x ?? 0) + (extent?.width ?? 0)).toBeCloseTo(second.x + second.width, 5);
      for (const at of [8, 10, 12]) await showMould(id, two, at);
      expect(await findingsOf(id)).toHaveLength(1);
      expect((await owner.get(`/api/inspections/${id}`)).body).toMatchObject({ photoCount: 1 });
    });

    it('are one finding when the second place appears later, unless a person dismissed the first', async () => {
      const [one, two] = [await walls('clean'), await walls('mould')];
      for (const status of ['confirmed', 'dismissed']) {
        const { id } = await started(owner);
        for (const at of [2, 4, 6]) await showMould(id, one, at);
        const [first] = await findingsOf(id);
        await expectOk(owner.patch(`/api/issues/${first?.id}`, { status }), 'Deciding');
        for (const at of [8, 10]) await showMould(id, two, at);
        const shown: { issueId: string }[] = await showMould(id, two, 12);
        const found = await findingsOf(id);
        expect(found).toHaveLength(status === 'confirmed' ? 1 : 2);
        expect(new Set(shown.map(({ issueId }) => issueId))).toEqual(new Set(found.map((each) => each.id)));
      }
    });
  });

  it('of one account take turns with those of others, however many it sends at once', async () => {
    const [busy, stranger] = [await app.person('property'), await app.person('property')];
    const inspections = [];
    for (let n = 0; n < 12; n += 1) inspections.push(await started(busy));
    const { id } = await started(stranger);
    const jpeg = await picture(320, 240);
    let answered = 0;
    const flood = inspections.map(async (inspection) => {
      expect((await show(busy, inspection.id, jpeg, 1)).status).toBe(200);
      answered += 1;
    });
    await Promise.race(flood);
    expect((await show(stranger, id, jpeg, 1)).status).toBe(200);
    expect(answered).toBeLessThan(9);
    await Promise.all(flood);
  });

  it('are refused when they are not pictures, are too large, or arrive too late', async () => {
    const { id } = await started(owner);
    const jpeg = await picture(320, 240);
    expect((await show(owner, id, Buffer.from('not a picture'), 0)).status).toBe(400);
    expect((await show(owner, id, jpeg, 0, 'application/json')).status).toBe(400);
    expect((await show(owner, id, jpeg, 0, 'image/png')).status).toBe(415);
    expect((await show(owner, id, jpeg.subarray(0, 2000), 0)).status).toBe(422);
    expect((await show(owner, id, jpeg, -1)).status).toBe(400);
    const wide = await show(owner, id, await picture(1281, 20), 0);
    expect([wide.status, wide.body.code]).toEqual([422, 'frame_too_large']);
    expect((await show(owner, id, Buffer.alloc(2 * 1024 * 1024 + 1, 0xff), 0)).status).toBe(413);
    expect((await show(admin, id, jpeg, 0)).status).toBe(403);
    const [one, two] = await Promise.all([show(owner, id, jpeg, 0), show(owner, id, jpeg, 0)]);
    expect(new Set([one.status, two.status])).toEqual(new Set([200, 429]));
    await expectOk(owner.put(`/api/inspections/${id}`, { status: 'pending_review' }), 'Submitting');
    const late = await show(owner, id, jpeg, 2);
    expect([late.status, late.body.detail]).toEqual([
      409,
      'The inspection is pending review and cannot be changed now',
    ]);
  });

  it('are not analyzed without an engine on the server, and frames and messages are limited to one per second', async () => {
    const quiet = await createTestApp({ env: { RATE_LIMIT: 'on' } });
    try {
      const someone = await quiet.person('property');
      const { id } = await started(someone);
      const jpeg = await picture(320, 240);
      expect((await show(someone, id, jpeg, 0)).body).toEqual({ engine: 'off', detections: [] });
      const statuses = new Set<number>();
      for (let at = 1; at <= 60; at += 1) statuses.add((await show(someone, id, jpeg, at)).status);
      expect(statuses).toEqual(new Set([200, 429]));

      const sender = await page(someone, await quiet.system.app.listen({ port: 0, host: '127.0.0.1' }));
      for (let message = 1; message <= 61; message += 1) sender.say('hello');
      await sender.waitForEvent('error', 61);
      const refused = sender.received.flatMap((event) => (event.type === 'error' ? event.payload.status : []));
      expect([refused.filter((status) => status === 400).length, refused.indexOf(429) >= 0]).toEqual([60, true]);
      sender.close();
    } finally {
      await quiet.close();
    }
  });
});

describe('a photo that is taken while the camera runs', () => {
  const issuesOf = async (id: string) => (await owner.get(`/api/inspections/${id}/issues`)).body;
  const openOf = async (id: string) => (await owner.get(`/api/inspections/${id}`)).body.issuesDetected;

  /** Takes a photo of the mold while the camera runs, and has it analyzed. */
  async function photographed(inspectionId: string, quality: number, fields: object = {}) {
    const url = await app.upload(owner, await again(mould, quality));
    const body = { inspectionId, filename: 'shot.jpg', url, category: 'guest_rooms', source: 'live', ...fields };
    const { id } = await expectOk(owner.post('/api/photos', body), 'Registering a photo');
    await expect
      .poll(async () => (await owner.get(`/api/inspections/${inspectionId}/photos`)).body, { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ id, analysisStatus: 'done' }));
    return (await issuesOf(inspectionId)).filter(({ photoId }: { photoId: string }) => photoId === id);
  }

  it('that shows a defect just found in the frames has its finding dismissed with a note, and it can be reopened', async () => {
    const { id } = await started(owner);
    for (const at of [2, 4, 6]) await show(owner, id, await again(mould, 60 + at), at);
    const [live] = await issuesOf(id);
    await expectOk(owner.patch(`/api/issues/${live.id}`, { status: 'confirmed' }), 'Confirming');
    const doubles = await photographed(id, 85);
    expect(doubles).toMatchObject([
      {
        category: 'mould',
        status: 'dismissed',
        decidedBy: null,
        note: `The same as “${live.title}” at 00:06 of the recording`,
      },
    ]);
    expect([(await issuesOf(id)).length, await openOf(id)]).toEqual([2, 1]);
    const back = await owner.patch(`/api/issues/${doubles[0].id}`, { status: 'pending' });
    expect([back.body.status, back.body.note, await openOf(id)]).toEqual(['pending', null, 2]);
    // A picture from the gallery may be from any time and place, so it is not a duplicate.
    expect(await photographed(id, 86, { source: 'gallery' })).toMatchObject([{ status: 'pending', note: null }]);
  });

  it('makes one finding with a frame that shows the defect just after, and keeps its decision and its second', async () => {
    const { id } = await started(owner);
    const [own] = await photographed(id, 87);
    await expectOk(owner.patch(`/api/issues/${own.id}`, { status: 'confirmed' }), 'Confirming');
    const desk = await page(admin);
    let seen: { issueId: string }[] = [];
    for (const at of [3, 5, 7, 9]) seen = (await show(owner, id, await again(mould, 60 + at), at)).body.detections;
    expect((await desk.waitForEvent('ai_detection')).payload).toMatchObject({
      inspectionId: id,
      issueId: own.id,
      at: 7,
    });
    expect(seen).toMatchObject([{ issueId: own.id, confirmed: true }]);
    expect(await issuesOf(id)).toMatchObject([{ id: own.id, status: 'confirmed', videoTimestamp: 7 }]);
    expect((await owner.get(`/api/inspections/${id}`)).body).toMatchObject({ issuesDetected: 1, photoCount: 1 });
    desk.close();
  });

  it('in an area of a run is paired with what its frames show; both findings belong to the area', async () => {
    const { property, areas } = await startedRun(owner);
    const rooms = areas.find(({ area }: { area: { code: string } }) => area.code === 'guest_rooms');
    const ofArea = `/api/area-sessions/${rooms.id}`;
    const { id } = await expectOk(
      owner.post('/api/inspections', {
        propertyId: property.id,
        sessionId: 'of-the-area',
        propertyName: property.name,
        area: rooms.area.name,
        areaSessionId: rooms.id,
      }),
      'Starting',
    );
    const own = await page(owner);
    for (const at of [2, 4, 6]) await show(owner, id, await again(mould, 60 + at), at);
    const { payload } = await own.waitForEvent('ai_detection');
    expect(payload).toMatchObject({ inspectionId: id, at: 6 });
    expect((await owner.get(`${ofArea}/issues`)).body).toMatchObject([
      { id: payload.issueId, areaSessionId: rooms.id, inspectionId: id, videoTimestamp: 6 },
    ]);
    const desk = await page(admin);
    const { itemId, confidence, issue, issueId, category, severity } = payload;
    const detection = { itemId, confidence, issue, issueId, category, severity };
    const update = { userId: owner.user.id, inspectionId: id, detection, timestamp: 6 };
    own.say({ type: 'inspection_update', payload: update });
    expect((await desk.waitForEvent('inspection_update')).payload).toEqual(update);
    // The photo duplicates the still of a finding that was made just before.
    expect(await photographed(id, 85)).toMatchObject([{ status: 'dismissed', areaSessionId: rooms.id }]);
    expect((await owner.get(ofArea)).body).toMatchObject({ issuesDetected: 1, photoCount: 2, status: 'in_progress' });
    for (const at of [8, 10, 12]) await show(owner, id, await again(mould, 60 + at), at);
    expect((await owner.get(ofArea)).body).toMatchObject({ issuesDetected: 1, photoCount: 2 });
    for (const each of [own, desk]) each.close();
  });
});

describe('messages of a page', () => {
  it('are refused with a readable reason when they are wrong, foreign or another user’s', async () => {
    const { id } = await started(owner);
    const issue = await expectOk(
      owner.post(`/api/inspections/${id}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }),
      'Adding a finding',
    );
    const stranger = await app.person('property');
    const payload = {
      userId: owner.user.id,
      inspectionId: id,
      detection: {
        itemId: null,
        confidence: 80,
        issue: 'Stain',
        issueId: issue.id,
        category: 'stain',
        severity: 'low',
      },
      timestamp: 3,
    };
    const update = (fields: object) => ({ type: 'inspection_update', payload: { ...payload, ...fields } });
    const [own, foreign, desk] = [await page(owner), await page(stranger), await page(admin)];
    const answers: [typeof own, unknown, number][] = [
      [own, 'not json', 400],
      [own, '[]', 400],
      [own, { type: 'drop_tables', payload: {} }, 400],
      [own, update({ timestamp: -1 }), 400],
      [own, update({ detection: null }), 400],
      [own, update({ detection: { ...payload.detection, issue: 'NUL \0' } }), 400],
      [own, update({ userId: stranger.user.id }), 403],
      [own, update({ inspectionId: '00000000-0000-4000-8000-000000000000' }), 404],
      [own, update({ detection: { ...payload.detection, issueId: '00000000-0000-4000-8000-000000000000' } }), 404],
      [foreign, update({ userId: stranger.user.id }), 404],
      [desk, update({ userId: admin.user.id }), 403],
    ];
    const counts = new Map<typeof own, number>();
    for (const [who, message, status] of answers) {
      counts.set(who, (counts.get(who) ?? 0) + 1);
      who.say(message);
      const answer = await who.waitForEvent('error', counts.get(who));
      expect([message, answer.payload.status]).toEqual([message, status]);
      expect(answer.payload.message).toMatch(/^[A-Z].{8,}/);
    }
    // All connections still work: a valid message is forwarded.
    own.say(update({}));
    expect((await desk.waitForEvent('inspection_update')).payload).toEqual(payload);

    await expectOk(owner.post('/api/logout'), 'Logging out');
    own.say(update({}));
    // Either the message is refused, or the connection was closed before it arrived.
    const refused = own
      .waitForEvent('error', (counts.get(own) ?? 0) + 1)
      .then(({ payload: { status, message } }) => ({ status, message }));
    const outcome = await Promise.race([refused, own.closed]);
    expect([{ status: 401, message: 'Sign in first' }, { closedWith: 4401 }]).toContainEqual(outcome);
    expect(await own.closed).toEqual({ closedWith: 4401 });
    expect(desk.received.filter(({ type }) => type === 'inspection_update')).toHaveLength(1);
    for (const each of [foreign, desk]) each.close();
  });
});
