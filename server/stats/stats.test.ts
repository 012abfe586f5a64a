import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { basisText, noCoverage } from '#contract/coverage.ts';
import { utcDate } from '#contract/due-dates.ts';
import { itemInWork, stepOf } from '#server/plans/plans.fixture.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, linkedCase, passedChecks, startedInspection, startedRun } from '#test/factories.ts';
import { monthStart, nextQuarter, scoreBefore, scoreHint, scoreOfProperties } from './stats.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('figures of the dashboard', () => {
  it('count what the caller may see [3.stats.1, 7.calls.4, 2.dashboard.4, api.calls.5]', async () => {
    const [admin, owner, stranger] = [
      await app.person('admin'),
      await app.person('property'),
      await app.person('property'),
    ];
    const stats = async (who = owner) => (await who.get('/api/user/stats')).body;
    expect(await stats()).toEqual({
      totalInspections: 0,
      pendingReviews: 0,
      activePIPs: 0,
      complianceScore: 0,
      properties: 0,
      propertiesScored: 0,
      coverage: { ...noCoverage, areas: 0, areasScored: 0 },
      planWork: null,
      runningPropertyId: null,
      hints: {
        totalInspections: '+0 this month',
        pendingReviews: '0 due this quarter',
        activePIPs: 'None awaiting approval',
        complianceScore: 'No inspection scored yet',
      },
    });
    await linkedCase(owner, admin, { dueDate: utcDate(new Date()) });
    const started = await startedRun(owner);
    const { areas } = started;
    const complete = async (index: number) => {
      await addedPhoto(owner, areas[index].id);
      await passedChecks(owner, `/api/area-sessions/${areas[index].id}`);
      return expectOk(owner.post(`/api/area-sessions/${areas[index].id}/complete`), 'Completing');
    };
    const first = await complete(0);
    await expectOk(
      owner.post(`/api/area-sessions/${areas[1].id}/issues`, { title: 'Stain', severity: 'high', category: 'stain' }),
      'Adding',
    );
    await expectOk(owner.post(`/api/area-sessions/${areas[1].id}/generate-pip`), 'Generating');
    await complete(1);
    const { run } = (await owner.get(`/api/inspection-runs/${started.run.id}`)).body;
    expect(run.coverage).toMatchObject({ areas: 10, areasScored: 2, photos: 2, usablePhotos: 2 });
    expect(await stats()).toEqual({
      totalInspections: 2,
      pendingReviews: 2,
      activePIPs: 1,
      // (Lobby 99 + 3 x guest rooms 69) / 4.
      complianceScore: 76.5,
      // The property of the case has no run yet.
      properties: 2,
      propertiesScored: 1,
      coverage: run.coverage,
      planWork: null,
      runningPropertyId: started.property.id,
      hints: {
        totalInspections: '+2 this month',
        pendingReviews: '1 due this quarter',
        activePIPs: 'None awaiting approval',
        complianceScore: 'Nothing earlier to compare with',
      },
    });
    await expectOk(admin.post(`/api/admin/inspections/${first.inspectionId}/approve`), 'Approving');
    expect(await stats()).toMatchObject({ totalInspections: 2, pendingReviews: 1 });
    expect(await stats(stranger)).toMatchObject({ totalInspections: 0, activePIPs: 0 });
    expect(await stats(admin)).toMatchObject({ totalInspections: 2, activePIPs: 1 });
  });

  it("count a plan once that an area's plan is a view of", async () => {
    const [admin, owner] = [await app.person('admin'), await app.person('property')];
    const active = async () => (await owner.get('/api/user/stats')).body.activePIPs;
    const others = areaCodes.filter((code) => code !== 'lobby');
    const { areas, run } = await startedRun(owner, admin, others);
    const lobby = `/api/area-sessions/${areas.find((each: { status: string }) => each.status === 'not_started').id}`;
    await addedPhoto(owner, lobby.split('/').at(-1) ?? '');
    await passedChecks(owner, lobby);
    await expectOk(owner.post(`${lobby}/issues`, { title: 'Stain', severity: 'high', category: 'stain' }), 'Adding');
    await expectOk(owner.post(`${lobby}/generate-pip`), 'Generating');
    await expectOk(owner.post(`${lobby}/complete`), 'Completing');
    expect(await active()).toBe(1);
    await expectOk(owner.post(`/api/inspection-runs/${run.id}/generate-pip`), 'Generating');
    expect((await owner.get('/api/pip-reports')).body).toHaveLength(2);
    expect(await active()).toBe(1);
    // Nobody completes the area's plan for itself, so it must not appear once the property's plan is completed.
    for (const status of ['pending_approval', 'approved', 'in_progress', 'completed'] as const)
      await app.database.db
        .update(pipReports)
        .set({ status })
        .where(and(eq(pipReports.runId, run.id), eq(pipReports.source, 'property')));
    expect(await active()).toBe(0);
  });
});

describe('the work of an accepted plan', () => {
  it('is counted until it is reported, and what the brand returned comes first with its note', async () => {
    const [admin, owner, stranger] = [
      await app.person('admin'),
      await app.person('property'),
      await app.person('property'),
    ];
    const work = async (who = owner) => (await who.get('/api/user/stats')).body.planWork;
    const own = await itemInWork({ app, owner, admin, stranger }, 'self-made');
    expect(await work()).toMatchObject({ planId: own.plan.id, items: 1, returned: 0, note: null });
    const { plan, item } = await itemInWork({ app, owner, admin, stranger }, 'case');
    await expectOk(stepOf(item, 'awaiting_verification', owner), 'Reporting');
    expect(await work()).toMatchObject({ planId: own.plan.id, items: 1, returned: 0 });
    const note = 'The edge still lifts';
    await expectOk(stepOf(item, 'in_progress', admin, { note }), 'Returning');
    const propertyName = plan.property.name;
    expect(await work()).toEqual({ planId: plan.id, propertyName, items: 1, returned: 1, note });
    expect([await work(stranger), await work(admin)]).toEqual([null, null]);
    await expectOk(stepOf(own.item, 'completed', owner), 'Completing');
    expect(await work()).toMatchObject({ planId: plan.id });
    await expectOk(stepOf(item, 'awaiting_verification', owner), 'Reporting again');
    expect(await work()).toBeNull();
  });
});

describe('the running inspection that its owner continues first', () => {
  it('was sent back, or has the case that is due first, and waits for more than the brand', async () => {
    const [admin, owner, stranger] = [
      await app.person('admin'),
      await app.person('property'),
      await app.person('property'),
    ];
    const next = async (who = owner) => (await who.get('/api/user/stats')).body.runningPropertyId;
    const others = areaCodes.filter((code) => code !== 'lobby');
    const without = await startedRun(owner);
    const later = await startedRun(owner, admin, others, { propertyName: 'Quay House', dueDate: '2099-12-06' });
    expect(await next()).toBe(later.property.id);
    const soon = await startedRun(owner, admin, others, { propertyName: 'Pier Inn', dueDate: '2099-06-12' });
    expect(await next()).toBe(soon.property.id);
    const inspected = async ({ areas }: typeof soon) => {
      const { id } = areas.find(({ status }: { status: string }) => status === 'not_started');
      await addedPhoto(owner, id);
      await passedChecks(owner, `/api/area-sessions/${id}`);
      const completing = owner.post(`/api/area-sessions/${id}/complete`);
      return (await expectOk(completing, 'Completing')).inspectionId as string;
    };
    const decide = (id: string, decision: string) =>
      expectOk(admin.post(`/api/admin/inspections/${id}/${decision}`, { note: 'Show the roof' }), decision);
    await decide(await inspected(soon), 'approve');
    expect(await next()).toBe(later.property.id);
    await decide(await inspected(later), 'approve');
    expect(await next()).toBe(without.property.id);
    const newer = await startedRun(owner);
    expect(await next()).toBe(newer.property.id);
    await decide(await inspected(without), 'request-reinspection');
    expect(await next()).toBe(without.property.id);
    expect([await next(stranger), await next(admin)]).toEqual([null, null]);
  });
});

describe('the score of a property', () => {
  it('is the same with the same coverage on the dashboard, in its run, on its page and in every comparison [domain.score.7, domain.score.11, domain.score.12]', async () => {
    const [admin, owner] = [await app.person('admin'), await app.person('property')];
    const others = areaCodes.filter((code) => code !== 'lobby' && code !== 'pool');
    const { property, run, areas } = await startedRun(owner, admin, others);
    const [lobby, pool] = areas
      .filter(({ status }: { status: string }) => status === 'not_started')
      .map(({ id }: { id: string }) => `/api/area-sessions/${id}`);
    const idOf = (path: string) => path.split('/').at(-1) ?? '';
    const body = async (who: typeof owner, path: string) => (await who.get(path)).body;
    const ofProperty = ({ properties }: { properties: { id: string }[] }) =>
      properties.find(({ id }) => id === property.id);
    /** The score, its coverage in short, and the same on each screen. */
    const everywhere = async () => {
      const { complianceScore, coverage } = (await body(owner, `/api/inspection-runs/${run.id}`)).run;
      const page = await body(owner, `/api/properties/${property.id}/history`);
      const figures = { score: complianceScore, coverage };
      expect(page).toMatchObject(figures);
      expect(ofProperty(await body(admin, '/api/admin/portfolio?limit=200'))).toMatchObject(figures);
      expect(ofProperty(await body(admin, '/api/admin/analytics'))).toMatchObject(figures);
      expect(await body(owner, '/api/user/stats')).toMatchObject({
        complianceScore: complianceScore ?? 0,
        properties: 1,
        propertiesScored: complianceScore === null ? 0 : 1,
        coverage,
      });
      return [complianceScore, basisText(coverage)];
    };
    const unmet = '0 of 1 requirement met with evidence';

    const photo = await addedPhoto(owner, idOf(lobby));
    expect(await everywhere()).toEqual([null, `0 of 2 areas scored · 0 of 25 checks · ${unmet}`]);

    await passedChecks(owner, lobby, 'all');
    const finding = { title: 'Stain', severity: 'high', category: 'stain' };
    const stain = await expectOk(owner.post(`${lobby}/issues`, finding), 'Adding');
    expect(await everywhere()).toEqual([69, `1 of 2 areas scored · 12 of 25 checks · ${unmet}`]);

    await expectOk(owner.patch(`/api/issues/${stain.id}`, { status: 'resolved' }), 'Resolving');
    expect(await everywhere()).toEqual([99, `1 of 2 areas scored · 12 of 25 checks · ${unmet}`]);

    await addedPhoto(owner, idOf(pool));
    await passedChecks(owner, pool, 'all');
    expect(await everywhere()).toEqual([99, `2 of 2 areas scored · 25 of 25 checks · ${unmet}`]);

    await expectOk(owner.put(`${lobby}/requirements/0`, { photoId: photo.id }), 'Choosing evidence');
    expect(await everywhere()).toEqual([
      100,
      '2 of 2 areas scored · 25 of 25 checks · 1 of 1 requirement met with evidence',
    ]);
    const history = await body(owner, `/api/properties/${property.id}/history`);
    expect(history.areas).toEqual([]);
    await expectOk(owner.post(`${lobby}/complete`), 'Completing');
    const { areas: inspected } = await body(owner, `/api/properties/${property.id}/history`);
    expect(inspected[0].inspections[0]).toMatchObject({
      score: 100,
      coverage: {
        ...noCoverage,
        checks: 12,
        answered: 12,
        photos: 1,
        usablePhotos: 1,
        critical: 2,
        criticalAnswered: 2,
      },
    });
  });
});

describe('what is open at a property', () => {
  it('counts for its score in an inspection outside of runs, and after a new run was started that leaves it out', async () => {
    const owner = await app.person('property');
    const { property, run, areas } = await startedRun(owner);
    const markNotApplicable = (id: string) =>
      expectOk(owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'Closed' }), 'Marking');
    const [lobby, ...others] = areas.map(({ id }: { id: string }) => id);
    for (const id of others) await markNotApplicable(id);
    await addedPhoto(owner, lobby);
    await passedChecks(owner, `/api/area-sessions/${lobby}`, 'all');
    const finding = { title: 'Leak', severity: 'high', category: 'leak' };
    await expectOk(owner.post(`/api/area-sessions/${lobby}/issues`, finding), 'Adding');
    await expectOk(owner.post(`/api/area-sessions/${lobby}/complete`), 'Completing');
    await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
    const figures = async () => {
      const { score, openFindings } = (await owner.get(`/api/properties/${property.id}/history`)).body;
      return [score, openFindings.critical, openFindings.high];
    };
    expect(await figures()).toEqual([69, 0, 1]);

    const next = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting a run');
    for (const { id } of next.progress) await markNotApplicable(id);
    expect(await figures()).toEqual([69, 0, 1]);

    const { id } = await startedInspection(owner, property, 'Pool');
    const wires = { title: 'Exposed wires', severity: 'critical', category: 'electrical_exposed' };
    await expectOk(owner.post(`/api/inspections/${id}/issues`, wires), 'Adding');
    expect(await figures()).toEqual([59, 1, 1]);
  });
});

describe('the rules of the figures', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01'],
    ['2026-11-21T23:59:59Z', '2026-11-01'],
    ['2028-02-29T12:00:00Z', '2028-02-01'],
  ])('the month of %s begins on %s', (now, month) => {
    expect(utcDate(monthStart(new Date(now)))).toBe(month);
  });
  it.each([
    ['2026-01-01', '2026-04-01'],
    ['2026-03-31', '2026-04-01'],
    ['2026-11-21', '2027-01-01'],
    ['2028-02-29', '2028-04-01'],
  ])('after the quarter of %s comes that of %s', (date, quarter) => expect(nextQuarter(date)).toBe(quarter));
  it.each([
    [null, null, 'No inspection scored yet'],
    [80, null, 'Nothing earlier to compare with'],
    [85, 80, '+5% from last inspection'],
    [80, 80, '+0% from last inspection'],
    [59.5, 92, '−32% from last inspection'],
  ])('%s after %s', (latest, before, text) => expect(scoreHint(latest, before)).toBe(text));
  const inspected = (propertyId: string, area: string, complianceScore: number | null) => ({
    id: `${propertyId} ${area} ${complianceScore}`,
    propertyId,
    area,
    complianceScore,
  });

  it('the previous score is that of the same area of the same property [domain.score.16]', () => {
    const latest = inspected('a', 'Lobby', 80);
    const others = [inspected('b', 'Lobby', 92), inspected('a', 'Pool', 92)];
    expect(scoreBefore(latest, [latest, ...others])).toBeNull();
    expect(scoreBefore(latest, [latest, ...others, inspected('a', 'Lobby', null), inspected('a', 'lobby', 85)])).toBe(
      85,
    );
    // A repair that was verified since does not change what there is to compare with.
    const repaired = inspected('a', 'Lobby', 100);
    expect(scoreBefore(latest, [latest, repaired], new Map([[repaired.id, 49]]))).toBe(49);
  });

  const scored = (complianceScore: number | null) => ({
    complianceScore,
    coverage: { ...noCoverage, checks: 12, answered: 6, areas: 2, areasScored: complianceScore === null ? 0 : 1 },
  });
  it.each([
    [[], 0, 0],
    [[null], 0, 0],
    [[80, 85, null, 91], 85.3, 3],
    [[100, 100], 100, 2],
    // (3 x 100 + 99) / 4 = 99.75
    [[100, 100, 100, 99], 99, 4],
    [[100, null], 99, 1],
  ])('the mean of properties with %j is %d', (scores, complianceScore, propertiesScored) => {
    expect(scoreOfProperties(scores.map(scored))).toMatchObject({
      complianceScore,
      properties: scores.length,
      propertiesScored,
      coverage: {
        areas: 2 * scores.length,
        areasScored: propertiesScored,
        checks: 12 * scores.length,
        answered: 6 * scores.length,
      },
    });
  });
});
