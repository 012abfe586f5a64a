import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverEventSchema, type ServerEvent } from '#contract/events.ts';
import { eventsChannel } from './events.ts';
import { createInbox } from './page-inbox.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let address: string;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  address = await app.system.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
});
afterAll(() => app.close());

const cookieOf = (who: Person) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

interface Page {
  heard: ServerEvent[];
  /** Waits for a matching event. */
  waitForEvent(fits: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  closed: Promise<number>;
  close(): void;
}

/** Opens a page. Node's WebSocket can send headers, as a browser does with its requests. */
async function open(headers: Record<string, string>, query = ''): Promise<Page> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws${query}`, { headers });
  const heard: ServerEvent[] = [];
  const waiting = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    heard.push(serverEventSchema.parse(JSON.parse(String(data))));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  await Promise.race([once(socket, 'open'), once(socket, 'error').then(() => Promise.reject(new Error('refused')))]);
  return {
    heard,
    closed,
    close: () => socket.close(),
    waitForEvent: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find(fits);
          if (found) resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

const page = (who: Person, query?: string) => open({ cookie: cookieOf(who), origin: address }, query);
const refused = (headers: Record<string, string>) => expect(open(headers)).rejects.toThrow('refused');

describe('who may connect', () => {
  it('pages of this server with a signed-in user [api.calls.36]', async () => {
    const cookie = cookieOf(owner);
    await refused({ cookie, origin: 'https://evil.example' });
    await refused({ cookie, origin: 'null' });
    await refused({ cookie });
    await refused({ cookie, origin: address.replace('127.0.0.1', 'localhost') });
    const nobody = await open({ origin: address });
    expect(await nobody.closed).toBe(4401);
    const forged = await open({ origin: address, cookie: 'innspect_session=abc' });
    expect(await forged.closed).toBe(4401);
    const own = await page(owner);
    own.close();
    await own.closed;
  });

  it('no page that does not read what it is sent', async () => {
    const { port } = new URL(address);
    const deaf = connect(Number(port), '127.0.0.1');
    deaf.on('error', () => undefined);
    deaf.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${address}\r\ncookie: ${cookieOf(owner)}\r\n` +
        'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(deaf, 'readable');
    const attentive = await page(owner);
    const connections = () =>
      new Promise<number>((resolve) => app.system.app.server.getConnections((_error, count) => resolve(count)));
    const before = await connections();
    // More than the operating system takes for a connection, in rounds that the other page reads one by one.
    const event = { type: 'error', payload: { status: 400, message: 'x'.repeat(7000) } };
    const sent = JSON.stringify({ to: { users: [owner.user.id] }, event });
    for (let last = 100; last <= 2000; last += 100) {
      await app.database.pool.query(
        'select pg_notify($1, jsonb_set($2::jsonb, $3, to_jsonb(n))::text) from generate_series($4::int - 99, $4::int) n',
        [eventsChannel, sent, ['event', 'payload', 'status'], last],
      );
      await attentive.waitForEvent(({ type, payload }) => type === 'error' && payload.status === last);
    }
    await expect.poll(connections).toBe(before - 1);
    attentive.close();
    deaf.destroy();
  });

  it('at most fifty pages per user, independently of other users', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => page(owner)));
    await refused({ cookie: cookieOf(owner), origin: address });
    const other = await page(admin);
    for (const each of [...pages, other]) each.close();
    await Promise.all([...pages, other].map(({ closed }) => closed));
    const again = await page(owner);
    again.close();
    await again.closed;
  });
});

describe('which events they receive', () => {
  it('reconnect, and so load everything again, after the server lost its connection for events', async () => {
    const own = await page(owner);
    const { rowCount } = await app.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'innspect events' and datname = current_database()`,
    );
    expect(rowCount).toBe(1);
    expect(await own.closed).toBe(4002);
    const again = await page(owner);
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    await again.waitForEvent((event) => event.type === 'case_changed' && event.payload.caseId === opened.id);
    again.close();
  });

  it('what has happened since a page was opened, but not what is for somebody else or was for a moment', async () => {
    const [early, stranger] = [await page(owner), await app.person('property')];
    const tell = (event: ServerEvent, to: { users: string[] }) =>
      app.database.pool.query('select pg_notify($1, $2)', [eventsChannel, JSON.stringify({ to, event })]);
    const own = { users: [owner.user.id] };
    const [before, momentary] = [randomUUID(), { status: 400, message: 'once' }];
    await tell({ type: 'notification', payload: { notificationId: randomUUID() } }, { users: [stranger.user.id] });
    await tell({ type: 'error', payload: momentary }, own);
    await tell({ type: 'notification', payload: { notificationId: before } }, own);
    await early.waitForEvent(({ type }) => type === 'notification');

    const late = await page(owner, '?openFor=9000');
    await late.waitForEvent(({ type }) => type === 'notification');
    expect(late.heard).toEqual([{ type: 'notification', payload: { notificationId: before } }]);
    const [reconnected, odd] = [await page(owner), await page(owner, '?openFor=-1')];
    await tell({ type: 'notification', payload: { notificationId: randomUUID() } }, own);
    for (const other of [reconnected, odd]) {
      await other.waitForEvent(({ type }) => type === 'notification');
      expect(other.heard).toHaveLength(1);
    }
    for (const each of [early, late, reconnected, odd]) each.close();
  });

  it('owner and admins receive a new case, the analysis of a photo, and a decision [api.calls.29, api.calls.36, decisions.photos.9]', async () => {
    const [own, desk] = [await page(owner), await page(admin)];
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    const ofCase = (event: ServerEvent) => event.type === 'case_changed' && event.payload.caseId === opened.id;
    for (const each of [own, desk])
      expect((await each.waitForEvent(ofCase)).payload).toEqual({ caseId: opened.id, status: 'pending' });
    await own.waitForEvent((event) => event.type === 'notification');

    const { areas } = await startedRun(await app.person('property'));
    const mine = await startedRun(owner);
    const photo = await addedPhoto(owner, mine.areas[0].id);
    expect(photo.aiAnalysis).toBeNull();
    const analyzed = (event: ServerEvent) => event.type === 'photo_analysed' && event.payload.photoId === photo.id;
    for (const each of [own, desk]) await each.waitForEvent(analyzed);
    const { inspectionId } = await expectOk(
      owner.post(`/api/area-sessions/${mine.areas[0].id}/complete`),
      'Completing',
    );
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
    const decided = (event: ServerEvent) =>
      event.type === 'inspection_changed' &&
      event.payload.inspectionId === inspectionId &&
      event.payload.status === 'approved';
    for (const each of [own, desk]) await each.waitForEvent(decided);
    // The stranger received no event about it.
    expect(own.heard.some((event) => JSON.stringify(event).includes(areas[0].id))).toBe(false);
    own.close();
    desk.close();
  });

  it("a stranger's page receives no event, and a refused change sends none", async () => {
    const stranger = await app.person('property');
    const [other, own] = [await page(stranger), await page(owner)];
    const { areas } = await startedRun(owner);
    expect((await owner.post(`/api/area-sessions/${areas[0].id}/complete`)).status).toBe(409);
    await owner.patch(`/api/area-sessions/${areas[1].id}`, { permissionCamera: true });
    await own.waitForEvent((event) => event.type === 'area_session_changed');
    // Events arrive in the order of their commits, so no earlier event can follow this one.
    await expectOk(admin.post('/api/messages', { toUserId: stranger.user.id, content: 'Hello' }), 'Writing');
    await other.waitForEvent((event) => event.type === 'notification');
    expect(other.heard.map((event) => event.type)).toEqual(['notification']);
    expect(own.heard.map((event) => event.type)).toEqual(['area_session_changed']);
    other.close();
    own.close();
  });

  it('invalid messages of a page affect nobody else', async () => {
    const own = await page(owner);
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, {
      headers: { cookie: cookieOf(owner), origin: address },
    });
    await once(socket, 'open');
    socket.send('not json');
    socket.send(JSON.stringify({ type: 'inspection_update', payload: { userId: 'x', detection: null, timestamp: 0 } }));
    const closed = once(socket, 'close');
    socket.send('x'.repeat(100_000));
    const [event] = await closed;
    expect((event as CloseEvent).code).toBe(1009);
    await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'Still there?' }), 'Writing');
    await own.waitForEvent((each) => each.type === 'notification');
    own.close();
  });
});

describe('a page that floods the server', () => {
  it('is disconnected and logged once, whatever it sends, and a new connection does not help it', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const flooded = await createTestApp({ env: { RATE_LIMIT: 'on' }, log });
    try {
      const host = await flooded.system.app.listen({ port: 0, host: '127.0.0.1' });
      const someone = await flooded.person('property');
      const connect = async () => {
        const headers = { cookie: cookieOf(someone), origin: host };
        const socket = new WebSocket(`${host.replace('http', 'ws')}/ws`, { headers });
        const answers: ServerEvent[] = [];
        socket.addEventListener('message', ({ data }) => answers.push(serverEventSchema.parse(JSON.parse(data))));
        const closed = once(socket, 'close').then(([event]) => (event as CloseEvent).code);
        await once(socket, 'open');
        return { socket, answers, closed };
      };
      const { socket, answers, closed } = await connect();
      for (let n = 0; n < 20_000; n += 1) socket.send('{}');
      expect(await closed).toBe(1008);
      const again = await connect();
      for (let n = 0; n < 200; n += 1) again.socket.send('{}');
      expect(await again.closed).toBe(1008);
      // Only the first sixty messages may reach the database, and the page hears of at most as many as it may send.
      const { rows } = await flooded.database.pool.query(
        "select coalesce(max(points), 0)::int as points from try_counts where key like 'messages:%'",
      );
      expect(rows[0].points).toBeLessThanOrEqual(60);
      expect(answers.length).toBeLessThanOrEqual(120);
      const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'info' && level !== 30);
      expect(logged.map(({ msg, userId }) => [msg, userId])).toEqual(
        Array.from({ length: 2 }, () => ['A page sent too many messages and was disconnected.', someone.user.id]),
      );
    } finally {
      await flooded.close();
    }
  });

  it('has its messages handled one after the other, and no more than a few wait', async () => {
    const handle = createInbox();
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const taken = Array.from({ length: 100 }, (_, n) =>
      handle(async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        done.push(n);
      }),
    );
    expect(taken.filter(Boolean)).toHaveLength(60);
    await new Promise<void>((resolve) => {
      const last = () => {
        if (!handle(async () => resolve())) setImmediate(last);
      };
      last();
    });
    expect([most, done]).toEqual([1, Array.from({ length: 60 }, (_, n) => n)]);
  });
});
