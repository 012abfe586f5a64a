import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { expectOk, startedRun } from '#test/factories.ts';
import { preparePlanTests } from './plans.fixture.ts';

const tests = preparePlanTests();

async function areaWithFindings(titles: string[]) {
  const { run, areas } = await startedRun(tests.owner, tests.admin);
  const [area] = areas;
  const found = [];
  for (const [index, title] of titles.entries()) {
    const input = { title, category: 'stain', severity: 'high', room: `${100 + index}` };
    found.push(await expectOk(tests.owner.post(`/api/area-sessions/${area.id}/issues`, input), 'Adding a finding'));
  }
  return { run, area, found };
}

/** As the AI left it: nobody has looked at it. */
const suggest = (id: string) =>
  tests.app.database.db.execute(
    sql`update inspection_issues set source = 'ai', status = 'pending', decided_by = null, ai_confidence = 71 where id = ${id}`,
  );
const generate = (area: { id: string }) => tests.owner.post(`/api/area-sessions/${area.id}/generate-pip`);

it('a finding of the AI is no item until a person confirms it, and the plan says how many wait', async () => {
  const { area, found } = await areaWithFindings(['Seen by the owner', 'Suggested']);
  await suggest(found[1].id);
  const { pipReport } = await expectOk(generate(area), 'Generating');
  expect(pipReport.items.map(({ title }: { title: string }) => title)).toEqual(['Seen by the owner']);
  expect(pipReport).toMatchObject({ unconfirmedFindings: 1 });

  await expectOk(tests.admin.patch(`/api/issues/${found[1].id}`, { status: 'confirmed' }), 'Confirming');
  const after = (await expectOk(generate(area), 'Generating again')).pipReport;
  expect(after.items.map(({ title }: { title: string }) => title).toSorted()).toEqual([
    'Seen by the owner',
    'Suggested',
  ]);
  expect(after.unconfirmedFindings).toBe(0);
  expect(Number(after.totalCost)).toBeGreaterThan(Number(pipReport.totalCost));
});

it('an item whose finding nobody has confirmed goes when the plan is generated again', async () => {
  const { area, found } = await areaWithFindings(['Seen by the owner', 'Suggested']);
  expect((await expectOk(generate(area), 'Generating')).pipReport.items).toHaveLength(2);
  await suggest(found[1].id);
  expect((await expectOk(generate(area), 'Generating again')).pipReport.items).toHaveLength(1);
});

it('refuses a plan of an area whose findings all wait to be confirmed, and says so', async () => {
  const { area, found } = await areaWithFindings(['Suggested', 'Suggested too']);
  for (const { id } of found) await suggest(id);
  const refused = await generate(area);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    detail: '2 findings wait to be confirmed. Confirm or dismiss them first; only confirmed findings go into a plan',
  });
});
