import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utcDate } from '#contract/due-dates.ts';
import { severities } from '#contract/finding-categories.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { phaseOf } from '#contract/plan-phases.ts';
import { isSettled } from '#server/plans/plans.rules.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { scopeFigures } from '#server/schema/figures.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { findingSums, inspectionSums, itemSums } from '#server/schema/sums.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedInspection, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT: 'off' } });
  [admin, owner] = [await app.person('admin'), await app.person('property')];
});
afterAll(() => app.close());

/** Adds to the numbers under a key. */
function add(sums: Record<string, Record<string, number>>, key: string, names: readonly string[], amount = 1): void {
  const numbers = (sums[key] ??= {});
  for (const name of names) numbers[name] = (numbers[name] ?? 0) + amount;
}

/** All sums, counted row by row without the statements of the product. */
async function countedFromRows() {
  const { db } = app.database;
  const [sessions, areas, scores, found, inspected, plans, items] = await Promise.all([
    db.select().from(areaSessions),
    db.select().from(inspectionAreas),
    db.select().from(scopeFigures),
    db.select().from(findings),
    db.select().from(inspections),
    db.select().from(pipReports),
    db.select().from(pipItems),
  ]);
  const sessionById = new Map(sessions.map((session) => [session.id, session]));
  const inspectionById = new Map(inspected.map((inspection) => [inspection.id, inspection]));
  const scoreById = new Map(scores.map(({ scopeId, score }) => [scopeId, score]));
  const placeOf = (finding: (typeof found)[number]) => {
    const session = sessionById.get(finding.areaSessionId ?? '');
    if (session) {
      const area = areas.find(({ id }) => id === session.areaId)?.name ?? '';
      return { propertyId: session.propertyId, area, areaId: session.areaId, sessionId: session.id };
    }
    const inspection = inspectionById.get(finding.inspectionId ?? '');
    if (!inspection) throw new Error('Every finding belongs to something');
    const small = inspection.area.toLowerCase();
    const named = areas.find(({ name, code }) => name.toLowerCase() === small || code === small);
    return { propertyId: inspection.propertyId, area: named?.name ?? inspection.area, areaId: null, sessionId: null };
  };
  const byFinding: Record<string, Record<string, number>> = {};
  for (const finding of found) {
    const { propertyId, area, areaId, sessionId } = placeOf(finding);
    const isStanding = finding.status !== 'dismissed';
    const isRepeat =
      sessionId !== null &&
      found.some((other) => {
        const place = placeOf(other);
        return (
          place.propertyId === propertyId &&
          place.areaId === areaId &&
          place.sessionId !== sessionId &&
          other.category === finding.category &&
          other.status !== 'dismissed' &&
          other.createdAt < finding.createdAt
        );
      });
    const isJudged =
      finding.source === 'ai' && !finding.mergedInto && (finding.status !== 'dismissed' || finding.decidedBy !== null);
    const decision = {
      confirmed: 'aiConfirmed',
      resolved: 'aiConfirmed',
      dismissed: 'aiDismissed',
      pending: 'aiUndecided',
    };
    add(byFinding, [propertyId, area, utcDate(finding.createdAt), finding.category].join(), [
      ...(openFindingStatuses.includes(finding.status) ? [finding.severity] : []),
      ...(isStanding ? ['standing'] : []),
      ...(isStanding && isRepeat ? ['repeated'] : []),
      ...(isJudged ? [decision[finding.status]] : []),
    ]);
  }
  const byInspection: Record<string, Record<string, number>> = {};
  for (const { id, propertyId, area, areaSessionId, createdAt, status } of inspected) {
    const key = [propertyId, area.toLowerCase(), utcDate(createdAt)].join();
    add(byInspection, key, [status]);
    const score = scoreById.get(areaSessionId ?? id) ?? null;
    if (score !== null) {
      add(byInspection, key, ['scored']);
      add(byInspection, key, ['scoreSum'], score);
    }
  }
  const byItem: Record<string, Record<string, number>> = {};
  for (const item of items.filter((each) => !isSettled(each))) {
    const key = [plans.find(({ id }) => id === item.pipReportId)?.propertyId, phaseOf(item)].join();
    add(byItem, key, ['items']);
    add(byItem, key, ['cost'], item.estimatedCost);
    add(byItem, key, ['costLow'], item.costLow);
    add(byItem, key, ['costHigh'], item.costHigh);
  }
  return { byFinding, byInspection, byItem };
}

/** The stored sums in the same form. */
async function stored() {
  const { db } = app.database;
  const byFinding: Record<string, Record<string, number>> = {};
  const names = [...severities, 'standing', 'repeated', 'aiConfirmed', 'aiDismissed', 'aiUndecided'] as const;
  for (const row of await db.select().from(findingSums)) {
    const key = [row.propertyId, row.area, row.day, row.category].join();
    add(byFinding, key, []);
    for (const name of names) if (row[name] !== 0) add(byFinding, key, [name], row[name]);
  }
  const byInspection: Record<string, Record<string, number>> = {};
  for (const row of await db.select().from(inspectionSums)) {
    const key = [row.propertyId, row.area, row.day].join();
    const numbers = {
      in_progress: row.inProgress,
      pending_review: row.pendingReview,
      requires_action: row.requiresAction,
      approved: row.approved,
      scored: row.scored,
      scoreSum: row.scoreSum,
    };
    expect([row.scores.length, row.scores.reduce((sum, score) => sum + score, 0)]).toEqual([row.scored, row.scoreSum]);
    for (const [name, value] of Object.entries(numbers)) if (value !== 0) add(byInspection, key, [name], value);
  }
  const byItem: Record<string, Record<string, number>> = {};
  for (const { propertyId, phase, ...numbers } of await db.select().from(itemSums))
    for (const [name, value] of Object.entries(numbers)) add(byItem, [propertyId, phase].join(), [name], value);
  return { byFinding, byInspection, byItem };
}

const write = async (statement: ReturnType<typeof sql>): Promise<void> => {
  // A statement that changes nothing would not test the triggers.
  expect((await app.database.db.execute(statement)).rowCount).toBeGreaterThan(0);
};
const post = (person: Person, path: string, body?: object) => expectOk(person.post(`/api/${path}`, body), path);
const addFinding = async (areaId: string, severity = 'high', category = 'stain'): Promise<string> =>
  (await post(owner, `area-sessions/${areaId}/issues`, { title: 'Seen', severity, category, room: randomUUID() })).id;

it('sums are what the rows add up to after every kind of change', async () => {
  const first = await startedRun(owner, admin);
  const [lobby, pool] = first.areas;
  const ids: string[] = [];
  let inspectionId = '';
  let planId = '';
  let again: { id: string } = { id: '' };
  let standalone: { id: string } = { id: '' };
  const steps: [what: string, change: () => Promise<unknown>][] = [
    [
      'findings',
      async () => {
        for (const severity of ['critical', 'high', 'low']) ids.push(await addFinding(lobby.id, severity));
      },
    ],
    [
      'findings of the AI',
      () =>
        write(
          sql`update inspection_issues set source = 'ai', status = 'pending', decided_by = null, ai_confidence = 70 where id in (${ids[0]}, ${ids[1]})`,
        ),
    ],
    ['confirmed', () => expectOk(owner.patch(`/api/issues/${ids[0]}`, { status: 'confirmed' }), 'Confirming')],
    ['dismissed', () => expectOk(owner.patch(`/api/issues/${ids[1]}`, { status: 'dismissed' }), 'Dismissing')],
    [
      'dismissed and taken back',
      () => expectOk(owner.patch(`/api/issues/${ids[1]}`, { status: 'confirmed' }), 'Confirming'),
    ],
    [
      'another class',
      () => expectOk(owner.patch(`/api/issues/${ids[2]}`, { category: 'crack', severity: 'medium' }), 'Changing'),
    ],
    ['answered checks', () => passedChecks(owner, `/api/area-sessions/${lobby.id}`)],
    [
      'submitted',
      async () => {
        await addedPhoto(owner, lobby.id);
        // Its analysis changes the score while the sums are compared.
        const pending = async () =>
          (await app.database.pool.query("select from photos where analysis_status = 'pending'")).rowCount;
        await expect.poll(pending, { timeout: 15_000 }).toBe(0);
        ({ inspectionId } = await post(owner, `area-sessions/${lobby.id}/complete`));
      },
    ],
    [
      'a plan',
      async () => {
        planId = (await post(owner, `area-sessions/${lobby.id}/generate-pip`)).pipReport.id;
      },
    ],
    [
      'a decided item',
      async () => {
        const { items } = (await admin.get(`/api/pip-reports/${planId}`)).body;
        await expectOk(admin.patch(`/api/pip-items/${items[0].id}`, { status: 'rejected', note: 'No' }), 'Rejecting');
        await expectOk(
          admin.patch(`/api/pip-items/${items[1].id}`, { status: 'approved', estimatedCost: 77 }),
          'Modifying',
        );
      },
    ],
    [
      'to inspect again',
      () => post(admin, `admin/inspections/${inspectionId}/request-reinspection`, { note: 'Again' }),
    ],
    ['decision undone', () => post(admin, 'admin/inspections/undo', { ids: [inspectionId] })],
    ['approved', () => post(admin, `admin/inspections/${inspectionId}/approve`)],
    ['another score', () => write(sql`delete from area_checklist_results where area_session_id = ${lobby.id}`)],
    [
      'found again in the next run',
      async () => {
        await write(sql`update property_inspection_runs set status = 'completed' where id = ${first.run.id}`);
        const run = await post(owner, `properties/${first.property.id}/inspection-runs`);
        again = run.progress[0];
        ids.push(await addFinding(again.id), await addFinding(again.id, 'low', 'crack'));
      },
    ],
    [
      'the first one was no finding',
      () => write(sql`update inspection_issues set status = 'dismissed' where id = ${ids[0]}`),
    ],
    ['nor the second', () => write(sql`update inspection_issues set status = 'dismissed' where id = ${ids[1]}`)],
    ['and is one after all', () => write(sql`update inspection_issues set status = 'confirmed' where id = ${ids[0]}`)],
    [
      'found on an earlier day',
      () => write(sql`update inspection_issues set created_at = created_at - interval '3 days' where id = ${ids[3]}`),
    ],
    [
      'moved to another area',
      () => write(sql`update inspection_issues set area_session_id = ${pool.id} where id = ${ids[2]}`),
    ],
    [
      'a standalone inspection',
      async () => {
        standalone = await startedInspection(owner, first.property, 'Rooftop bar');
        await write(sql`insert into inspection_issues (inspection_id, title, description, severity, category, source, recommended_action)
        values (${standalone.id}, 't', 'd', 'low', 'stain', 'person', 'r')`);
      },
    ],
    ['of an area', () => write(sql`update inspections set area = 'lobby' where id = ${standalone.id}`)],
    ['its finding deleted', () => write(sql`delete from inspection_issues where inspection_id = ${standalone.id}`)],
    ['itself deleted', () => write(sql`delete from inspections where id = ${standalone.id}`)],
    [
      'an area with another name',
      () =>
        write(
          sql`update inspection_areas set name = 'Reception' where id = (select area_id from area_sessions where id = ${lobby.id})`,
        ),
    ],
    ['a deleted finding', () => write(sql`delete from inspection_issues where id = ${ids[4]}`)],
    ['a deleted plan', () => write(sql`delete from pip_reports where id = ${planId}`)],
    [
      'an erased owner',
      async () => {
        await expectOk(owner.post('/api/user/erasure'), 'Erasing');
        const erasedAt = async () =>
          (await app.database.pool.query('select erased_at from users where id = $1', [owner.user.id])).rows[0]
            .erased_at;
        await expect.poll(erasedAt, { timeout: 15_000 }).not.toBeNull();
      },
    ],
  ];
  const same: string[] = [];
  let before = await stored();
  for (const [what, change] of steps) {
    await change();
    await expectOk(admin.get('/api/admin/analytics'), 'Reading');
    const now = await stored();
    expect([what, now]).toEqual([what, await countedFromRows()]);
    if (JSON.stringify(now) === JSON.stringify(before)) same.push(what);
    before = now;
  }
  // Every other step shows in the sums, or comparing them would prove nothing. The first answers have no inspection yet.
  expect(same).toEqual(['answered checks', 'an erased owner']);
});
