import { describe, expect, it } from 'vitest';
import { formatDueDate } from '#contract/due-dates.ts';
import { sharedDueText, type SharedLine } from '#contract/plan-shares.ts';
import { shareTokenHeader } from '#contract/plan-shares.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';
import { createTestApp } from '#test/app.ts';
import { draftPlan, preparePlanTests, type Person } from '../plans.fixture.ts';

const tests = preparePlanTests();
type Body = Record<string, unknown>;

const open = (token: string, path = '') =>
  tests.app.visitor().send({ method: 'GET', url: `/api/shared-plan${path}`, headers: { [shareTokenHeader]: token } });

const share = (who: Person, planId: string, input: Body = {}) =>
  expectOk(who.post(`/api/pip-reports/${planId}/shares`, input), 'Sharing');
const sharesOf = async (planId: string) => (await tests.admin.get(`/api/pip-reports/${planId}/shares`)).body;

/** A sent plan with a photo for one line, and a rejected line. */
async function sentPlan() {
  const { areas } = await startedRun(tests.owner, tests.admin);
  const [photo, other] = [await addedPhoto(tests.owner, areas[0].id), await addedPhoto(tests.owner, areas[0].id)];
  const findings: Body[] = [
    { title: 'Stain on the wall', description: 'Brown ring', severity: 'high', room: '101', photoId: photo.id },
    { title: 'Not ours', severity: 'low', room: '102', photoId: other.id },
  ];
  for (const finding of findings) {
    const added = { category: 'stain', ...finding };
    await expectOk(tests.owner.post(`/api/area-sessions/${areas[0].id}/issues`, added), 'Adding');
  }
  const { pipReport } = await expectOk(
    tests.owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`),
    'Generating',
  );
  const [kept, rejected] = pipReport.items;
  await expectOk(tests.admin.patch(`/api/pip-items/${kept.id}`, { status: 'approved' }), 'Approving');
  const no = { status: 'rejected', note: 'Belongs to the neighbor' };
  await expectOk(tests.admin.patch(`/api/pip-items/${rejected.id}`, no), 'Rejecting');
  const plan = await expectOk(tests.admin.post(`/api/pip-reports/${pipReport.id}/submit`), 'Sending');
  return { plan, kept, photo, other };
}

describe('a link to a plan', () => {
  it('with prices shows the additions that lead from its lines to its total', async () => {
    const { plan, kept } = await sentPlan();
    const both = [(await share(tests.admin, plan.id, { version: 1 })).token, (await share(tests.admin, plan.id)).token];
    for (const token of both) {
      const { body } = await open(token);
      expect(body.costLines).toEqual(plan.costLines);
      expect(body.costLines[0]).toEqual({ label: 'Construction cost', amount: kept.estimatedCost });
      const sum = body.costLines.reduce((total: number, { amount }: { amount: string }) => total + Number(amount), 0);
      expect(sum).toBe(Number(body.totalCost));
      expect(body).toMatchObject({ draft: null, property: { timeZone: 'America/New_York' } });
    }
    expect((await open((await share(tests.admin, plan.id, { prices: false })).token)).body.costLines).toBeNull();
  });

  it('to a plan that was not sent or has undecided items says that it is a draft', async () => {
    const draftOf = async (who: Person, id: string, version: number | null = null) =>
      (await open((await share(who, id, { version })).token)).body.draft;
    const ofBrand = await draftPlan(tests, 'case', ['low']);
    expect(await draftOf(tests.admin, ofBrand.id)).toBe('undecided');
    const decide = tests.admin.patch(`/api/pip-items/${ofBrand.items[0]?.id}`, { status: 'approved' });
    await expectOk(decide, 'Approving');
    expect(await draftOf(tests.admin, ofBrand.id)).toBe('unsent');
    await expectOk(tests.admin.post(`/api/pip-reports/${ofBrand.id}/submit`), 'Sending');
    expect(await draftOf(tests.admin, ofBrand.id)).toBeNull();
    expect(await draftOf(tests.admin, ofBrand.id, 1)).toBeNull();
  });

  it("to an owner's own plan says that it was not sent", async () => {
    const own = await draftPlan(tests, 'self-made', ['low']);
    const { token } = await share(tests.owner, own.id);
    expect((await open(token)).body.draft).toBe('unsent');
  });

  it('shows what was sent, with its photos, to anyone who has it, and nothing else [api.added.51]', async () => {
    const { plan, kept, photo, other } = await sentPlan();
    const { token, share: made } = await share(tests.admin, plan.id, { version: 1, label: 'Bank' });
    const more = { status: 'approved', title: 'Changed since', estimatedCost: '9000.00' };
    await expectOk(tests.admin.patch(`/api/pip-items/${kept.id}`, more), 'Modifying');

    const answer = await open(token);
    expect([answer.status, answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex, nofollow',
    ]);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.body).toMatchObject({
      property: { name: 'Harbour Inn', city: 'Portland', state: 'ME' },
      version: 1,
      acceptedAt: null,
      prices: true,
      totalCost: plan.totalCost,
      expiresAt: made.expiresAt,
      lines: [
        {
          title: 'Stain on the wall',
          cost: kept.estimatedCost,
          photoId: photo.id,
          completed: false,
          unconfirmed: false,
          due: { at: 'weeks 1–2', isWindow: true, isToMakeSafe: false },
        },
      ],
    });
    const picture = await open(token, `/photos/${photo.id}`);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    // A hidden line's photo, an unknown photo, and no token.
    for (const id of [other.id, plan.id, 'x']) expect((await open(token, `/photos/${id}`)).status).toBe(404);
    expect((await open('', `/photos/${photo.id}`)).status).toBe(404);
    expect((await tests.app.visitor().get(`/api/photos/${photo.id}/preview`)).status).toBe(401);
  });

  it('to the current plan follows the plan, and one without prices contains no amount anywhere', async () => {
    const { plan, kept } = await sentPlan();
    const { token } = await share(tests.admin, plan.id, { prices: false });
    const more = { status: 'approved', title: 'Changed since' };
    await expectOk(tests.admin.patch(`/api/pip-items/${kept.id}`, more), 'Modifying');
    const { body } = await open(token);
    expect(body).toMatchObject({ version: null, totalCost: null, lines: [{ title: 'Changed since', cost: null }] });
    expect(JSON.stringify(body)).not.toMatch(/\d\.\d\d"/);
  });

  it('names the due dates, conditions and classes of an accepted plan, as its owner sees them', async () => {
    const { plan, kept } = await sentPlan();
    const dueOf = async (version: number | null) =>
      sharedDueText((await open((await share(tests.admin, plan.id, { version })).token)).body.lines[0].due);
    await expectOk(tests.owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
    const [{ dueDate }] = (await tests.owner.get(`/api/pip-reports/${plan.id}`)).body.items;
    expect([await dueOf(1), await dueOf(null)]).toEqual([formatDueDate(dueDate), formatDueDate(dueDate)]);
    const { token } = await share(tests.admin, plan.id, { prices: false });
    expect((await open(token)).body.lines[0]).toMatchObject({ condition: 'Brown ring', class: 'Operations' });
    // Another window is part of the next version; the one that was accepted keeps its own.
    const other = { status: 'approved', priority: 'medium' };
    await expectOk(tests.admin.patch(`/api/pip-items/${kept.id}`, other), 'Modifying');
    expect([await dueOf(1), await dueOf(null)]).toEqual([
      'weeks 1–2 after acceptance',
      expect.not.stringMatching('after'),
    ]);
  });

  it('says that critical work of more than two days is only made safe in 24–48 hours', async () => {
    const { plan, kept } = await sentPlan();
    const { token } = await share(tests.admin, plan.id);
    const dueAfter = async (estimatedDays: number) => {
      const more = { status: 'approved', priority: 'critical', estimatedDays };
      await expectOk(tests.admin.patch(`/api/pip-items/${kept.id}`, more), 'Modifying');
      return sharedDueText((await open(token)).body.lines[0].due);
    };
    expect(await dueAfter(2)).toBe('24–48 hours after acceptance');
    expect(await dueAfter(5)).toBe('24–48 hours after acceptance to make safe');
  });

  it('says so too where the work waits for a crew, and in the version that was sent', async () => {
    const { id } = await draftPlan(tests, 'case', ['low']);
    const line = { title: 'Handrail', recommendedAction: 'Fix it', category: 'trip_hazard', class: 'life_safety' };
    const urgent = { ...line, spending: 'capital', priority: 'critical', quantity: 1, unit: 'each', unitCost: 100 };
    for (const room of ['101', '102', '103'])
      await expectOk(
        tests.admin.post(`/api/pip-reports/${id}/lines`, { ...urgent, room, estimatedDays: 2 }),
        'Adding a line',
      );
    for (const item of (await tests.admin.get(`/api/pip-reports/${id}`)).body.items)
      if (item.status === 'pending')
        await expectOk(tests.admin.patch(`/api/pip-items/${item.id}`, { status: 'approved' }), 'Approving');
    await expectOk(tests.admin.post(`/api/pip-reports/${id}/submit`), 'Sending');
    for (const version of [null, 1]) {
      const { lines } = (await open((await share(tests.admin, id, { version })).token)).body;
      // Two crews work side by side, so the third handrail is repaired on day 4.
      const dues = lines.map(({ due }: SharedLine) => sharedDueText(due));
      expect(dues.filter((due: string) => due.includes('hours')).toSorted()).toEqual([
        '24–48 hours after acceptance',
        '24–48 hours after acceptance',
        '24–48 hours after acceptance to make safe',
      ]);
    }
  });

  it('gives the same answer whether it is wrong, revoked or expired [api.added.51]', async () => {
    const { id } = await draftPlan(tests, 'self-made');
    const [revoked, expired] = [await share(tests.owner, id), await share(tests.owner, id, { days: 1 })];
    expect((await open(revoked.token)).status).toBe(200);
    expect((await tests.owner.delete(`/api/plan-shares/${revoked.share.id}`)).status).toBe(204);
    expect((await tests.owner.delete(`/api/plan-shares/${revoked.share.id}`)).status).toBe(204);
    await tests.app.pool.query(`update plan_shares set expires_at = now() where id = $1`, [expired.share.id]);
    const answers = await Promise.all([revoked.token, expired.token, 'x', ''].map((token) => open(token)));
    const seen = answers.map(({ status, body }) => [status, body.code, body.detail]);
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(seen[0]).toEqual([404, 'share_link_invalid', expect.stringContaining('does not work')]);
    const states = (await sharesOf(id)).map((each: Body) => [each['id'], each['state']]);
    expect(new Map(states)).toEqual(
      new Map([
        [revoked.share.id, 'revoked'],
        [expired.share.id, 'expired'],
      ]),
    );
  });

  it('counts its views, stores only a hash, and is in the audit log', async () => {
    const { id } = await draftPlan(tests, 'self-made');
    const { token, share: made } = await share(tests.owner, id, { label: 'Roofer', prices: false, days: 7 });
    expect(made).toMatchObject({ views: 0, lastViewedAt: null, state: 'open', label: 'Roofer', version: null });
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeCloseTo(7 * 86_400_000, -4);
    await Promise.all([open(token), open(token), open(token)]);
    const [listed] = await sharesOf(id);
    expect(listed).toMatchObject({ views: 3, lastViewedAt: expect.any(String) });
    const { rows } = await tests.app.pool.query('select * from plan_shares where id = $1', [made.id]);
    expect(JSON.stringify([rows, listed])).not.toContain(token);
    await tests.owner.delete(`/api/plan-shares/${made.id}`);
    const log = await tests.admin.get(`/api/admin/audit-logs?entityType=pip_report&entityId=${id}`);
    expect(log.body.map((entry: { action: string }) => entry.action).slice(0, 2)).toEqual([
      'pip.share_revoked',
      'pip.shared',
    ]);
    expect(JSON.stringify(log.body)).not.toContain(token);
  });

  it('ends with the right of whoever made it: another owner, no owner, a disabled account, no admin any more', async () => {
    const { app, admin } = tests;
    const owner = await app.person('property');
    const manager = await app.person('admin');
    const { id } = await draftPlan({ ...tests, owner }, 'self-made');
    const [ofOwner, ofAdmin] = [await share(owner, id), await share(manager, id)];
    const property = '(select property_id from pip_reports where id = $1)';
    const statuses = async () => [(await open(ofOwner.token)).status, (await open(ofAdmin.token)).status];
    expect(await statuses()).toEqual([200, 200]);
    for (const userId of [tests.stranger.user.id, null]) {
      await app.pool.query(`update properties set user_id = $2 where id = ${property}`, [id, userId]);
      expect(await statuses()).toEqual([404, 200]);
    }
    const states = new Map((await sharesOf(id)).map((each: Body) => [each['id'], each['state']]));
    expect([states.get(ofOwner.share.id), states.get(ofAdmin.share.id)]).toEqual(['revoked', 'open']);
    await app.pool.query(`update properties set user_id = $2 where id = ${property}`, [id, owner.user.id]);
    await expectOk(admin.post(`/api/admin/users/${owner.user.id}/disable`), 'Disabling');
    await expectOk(admin.post(`/api/admin/users/${manager.user.id}/withdraw-admin`), 'Withdrawing');
    expect(await statuses()).toEqual([404, 404]);
  });

  it('can be created by users who may send the plan [api.added.50]', async () => {
    const { id, abilities } = await draftPlan(tests, 'case');
    expect(abilities.share).toBe(false);
    expect((await tests.owner.post(`/api/pip-reports/${id}/shares`, {})).status).toBe(403);
    expect((await tests.owner.get(`/api/pip-reports/${id}/shares`)).status).toBe(403);
    const { share: made } = await share(tests.admin, id);
    expect((await tests.owner.delete(`/api/plan-shares/${made.id}`)).status).toBe(403);
    expect((await tests.stranger.delete(`/api/plan-shares/${made.id}`)).status).toBe(404);
    const unsent = await tests.admin.post(`/api/pip-reports/${id}/shares`, { version: 1 });
    expect([unsent.status, unsent.body.errors]).toEqual([400, { version: 'Choose a version that was sent' }]);
    for (let more = 1; more < 20; more += 1) await share(tests.admin, id);
    expect((await tests.admin.post(`/api/pip-reports/${id}/shares`, {})).status).toBe(409);
  });
});

it('limits invalid tokens per network address, while valid links still work', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'on' } });
  try {
    const owner = await app.person('property');
    const { id } = await draftPlan({ app, owner, stranger: owner, admin: owner }, 'self-made');
    const { token } = await expectOk(owner.post(`/api/pip-reports/${id}/shares`, {}), 'Sharing');
    const read = async (value: string) =>
      (
        await app.visitor().send({
          method: 'GET',
          url: '/api/shared-plan',
          headers: { [shareTokenHeader]: value },
        })
      ).status;
    const statuses = [];
    for (let tries = 0; tries < 31; tries += 1) statuses.push(await read(`wrong-${tries}`));
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429]);
    expect(await read(token)).toBe(200);
  } finally {
    await app.close();
  }
});
