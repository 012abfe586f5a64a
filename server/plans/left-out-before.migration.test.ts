import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await createDatabaseBefore('left_out_before');
});
afterAll(() => earlier.close());

test('items of areas that were left out before are no longer needed, unless their work has begun', async () => {
  const { propertyId, runId } = await earlier.addRun();
  const settings = JSON.stringify({ crews: 1, freightPercent: 0, contingencyPercent: 0 });
  const planId = await earlier.add(
    `insert into pip_reports (property_id, source, run_id, total_cost_cents, estimated_days, priority, status, settings)
     values ($1, 'property', $2, 0, 1, 'low', 'draft', $3) returning id`,
    [propertyId, runId, settings],
  );
  const area = (code: string, status: string) =>
    earlier.add(
      `insert into area_sessions (run_id, property_id, area_id, status, not_applicable_reason)
       select $1, $2, id, $3, case when $3 = 'not_applicable' then 'No pool' end from inspection_areas where code = $4 returning id`,
      [runId, propertyId, status, code],
    );
  const [pool, lobby] = [await area('pool', 'not_applicable'), await area('lobby', 'in_progress')];
  const item = async (title: string, areaSessionId: string, finding: string, status: string) => {
    const findingId = await earlier.add(
      `insert into inspection_issues (area_session_id, title, description, severity, category, source, recommended_action, status)
       values ($1, $2, '', 'low', 'stain', 'person', 'Clean', $3) returning id`,
      [areaSessionId, title, finding],
    );
    await earlier.query(
      `insert into pip_items (pip_report_id, issue_id, title, description, category, severity, recommended_action, cost_low_cents,
         cost_high_cents, estimated_cost_cents, estimated_days, days_on_site, priority, status)
       values ($1, $2, $3, '', 'stain', 'low', 'Clean', 6000, 15000, 10500, 1, 0.25, 'low', $4)`,
      [planId, findingId, title, status],
    );
  };
  await item('in the pool', pool, 'confirmed', 'approved');
  await item('begun in the pool', pool, 'confirmed', 'in_progress');
  await item('resolved in the pool', pool, 'resolved', 'approved');
  await item('in the lobby', lobby, 'pending', 'pending');
  await earlier.migrate();
  expect(await earlier.query('select title, no_longer_needed as ended from pip_items order by title')).toEqual([
    { title: 'begun in the pool', ended: null },
    { title: 'in the lobby', ended: null },
    { title: 'in the pool', ended: 'not_applicable' },
    { title: 'resolved in the pool', ended: null },
  ]);
});
