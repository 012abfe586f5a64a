import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#server/schema/users.tables.ts';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  admin = await app.person('admin');
  owner = await app.person('property');
});
afterAll(() => app.close());

const contents = async (who: Person, query = '') =>
  (await who.get(`/api/messages${query}`)).body.map((each: { content: string }) => each.content);

describe('messages', () => {
  it('are exchanged between owners and admins, both directions in one list, newest first [3.messages.2, api.added.16, decisions.placeholders.6]', async () => {
    const sent = await owner.post('/api/messages', { toUserId: admin.user.id, content: ' When do you come? ' });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      fromUserId: owner.user.id,
      toUserId: admin.user.id,
      inspectionId: null,
      content: 'When do you come?',
      isRead: false,
      from: { id: owner.user.id, firstName: 'Robin' },
      to: { id: admin.user.id, firstName: 'Quinn' },
    });
    await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'On Monday' }), 'Answering');
    for (const who of [owner, admin]) expect(await contents(who)).toEqual(['On Monday', 'When do you come?']);
    const other = await app.person('admin');
    expect(await contents(other)).toEqual([]);
    await expectOk(other.post('/api/messages', { toUserId: owner.user.id, content: 'Me too' }), 'Writing');
    expect(await contents(owner, `?withUserId=${admin.user.id}`)).toEqual(['On Monday', 'When do you come?']);
    const { body } = await owner.get('/api/notifications');
    expect(body.notifications.map((each: { kind: string }) => each.kind)).toEqual(['message', 'message']);
  });

  it('are sent once, however often the request is repeated [api.common.25, api.common.26, decisions.settled.5]', async () => {
    const body = { id: randomUUID(), toUserId: admin.user.id, content: 'Hello' };
    expect((await owner.post('/api/messages', body)).status).toBe(201);
    const again = await owner.post('/api/messages', body);
    expect([again.status, again.body.id]).toEqual([200, body.id]);
    expect((await owner.post('/api/messages', { ...body, content: 'Other' })).status).toBe(409);
    const another = await app.person('admin');
    expect((await owner.post('/api/messages', { ...body, toUserId: another.user.id })).status).toBe(409);
    const thief = await app.person('property');
    expect((await thief.post('/api/messages', body)).status).toBe(409);
    expect((await admin.get('/api/notifications')).body.unread).toBe(1);
  });

  it('do not reach strangers, and refer only to inspections that the writer may read', async () => {
    const stranger = await app.person('property');
    expect((await owner.post('/api/messages', { toUserId: stranger.user.id, content: 'x' })).status).toBe(404);
    expect((await owner.post('/api/messages', { toUserId: randomUUID(), content: 'x' })).status).toBe(404);
    for (const wrong of [{ content: ' ' }, { toUserId: 'x' }, { inspectionId: 'x' }]) {
      const answer = await owner.post('/api/messages', { toUserId: admin.user.id, content: 'x', ...wrong });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, Object.keys(wrong)]);
    }
    const { areas } = await startedRun(owner);
    await addedPhoto(owner, areas[0].id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    const about = { toUserId: admin.user.id, content: 'About this', inspectionId };
    expect((await stranger.post('/api/messages', about)).status).toBe(404);
    expect((await owner.post('/api/messages', about)).status).toBe(201);
    expect(await contents(admin, `?inspectionId=${inspectionId}`)).toEqual(['About this']);
  });

  it('are not sent to a person who was erased', async () => {
    const gone = await app.person('property');
    await app.database.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, gone.user.id));
    expect((await admin.post('/api/messages', { toUserId: gone.user.id, content: 'x' })).status).toBe(404);
    expect(await contents(admin)).toEqual([]);
  });

  it('in production reach an administrator who is looking at the view of owners', async () => {
    const production = await createTestApp({ env: productionEnv, work: false });
    try {
      const [writer, colleague] = [await production.person('property'), await production.person('property')];
      const send = async () =>
        (await writer.post('/api/messages', { toUserId: colleague.user.id, content: 'Hello' })).status;
      expect(await send()).toBe(404);
      await production.database.pool.query('update users set admin_granted = true where id = $1', [colleague.user.id]);
      expect(await send()).toBe(201);
    } finally {
      await production.close();
    }
  });

  it('form conversations, latest first, whose messages are read once they are opened', async () => {
    const other = await app.person('admin');
    const first = await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'One' }), 'Writing');
    await expectOk(other.post('/api/messages', { toUserId: owner.user.id, content: 'Two' }), 'Writing');
    await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'Three' }), 'Writing');
    await expectOk(owner.post('/api/messages', { toUserId: admin.user.id, content: 'Four' }), 'Answering');
    const conversations = async (who: Person) =>
      (await who.get('/api/messages/conversations')).body.map(
        (each: { person: { id: string }; last: { content: string }; unread: number }) =>
          [each.person.id, each.last.content, each.unread] as const,
      );
    expect(await conversations(owner)).toEqual([
      [admin.user.id, 'Four', 2],
      [other.user.id, 'Two', 1],
    ]);
    expect(await conversations(admin)).toEqual([[owner.user.id, 'Four', 1]]);
    const page = await owner.get('/api/messages/conversations?limit=1');
    expect([page.body.length, page.headers.link]).toEqual([1, expect.stringContaining('rel="next"')]);
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await owner.get(next)).body).toMatchObject([{ person: { id: other.user.id } }]);

    // Neither the sender nor a third user can mark it as read.
    for (const who of [admin, other])
      expect((await who.post('/api/messages/read', { ids: [first.id] })).status).toBe(204);
    expect((await conversations(owner))[0]).toEqual([admin.user.id, 'Four', 2]);
    expect((await owner.post('/api/messages/read', { ids: [first.id] })).status).toBe(204);
    expect((await conversations(owner))[0]).toEqual([admin.user.id, 'Four', 1]);
    const read = (await owner.get('/api/messages')).body.filter((each: { isRead: boolean }) => each.isRead);
    expect(read.map((each: { id: string }) => each.id)).toEqual([first.id]);
    for (const wrong of [{}, { ids: [] }, { ids: ['x'] }])
      expect((await owner.post('/api/messages/read', wrong)).status).toBe(400);
  });

  it('show their inspection only to users who may read it', async () => {
    const stranger = await app.person('property');
    const { areas } = await startedRun(owner);
    await addedPhoto(owner, areas[0].id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
    for (const to of [owner, stranger])
      await expectOk(
        admin.post('/api/messages', { toUserId: to.user.id, content: 'Look', inspectionId }),
        'Writing about it',
      );
    const [mine] = (await owner.get('/api/messages')).body;
    expect(mine.inspection).toEqual({
      id: inspectionId,
      propertyName: 'Cedar Lodge',
      area: areas[0].area.name,
      areaSessionId: areas[0].id,
    });
    expect((await stranger.get('/api/messages')).body).toMatchObject([{ content: 'Look', inspection: null }]);
  });
});
