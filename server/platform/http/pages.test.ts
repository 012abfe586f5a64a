import fc from 'fast-check';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { messages } from '#server/schema/messages.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;

/** 60 rows of each kind at only five moments, so that many share the same millisecond. */
const rows = 60;
const timeOf = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, 0, index % 5));

beforeAll(async () => {
  app = await createTestApp({ work: false });
  owner = await app.person('property');
  admin = await app.person('admin');
  const stranger = await app.person('property');
  await startedRun(stranger);
  const { db } = app.database;
  const indexes = Array.from({ length: rows }, (_, index) => index);
  const place = { address: 'a', city: 'b', state: 'c', zipCode: 'd', propertyType: 'hotel' as const };
  const made = await db
    .insert(properties)
    .values(indexes.map((n) => ({ ...place, name: `P${n}`, userId: owner.user.id, createdAt: timeOf(n) })))
    .returning();
  await db
    .insert(inspectionRuns)
    .values(made.map((property, n) => ({ propertyId: property.id, userId: owner.user.id, createdAt: timeOf(n) })));
  const [run] = await db.select().from(inspectionRuns).limit(1);
  const propertyId = made[0]?.id ?? '';
  await db.insert(inspections).values(
    indexes.map((n) => ({
      userId: owner.user.id,
      propertyId,
      sessionId: `session-${n}`,
      propertyName: 'P',
      area: 'Lobby',
      createdAt: timeOf(n),
    })),
  );
  await db.insert(inspectionCases).values(
    indexes.map((n) => ({
      caseNumber: `CASE-20260101-${n}`,
      createdByAdminId: admin.user.id,
      dueDate: '2026-12-01',
      propertyName: 'P',
      propertyAddress: 'a',
      propertyCity: 'b',
      propertyState: 'c',
      propertyZipCode: 'd',
      ownerEmail: owner.user.email,
      createdAt: timeOf(n),
    })),
  );
  await db.insert(messages).values(
    indexes.map((n) => ({
      fromUserId: owner.user.id,
      toUserId: admin.user.id,
      content: `${n}`,
      createdAt: timeOf(n),
    })),
  );
  // The area sessions of six runs with ten areas each.
  const runs = await db.select().from(inspectionRuns).where(eq(inspectionRuns.userId, owner.user.id)).limit(6);
  expect(run).toBeDefined();
  await db.execute(sql`insert into ${areaSessions} (run_id, property_id, area_id, last_activity)
    select r.id, r.property_id, a.id, timestamptz '2026-01-01' + (a.sort_order % 5) * interval '1 ms'
    from inspection_areas a join ${inspectionRuns} r on ${inArray(
      sql`r.id`,
      runs.map(({ id }) => id),
    )}`);
});
afterAll(() => app.close());

/** Follows the Link headers of a list to the end. */
async function walk(client: Person, list: string, limit: number) {
  const seen: { id: string }[] = [];
  let url: string | undefined = `${list}${list.includes('?') ? '&' : '?'}limit=${limit}`;
  while (url) {
    const answer = await client.get(url);
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeLessThanOrEqual(limit);
    seen.push(...answer.body);
    const link: string = (answer.headers.link as string | undefined) ?? '';
    url = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    expect(link === '' || url !== undefined).toBe(true);
    if (seen.length > 1000) throw new Error('The pages do not end');
  }
  return seen;
}

const lists = [
  '/api/properties',
  '/api/inspection-cases',
  '/api/inspection-cases?status=pending',
  '/api/inspection-runs/active',
  '/api/area-sessions',
  '/api/inspections?status=in_progress',
  '/api/messages',
];

describe('lists', () => {
  it.each(lists)(
    '%s answers each row once, whatever the size of the page [9.pages.1, api.common.23, api.common.24]',
    async (list) => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 7, max: 200 }), async (limit) => {
          const seen = await walk(owner, list, limit);
          expect(new Set(seen.map((row) => row.id)).size).toBe(rows);
          expect(seen).toHaveLength(rows);
        }),
        { numRuns: 5, examples: [[10], [60]] },
      );
    },
  );

  it.each(lists)(
    '%s shows 50 at first, newest first [9.pages.1, api.common.22, api.common.23, api.common.24]',
    async (list) => {
      const { body, headers } = await owner.get(list);
      expect(body).toHaveLength(50);
      expect(headers.link).toMatch(/rel="next"/);
      const times = body.map((row: Record<string, string>) =>
        Date.parse(list === '/api/area-sessions' ? (row.lastActivity ?? '') : (row.createdAt ?? '')),
      );
      if (list !== '/api/inspection-runs/active')
        expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    },
  );

  it('stay complete when rows are added between two pages', async () => {
    const first = await owner.get('/api/properties?limit=30');
    const added = await owner.post('/api/properties', {
      name: 'New',
      address: 'a',
      city: 'b',
      state: 'c',
      zipCode: 'd',
    });
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await owner.get(next);
    const ids = [...first.body, ...second.body].map((row: { id: string }) => row.id);
    expect(new Set(ids).size).toBe(60);
    expect(ids).not.toContain(added.body.id);
    expect((await owner.get('/api/properties?limit=1')).body[0].id).toBe(added.body.id);
    await app.database.db.delete(properties).where(eq(properties.id, added.body.id));
  });

  it('for admins are paged by nextCursor [api.added.7, api.added.8]', async () => {
    for (const [list, name] of [
      ['/api/admin/inspection-cases', 'cases'],
      ['/api/admin/inspections', 'inspections'],
    ] as const) {
      const seen = new Set<string>();
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body } = await admin.get(`${list}?limit=7${cursor ? `&cursor=${cursor}` : ''}`);
        expect(body.counts.all).toBe(rows);
        for (const row of body[name]) seen.add(row.id);
        cursor = body.nextCursor;
      }
      expect(seen.size).toBe(rows);
    }
  });
});
