import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { fillDatabase } from '#test/filled-database.ts';
import { explain, statementsOf, type QueryPlan } from '#test/query-plans.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;
/** Tables that must not be read by a sequential scan. */
let large: Set<string>;
/** The values of the placeholders in the addresses below. */
let ids: { areaSession: string; inspection: string; property: string; name: string };

const propertiesOfOwner = 3;

beforeAll(async () => {
  app = await createTestApp({ work: false });
  owner = await app.person('property');
  admin = await app.person('admin');
  const { pool } = app.database;
  await fillDatabase(pool, { ownerId: owner.user.id, ownerEmail: owner.user.email, adminId: admin.user.id });
  const tables = await pool.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 2000",
  );
  large = new Set(tables.rows.map((row) => row.relname));
  // A search reads the counts of all names on purpose: there are a few for each property, not for each inspection.
  large.delete('name_counts');
  const one = async (sql: string): Promise<string> => (await pool.query(sql, [owner.user.id])).rows[0].id;
  ids = {
    areaSession: await one(
      "select s.id from area_sessions s join properties p on p.id = s.property_id where p.user_id = $1 and s.status = 'completed' limit 1",
    ),
    inspection: await one(
      'select i.id from inspections i join properties p on p.id = i.property_id where p.user_id = $1 and i.area_session_id is null limit 1',
    ),
    property: await one('select id from properties where user_id = $1 limit 1'),
    name: await one('select substr(name, 7, 9) as id from properties where user_id <> $1 limit 1'),
  };
}, 300_000);
afterAll(() => app.close());

const addressOf = (path: string) =>
  path
    .replace('SESSION', ids.areaSession)
    .replace('INSPECTION', ids.inspection)
    .replace('PROPERTY', ids.property)
    .replace('OWNER', owner.user.id)
    .replace('NAME', ids.name)
    .replace('ADMIN', admin.user.id);

/** The query plans of all reads for one answer, with their faults. */
async function faultsOf(person: Person, url: string, pages: number) {
  let answer: Answer | undefined;
  const sent = await statementsOf(app.pool, async () => {
    answer = await person.get(url);
  });
  expect(answer?.status).toBe(200);
  const size = Number(/limit=(\d+)/.exec(url)?.[1] ?? 50);
  const plans = [];
  for (const statement of sent) {
    if (/^select/i.test(statement.text)) plans.push(await explain(app.database.pool, statement));
  }
  const page = Math.max(size, 50) + 1;
  const faultOf = (plan: QueryPlan): string[] => {
    const given = Math.max(plan.rows, plan.aggregated, page * pages);
    return [
      ...plan.sequential.filter((table) => large.has(table)).map((table) => `reads all of ${table}`),
      ...plan.sorts.filter((rows) => rows > given).map((rows) => `sorts ${rows} rows`),
      ...plan.reads
        .filter(({ table, rows }) => large.has(table) && rows > 5 * given)
        .map(({ table, rows }) => `reads ${rows} rows of ${table} for ${given}`),
    ];
  };
  return {
    rows: Math.max(0, ...plans.map((plan) => plan.rows)),
    faults: plans.flatMap((plan) => faultOf(plan).map((fault) => `${fault}\n${plan.text}\n${plan.shown}`)),
    next: nextPage(url, answer),
  };
}

/** The address of the next page, from the Link header or the cursor in the answer. */
function nextPage(url: string, answer: Answer | undefined): string | null {
  const header = answer?.headers.link;
  const link = typeof header === 'string' ? /^<([^>]+)>/.exec(header)?.[1] : undefined;
  if (link) return link;
  const cursor: unknown = answer?.body?.nextCursor;
  return typeof cursor === 'string' ? `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}` : null;
}

const paged = [
  '/api/area-sessions?limit=5',
  '/api/area-sessions?limit=5&applicable=true',
  '/api/area-sessions?limit=50',
  '/api/area-sessions?propertyId=PROPERTY&limit=1',
  '/api/inspections',
  '/api/inspections?status=pending_review',
  '/api/inspections?standalone=true&limit=5',
  '/api/inspections?propertyId=PROPERTY&standalone=true&limit=5',
  '/api/inspections?open=true&standalone=true&limit=10',
  '/api/inspection-cases',
  '/api/inspection-cases?status=pending&limit=5',
  '/api/pip-reports?items=false',
];

interface List {
  person: 'owner' | 'admin';
  path: string;
  /** The list has one page. */
  last?: boolean;
  /**
   * The page is merged from this many index reads: one for each property of an owner, or for each direction of
   * messages.
   */
  pages?: number;
}

const lists: List[] = [
  ...paged.flatMap((path) => [
    { person: 'owner' as const, path, pages: propertiesOfOwner },
    { person: 'admin' as const, path },
  ]),
  { person: 'admin', path: '/api/properties?limit=20' },
  { person: 'admin', path: '/api/properties?q=NAME&limit=9', last: true },
  { person: 'admin', path: '/api/properties/PROPERTY/history', last: true },
  { person: 'owner', path: '/api/user/stats', last: true, pages: propertiesOfOwner },
  { person: 'owner', path: '/api/properties?limit=200', last: true, pages: propertiesOfOwner },
  { person: 'admin', path: '/api/inspection-runs/active' },
  { person: 'owner', path: '/api/inspection-runs/active', last: true },
  { person: 'admin', path: '/api/admin/inspections' },
  { person: 'admin', path: '/api/admin/inspections?status=pending_review' },
  { person: 'admin', path: '/api/admin/inspections?sort=worst' },
  { person: 'admin', path: '/api/admin/inspections?sort=worst&status=pending_review' },
  { person: 'admin', path: '/api/admin/inspections?flagged=true' },
  { person: 'admin', path: '/api/admin/inspections?propertyId=PROPERTY' },
  { person: 'admin', path: '/api/admin/inspections?from=2026-01-02&to=2026-01-02' },
  { person: 'admin', path: '/api/admin/users' },
  { person: 'admin', path: '/api/admin/inspection-cases' },
  { person: 'admin', path: '/api/admin/inspection-cases?status=pending' },
  { person: 'admin', path: '/api/admin/inspection-cases?sort=due' },
  { person: 'admin', path: '/api/admin/inspection-cases?sort=due&status=pending' },
  { person: 'admin', path: '/api/admin/inspection-cases?sort=due&overdue=true' },
  { person: 'admin', path: '/api/admin/inspection-cases?type=routine' },
  // A search counts everything it finds, so it must find little here.
  { person: 'admin', path: '/api/admin/inspections?q=NAME', last: true },
  { person: 'admin', path: '/api/admin/inspections?q=Last77', last: true, pages: 2 },
  { person: 'admin', path: '/api/admin/inspection-cases?q=0101-4321', last: true },
  { person: 'admin', path: '/api/admin/inspection-cases?q=filled77@', last: true },
  { person: 'admin', path: '/api/admin/pip-reports?items=false' },
  { person: 'admin', path: '/api/admin/pip-reports?items=false&status=draft' },
  { person: 'admin', path: '/api/admin/pip-reports?items=false&sort=worst' },
  { person: 'admin', path: '/api/admin/pip-reports?items=false&status=draft&sort=worst' },
  { person: 'admin', path: '/api/admin/audit-logs' },
  { person: 'admin', path: '/api/admin/audit-logs?entityType=inspection' },
  { person: 'admin', path: '/api/admin/audit-logs?entityType=inspection&entityId=filled-3&limit=5', last: true },
  { person: 'owner', path: '/api/notifications', last: true },
  { person: 'owner', path: '/api/messages', pages: 2 },
  { person: 'admin', path: '/api/messages', pages: 2 },
  { person: 'admin', path: '/api/messages?withUserId=OWNER&limit=100', pages: 2 },
  { person: 'admin', path: '/api/messages?inspectionId=INSPECTION&limit=1', last: true },
  { person: 'owner', path: '/api/messages/conversations', last: true },
  { person: 'owner', path: '/api/area-sessions/SESSION/photos', last: true },
  { person: 'admin', path: '/api/admin/inspections/INSPECTION/previous', last: true },
  { person: 'admin', path: '/api/inspections/INSPECTION/photos', last: true },
  { person: 'owner', path: '/api/area-sessions/SESSION/issues', last: true },
  { person: 'admin', path: '/api/inspections/INSPECTION/issues', last: true },
];

describe('on a database with several hundred thousand rows', () => {
  it('the database is large enough for query plans to matter', () => {
    expect([...large].toSorted()).toEqual([
      'area_sessions',
      'audit_logs',
      'inspection_cases',
      'inspection_issues',
      'inspections',
      'messages',
      'notifications',
      'photos',
      'pip_items',
      'pip_reports',
      'plan_summaries',
      'property_inspection_runs',
      'scope_figures',
    ]);
  });

  it.each(lists)(
    '$path for an $person reads and sorts no more than its page',
    async ({ person, path, last, pages = 1 }) => {
      const client = person === 'owner' ? owner : admin;
      const first = await faultsOf(client, addressOf(path), pages);
      expect(first.faults).toEqual([]);
      expect(first.rows).toBeGreaterThan(0);
      if (last) return;
      expect(first.next).not.toBeNull();
      const second = await faultsOf(client, first.next ?? '', pages);
      expect(second.faults).toEqual([]);
      expect(second.rows).toBeGreaterThan(0);
    },
  );
});
