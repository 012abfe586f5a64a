import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { findingSchema } from '#contract/findings.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedRun } from '#test/factories.ts';

type Finding = z.input<typeof findingSchema>;
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['person']>>;
/** The area sessions of the guest rooms and of the lobby. */
let rooms: string;
let lobby: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT: 'off' } });
});
beforeEach(async () => {
  owner = await app.person('property');
  const { areas } = await startedRun(owner);
  const idOf = (code: string): string => areas.find((area: { area: { code: string } }) => area.area.code === code).id;
  [rooms, lobby] = [idOf('guest_rooms'), idOf('lobby')];
});
afterAll(() => app.close());

const list = async (area = rooms): Promise<Finding[]> => (await owner.get(`/api/area-sessions/${area}/issues`)).body;
const add = async (title: string, fields: object = {}, area = rooms): Promise<Finding> =>
  expectOk(
    owner.post(`/api/area-sessions/${area}/issues`, { title, category: 'stain', severity: 'medium', ...fields }),
    'Adding a finding',
  );
const change = (finding: { id: string }, fields: object): Promise<Finding> =>
  expectOk(owner.patch(`/api/issues/${finding.id}`, fields), 'Changing a finding');
/** Each finding's severity and raised rooms by its title, such as 'high for 310, 312'. */
const raises = async (area = rooms) =>
  Object.fromEntries(
    (await list(area))
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map(({ title, severity, raisedRooms }) => [title, [severity, ...raisedRooms].join(' ')]),
  );
const all = { a: 'high 312 314', b: 'high 310 314', c: 'high 310 312' };
const none = { a: 'medium', b: 'medium', c: 'medium' };
const inThreeRooms = async (): Promise<[Finding, Finding, Finding]> => [
  await add('a', { room: '310' }),
  await add('b', { room: 'Room 312' }),
  await add('c', { room: ' #314 ' }),
];

describe('the same defect in three guest rooms of a run', () => {
  it('is raised one class everywhere that the severity counts [decisions.settled.7, domain.severity.5]', async () => {
    await passedChecks(owner, `/api/area-sessions/${rooms}`);
    await addedPhoto(owner, rooms);
    const [a] = [await add('a', { room: '310' }), await add('b', { room: '312' })];
    const scoreOf = async () => (await owner.get(`/api/area-sessions/${rooms}`)).body.complianceScore;
    await expect.poll(scoreOf).toBeGreaterThan(69);
    expect(await raises()).toEqual({ a: 'medium', b: 'medium' });
    await add('c', { room: '314' });
    expect(await raises()).toEqual(all);
    expect((await list())[0]).toMatchObject({ severity: 'high', raisedFrom: 'medium' });
    // An open high finding caps the score.
    expect(await scoreOf()).toBeLessThanOrEqual(69);
    const plan = await expectOk(owner.post(`/api/area-sessions/${rooms}/generate-pip`), 'Generating');
    expect(plan.pipReport.items.map((item: object) => item)).toMatchObject([
      { severity: 'high', phase: 'major' },
      { severity: 'high', phase: 'major' },
      { severity: 'high', phase: 'major' },
    ]);
    await change(a, { status: 'dismissed' });
    const again = await expectOk(owner.post(`/api/area-sessions/${rooms}/generate-pip`), 'Generating');
    expect(again.pipReport.items).toMatchObject([{ severity: 'medium' }, { severity: 'medium' }]);
  });

  it('is not raised in fewer rooms, in another area, or in another category', async () => {
    for (const room of ['310', 'Room 310', '312']) await add(room, { room });
    for (const room of ['320', '322', '324']) await add(room, { room }, lobby);
    await add('crack', { room: '314', category: 'crack' });
    expect(Object.values(await raises())).toEqual(['medium', 'medium', 'medium', 'medium']);
    expect(Object.values(await raises(lobby))).toEqual(['medium', 'medium', 'medium']);
  });

  it.each([
    ['dismissed', { status: 'dismissed' }, { status: 'confirmed' }],
    ['resolved', { status: 'resolved' }, { status: 'confirmed' }],
    ['said to be elsewhere', { room: 'Hall' }, { room: '314' }],
    ['said to be in the room of another', { room: '312' }, { room: '314' }],
    ['of another category', { category: 'crack' }, { category: 'stain' }],
  ])('is raised until one is %s, and again when that is undone', async (_name, fields, back) => {
    const [, , third] = await inThreeRooms();
    expect(await raises()).toEqual(all);
    await change(third, fields);
    expect(await raises()).toEqual(none);
    await change(third, back);
    expect(await raises()).toEqual(all);
  });

  it('is raised until one is merged into another, and again once they are separated', async () => {
    const [a, b] = await inThreeRooms();
    await expectOk(owner.post(`/api/issues/${a.id}/merge`, { ids: [b.id] }), 'Merging');
    expect(await raises()).toEqual(none);
    await expectOk(owner.post(`/api/issues/${b.id}/separate`), 'Separating');
    expect(await raises()).toEqual(all);
  });

  it('keeps the severity that a user gives it for the time when it is no longer raised', async () => {
    const [a, , third] = await inThreeRooms();
    expect(await change(a, { severity: 'low' })).toMatchObject({ severity: 'medium', raisedFrom: 'low' });
    expect(await change(a, { severity: 'critical' })).toMatchObject({ severity: 'critical', raisedFrom: null });
    await change(a, { severity: 'high' });
    await change(third, { status: 'dismissed' });
    expect(await raises()).toEqual({ a: 'high', b: 'medium', c: 'medium' });
  });

  it('repeats the answer to a repeated request that added a raised finding', async () => {
    await add('a', { room: '310' });
    await add('b', { room: '312' });
    const input = { id: crypto.randomUUID(), room: '314' };
    const first = await add('c', input);
    expect(await add('c', input)).toEqual(first);
  });
});

describe('the room of a photo', () => {
  it('applies to its findings, unless a user gives a finding another room', async () => {
    const photo = await addedPhoto(owner, rooms, { room: ' Room 310 ' });
    expect(photo.room).toBe('Room 310');
    await add('own', { photoId: photo.id });
    await add('other', { photoId: photo.id, room: '312' });
    await add('none', { photoId: photo.id, room: '' });
    const roomsOf = async () => Object.fromEntries((await list()).map(({ title, room }) => [title, room]));
    expect(await roomsOf()).toMatchObject({ own: 'Room 310', other: '312', none: null });

    const moved = await expectOk(owner.patch(`/api/photos/${photo.id}`, { room: '314' }), 'Placing');
    expect(moved.room).toBe('314');
    expect(await roomsOf()).toMatchObject({ own: '314', other: '312', none: null });
    const cleared = await expectOk(owner.patch(`/api/photos/${photo.id}`, { room: '' }), 'Placing');
    expect(cleared.room).toBeNull();
  });

  it('has a building and a floor, which its findings, their conflicts and the line of a plan take over', async () => {
    const photo = await addedPhoto(owner, rooms, { building: ' B ', floor: '3', room: '310' });
    expect(photo).toMatchObject({ building: 'B', floor: '3', room: '310' });
    const own = await add('own', { photoId: photo.id });
    await add('other', { photoId: photo.id, floor: '4' });
    await add('none', { photoId: photo.id, building: '', floor: '', room: '' });
    const placesOf = async () =>
      Object.fromEntries((await list()).map(({ title, building, floor, room }) => [title, [building, floor, room]]));
    expect(await placesOf()).toEqual({
      own: ['B', '3', '310'],
      other: ['B', '4', '310'],
      none: [null, null, null],
    });
    await expectOk(owner.patch(`/api/photos/${photo.id}`, { building: 'North', floor: '2' }), 'Placing');
    expect(await placesOf()).toEqual({
      own: ['North', '2', '310'],
      other: ['North', '4', '310'],
      none: [null, null, null],
    });
    const stale = { ...own, recommendedAction: '', room: '310', building: 'B', floor: '3' };
    const conflict = await owner.patch(`/api/issues/${own.id}`, { building: 'South', basedOn: [stale] });
    expect(conflict.status).toBe(409);
    const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${rooms}/generate-pip`), 'Generating');
    expect(pipReport.items.find(({ title }: { title: string }) => title === 'own')).toMatchObject({
      building: 'North',
      floor: '2',
      room: '310',
    });
  });

  it('with the same number in three buildings raises a defect, twice in one does not', async () => {
    for (const building of ['A', 'Building A', 'B']) await add(building, { building, room: '310' });
    expect((await list()).map(({ raisedRooms }) => raisedRooms)).toEqual([[], [], []]);
    await add('C', { building: 'C', room: '310' });
    expect((await list()).find(({ title }) => title === 'C')?.raisedRooms).toEqual(['A 310', 'B 310']);
  });

  it('raises a defect once it is in three rooms, and lowers it when a room is removed', async () => {
    await add('a', { room: '310' });
    await add('b', { room: '312' });
    const photo = await addedPhoto(owner, rooms);
    await add('c', { photoId: photo.id });
    expect(await raises()).toMatchObject(none);
    await owner.patch(`/api/photos/${photo.id}`, { room: 'room 314' });
    expect(await raises()).toMatchObject(all);
    await owner.delete(`/api/photos/${photo.id}`);
    // A finding that a user added keeps its room.
    expect(await raises()).toMatchObject(all);
  });

  it('is refused when it is too long, and when the area is closed', async () => {
    const photo = await addedPhoto(owner, rooms);
    expect((await owner.patch(`/api/photos/${photo.id}`, { room: 'x'.repeat(81) })).status).toBe(400);
    await expectOk(owner.post(`/api/area-sessions/${rooms}/complete`, { reason: 'Later' }), 'Completing');
    expect((await owner.patch(`/api/photos/${photo.id}`, { room: '310' })).status).toBe(409);
  });
});
