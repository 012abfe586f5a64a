import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, liveInspection, startedRun } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('notifications', () => {
  it('are marked as read one by one or all at once, by their own user [2.nav.8, api.added.15, decisions.placeholders.6]', async () => {
    const [admin, owner, stranger] = [
      await app.person('admin'),
      await app.person('property'),
      await app.person('property'),
    ];
    expect((await owner.get('/api/notifications')).body).toEqual({ notifications: [], unread: 0 });
    for (const propertyName of ['One', 'Two', 'Three']) {
      await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email, { propertyName })), 'Opening');
    }
    const list = async () => (await owner.get('/api/notifications')).body;
    const { notifications, unread } = await list();
    expect([unread, notifications.map((each: { title: string }) => each.title)]).toEqual([
      3,
      ['New inspection case for Three', 'New inspection case for Two', 'New inspection case for One'],
    ]);
    expect(notifications[0]).toMatchObject({
      readAt: null,
      link: expect.stringMatching(/^\/inspection-setup\?caseNumber=/),
    });
    const ids = [notifications[1].id];
    expect((await stranger.post('/api/notifications/read', { ids })).status).toBe(204);
    expect((await list()).unread).toBe(3);
    expect((await owner.post('/api/notifications/read', { ids })).status).toBe(204);
    const once = await list();
    expect([once.unread, once.notifications[1].readAt]).toEqual([2, expect.any(String)]);
    expect((await owner.post('/api/notifications/read', { ids: ['x'] })).status).toBe(400);
    expect((await owner.post('/api/notifications/read')).status).toBe(204);
    expect((await list()).unread).toBe(0);
    expect((await list()).notifications[1].readAt).toBe(once.notifications[1].readAt);
    expect((await admin.get('/api/notifications')).body.unread).toBe(0);
  });

  it('tell of no submission that its owner has taken back', async () => {
    const [owner, admin] = [await app.person('property'), await app.person('admin')];
    const { areas, property } = await startedRun(owner);
    const submit = async (index: number) => {
      await addedPhoto(owner, areas[index].id);
      await expectOk(owner.post(`/api/area-sessions/${areas[index].id}/complete`), 'Completing');
    };
    const recall = (index: number) => expectOk(owner.post(`/api/area-sessions/${areas[index].id}/recall`), 'Recalling');
    const told = async () =>
      (await admin.call('GET', '/api/notifications')).notifications
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => title.startsWith(property.name));
    await submit(0);
    await submit(1);
    await recall(0);
    expect(await told()).toEqual([`${property.name}: 1 submission was sent for review`]);
    await recall(1);
    expect(await told()).toEqual([]);
    // A notification that was read has told of its submissions, and the next one is about others.
    await submit(0);
    await expectOk(admin.post('/api/notifications/read'), 'Reading');
    await submit(1);
    await recall(0);
    expect(await told()).toContain(`${property.name}: ${areas[1].area.name} was sent for review`);
  });

  it('of several admins are gathered by submissions at the same time, none of which is refused', async () => {
    const owner = await app.person('property');
    for (let n = 0; n < 5; n += 1) await app.person('admin');
    const admin = await app.person('admin');
    const inspections = [await liveInspection(owner)];
    const [{ propertyId, propertyName, area }] = inspections;
    for (let n = 1; n < 40; n += 1) {
      const body = { propertyId, propertyName, area, sessionId: `session-at-the-same-time-${n}` };
      inspections.push(await expectOk(owner.post('/api/inspections', body), 'Starting'));
    }
    const submit = ({ id }: { id: string }) => owner.put(`/api/inspections/${id}`, { status: 'pending_review' });
    const answers = await Promise.all(inspections.map(submit));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { unread } = (await admin.get('/api/notifications')).body;
    expect(unread).toBeLessThan(inspections.length);
  });

  it('about areas of one property are gathered into one until it is read', async () => {
    const [admin, owner] = [await app.person('admin'), await app.person('property')];
    const { areas } = await startedRun(owner, admin);
    const complete = async (index: number) => {
      await addedPhoto(owner, areas[index].id);
      await expectOk(
        owner.post(`/api/area-sessions/${areas[index].id}/complete`, { reason: 'The rest is closed' }),
        'Completing',
      );
    };
    const submissions = async () =>
      (await admin.get('/api/notifications')).body.notifications
        .filter(({ kind }: { kind: string }) => kind === 'inspection_submitted')
        .map(({ title }: { title: string }) => title);
    for (const index of [0, 1, 2]) await complete(index);
    expect(await submissions()).toEqual(['Harbour Inn: 3 submissions were sent for review']);
    await admin.post('/api/notifications/read');
    await complete(3);
    expect(await submissions()).toEqual([
      expect.stringMatching(/^Harbour Inn: .+ was sent for review$/),
      'Harbour Inn: 3 submissions were sent for review',
    ]);
  });
});
