import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { utcDate } from '#contract/due-dates.ts';
import type { Severity } from '#contract/finding-categories.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, linkedCase, passedChecks, startedRun } from '#test/factories.ts';
import { mean, monthStart, nextQuarter, propertyScores, scoreBefore, scoreHint } from './stats.rules.ts';

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
      propertiesScored: 0,
      hints: {
        totalInspections: '+0 this month',
        pendingReviews: '0 due this quarter',
        activePIPs: 'None awaiting approval',
        complianceScore: 'No inspection scored yet',
      },
    });
    await linkedCase(owner, admin, { dueDate: utcDate(new Date()) });
    const { areas } = await startedRun(owner);
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
    expect(await stats()).toEqual({
      totalInspections: 2,
      pendingReviews: 2,
      activePIPs: 1,
      // (Lobby 99 + 3 x guest rooms 69) / 4.
      complianceScore: 76.5,
      propertiesScored: 1,
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
  const inspected = (
    propertyId: string,
    area: string,
    complianceScore: number | null,
    worst: Severity | null = null,
  ) => ({
    propertyId,
    area,
    complianceScore,
    worstSeverity: worst,
  });

  it('the previous score is that of the same area of the same property [domain.score.16]', () => {
    const latest = inspected('a', 'Lobby', 80);
    const others = [inspected('b', 'Lobby', 92), inspected('a', 'Pool', 92)];
    expect(scoreBefore(latest, [latest, ...others])).toBeNull();
    expect(scoreBefore(latest, [latest, ...others, inspected('a', 'Lobby', null), inspected('a', 'lobby', 85)])).toBe(
      85,
    );
  });

  it("a property's score comes from the latest inspection of each of its areas", () => {
    expect(
      propertyScores([
        inspected('a', 'Lobby', 90, 'low'),
        inspected('b', 'Pool', null),
        inspected('a', 'Guest Rooms', 70, 'medium'),
        inspected('a', 'Lobby', 10, 'critical'),
      ]),
    ).toEqual([75]);
  });

  it('the mean of nothing is 0', () => expect([mean([]), mean([80, 85, 91])]).toEqual([0, 85.3]));
});
