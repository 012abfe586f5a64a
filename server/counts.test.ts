import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, utcDate } from '#contract/due-dates.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, addedProperty, caseFields, expectOk, inDays, startedRun } from '#test/factories.ts';
import { fillDatabase } from '#test/filled-database.ts';

/* Every number that a screen shows beside or above a list, compared with the rows of that list, read to its last page. */

type Person = Awaited<ReturnType<TestApp['person']>>;
// Untyped, because the lists are of many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any;
let app: TestApp;
let owner: Person;
let admin: Person;
const today = utcDate(new Date());

/** All rows of a list that is a bare array, following its links. */
async function allOf(person: Person, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let url: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=50`; url;) {
    const { status, body, headers } = await person.get(url);
    expect(status, url).toBe(200);
    rows.push(...body);
    url = /<([^>]+)>; rel="next"/.exec(typeof headers['link'] === 'string' ? headers['link'] : '')?.[1];
  }
  return rows;
}

/** All rows of an admin's list under this name, and what its first page says beside them. */
async function pagesOf(path: string, name: string): Promise<{ rows: Row[]; first: Row }> {
  const read = (cursor: string | null) =>
    expectOk(admin.get(`${path}${path.includes('?') ? '&' : '?'}limit=50${cursor ? `&cursor=${cursor}` : ''}`), path);
  const first = await read(null);
  const rows = [...first[name]];
  for (let next = first.nextCursor; next;) {
    const page = await read(next);
    rows.push(...page[name]);
    next = page.nextCursor;
  }
  return { rows, first };
}

const read = (person: Person, path: string): Promise<Row> => expectOk(person.get(path), path);

beforeAll(async () => {
  app = await createTestApp();
  [owner, admin] = [await app.person('property'), await app.person('admin')];
  await fillDatabase(
    app.database.pool,
    { ownerId: owner.user.id, ownerEmail: owner.user.email, adminId: admin.user.id },
    {
      owners: 12,
      properties: 70,
      runs: 90,
      cases: 160,
      standalone: 130,
      messages: 20,
      notifications: 40,
      auditEntries: 0,
      photosPerArea: 1,
      findingsPerPhoto: 1,
      scored: true,
      since: `${addDays(today, -80)}`,
      minutesBetweenRuns: 60,
    },
  );
  // The stored figures and summaries are made up; they are counted again from the rows.
  await app.database.pool.query('update scope_figures set version = 0');
  await app.database.pool.query('delete from plan_summaries');
  // Beside it what people do: a case that is not linked yet, one of a property that was unlinked, areas that were left out.
  await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email, { dueDate: inDays(0) })), 'Opening');
  const { property, areas } = await startedRun(owner, admin, ['pool', 'exterior'], { dueDate: inDays(1) });
  const [lobby, second] = areas.filter(({ status }: Row) => status === 'not_started');
  await addedPhoto(owner, lobby.id);
  await owner.call('POST', `/api/area-sessions/${lobby.id}/issues`, {
    title: 'Stain',
    severity: 'high',
    category: 'stain',
  });
  await owner.call('POST', `/api/area-sessions/${lobby.id}/generate-pip`);
  const { inspectionId } = await owner.call('POST', `/api/area-sessions/${lobby.id}/complete`);
  await admin.call('POST', `/api/admin/inspections/${inspectionId}/flag`, { note: 'Look again' });
  await addedPhoto(owner, second.id);
  const unlinked = await addedProperty(owner, { name: 'Sold' });
  await owner.call('DELETE', `/api/properties/${unlinked.id}`);
  expect(property.id).toBeTruthy();
}, 120_000);
afterAll(() => app.close());

const idsOf = (rows: Row[]) => new Set<string>(rows.map(({ id }) => id));
const isOpenCase = ({ status }: Row) => status === 'pending' || status === 'in_progress';
const isHandedIn = ({ inspectionStatus }: Row) => ['pending_review', 'approved'].includes(inspectionStatus);
const sameSet = (rows: Row[], count: number, of: string) => {
  expect(new Set(rows.map(({ id }) => id)).size, of).toBe(rows.length);
  expect(count, of).toBe(rows.length);
};

describe.each(['owner', 'admin'] as const)('what the dashboard of an %s counts', (who) => {
  const person = () => (who === 'owner' ? owner : admin);

  it('is what its lists have', async () => {
    const stats = await read(person(), `/api/user/stats?today=${today}`);
    const inspections = await allOf(person(), '/api/inspections');
    sameSet(inspections, stats.totalInspections, 'Total Inspections');
    sameSet(await allOf(person(), '/api/inspections?status=pending_review'), stats.pendingReviews, 'Pending Reviews');
    const month = inspections.filter(({ createdAt }) => createdAt.startsWith(today.slice(0, 7)));
    expect(stats.hints.totalInspections).toBe(`+${month.length} this month`);
    const cases = await allOf(person(), '/api/inspection-cases');
    const quarterEnd = `${today.slice(0, 5)}${['03-31', '06-30', '09-30', '12-31'][Math.floor((Number(today.slice(5, 7)) - 1) / 3)]}`;
    const due = cases.filter((row) => isOpenCase(row) && !isHandedIn(row) && row.dueDate.slice(0, 10) <= quarterEnd);
    expect(due.length).toBeGreaterThan(0);
    expect(stats.hints.pendingReviews).toBe(`${due.length} due this quarter`);
    const plans = await allOf(person(), '/api/pip-reports?items=false');
    const active = plans.filter(({ status, propertyPlanId }) => status !== 'completed' && propertyPlanId === null);
    sameSet(active, stats.activePIPs, 'Active PIPs');
    const properties = await allOf(person(), '/api/properties');
    if (who === 'owner') sameSet(properties, stats.properties, 'properties');
  });

  it('agrees for plans, area sessions, cases of properties and notifications', async () => {
    const plans = await allOf(person(), '/api/pip-reports?items=false');
    const totals = await read(person(), '/api/pip-reports/totals');
    sameSet(plans, totals.reports, 'Total Reports');
    const toAccept = await allOf(person(), '/api/pip-reports?toAccept=true&items=false');
    sameSet(toAccept, totals.pendingApproval, 'pending approval');
    const { hints } = await read(person(), `/api/user/stats?today=${today}`);
    const home = toAccept.length === 0 ? 'None' : `${toAccept.length}`;
    expect(hints.activePIPs).toBe(`${home} awaiting approval`);
    const sessions = await allOf(person(), '/api/area-sessions');
    const all = await read(person(), '/api/area-sessions/totals');
    sameSet(sessions, all.total, 'All Inspections');
    expect(idsOf(all.properties)).toEqual(idsOf(sessions.map(({ property }) => property)));
    const [first] = all.properties;
    const ofFirst = await allOf(person(), `/api/area-sessions?propertyId=${first.id}&area=Lobby`);
    const expected = sessions.filter((row) => row.property.id === first.id && row.area.code === 'lobby');
    expect(ofFirst.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    const cases = await allOf(person(), '/api/inspection-cases');
    for (const { id, pendingCases } of await allOf(person(), '/api/properties')) {
      const own = cases.filter((row) => row.propertyId === id && isOpenCase(row));
      expect(idsOf(pendingCases)).toEqual(idsOf(own));
    }
    const { notifications, unread } = await read(person(), '/api/notifications');
    expect(unread).toBe(notifications.filter(({ readAt }: Row) => readAt === null).length);
  });
});

describe('the counts beside the filters of the brand', () => {
  it.each([
    ['all', ''],
    ['a search', 'q=Hotel%20c&'],
    ['a type', 'type=routine&'],
    ['overdue ones', `overdue=true&today=${today}&`],
  ])('of cases are the rows behind them, with %s', async (_name, search) => {
    const { counts } = await read(admin, `/api/admin/inspection-cases?${search}`);
    for (const status of ['all', 'pending', 'in_progress', 'completed', 'expired', 'cancelled']) {
      const { rows, first } = await pagesOf(`/api/admin/inspection-cases?${search}status=${status}&sort=due`, 'cases');
      sameSet(rows, counts[status], status);
      expect(first.counts).toEqual(counts);
    }
  });

  it.each([
    ['all', ''],
    ['a search', 'q=Lobby&'],
    ['flagged ones', 'flagged=true&'],
    ['a period', `from=${addDays(today, -60)}&to=${today}&`],
  ])('of inspections are the rows behind them, with %s', async (_name, search) => {
    const { counts } = await read(admin, `/api/admin/inspections?${search}`);
    for (const status of ['all', 'pending_review', 'in_progress', 'requires_action', 'approved']) {
      for (const sort of ['worst', 'newest']) {
        const { rows } = await pagesOf(`/api/admin/inspections?${search}status=${status}&sort=${sort}`, 'inspections');
        sameSet(rows, counts[status], status);
      }
      // The number on 'Flagged' is what pressing it shows while the status stays chosen.
      const { first } = await pagesOf(`/api/admin/inspections?${search}status=${status}`, 'inspections');
      const flagged = search.includes('flagged') ? search : `${search}flagged=true&`;
      const { rows } = await pagesOf(`/api/admin/inspections?${flagged}status=${status}`, 'inspections');
      sameSet(rows, first.counts.flagged, `flagged ${status}`);
    }
  });

  it.each(['', 'q=Hotel%20c&'])('of plans are the rows behind them (%s)', async (search) => {
    const { counts } = await read(admin, `/api/admin/pip-reports?${search}items=false`);
    for (const status of ['all', 'draft', 'pending_approval', 'approved', 'in_progress', 'completed']) {
      const { rows } = await pagesOf(`/api/admin/pip-reports?${search}items=false&status=${status}`, 'reports');
      sameSet(rows, counts[status], status);
    }
  });
});

describe('the figures of properties', () => {
  it("of the portfolio are those of each property's page, and its totals their sums", async () => {
    const { rows, first } = await pagesOf(`/api/admin/portfolio?today=${today}`, 'properties');
    const { totals } = first;
    sameSet(rows, totals.properties, 'properties');
    sameSet(await allOf(admin, '/api/properties'), totals.properties, 'properties');
    const overdue = await pagesOf(`/api/admin/inspection-cases?overdue=true&today=${today}`, 'cases');
    expect(totals.overdueCases).toBe(overdue.rows.filter(({ propertyId }) => propertyId !== null).length);
    const cases = await allOf(admin, '/api/inspection-cases');
    const sums = { openItems: 0, critical: 0 };
    for (const row of rows) {
      const page = await read(admin, `/api/properties/${row.id}/history`);
      expect([row.score, row.openFindings, row.openItems, row.costs.open], row.name).toEqual([
        page.score,
        page.openFindings,
        page.items.total,
        page.costs.open,
      ]);
      const own = cases.filter(({ propertyId }) => propertyId === row.id);
      expect(page.cases.total).toBe(own.length);
      const open = own.filter((each) => isOpenCase(each));
      const late = open.filter((each) => each.dueDate.slice(0, 10) < today && !isHandedIn(each));
      expect(row.overdueCases).toBe(late.length);
      expect(row.case === null).toBe(open.length === 0);
      sums.openItems += row.openItems;
      sums.critical += row.openFindings.critical;
    }
    expect([totals.openItems, totals.openFindings.critical]).toEqual([sums.openItems, sums.critical]);
  });

  it('of the analytics are those of the lists of the same period', async () => {
    const [from, to] = [addDays(today, -70), today];
    const analytics = await read(admin, `/api/admin/analytics?from=${from}&to=${to}&today=${today}`);
    const { counts } = await read(admin, `/api/admin/inspections?from=${from}&to=${to}`);
    expect(analytics.summary.inspections).toBe(counts.all);
    for (const status of ['in_progress', 'pending_review', 'requires_action', 'approved'])
      expect(analytics.buckets.reduce((sum: number, each: Row) => sum + each.inspections[status], 0)).toBe(
        counts[status],
      );
    sameSet(await allOf(admin, '/api/properties'), analytics.propertiesTotal, 'properties');
    const due = (await allOf(admin, '/api/inspection-cases')).filter(
      ({ status, dueDate }) => status !== 'cancelled' && dueDate.slice(0, 10) >= from && dueDate.slice(0, 10) <= to,
    );
    const counted = analytics.buckets.flatMap((each: Row) => Object.values(each.cases) as number[]);
    expect(counted.reduce((sum: number, each: number) => sum + each, 0)).toBe(due.length);
    const overdue = analytics.buckets.reduce((sum: number, each: Row) => sum + each.cases.overdue, 0);
    const late = due.filter((row) => (isOpenCase(row) ? !isHandedIn(row) : row.status === 'expired'));
    expect(overdue).toBe(late.filter(({ dueDate }) => dueDate.slice(0, 10) < today).length);
  });
});
