import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pushTopics, topicOfKind } from '#contract/push.ts';
import { notificationKinds } from '#contract/notifications.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, expectOk, startedRun } from '#test/factories.ts';
import { pushDevice, senderOf, startPushService } from '#test/push-service.ts';
import { pushSubscriptions } from '#server/schema/notifications.tables.ts';
import { sessions } from '#server/schema/users.tables.ts';
import { allowsPrivatePush } from './push.ts';
import { contactOf, pushKeysOf, pushDelayOf } from './push.rules.ts';

describe('the keys of a server', () => {
  it('are the same for a secret in all processes', () => {
    expect(pushKeysOf('one')).toEqual(pushKeysOf('one'));
    expect(pushKeysOf('two')).not.toEqual(pushKeysOf('one'));
    expect(Buffer.from(pushKeysOf('one').publicKey, 'base64url')).toHaveLength(65);
  });
  it('come with a contact for push services: the site, or the sender of its mails', () => {
    const mailFrom = 'Innspect <no-reply@hotel.example>';
    expect(contactOf({ publicUrl: 'https://innspect.example', mailFrom })).toBe('https://innspect.example');
    expect(contactOf({ publicUrl: 'http://localhost:5000', mailFrom })).toBe('mailto:no-reply@hotel.example');
    expect(contactOf({ publicUrl: null, mailFrom: 'a@b.example' })).toBe('mailto:a@b.example');
  });
  it('delay a decision, because it can be undone', () => {
    expect(notificationKinds.filter((kind) => pushDelayOf(kind) > 0).map((kind) => topicOfKind[kind])).toEqual(
      Array.from({ length: 4 }, () => 'decisions'),
    );
  });
});

describe('a subscribed device', () => {
  let app: TestApp;
  let service: Awaited<ReturnType<typeof startPushService>>;
  type Person = Awaited<ReturnType<TestApp['person']>>;
  let admin: Person;
  let owner: Person;
  beforeAll(async () => {
    app = await createTestApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
    service = await startPushService();
    admin = await app.person('admin');
  });
  beforeEach(async () => {
    owner = await app.person('property');
    service.status = 201;
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  let devices = 0;
  const newDevice = () => pushDevice(service.origin, `device-${(devices += 1)}`);
  async function subscribed(person: Person, fields: object = {}) {
    const device = newDevice();
    await expectOk(person.put('/api/user/push', { ...device.subscription, ...fields }), 'Subscribing');
    const received = () => service.pushed.filter(({ path }) => path === device.path);
    return { ...device, received, texts: () => received().map(({ body }) => device.read(body)) };
  }
  const openCase = (propertyName: string) =>
    expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email, { propertyName })), 'Opening a case');
  const kept = async (person: Person) => (await person.get('/api/user/push')).body.subscription;
  /** Makes waiting retries due at once. */
  const makeRetriesDue = () =>
    app.database.pool.query(
      "update pgboss.job set start_after = now() where name = 'deliver-push' and state <> 'completed'",
    );

  it('gets what concerns its user, signed, and encrypted for the device only [api.added.72]', async () => {
    const before = (await owner.get('/api/user/push')).body;
    expect(before).toEqual({ publicKey: expect.any(String), subscription: null });
    const device = await subscribed(owner);
    expect(await kept(owner)).toEqual({ endpoint: device.subscription.endpoint, topics: [...pushTopics] });
    const stranger = await subscribed(await app.person('property'));
    await openCase('Harbour Inn');
    await expect.poll(device.texts).toEqual([
      {
        title: 'New inspection case for Harbour Inn',
        body: expect.any(String),
        link: expect.stringMatching(/^\/inspection-setup\?caseNumber=/),
        tag: expect.any(String),
      },
    ]);
    const [first] = device.received();
    if (!first) throw new Error('Nothing arrived');
    expect(first.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(first.body.includes(Buffer.from('Harbour'))).toBe(false);
    const sender = senderOf(first, before.publicKey);
    expect(sender).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) });
    expect((sender?.exp ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(stranger.received()).toEqual([]);
  });

  it('gets only the topics it chose, which are kept when the browser subscribes again', async () => {
    const device = await subscribed(owner, { topics: ['messages'] });
    await expectOk(owner.put('/api/user/push', device.subscription), 'Subscribing again');
    expect((await kept(owner)).topics).toEqual(['messages']);
    await openCase('Harbour Inn');
    await expectOk(admin.post('/api/messages', { toUserId: owner.user.id, content: 'Please call' }), 'Writing');
    await expect.poll(device.texts).toMatchObject([{ body: expect.stringContaining('Please call') }]);
  });

  it('gets a decision once it can no longer be undone, and never one that was undone', async () => {
    const { areas } = await startedRun(owner, admin);
    const device = await subscribed(owner, { topics: ['decisions'] });
    const ids: string[] = [];
    for (const area of areas.slice(0, 2)) {
      await addedPhoto(owner, area.id);
      const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
      ids.push(inspectionId);
    }
    await expectOk(admin.post('/api/admin/inspections/approve', { ids }), 'Approving');
    await expectOk(admin.post('/api/admin/inspections/undo', { ids: ids.slice(1) }), 'Undoing');
    expect(device.received()).toEqual([]);
    await makeRetriesDue();
    await expect.poll(device.texts).toHaveLength(1);
  });

  it("gets texts in its user's language", async () => {
    await expectOk(owner.put('/api/user/profile', { language: 'es' }), 'Choosing Spanish');
    const device = await subscribed(owner);
    await openCase('Cedar Lodge');
    await expect.poll(device.texts).toMatchObject([
      {
        title: 'Nuevo caso de inspección para Cedar Lodge',
        body: expect.stringMatching(/^Agregue la propiedad con el número de caso CASE-/),
      },
    ]);
  });

  it('can be tested by its user [api.added.73]', async () => {
    expect(await owner.post('/api/user/push/test')).toMatchObject({ status: 409, body: { code: 'not_subscribed' } });
    const device = await subscribed(owner);
    expect((await owner.post('/api/user/push/test')).status).toBe(204);
    await expect.poll(device.texts).toMatchObject([{ body: 'Notifications reach this device.', tag: 'test' }]);
  });

  it('is retried while its service fails, and removed when the service says that it is gone', async () => {
    const device = await subscribed(owner);
    service.status = 503;
    await openCase('Harbour Inn');
    await expect.poll(() => device.received().length).toBe(1);
    service.status = 410;
    await expect
      .poll(async () => {
        await makeRetriesDue();
        return kept(owner);
      })
      .toBeNull();
    expect(device.received()).toHaveLength(2);
    await openCase('Quay House');
    expect(device.received()).toHaveLength(2);
  });

  it('ends with its session, and belongs to the session that subscribed it last', async () => {
    const device = await subscribed(owner);
    const other = await app.person('property');
    await expectOk(other.put('/api/user/push', device.subscription), 'Subscribing the same browser');
    expect(await kept(owner)).toBeNull();
    expect(await kept(other)).toMatchObject({ endpoint: device.subscription.endpoint });
    expect((await other.delete('/api/user/push')).status).toBe(204);
    expect(await kept(other)).toBeNull();

    const again = await subscribed(owner);
    await app.database.db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, owner.user.id));
    await openCase('Harbour Inn');
    expect(again.received()).toEqual([]);
    await app.database.db.delete(sessions).where(eq(sessions.userId, owner.user.id));
    expect(
      await app.database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, owner.user.id)),
    ).toEqual([]);
  });

  it('is sent ten tests in ten minutes, since each calls an address that anybody may name', async () => {
    const limited = await createTestApp({ env: { RATE_LIMIT: 'on' }, work: false });
    const person = await limited.person('property');
    const { keys } = newDevice().subscription;
    await expectOk(person.put('/api/user/push', { endpoint: 'https://push.example/1', keys }), 'Subscribing');
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await person.post('/api/user/push/test')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
    await limited.close();
  });

  it.each([
    ['production', true, false],
    ['production', false, false],
    ['evaluation', true, true],
    ['evaluation', false, false],
  ] as const)('in %s, private addresses for webhooks %s: private push services %s', (mode, forWebhooks, allowed) => {
    expect(allowsPrivatePush({ mode, webhookPrivateAddresses: forWebhooks })).toBe(allowed);
  });

  it('needs a public web address and valid keys', async () => {
    const { endpoint, keys } = newDevice().subscription;
    const wrong: [object, string][] = [
      [{ endpoint: 'ftp://push.example/1', keys }, 'invalid_input'],
      [{ endpoint, keys: { ...keys, auth: 'short' } }, 'invalid_input'],
      [{ endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }, 'push_keys_not_usable'],
    ];
    for (const [input, code] of wrong)
      expect(await owner.put('/api/user/push', input)).toMatchObject({ status: 400, body: { code } });
    const closed = await createTestApp();
    const person = await closed.person('property');
    for (const address of ['http://127.0.0.1/1', 'https://10.0.0.1/1', 'https://localhost/1', 'http://push.example/1'])
      expect(await person.put('/api/user/push', { endpoint: address, keys })).toMatchObject({
        status: 400,
        body: { code: 'push_address_not_allowed' },
      });
    await closed.close();
  });
});
