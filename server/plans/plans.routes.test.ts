import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { costEntrySchema } from '#contract/cost-catalogue.ts';
import type { Envelope } from '#server/platform/events/events.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { draftPlan, preparePlanTests, type Person, type Plan, type PlanItem } from './plans.fixture.ts';

type CostEntry = z.input<typeof costEntrySchema>;
const tests = preparePlanTests();

/** A brand's plan can only be sent once every item is decided. */
async function approveAll(items: PlanItem[]) {
  for (const { id } of items)
    await expectOk(tests.admin.patch(`/api/pip-items/${id}`, { status: 'approved' }), 'Approving');
}

async function acceptedPlan(kind: 'case' | 'self-made', severities?: string[]): Promise<Plan> {
  const { id, items } = await draftPlan(tests, kind, severities);
  if (kind === 'case') await approveAll(items);
  await expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Submitting');
  return expectOk(tests.owner.post(`/api/pip-reports/${id}/accept`), 'Accepting');
}

const fields = {
  address: '1 Hill Road',
  city: 'Bend',
  state: 'OR',
  zipCode: '97701',
  propertyType: 'motel',
};

const statusOf = async (id: string): Promise<string> => (await tests.owner.get(`/api/pip-reports/${id}`)).body.status;

it('windows of an accepted plan are counted from the date at the property', async () => {
  const plan = await draftPlan(tests, 'self-made', ['critical']);
  await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  await tests.app.pool.query(`update pip_items set created_at = '2026-11-21T18:00:00Z' where pip_report_id = $1`, [
    plan.id,
  ]);
  // The evening of November 21 in Oregon.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T05:30:00Z') });
  const accepted = await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting').finally(() =>
    vi.useRealTimers(),
  );
  expect(accepted.items[0].dueDate).toBe('2026-11-23');
});

describe('approval', () => {
  it('of a plan with a case: an admin sends it, only the owner accepts it, and both are notified [6.roles.14, 4.pip.3, api.added.11, decisions.plans.1, decisions.plans.2]', async () => {
    const plan = await draftPlan(tests, 'case');
    const url = `/api/pip-reports/${plan.id}`;
    expect(plan.abilities).toEqual({ submit: false, accept: false, regenerate: true, share: false, addLine: false });
    const early = await tests.owner.post(`${url}/accept`);
    expect([early.status, early.body.detail]).toEqual([
      409,
      'The plan is draft; only a plan pending approval can be accepted',
    ]);
    expect((await tests.owner.post(`${url}/submit`)).status).toBe(403);
    await tests.app.person('admin');
    await approveAll(plan.items);
    const sent = await expectOk(tests.admin.post(`${url}/submit`), 'Submitting');
    expect(sent.status).toBe('pending_approval');
    expect((await tests.admin.post(`${url}/submit`)).status).toBe(409);
    const told = (await tests.owner.get('/api/notifications')).body.notifications;
    expect(told.find((each: { kind: string }) => each.kind === 'pip_submitted')).toMatchObject({
      link: `/pip-report/${plan.id}`,
    });

    expect((await tests.admin.post(`${url}/accept`)).status).toBe(403);
    const accepted = await expectOk(tests.owner.post(`${url}/accept`), 'Accepting');
    expect(accepted).toMatchObject({ status: 'approved', approvedBy: tests.owner.user.id });
    expect(accepted.approvedByName).toMatch(/^Robin Number/);
    expect(Date.parse(accepted.approvedAt)).toBeGreaterThan(Date.parse(accepted.createdAt));
    expect((await tests.owner.post(`${url}/accept`)).status).toBe(409);
    const heard = (await tests.admin.get('/api/notifications')).body.notifications;
    expect(heard.find((each: { kind: string }) => each.kind === 'pip_accepted')).toMatchObject({
      link: `/pip-report/${plan.id}`,
    });
    const mail = await mailTo(tests.app, tests.admin.user.email, 'Plan accepted: Harbour Inn');
    expect(mail.text).toContain('The owner accepted the property improvement plan for Harbour Inn, Lobby.');
    expect(linkOf(mail).pathname).toBe(`/pip-report/${plan.id}`);
    expect(mail.html).toContain(`/pip-report/${plan.id}`);
    // The admin who sent it is notified, and no other.
    const { rows } = await tests.app.database.db.execute(
      sql`select data ->> 'toUserId' as "to" from pgboss.job where name = 'plan-mail' and data ->> 'what' = 'accepted' and data ->> 'planId' = ${plan.id}`,
    );
    expect(rows).toEqual([{ to: tests.admin.user.id }]);
  });

  it('of a self-made plan: its owner may send it too [decisions.plans.2]', async () => {
    const plan = await draftPlan(tests, 'self-made');
    expect(plan.abilities.submit).toBe(true);
    expect((await tests.owner.post(`/api/pip-reports/${plan.id}/submit`)).body.status).toBe('pending_approval');
  });

  it('by two users at once gives one of them a 409', async () => {
    const { id } = await draftPlan(tests, 'self-made');
    await expectOk(tests.owner.post(`/api/pip-reports/${id}/submit`), 'Submitting');
    const answers = await Promise.all([1, 2, 3].map(() => tests.owner.post(`/api/pip-reports/${id}/accept`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it('writes an audit entry and sends a live event to the owner and admins', async () => {
    const heard: Envelope[] = [];
    const { id } = await draftPlan(tests, 'self-made');
    const arrived = new Promise<void>((resolve) => {
      const stop = tests.app.events.subscribe((envelope) => {
        if (envelope.event.type !== 'pip_changed' || envelope.event.payload.pipReportId !== id) return;
        heard.push(envelope);
        stop();
        resolve();
      });
    });
    await expectOk(tests.owner.post(`/api/pip-reports/${id}/submit`), 'Submitting');
    await arrived;
    expect(heard[0]?.to).toEqual({ users: [tests.owner.user.id], admins: true });
    const { body } = await tests.admin.get(`/api/admin/audit-logs?entityType=pip_report&entityId=${id}`);
    expect(body.map((entry: { action: string }) => entry.action)).toEqual(['pip.submitted', 'pip.generated']);
  });
});

describe('items', () => {
  it('are decided by admins only, once, and totals follow [6.roles.9, 2.pip.14, api.added.10, decisions.plans.3]', async () => {
    const { id, items, totalCost } = await draftPlan(tests, 'case');
    const [critical, high, low] = items;
    const patch = (itemId: string | undefined, body: object, person: Person = tests.admin) =>
      person.patch(`/api/pip-items/${itemId}`, body);
    for (const status of ['approved', 'rejected']) {
      expect((await patch(critical?.id, { status }, tests.owner)).status).toBe(403);
    }
    expect((await patch(critical?.id, { status: 'in_progress', title: 'Mine' }, tests.owner)).status).toBe(403);
    expect((await patch(critical?.id, { status: 'approved' }, tests.stranger)).status).toBe(404);
    expect((await patch(critical?.id, {})).status).toBe(400);
    expect((await patch(critical?.id, { status: 'rejected', estimatedCost: 5 })).status).toBe(400);

    const approved = await expectOk(patch(critical?.id, { status: 'approved' }), 'Approving');
    expect(approved).toMatchObject({ status: 'approved', abilities: { decide: false, start: false } });
    const again = await patch(critical?.id, { status: 'rejected' });
    expect([again.status, again.body.detail]).toEqual([409, 'The item is approved and cannot become rejected']);

    await expectOk(patch(high?.id, { status: 'rejected', note: 'Cleaned already' }), 'Rejecting');
    const modified = await expectOk(
      patch(low?.id, {
        status: 'approved',
        estimatedCost: '300.50',
        estimatedDays: 4,
        priority: 'high',
        title: 'Replace the carpet',
        description: 'The stain does not come out',
      }),
      'Modifying',
    );
    expect(modified).toMatchObject({
      status: 'approved',
      estimatedCost: '300.50',
      costLow: '300.50',
      costHigh: '300.50',
      estimatedDays: 4,
      daysOnSite: 4,
      priority: 'high',
      severity: 'low',
      phase: 'major',
      title: 'Replace the carpet',
    });
    const after: Plan = (await tests.owner.get(`/api/pip-reports/${id}`)).body;
    // Three times 105, and 10 % contingency as a planning figure.
    expect(totalCost).toBe('345.00');
    // 105 and 300.50, and 40 contingency; the rejected one does not count.
    expect(after).toMatchObject({ totalCost: '445.50', estimatedDays: 5, itemCount: 3, priority: 'critical' });
    expect(after.phases.map((phase) => phase.items)).toEqual([1, 1, 0]);
  });

  it('start once the plan is accepted; the plan follows them until it is completed [decisions.plans.1]', async () => {
    const { id, items } = await draftPlan(tests, 'case', ['high', 'low']);
    const [high, low] = items;
    const step = (itemId: string | undefined, status: string, person: Person = tests.owner) =>
      person.patch(`/api/pip-items/${itemId}`, { status });
    await expectOk(step(high?.id, 'approved', tests.admin), 'Approving');
    const waits = await step(high?.id, 'in_progress');
    expect([waits.status, waits.body.detail]).toEqual([
      409,
      'The plan is draft; work starts once its owner has accepted it',
    ]);
    await expectOk(step(low?.id, 'rejected', tests.admin), 'Rejecting');
    await expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Submitting');
    await expectOk(tests.owner.post(`/api/pip-reports/${id}/accept`), 'Accepting');
    expect((await step(low?.id, 'in_progress')).status).toBe(409);
    expect((await step(high?.id, 'awaiting_verification')).status).toBe(409);
    expect((await step(high?.id, 'in_progress')).body.status).toBe('in_progress');
    expect(await statusOf(id)).toBe('in_progress');
    expect((await step(high?.id, 'awaiting_verification')).body.status).toBe('awaiting_verification');
    expect(await statusOf(id)).toBe('in_progress');
    expect((await step(high?.id, 'completed', tests.admin)).body.status).toBe('completed');
    expect(await statusOf(id)).toBe('completed');
    const plan: Plan = (await tests.owner.get(`/api/pip-reports/${id}`)).body;
    const late = await tests.owner.post(`/api/area-sessions/${plan.areaSessionId}/generate-pip`);
    expect([late.status, late.body.detail]).toEqual([409, 'The plan is completed, and no new finding is open']);
  });

  it('of a self-made plan are approved by starting them [decisions.plans.6]', async () => {
    const { id, items } = await acceptedPlan('self-made', ['high']);
    expect(items[0]?.abilities).toMatchObject({ decide: false, start: true, complete: false, report: false });
    expect((await tests.owner.patch(`/api/pip-items/${items[0]?.id}`, { status: 'in_progress' })).body.status).toBe(
      'in_progress',
    );
    expect((await tests.owner.patch(`/api/pip-items/${items[0]?.id}`, { status: 'completed' })).body.status).toBe(
      'completed',
    );
    expect(await statusOf(id)).toBe('completed');
  });

  it('are decided once when two admins decide at the same time', async () => {
    const other = await tests.app.person('admin');
    const { items } = await draftPlan(tests, 'case');
    const answers = await Promise.all([
      tests.admin.patch(`/api/pip-items/${items[0]?.id}`, { status: 'approved' }),
      other.patch(`/api/pip-items/${items[0]?.id}`, { status: 'rejected' }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('cannot get costs whose total exceeds the limit', async () => {
    const { id, items } = await draftPlan(
      tests,
      'case',
      Array.from({ length: 100 }, () => 'low'),
    );
    await tests.app.database.pool.query('update pip_items set cost_high_cents = 99999999 where pip_report_id = $1', [
      id,
    ]);
    const answer = await tests.admin.patch(`/api/pip-items/${items[0]?.id}`, { status: 'approved' });
    expect([answer.status, answer.body.detail]).toEqual([400, 'The total of the plan would be too large']);
  });
});

describe('reading', () => {
  it('is allowed to the owner and admins; all others get 404 [7.calls.27, 6.roles.17]', async () => {
    const { id } = await draftPlan(tests, 'self-made');
    expect((await tests.owner.get(`/api/pip-reports/${id}`)).status).toBe(200);
    expect((await tests.admin.get(`/api/pip-reports/${id}`)).status).toBe(200);
    for (const url of [
      `/api/pip-reports/${id}`,
      `/api/pip-reports/${id}/export?format=csv`,
      '/api/pip-reports/nonsense',
    ]) {
      expect((await tests.stranger.get(url)).status).toBe(404);
    }
    expect((await tests.stranger.post(`/api/pip-reports/${id}/accept`)).status).toBe(404);
    expect((await tests.app.visitor().get(`/api/pip-reports/${id}`)).status).toBe(401);
  });

  it('lists newest first in pages with figures, and with items only if requested [7.calls.26]', async () => {
    const person = await tests.app.person('property');
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { areas } = await startedRun(person);
      await expectOk(
        person.post(`/api/area-sessions/${areas[0].id}/issues`, { title: 'Stain', category: 'stain', severity: 'low' }),
        'Adding a finding',
      );
      const { pipReport } = await expectOk(person.post(`/api/area-sessions/${areas[0].id}/generate-pip`), 'Generating');
      ids.unshift(pipReport.id);
    }
    const first = await person.get('/api/pip-reports?limit=2');
    expect(first.body.map((plan: Plan) => plan.id)).toEqual(ids.slice(0, 2));
    expect(first.body[0]).toMatchObject({
      items: [{ title: 'Stain', issue: { title: 'Stain', category: 'stain' }, status: 'pending' }],
      itemCount: 1,
      pendingItems: 1,
      crews: 2,
      totalCost: '115.00',
      estimatedDays: 1,
    });
    expect(first.body[0].items).toEqual((await person.get(`/api/pip-reports/${ids[0]}`)).body.items);
    const bare = (await person.get('/api/pip-reports?items=false')).body[0];
    expect(bare).toEqual({ ...first.body[0], items: [] });
    const link = String(first.headers.link).match(/^<([^>]+)>; rel="next"$/)?.[1] ?? '';
    const second = await person.get(link);
    expect(second.body.map((plan: Plan) => plan.id)).toEqual(ids.slice(2));
    expect(second.headers.link).toBeUndefined();
    expect((await tests.stranger.get('/api/pip-reports')).body).toEqual([]);
    await expectOk(person.post(`/api/pip-reports/${ids[1]}/submit`), 'Sending');
    const waiting = (await person.get('/api/pip-reports?status=pending_approval&items=false&limit=1')).body;
    expect(waiting.map((plan: Plan) => [plan.id, plan.abilities.accept])).toEqual([[ids[1], true]]);
    expect((await person.get('/api/pip-reports?status=lost')).status).toBe(400);
    expect((await tests.admin.get('/api/pip-reports?limit=200')).body.length).toBeGreaterThan(3);
  });
});

describe('export', () => {
  it('answers with a file of each format, with a safe name [api.added.12, decisions.plans.12]', async () => {
    const { areas } = await startedRun(tests.owner);
    // A job makes the small picture that the file contains.
    const prepared = tests.app.events.waitFor((event) => event.type === 'photo_analysed', 25_000);
    const photo = await addedPhoto(tests.owner, areas[0].id);
    expect(await prepared).toBe(true);
    await expectOk(
      tests.owner.post(`/api/area-sessions/${areas[0].id}/issues`, {
        title: '=1+1',
        category: 'stain',
        severity: 'low',
        photoId: photo.id,
        boundingBox: { x: 0.1, y: 0.1, width: 0.3, height: 0.3 },
      }),
      'Adding a finding',
    );
    const { pipReport } = await expectOk(
      tests.owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`),
      'Generating',
    );
    expect(pipReport.items[0]).toMatchObject({ photoId: photo.id, thumbnailUrl: photo.thumbnailUrl });
    const get = (format: string) => tests.owner.get(`/api/pip-reports/${pipReport.id}/export?format=${format}`);
    // The date at the property, which is in Oregon.
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
    const name = `PIP-Cedar-Lodge-${day.format(new Date(pipReport.createdAt))}`;

    const pdf = await get('pdf');
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
    });
    expect(pdf.raw.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(pdf.raw.toString('latin1')).toContain('/Subtype /Image');
    const xlsx = await get('xlsx');
    expect(xlsx.headers['content-disposition']).toBe(`attachment; filename="${name}.xlsx"`);
    expect(xlsx.raw.toString('latin1', 0, 2)).toBe('PK');
    const csv = await get('csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.raw.toString('utf8')).toContain(",'=1+1,");
    for (const bad of ['docx', '']) expect((await get(bad)).status).toBe(400);
    expect((await tests.owner.get('/api/openapi.json')).body.paths).toHaveProperty([
      '/api/pip-reports/{id}/export',
      'get',
    ]);
  });
});

describe('lists', () => {
  it('can be searched, filtered by status and counted by admins; totals cover all plans that the caller may see [2.reports.2]', async () => {
    const none = (await tests.stranger.get('/api/pip-reports/totals')).body;
    expect(none).toEqual({ reports: 0, totalCost: '0.00', averageDays: 0, pendingApproval: 0 });
    const name = `Gull ${randomUUID().slice(0, 8)}`;
    const draft = await draftPlan(tests, 'self-made');
    await expectOk(tests.owner.put(`/api/properties/${draft.propertyId}`, { ...fields, name }), 'Renaming');
    const list = async (query: string) => (await tests.admin.get(`/api/admin/pip-reports?${query}`)).body;
    const search = `q=${encodeURIComponent(name.toLowerCase())}`;
    const found = await list(search);
    expect(found.reports).toMatchObject([{ id: draft.id, itemCount: 3, pendingItems: 3, items: expect.any(Array) }]);
    expect(found).toMatchObject({ counts: { all: 1, draft: 1, pending_approval: 0 }, nextCursor: null });
    await expectOk(tests.admin.post(`/api/pip-reports/${draft.id}/submit`), 'Submitting');
    expect((await list(`${search}&status=draft`)).reports).toEqual([]);
    const sent = await list(`${search}&status=pending_approval`);
    expect([sent.reports.length, sent.counts.pending_approval, sent.counts.all]).toEqual([1, 1, 1]);
    expect((await list(`${search}%`)).counts.all).toBe(0);
    expect((await tests.owner.get('/api/pip-reports/totals')).body).toEqual({
      reports: 1,
      totalCost: draft.totalCost,
      averageDays: draft.estimatedDays,
      pendingApproval: 1,
    });
    // A second plan with a long lead time, so that sums and means differ from the figures of one plan.
    const { areas } = await startedRun(tests.owner);
    const issue = { title: 'Torn seats', category: 'upholstery_damage', severity: 'medium' };
    await expectOk(tests.owner.post(`/api/area-sessions/${areas[0].id}/issues`, issue), 'Adding a finding');
    const other = await expectOk(tests.owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`), 'Generating');
    expect(other.pipReport.estimatedDays).not.toBe(draft.estimatedDays);
    expect((await tests.owner.get('/api/pip-reports/totals')).body).toEqual({
      reports: 2,
      totalCost: (Number(draft.totalCost) + Number(other.pipReport.totalCost)).toFixed(2),
      averageDays: Math.round((draft.estimatedDays + other.pipReport.estimatedDays) / 2),
      pendingApproval: 1,
    });
    // The plan of the area's inspection has the same items, whose costs are counted once.
    await addedPhoto(tests.owner, areas[0].id);
    const { inspectionId } = await expectOk(
      tests.owner.post(`/api/area-sessions/${areas[0].id}/complete`),
      'Completing',
    );
    await expectOk(tests.owner.post(`/api/inspections/${inspectionId}/generate-pip`), 'Generating');
    expect((await tests.owner.get('/api/pip-reports/totals')).body).toMatchObject({
      reports: 3,
      totalCost: (Number(draft.totalCost) + Number(other.pipReport.totalCost)).toFixed(2),
    });
    const first = await list('limit=1');
    expect(first.nextCursor).not.toBeNull();
    const next = await list(`limit=1&cursor=${first.nextCursor}`);
    expect(next.reports[0].id).not.toBe(first.reports[0].id);
    expect((await tests.admin.get('/api/admin/pip-reports?status=odd')).status).toBe(400);
  });
});

describe('the cost catalog', () => {
  const url = '/api/admin/cost-catalogue';
  it('is for admins only', async () => {
    expect((await tests.owner.get(url)).status).toBe(403);
    expect((await tests.owner.put(url, { entries: [] })).status).toBe(403);
  });

  const save = (version: string, entries: CostEntry[]) => tests.admin.put(url, { version, entries });
  const priced = (entries: CostEntry[], category: string, costHigh: number) =>
    entries.map((entry) => (entry.category === category ? { ...entry, costLow: 0, costHigh } : entry));

  it('is replaced as a whole, and prices what is generated next [api.added.14, domain.words.2]', async () => {
    const before = (await tests.admin.get(url)).body;
    expect(before).toMatchObject({ freightPercent: 12, contingencyPercent: 10, crews: 2 });
    const { version, entries }: { version: string; entries: CostEntry[] } = before;
    const missing = await save(
      version,
      entries.filter((entry) => entry.category !== 'pest'),
    );
    expect([missing.status, missing.body.errors.entries]).toEqual([400, expect.stringContaining('pest')]);
    const reversed = entries.map((entry) => ({ ...entry, costLow: 10, costHigh: 5 }));
    expect((await save(version, reversed)).status).toBe(400);
    expect((await save(version, [...entries, ...entries.slice(0, 1)])).status).toBe(400);
    expect((await tests.admin.get(url)).body).toEqual(before);

    const old = await draftPlan(tests, 'self-made', ['low']);
    const dearer = entries.map((entry) =>
      entry.category === 'stain' ? { ...entry, costLow: 200, costHigh: 400, action: 'Replace the carpet' } : entry,
    );
    await expectOk(save(version, dearer), 'Saving');
    expect((await tests.admin.get(url)).body.entries).toEqual(dearer);
    expect((await tests.owner.get(`/api/pip-reports/${old.id}`)).body.totalCost).toBe('115.00');
    const { pipReport } = await expectOk(
      tests.owner.post(`/api/area-sessions/${old.areaSessionId}/generate-pip`),
      'Generating',
    );
    expect(pipReport).toMatchObject({ id: old.id, totalCost: '330.00' });
    expect(pipReport.items[0].recommendedAction).toBe('Replace the carpet');
    await expectOk(save((await tests.admin.get(url)).body.version, entries), 'Restoring');
    expect((await tests.admin.get(url)).body).toEqual(before);
  });

  it('is not overwritten by an admin who has read an older version', async () => {
    const { version, entries } = (await tests.admin.get(url)).body;
    const [mine, theirs] = [priced(entries, 'pest', 900), priced(entries, 'leak', 800)];
    const both = await Promise.all([save(version, mine), save(version, theirs)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.detail).toMatch(/^Somebody else has saved the cost catalog since it was read/);
    const won = both[0]?.status === 200 ? mine : theirs;
    const current = (await tests.admin.get(url)).body;
    expect(current.entries).toEqual(won);
    expect(current.version).not.toBe(version);
    // Repeating the successful call, as after a lost answer, changes nothing and is not a conflict.
    const logged = async () => (await tests.admin.get('/api/admin/audit-logs/verify')).body.entries;
    const before = await logged();
    expect((await save(version, won)).body).toEqual(current);
    expect(await logged()).toBe(before);
    const none = await tests.admin.put(url, { entries });
    expect([none.status, Object.keys(none.body.errors)]).toEqual([400, ['version']]);
    await expectOk(save(current.version, entries), 'Restoring');
  });

  it('can have lines removed and added: plans keep their figures until they are generated again, decided items always', async () => {
    const entries: CostEntry[] = (await tests.admin.get(url)).body.entries;
    const currentVersion = async (): Promise<string> => (await tests.admin.get(url)).body.version;
    const priced = async (id: string) =>
      (await tests.owner.get(`/api/pip-reports/${id}`)).body.items.map((item: PlanItem) => item.recommendedAction);
    const again = ({ areaSessionId }: Plan) =>
      expectOk(tests.owner.post(`/api/area-sessions/${areaSessionId}/generate-pip`), 'Generating');
    const mild = entries.find((entry) => entry.category === 'stain' && entry.fromSeverity === 'low');
    if (!mild) throw new Error('The catalogue has no line for stains');
    const own: CostEntry = {
      ...mild,
      fromSeverity: 'high',
      action: 'Replace the carpet',
      costLow: 900,
      costHigh: 2000,
    };
    const [untouched, decided] = [
      await draftPlan(tests, 'self-made', ['high', 'low']),
      await draftPlan(tests, 'case', ['high']),
    ];
    const ordinary = await priced(untouched.id);
    expect(new Set(ordinary)).toEqual(new Set([mild.action]));

    await expectOk(save(await currentVersion(), [...entries, own]), 'Adding');
    expect(await priced(untouched.id)).toEqual(ordinary);
    for (const plan of [untouched, decided]) await again(plan);
    expect((await priced(untouched.id)).toSorted()).toEqual([mild.action, own.action].toSorted());
    expect(await priced(decided.id)).toEqual([own.action]);
    const [item] = (await tests.admin.get(`/api/pip-reports/${decided.id}`)).body.items;
    await expectOk(tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' }), 'Approving');

    await expectOk(save(await currentVersion(), entries), 'Removing');
    expect((await priced(untouched.id)).toSorted()).toEqual([mild.action, own.action].toSorted());
    for (const plan of [untouched, decided]) await again(plan);
    expect(await priced(untouched.id)).toEqual(ordinary);
    expect(await priced(decided.id)).toEqual([own.action]);
  });
});
