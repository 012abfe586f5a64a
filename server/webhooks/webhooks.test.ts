import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookEvents, type WebhookDelivery, type WebhookEvent } from '#contract/webhooks.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, caseFields, expectOk, startedRun } from '#test/factories.ts';
import { refusalOf, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { auditLogs } from '#server/schema/audit.tables.ts';
import { publishedEvents } from '#server/schema/changes.tables.ts';
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.tables.ts';

let app: TestApp;
let receiver: WebhookReceiver;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  receiver = await startWebhookReceiver();
  admin = await app.person('admin');
});
beforeEach(async () => {
  receiver.reset();
  await app.database.db.delete(webhooks);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const add = (events: WebhookEvent[] = ['case.opened'], fields: object = {}): Promise<{ id: string; secret: string }> =>
  expectOk(
    admin.post('/api/admin/webhooks', { name: 'Desk', url: receiver.url, events, ...fields }),
    'Adding a webhook',
  );
const openCase = (fields: object = {}) =>
  expectOk(admin.post('/api/inspection-cases', caseFields('owner@example.com', { ...fields })), 'Opening a case');
const deliveriesOf = async (id: string): Promise<WebhookDelivery[]> =>
  (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).body;
const bodies = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { id: string; type: WebhookEvent; data: object });
/** Makes waiting retries due at once. */
const makeRetriesDue = () =>
  app.database.pool.query("update pgboss.job set start_after = now() where name = 'deliver-event' and state = 'retry'");

describe('a delivery', () => {
  it('is signed, and a receiver that follows the docs accepts it', async () => {
    const { id, secret } = await add();
    const opened = await openCase();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [received] = receiver.received;
    if (!received) throw new Error('nothing was received');
    expect(refusalOf(received, secret)).toBeNull();
    expect(JSON.parse(received.body)).toEqual({
      id: received.headers['innspect-event-id'],
      type: 'case.opened',
      createdAt: expect.stringMatching(/Z$/),
      data: {
        case: {
          id: opened.id,
          caseNumber: opened.caseNumber,
          propertyName: 'Harbour Inn',
          inspectionType: 'routine',
          dueDate: expect.any(String),
        },
      },
    });
    expect(received.body).not.toContain('owner@example.com');
    await expect
      .poll(() => deliveriesOf(id))
      .toMatchObject([{ event: 'case.opened', state: 'delivered', tries: 1, lastStatus: 204, lastError: null }]);

    expect(refusalOf({ ...received, body: received.body.replace('Harbour', 'Harbor') }, secret)).toBe(
      'wrong signature',
    );
    expect(refusalOf(received, 'whsec_of-somebody-else')).toBe('wrong signature');
    expect(refusalOf(received, secret, Date.now() + 301_000)).toBe('too old');
    const [time] = String(received.headers['innspect-signature']).split(',');
    const later = String(received.headers['innspect-signature']).replace(
      String(time),
      `t=${Math.floor(Date.now() / 1000) + 9}`,
    );
    expect(refusalOf({ ...received, headers: { 'innspect-signature': later } }, secret)).toBe('wrong signature');
  });

  it('is retried by the queue until the receiver accepts it, with the same body', async () => {
    const { id, secret } = await add();
    receiver.answer = (response) => void response.writeHead(503).end();
    await openCase();
    await expect
      .poll(() => deliveriesOf(id))
      .toMatchObject([{ state: 'waiting', tries: 1, lastStatus: 503, lastError: 'The address answered with 503' }]);
    const again = await admin.post(`/api/admin/webhook-deliveries/${(await deliveriesOf(id))[0]?.id}/send-again`);
    expect([again.status, again.body.code]).toEqual([409, 'delivery_still_waits']);
    receiver.answer = (response) => void response.writeHead(200).end('thanks');
    await expect
      .poll(
        async () => {
          await makeRetriesDue();
          return deliveriesOf(id);
        },
        { timeout: 15_000 },
      )
      .toMatchObject([{ state: 'delivered', tries: 2, lastStatus: 200, lastError: null }]);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second && refusalOf(second, secret)).toBeNull();
  });

  it('fails after the last attempt, and an admin can send it again', async () => {
    const { id } = await add();
    receiver.answer = (response) => void response.writeHead(500).end();
    await openCase();
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'waiting', tries: 1 }]);
    await app.database.pool.query(
      "update pgboss.job set retry_limit = 1, retry_count = 0 where name = 'deliver-event' and state = 'retry'",
    );
    await expect
      .poll(
        async () => {
          await makeRetriesDue();
          return deliveriesOf(id);
        },
        { timeout: 15_000 },
      )
      .toMatchObject([{ state: 'failed', lastStatus: 500 }]);
    const [failed] = await deliveriesOf(id);
    const owner = await app.person('property');
    expect((await owner.post(`/api/admin/webhook-deliveries/${failed?.id}/send-again`)).status).toBe(403);
    receiver.answer = (response) => void response.writeHead(204).end();
    const again = await admin.post(`/api/admin/webhook-deliveries/${failed?.id}/send-again`);
    expect([again.status, again.body.state]).toEqual([202, 'waiting']);
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ state: 'delivered', lastStatus: 204 }]);
    const rows = await app.database.db
      .select()
      .from(auditLogs)
      .where(eq(auditLogs.entityId, id))
      .orderBy(auditLogs.position);
    expect(rows.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.sent_again']);
  });

  it('waits for no other address, however many calls that one leaves unanswered', async () => {
    const [hanging, prompt] = [await add(['case.opened'], { url: `${receiver.url}/hanging` }), await add()];
    const left: ServerResponse[] = [];
    receiver.answer = (response, { url = '' }) =>
      url.endsWith('/hanging') ? void left.push(response) : void response.writeHead(204).end();
    for (let n = 0; n < 9; n += 1) await openCase();
    // The time limit of one call is ten seconds.
    await expect
      .poll(async () => (await deliveriesOf(prompt.id)).map(({ state }) => state), { timeout: 8000 })
      .toEqual(Array(9).fill('delivered'));
    expect(left).toHaveLength(1);
    expect((await deliveriesOf(hanging.id)).filter(({ tries }) => tries > 0)).toEqual([]);
    for (const response of left) response.destroy();
  });

  it('is made to each address that listens to the event, and to no other', async () => {
    const [first, second] = [await add(), await add(['case.opened', 'plan.sent'])];
    const [off, others] = [await add(['case.opened'], { active: false }), await add(['plan.sent'])];
    await openCase();
    await expect.poll(() => receiver.received.length).toBe(2);
    for (const [{ id }, count] of [
      [first, 1],
      [second, 1],
      [off, 0],
      [others, 0],
    ] as const)
      expect(await deliveriesOf(id)).toHaveLength(count);
    const refusals = receiver.received.map((each) => [refusalOf(each, first.secret), refusalOf(each, second.secret)]);
    expect(refusals.map(String).toSorted()).toEqual([',wrong signature', 'wrong signature,']);
  });
});

it('is written by the change that it reports, so a refused change reports nothing', async () => {
  await add();
  const before = await app.database.db.select().from(publishedEvents);
  const refused = await admin.post('/api/inspection-cases', caseFields('owner@example.com', { dueDate: '2020-01-01' }));
  expect(refused.status).toBe(400);
  const { changes } = app.system.services;
  const failing = changes.run(admin.user.id, async (change) => {
    await change.publish('item.verified', admin.user.id, {
      item: { id: 'a', title: 'b' },
      plan: { id: 'c' },
      property: { id: 'd', name: 'e' },
    });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await app.database.db.select().from(publishedEvents)).toHaveLength(before.length);
  await openCase();
  await expect.poll(() => receiver.received.length).toBe(1);
});

describe('secrets', () => {
  it('are shown once, encrypted in the database, and renewed; both sign for a day', async () => {
    const { id, secret } = await add();
    const list = await admin.get('/api/admin/webhooks');
    expect(list.raw.toString()).not.toContain(secret);
    const [row] = await app.database.db.select().from(webhooks).where(eq(webhooks.id, id));
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
    const renewed = await expectOk(admin.post(`/api/admin/webhooks/${id}/secret`), 'Renewing');
    expect(renewed.secret).not.toBe(secret);
    expect(Date.parse(renewed.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await openCase();
    await expect.poll(() => receiver.received.length).toBe(1);
    for (const each of [secret, renewed.secret])
      expect(receiver.received.map((received) => refusalOf(received, each))).toEqual([null]);

    await app.database.db.update(webhooks).set({ previousUntil: new Date() }).where(eq(webhooks.id, id));
    await openCase();
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.received.map((received) => refusalOf(received, secret))).toEqual([null, 'wrong signature']);
    const audits = await app.database.db.select().from(auditLogs).where(eq(auditLogs.entityId, id));
    expect(JSON.stringify(audits)).not.toContain('whsec_');
  });
});

describe('managing', () => {
  it('changes, turns off and deletes', async () => {
    const { id } = await add();
    const input = { name: 'Tower', url: `${receiver.url}/2`, events: ['plan.sent'], active: false };
    const changed = await expectOk(admin.put(`/api/admin/webhooks/${id}`, input), 'Changing');
    expect(changed).toMatchObject({ id, ...input, latest: null });
    expect(changed).not.toHaveProperty('secret');
    expect((await admin.delete(`/api/admin/webhooks/${id}`)).status).toBe(204);
    expect((await admin.get('/api/admin/webhooks')).body).toEqual([]);
    expect((await admin.delete(`/api/admin/webhooks/${id}`)).status).toBe(404);
  });

  it('deliveries waiting for an address that was turned off fail, and cannot be sent again while it is off', async () => {
    const { id } = await add();
    receiver.answer = (response) => void response.writeHead(500).end();
    await openCase();
    await expect.poll(() => deliveriesOf(id)).toMatchObject([{ tries: 1 }]);
    const off = { name: 'Desk', url: receiver.url, events: ['case.opened'], active: false };
    await expectOk(admin.put(`/api/admin/webhooks/${id}`, off), 'Turning off');
    await expect
      .poll(
        async () => {
          await makeRetriesDue();
          return deliveriesOf(id);
        },
        { timeout: 15_000 },
      )
      .toMatchObject([{ state: 'failed', tries: 1, lastError: 'The webhook was turned off' }]);
    const [delivery] = await deliveriesOf(id);
    const again = await admin.post(`/api/admin/webhook-deliveries/${delivery?.id}/send-again`);
    expect([again.status, again.body.code]).toEqual([409, 'webhook_is_off']);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://name:word@example.com/' }, 'url'],
    [{ url: 'example.com' }, 'url'],
    [{ events: [] }, 'events'],
  ])('refuses %j', async (fields, field) => {
    const answer = await admin.post('/api/admin/webhooks', {
      name: 'Desk',
      url: receiver.url,
      events: ['case.opened'],
      ...fields,
    });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
  });

  it('requires the password ten minutes after it was typed', async () => {
    const { id } = await add();
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const input = { name: 'Desk', url: receiver.url, events: ['case.opened'] };
    for (const answer of [
      await admin.post('/api/admin/webhooks', input),
      await admin.put(`/api/admin/webhooks/${id}`, input),
      await admin.post(`/api/admin/webhooks/${id}/secret`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'proof_needed']);
  });

  it('is limited to twenty', async () => {
    for (let n = 0; n < 20; n += 1) await add();
    const answer = await admin.post('/api/admin/webhooks', {
      name: 'Desk',
      url: receiver.url,
      events: ['case.opened'],
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_webhooks']);
  });
});

it('without the setting, no private address can be entered, and none that was entered before is called', async () => {
  const closed = await createTestApp();
  try {
    const person: Client = await closed.person('admin');
    const input = (url: string) => ({ name: 'Desk', url, events: ['case.opened'] });
    for (const url of [receiver.url, 'https://127.0.0.1/', 'https://localhost/', 'http://example.com/']) {
      const answer = await person.post('/api/admin/webhooks', input(url));
      expect([answer.status, answer.body.code]).toEqual([400, 'webhook_address_not_allowed']);
    }
    const { id } = await expectOk(person.post('/api/admin/webhooks', input('https://example.com/')), 'Adding');
    await closed.database.db.update(webhooks).set({ url: receiver.url.replace('http:', 'https:') });
    await expectOk(person.post('/api/inspection-cases', caseFields('owner@example.com')), 'Opening a case');
    await expect
      .poll(async () => (await person.get(`/api/admin/webhooks/${id}/deliveries`)).body)
      .toMatchObject([{ tries: 1, lastStatus: null, lastError: 'The address is not one of the internet' }]);
    expect(receiver.received).toEqual([]);
  } finally {
    await closed.close();
  }
});

it('lists deliveries in pages', async () => {
  const { id } = await add();
  for (let n = 0; n < 3; n += 1) await openCase();
  await expect.poll(async () => (await deliveriesOf(id)).length).toBe(3);
  const page = await admin.get(`/api/admin/webhooks/${id}/deliveries?limit=2`);
  expect(page.body).toHaveLength(2);
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? [];
  expect((await admin.get(next)).body).toHaveLength(1);
});

it('reports that a decision was undone', async () => {
  await add(['inspection.decided']);
  const owner = await app.person('property');
  const { areas } = await startedRun(owner, admin);
  await addedPhoto(owner, areas[0].id);
  const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/complete`), 'Completing');
  await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`, {}), 'Approving');
  await expectOk(admin.post('/api/admin/inspections/undo', { ids: [inspectionId] }), 'Taking back');
  const decisions = () => bodies().map(({ data }) => String('decision' in data && data.decision));
  await expect.poll(() => decisions().toSorted()).toEqual(['approved', 'taken_back']);
});

it('reports each event once on the way from a case to verified work', async () => {
  await add([...webhookEvents]);
  const owner = await app.person('property');
  const { property, areas } = await startedRun(owner, admin);
  const [area] = areas;
  await addedPhoto(owner, area.id);
  const finding = { title: 'Live wire', severity: 'critical', category: 'trip_hazard' };
  const added = await expectOk(owner.post(`/api/area-sessions/${area.id}/issues`, finding), 'Adding a finding');
  await expectOk(owner.patch(`/api/issues/${added.id}`, { status: 'confirmed', severity: 'high' }), 'Lowering');
  await expectOk(owner.patch(`/api/issues/${added.id}`, { status: 'confirmed', severity: 'critical' }), 'Raising');
  const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
  await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`, {}), 'Approving');
  const { pipReport } = await expectOk(admin.post(`/api/area-sessions/${area.id}/generate-pip`), 'Generating');
  const [item] = pipReport.items;
  await expectOk(admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' }), 'Approving the item');
  await expectOk(admin.post(`/api/pip-reports/${pipReport.id}/submit`), 'Sending');
  await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/accept`), 'Accepting');
  await expectOk(owner.patch(`/api/pip-items/${item.id}`, { status: 'in_progress' }), 'Starting');
  await expectOk(owner.patch(`/api/pip-items/${item.id}`, { status: 'awaiting_verification' }), 'Reporting');
  await expectOk(admin.patch(`/api/pip-items/${item.id}`, { status: 'completed' }), 'Verifying');
  const told = () =>
    bodies()
      .map(({ type }) => type)
      .toSorted();
  await expect.poll(told).toEqual([...webhookEvents].toSorted());
  const dataOf = (event: WebhookEvent) => bodies().find(({ type }) => type === event)?.data;
  const named = { id: property.id, name: property.name };
  const inspection = { id: inspectionId, area: expect.any(String), areaSessionId: area.id, caseId: expect.any(String) };
  expect(dataOf('inspection.submitted')).toEqual({ inspection, property: named });
  expect(dataOf('inspection.decided')).toEqual({ inspection, property: named, decision: 'approved' });
  expect(dataOf('finding.critical')).toEqual({
    finding: {
      id: added.id,
      title: 'Live wire',
      category: 'trip_hazard',
      areaSessionId: area.id,
      inspectionId: null,
    },
  });
  const plan = { id: pipReport.id, version: 1, totalCost: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' };
  expect(dataOf('plan.sent')).toEqual({ plan, property: named });
  expect(dataOf('plan.accepted')).toEqual({ plan, property: named });
  expect(dataOf('item.verified')).toEqual({
    item: { id: item.id, title: expect.any(String) },
    plan: { id: pipReport.id },
    property: named,
  });
  expect(await app.database.db.select().from(webhookDeliveries)).not.toHaveLength(0);
});
