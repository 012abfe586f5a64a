import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { areaCodes } from '#contract/area-codes.ts';
import type { analyticsSchema } from '#contract/analytics.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { mondayOf } from './analytics.rules.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import {
  addedPhoto,
  caseFields,
  expectOk,
  inDays,
  linkedCase,
  passedChecks,
  picture,
  startedInspection,
  startedRun,
  uploadFile,
} from '#test/factories.ts';

type Analytics = z.input<typeof analyticsSchema>;
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
const dayOf = (time: string) => time.slice(0, 10);
const read = async (query: Record<string, string> = {}): Promise<Analytics> => {
  const { status, body } = await admin.get(`/api/admin/analytics?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  return body;
};

/** A hotel of a brand in a state with an inspected lobby, one finding of the given severity, and a plan for it. */
async function inspectedHotel(fields: Record<string, unknown>, severity: string) {
  const { property } = await linkedCase(owner, admin, fields);
  const run = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting');
  const [lobby, second] = run.progress;
  await addedPhoto(owner, lobby.id);
  await passedChecks(owner, `/api/area-sessions/${lobby.id}`);
  await expectOk(
    owner.post(`/api/area-sessions/${lobby.id}/issues`, { title: 'Seen', severity, category: 'trip_hazard' }),
    'Adding',
  );
  const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/generate-pip`), 'Generating');
  const session = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
  return { property, run, lobby, second, pipReport, inspectionId: session.inspectionId as string };
}

let east: Awaited<ReturnType<typeof inspectedHotel>>;
let west: Awaited<ReturnType<typeof inspectedHotel>>;
beforeAll(async () => {
  app = await createTestApp();
  [admin, owner] = [await app.person('admin'), await app.person('property')];
  expect(await read()).toMatchObject({ buckets: { length: 12 }, properties: [], propertiesTotal: 0, brands: [] });
  east = await inspectedHotel({ propertyName: 'East', brandStandard: 'Harbour Collection' }, 'critical');
  west = await inspectedHotel(
    { propertyName: 'West', brandStandard: 'Roadside', propertyState: 'OR', dueDate: inDays(3) },
    'medium',
  );
  await expectOk(admin.post(`/api/admin/inspections/${west.inspectionId}/approve`), 'Approving');
});
afterAll(() => app.close());

describe('figures of all properties', () => {
  it('count inspections, scores, findings and plan items in their period', async () => {
    const figures = await read();
    const now = figures.buckets.at(-1);
    expect(now?.start).toBe(mondayOf(dayOf(inDays(0))));
    expect(now?.inspections).toEqual({ in_progress: 0, pending_review: 1, requires_action: 0, approved: 1 });
    // East: a critical finding caps at 49. West: a medium one caps at 89.
    expect([now?.meanScore, now?.scored, figures.summary.meanScore]).toEqual([69, 2, 69]);
    expect(figures.summary).toMatchObject({ inspections: 2, scored: 2, before: { inspections: 0 }, scoreChange: null });
    expect(figures.findingsByCategory).toEqual([{ category: 'trip_hazard', critical: 1, high: 0, medium: 1, low: 0 }]);
    expect(figures.findingsByArea).toEqual([{ area: 'Lobby', critical: 1, high: 0, medium: 1, low: 0 }]);
    const shown = figures.properties.map(({ name, score, openFindings }) => [name, score, openFindings.critical]);
    expect(shown).toEqual([
      ['West', 89, 0],
      ['East', 49, 1],
    ]);
    expect(figures.propertiesTotal).toBe(2);
    expect([figures.brands, figures.states]).toEqual([
      ['Harbour Collection', 'Roadside'],
      ['ME', 'OR'],
    ]);
  });

  it('are filtered by brand and state, ignoring letter case [api.added.13]', async () => {
    for (const [query, names] of [
      [{ brand: 'harbour COLLECTION' }, ['East']],
      [{ state: 'or' }, ['West']],
      [{ brand: 'Roadside', state: 'ME' }, []],
      [{ brand: '', state: '' }, ['West', 'East']],
    ] as [Record<string, string>, string[]][]) {
      const figures = await read(query);
      expect(figures.properties.map(({ name }) => name)).toEqual(names);
      expect(figures.summary.inspections).toBe(names.length);
      expect(figures.findingsByArea.length).toBe(Math.min(1, names.length));
      const open = figures.buckets.reduce((sum, bucket) => sum + bucket.cases.open, 0);
      expect(open).toBe(0);
      expect(figures.phases.reduce((sum, phase) => sum + phase.items, 0)).toBe(names.length);
      // The choices of the filters stay the same.
      expect(figures.brands).toHaveLength(2);
    }
  });

  it('cover the requested days [api.added.13]', async () => {
    await app.database.db
      .update(inspections)
      .set({ createdAt: new Date('2026-02-03T10:00:00Z') })
      .where(eq(inspections.id, east.inspectionId));
    await app.database.db
      .update(findings)
      .set({ createdAt: new Date('2026-02-28T23:59:59.999Z') })
      .where(eq(findings.areaSessionId, east.lobby.id));
    const february = await read({ from: '2026-02-01', to: '2026-02-28' });
    expect(february.buckets.map(({ start, meanScore }) => [start, meanScore])).toEqual([
      ['2026-01-26', null],
      ['2026-02-02', 49],
      ['2026-02-09', null],
      ['2026-02-16', null],
      ['2026-02-23', null],
    ]);
    expect(february.findingsByCategory).toHaveLength(1);
    expect((await read({ from: '2026-02-01', to: '2026-02-27' })).findingsByCategory).toEqual([]);
    const march = await read({ from: '2026-03-01', to: '2026-03-28' });
    expect(march.summary).toEqual({
      inspections: 0,
      scored: 0,
      meanScore: null,
      before: { inspections: 1 },
      scoreChange: null,
    });
    // Open findings are counted as of now, whatever the period.
    expect(march.properties).toHaveLength(2);
    const years = await read({ from: '2025-01-01', to: '2026-02-28' });
    expect(years.period.bucket).toBe('month');
    expect(years.buckets.map(({ start }) => start).slice(-2)).toEqual(['2026-01-01', '2026-02-01']);
    expect(years.buckets.at(-1)?.inspections.pending_review).toBe(1);
  });

  it('compare the score of an area only with that of the same area and property [domain.score.16]', async () => {
    const { db } = app.database;
    const at = async (id: string, time: string) =>
      db
        .update(inspections)
        .set({ createdAt: new Date(time) })
        .where(eq(inspections.id, id));
    const days = { from: '2026-07-15', to: '2026-07-28', brand: 'Again' };
    const [first, other] = [
      await inspectedHotel({ propertyName: 'One', brandStandard: 'Again' }, 'critical'),
      await inspectedHotel({ propertyName: 'Two', brandStandard: 'Again' }, 'low'),
    ];
    await at(first.inspectionId, '2026-07-08T10:00:00Z');
    await at(other.inspectionId, '2026-07-16T10:00:00Z');
    // 97 follows 49, but it is the score of another property.
    expect((await read(days)).summary).toMatchObject({ meanScore: 97, scoreChange: null });
    const again = await startedInspection(owner, first.property, 'Lobby');
    const url = await uploadFile(owner, await picture());
    await owner.call('POST', '/api/photos', { inspectionId: again.id, filename: 'a.jpg', url, category: 'lobby' });
    await passedChecks(owner, `/api/inspections/${again.id}`, 'all');
    await at(again.id, '2026-07-20T10:00:00Z');
    expect((await read(days)).summary).toMatchObject({ meanScore: 98.5, scoreChange: { points: 51, areas: 1 } });
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-13-01' }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
  ])('refuse %j with a readable reason', async (query, name) => {
    const { status, body } = await admin.get(`/api/admin/analytics?${new URLSearchParams(query).toString()}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
  });
});

describe('punctuality of cases', () => {
  it('distinguishes on time, late, overdue and still open, and leaves out cancelled ones', async () => {
    const { db } = app.database;
    const open = async (due: string, change: Partial<typeof inspectionCases.$inferInsert>) => {
      const made = await expectOk(
        admin.post('/api/inspection-cases', caseFields(owner.user.email, { brandStandard: 'Punctual' })),
        'Opening',
      );
      // A case can only take the transitions of its state machine.
      const steps =
        change.status === 'completed' ? (['in_progress', 'completed'] as const) : change.status ? [change.status] : [];
      for (const status of steps) {
        await db.update(inspectionCases).set({ status }).where(eq(inspectionCases.id, made.id));
      }
      await db
        .update(inspectionCases)
        .set({ ...change, status: steps.at(-1) ?? 'pending', dueDate: due })
        .where(and(eq(inspectionCases.id, made.id)));
    };
    const [early, after] = [new Date('2026-05-04T08:00:00Z'), new Date('2026-05-09T08:00:00Z')];
    await open('2026-05-06', { status: 'completed', completedAt: early });
    await open('2026-05-06', { status: 'completed', completedAt: after });
    await open('2026-05-06', { status: 'expired' });
    await open('2026-05-06', { status: 'cancelled' });
    await open('2026-05-17', { status: 'in_progress' });
    await open('2999-05-17', { status: 'in_progress' });
    const { buckets } = await read({ from: '2026-05-01', to: '2026-05-31', brand: 'Punctual' });
    expect(buckets.map(({ start, cases }) => [start, ...Object.values(cases)])).toEqual([
      ['2026-04-27', 0, 0, 0, 0],
      ['2026-05-04', 1, 1, 1, 0],
      ['2026-05-11', 0, 0, 1, 0],
      ['2026-05-18', 0, 0, 0, 0],
      ['2026-05-25', 0, 0, 0, 0],
    ]);
    const later = await read({ from: '2999-05-01', to: '2999-05-31', brand: 'Punctual' });
    expect(later.buckets[2]?.cases).toEqual({ onTime: 0, late: 0, overdue: 0, open: 1 });
  });
});

describe('cost of open plans', () => {
  it('is that of the unfinished items, counting a finding in two plans once', async () => {
    const cost = async () => {
      const { phases, properties } = await read({ brand: 'Roadside' });
      return { phases, cost: properties[0]?.pipCost };
    };
    const item = (await expectOk(admin.get(`/api/pip-reports/${west.pipReport.id}`), 'Reading')).items[0];
    expect(await cost()).toEqual({
      phases: [
        { name: 'critical', items: 0, cost: '0.00', costLow: '0.00', costHigh: '0.00' },
        { name: 'major', items: 0, cost: '0.00', costLow: '0.00', costHigh: '0.00' },
        { name: 'minor', items: 1, cost: item.estimatedCost, costLow: item.costLow, costHigh: item.costHigh },
      ],
      cost: item.estimatedCost,
    });
    // The same finding in the plan of the inspection.
    await expectOk(admin.post(`/api/inspections/${west.inspectionId}/generate-pip`), 'Generating');
    expect((await cost()).cost).toBe(item.estimatedCost);
    const plans = await expectOk(admin.get('/api/pip-reports'), 'Listing');
    const own = plans.filter((plan: { propertyId: string }) => plan.propertyId === west.property.id);
    expect(own).toHaveLength(2);
    const shown = own.flatMap((plan: { items: { id: string }[] }) => plan.items.map(({ id }) => id));
    expect(shown).toEqual([item.id, item.id]);
    await expectOk(admin.patch(`/api/pip-items/${item.id}`, { status: 'rejected' }), 'Rejecting');
    expect(await cost()).toMatchObject({ phases: [{}, {}, { items: 0, cost: '0.00' }], cost: '0.00' });
  });
});

describe('a property', () => {
  it('shows what is open now: from its latest run, and from inspections outside of runs', async () => {
    const started = await expectOk(
      owner.post('/api/inspections', {
        propertyId: west.property.id,
        sessionId: 'V1StGXR8_Z5jdHi6B-myT',
        propertyName: 'West',
        area: 'guest_rooms',
      }),
      'Starting',
    );
    await expectOk(
      owner.post(`/api/inspections/${started.id}/issues`, { title: 'Low', severity: 'low', category: 'dirt' }),
      'Adding',
    );
    const { findingsByArea, properties } = await read({ brand: 'Roadside' });
    expect(properties[0]?.openFindings).toEqual({ critical: 0, high: 0, medium: 1, low: 1 });
    expect(findingsByArea.map(({ area }) => area).toSorted()).toEqual(['Guest Rooms', 'Lobby']);
    const [issue] = await expectOk(owner.get(`/api/area-sessions/${west.lobby.id}/issues`), 'Reading');
    await expectOk(admin.patch(`/api/issues/${issue.id}`, { status: 'dismissed' }), 'Dismissing');
    const after = (await read({ brand: 'Roadside' })).properties[0];
    // Ten checks of the lobby are open.
    expect([after?.openFindings.medium, after?.score]).toEqual([0, 99]);
  });

  it('keeps its figures when a new run starts', async () => {
    const others = areaCodes.filter((code) => code !== 'lobby');
    const fields = { propertyName: 'River', brandStandard: 'Riverside' };
    const { property, run, areas } = await startedRun(owner, admin, others, fields);
    const known = async () => {
      const [row] = (await read({ brand: 'Riverside' })).properties;
      return [row?.score, row?.openFindings.high];
    };
    const inspectLobby = async (id: string, severity: string) => {
      await addedPhoto(owner, id);
      await passedChecks(owner, `/api/area-sessions/${id}`);
      const finding = { title: 'Seen', severity, category: 'trip_hazard' };
      await expectOk(owner.post(`/api/area-sessions/${id}/issues`, finding), 'Adding');
      await expectOk(owner.post(`/api/area-sessions/${id}/complete`), 'Completing');
    };
    const lobbyOf = (sessions: { id: string; area: { code: string } }[]) =>
      sessions.find(({ area }) => area.code === 'lobby')?.id ?? '';
    await inspectLobby(lobbyOf(areas), 'high');
    expect(await known()).toEqual([69, 1]);

    await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
    const next = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting again');
    expect(next.id).not.toBe(run.id);
    expect(await known()).toEqual([69, 1]);
    await inspectLobby(lobbyOf(next.progress), 'medium');
    expect(await known()).toEqual([89, 0]);
  });

  it('is for admins only', async () => {
    expect((await owner.get('/api/admin/analytics')).status).toBe(403);
    expect((await app.visitor().get('/api/admin/analytics')).status).toBe(401);
  });
});
