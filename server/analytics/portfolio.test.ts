import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { portfolioSchema } from '#contract/portfolio.ts';
import { pipItems, pipReports } from '#server/schema/plans.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import {
  addedPhoto,
  addedProperty,
  expectOk,
  inDays,
  linkedCase,
  passedChecks,
  startedInspection,
} from '#test/factories.ts';

type Portfolio = z.input<typeof portfolioSchema>;
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
const read = async (query: Record<string, string> = {}): Promise<Portfolio> =>
  expectOk(admin.get(`/api/admin/portfolio?${new URLSearchParams(query).toString()}`), 'Reading');
const namesOf = ({ properties }: Portfolio) => properties.map(({ name }) => name);

/** A hotel with an inspected lobby, one critical finding and a plan for it. */
async function inspectedHotel(fields: Record<string, unknown>) {
  const { property, case: opened } = await linkedCase(owner, admin, fields);
  const run = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting');
  const [lobby] = run.progress;
  const address = `/api/area-sessions/${lobby.id}`;
  await addedPhoto(owner, lobby.id);
  await passedChecks(owner, address);
  const finding = { title: 'Mat', severity: 'critical', category: 'expired_tag' };
  await expectOk(owner.post(`${address}/issues`, finding), 'Adding');
  const { pipReport } = await expectOk(owner.post(`${address}/generate-pip`), 'Generating');
  await expectOk(owner.post(`${address}/complete`), 'Completing');
  return { property, opened, lobby, pipReport };
}

let east: Awaited<ReturnType<typeof inspectedHotel>>;
beforeAll(async () => {
  app = await createTestApp();
  [admin, owner] = [await app.person('admin'), await app.person('property')];
  expect(await read()).toMatchObject({ properties: [], totals: { properties: 0 }, nextCursor: null });
  east = await inspectedHotel({ propertyName: 'East', brandStandard: 'Harbour', dueDate: inDays(5) });
  await addedProperty(owner, { name: 'North 100%', state: 'OR', brandStandard: 'Roadside' });
  await addedProperty(owner, { name: 'West', state: 'OR', brandStandard: 'Roadside' });
});
afterAll(() => app.close());

describe('the portfolio', () => {
  it("has the same figures as each property's page, and their totals [api.added.67]", async () => {
    const all = await read();
    expect(namesOf(all)).toEqual(['East', 'North 100%', 'West']);
    const [row, other] = all.properties;
    const page = await expectOk(admin.get(`/api/properties/${east.property.id}/history`), 'Reading');
    expect(page.coverage).toMatchObject({ areas: 10, areasScored: 1, requirements: 1, requirementsMet: 0 });
    expect(row).toEqual({
      id: east.property.id,
      name: 'East',
      city: expect.any(String),
      state: 'ME',
      brandStandard: 'Harbour',
      score: 49,
      coverage: page.coverage,
      openFindings: { critical: 1, high: 0, medium: 0, low: 0 },
      costs: { open: page.costs.open, capital: '0.00', operating: page.costs.open },
      openItems: page.items.total,
      overdueItems: 0,
      case: {
        id: east.opened.id,
        caseNumber: east.opened.caseNumber,
        status: 'in_progress',
        dueDate: inDays(5).slice(0, 10),
        handedIn: false,
      },
      overdueCases: 0,
      lastInspectionAt: expect.any(String),
    });
    expect([row?.score, row?.openFindings]).toEqual([page.score, page.openFindings]);
    expect(row?.coverage.answered).toBeGreaterThan(0);
    expect(row?.coverage.checks).toBeGreaterThan(row?.coverage.answered ?? 0);
    expect(other).toMatchObject({
      score: null,
      coverage: { areas: 0, areasScored: 0, checks: 0, answered: 0 },
      costs: { open: '0.00' },
      case: null,
      lastInspectionAt: null,
    });
    expect(all.totals).toEqual({
      properties: 3,
      scored: 1,
      openFindings: { critical: 1, high: 0, medium: 0, low: 0 },
      withCritical: 1,
      costs: row?.costs,
      openItems: 1,
      overdueItems: 0,
      overdueCases: 0,
    });
    expect([all.brands, all.states]).toEqual([
      ['Harbour', 'Roadside'],
      ['ME', 'OR'],
    ]);
  });

  it("shows findings of inspections outside of runs like the property's page", async () => {
    const live = await startedInspection(owner, east.property, 'guest_rooms');
    const finding = { title: 'Stain', severity: 'low', category: 'stain' };
    await expectOk(owner.post(`/api/inspections/${live.id}/issues`, finding), 'Adding');
    const [row] = (await read()).properties;
    const page = await expectOk(admin.get(`/api/properties/${east.property.id}/history`), 'Reading');
    expect(row?.openFindings).toEqual({ critical: 1, high: 0, medium: 0, low: 1 });
    expect([row?.score, row?.openFindings]).toEqual([page.score, page.openFindings]);
  });

  it("counts an item as overdue once the due date shown on its property's page is over", async () => {
    const overdueOn = async (today: string) => {
      const { properties, totals } = await read({ q: 'East', today });
      return [properties[0]?.overdueItems, totals.overdueItems];
    };
    const shown = async () =>
      (await expectOk(admin.get(`/api/properties/${east.property.id}/history`), 'Reading')).items.rows[0];
    const today = inDays(0).slice(0, 10);
    await app.database.db.update(pipItems).set({ createdAt: new Date(Date.now() - 60 * 86_400_000) });
    const { id } = await shown();
    // Nobody has accepted the plan, so that nothing is overdue, whatever its date.
    expect(await shown()).toMatchObject({ accepted: false });
    expect((await shown()).dueDate < today).toBe(true);
    expect(await overdueOn(today)).toEqual([0, 0]);
    await app.database.db.update(pipReports).set({ approvedOn: today });
    expect(await shown()).toMatchObject({ accepted: true });
    expect((await shown()).dueDate >= today).toBe(true);
    expect(await overdueOn(today)).toEqual([0, 0]);
    // A settled item is never overdue.
    await app.database.db.update(pipItems).set({ dueDate: '2026-01-01' }).where(eq(pipItems.id, id));
    expect(await overdueOn(today)).toEqual([1, 1]);
    await app.database.db.update(pipItems).set({ status: 'rejected' }).where(eq(pipItems.id, id));
    expect(await overdueOn(today)).toEqual([0, 0]);
  });

  it('can be searched, filtered, sorted and paged, with totals of all that match', async () => {
    expect(namesOf(await read({ q: 'road' }))).toEqual(['North 100%', 'West']);
    expect(namesOf(await read({ q: '100%' }))).toEqual(['North 100%']);
    expect(namesOf(await read({ q: '%' }))).toEqual(['North 100%']);
    expect(namesOf(await read({ brand: 'ROADSIDE', state: 'or', sort: 'name', direction: 'desc' }))).toEqual([
      'West',
      'North 100%',
    ]);
    const first = await read({ sort: 'name', limit: '2' });
    expect([namesOf(first), first.nextCursor, first.totals.properties]).toEqual([['East', 'North 100%'], '2', 3]);
    const second = await read({ sort: 'name', limit: '2', cursor: first.nextCursor ?? '' });
    expect([namesOf(second), second.nextCursor, second.totals.properties]).toEqual([['West'], null, 3]);
    for (const query of [{ sort: 'id' }, { direction: 'up' }, { cursor: '-1' }, { cursor: 'x' }, { limit: '201' }])
      expect((await admin.get(`/api/admin/portfolio?${new URLSearchParams(query as never).toString()}`)).status).toBe(
        400,
      );
  });

  it('can be downloaded as a CSV file of all properties that match [api.added.68]', async () => {
    const { status, body, headers } = await admin.get('/api/admin/portfolio/export?sort=name&q=road');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      expect.stringMatching(/^attachment; filename="portfolio-\d{4}-\d\d-\d\d\.csv"$/),
    ]);
    expect(String(body).split('\r\n')).toHaveLength(4);
    expect(String(body)).toMatch(/\r\nNorth 100%,.*\r\nWest,/);
  });

  it('is for admins only', async () => {
    for (const path of ['/api/admin/portfolio', '/api/admin/portfolio/export']) {
      expect((await owner.get(path)).status).toBe(403);
      expect((await app.visitor().get(path)).status).toBe(401);
    }
  });
});
