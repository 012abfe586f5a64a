import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { analyticsSchema } from '#contract/analytics.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, startedRun } from '#test/factories.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;
let owner: typeof admin;

beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT: 'off' } });
  [admin, owner] = [await app.person('admin'), await app.person('property')];
});
afterAll(() => app.close());

const read = async (query = ''): Promise<z.input<typeof analyticsSchema>> =>
  expectOk(admin.get(`/api/admin/analytics${query}`), 'Reading the figures');
const write = (statement: ReturnType<typeof sql>) => app.database.db.execute(statement);

/** Findings of the AI in the lobby of a new run, with what was decided on each. */
async function foundInLobby(decisions: ('confirmed' | 'dismissed' | null)[], category = 'stain') {
  const { areas, property, run } = await startedRun(owner);
  const [lobby, ...others] = areas;
  const ids: string[] = [];
  for (const [index, status] of decisions.entries()) {
    const input = { title: `Finding ${index}`, category, severity: 'medium' };
    const { id } = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/issues`, input), 'Adding a finding');
    await write(
      sql`update inspection_issues set source = 'ai', status = 'pending', decided_by = null, ai_confidence = 70 where id = ${id}`,
    );
    if (status) await expectOk(owner.patch(`/api/issues/${id}`, { status }), 'Deciding');
    ids.push(id);
  }
  return { lobby, others, property, run, ids };
}

it('says nothing of what there is nothing of', async () => {
  expect(await read()).toMatchObject({
    medianScore: null,
    openAge: { findings: 0, median: null, oldest: null },
    timeToRepair: { items: 0, median: null },
    repeats: { findings: 0, repeated: 0 },
    spent: { items: 0, planned: '0.00', actual: '0.00' },
    aiFindings: [],
  });
});

it('counts ages, repairs, repeats, costs and what people confirmed of the AI', async () => {
  const { lobby, others, property, run, ids } = await foundInLobby(['confirmed', 'confirmed', 'dismissed', null]);
  // A duplicate that the program dismissed is no decision of a person.
  const [duplicate] = (await foundInLobby([null], 'crack')).ids;
  await write(sql`update inspection_issues set status = 'dismissed' where id = ${duplicate}`);
  expect((await read()).aiFindings).toEqual([{ category: 'stain', confirmed: 2, dismissed: 1, undecided: 1 }]);

  const aged = [2, 4, 0, 12];
  for (const [index, days] of aged.entries())
    await write(
      sql`update inspection_issues set created_at = now() - make_interval(days => ${days}) where id = ${ids[index]}`,
    );
  // Open are those of 2, 4 and 12 days.
  expect((await read()).openAge).toEqual({ findings: 3, median: 4, oldest: 12 });

  const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/generate-pip`), 'Generating');
  const [item] = pipReport.items;
  for (const step of ['submit', 'accept'])
    await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/${step}`), 'Accepting');
  for (const fields of [{ status: 'in_progress' }, { status: 'completed', actualCost: '123.45' }])
    await expectOk(owner.patch(`/api/pip-items/${item.id}`, fields), 'Working');
  const figures = await read();
  expect(figures.spent).toEqual({ items: 1, planned: item.estimatedCost, actual: '123.45' });
  expect(figures.timeToRepair).toEqual({ items: 1, median: [2, 4][ids.indexOf(item.issueId)] });

  expect(figures.repeats).toEqual({ findings: 3, repeated: 0 });
  for (const { id } of others)
    await expectOk(
      owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'None' }),
      'Leaving out',
    );
  await addedPhoto(owner, lobby.id);
  await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
  await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
  const next = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting the next run');
  const again = { title: 'Stain again', category: 'stain', severity: 'medium' };
  await expectOk(owner.post(`/api/area-sessions/${next.progress[0].id}/issues`, again), 'Finding it again');
  expect((await read()).repeats).toEqual({ findings: 4, repeated: 1 });
  // Another period has none of it, but what is open is open now.
  expect(await read('?from=2020-01-01&to=2020-01-31')).toMatchObject({
    repeats: { findings: 0 },
    spent: { items: 0 },
    aiFindings: [],
    // The repair resolved two of them.
    openAge: { findings: 2 },
  });
});
