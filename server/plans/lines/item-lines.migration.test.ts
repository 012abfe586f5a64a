import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;

beforeAll(async () => {
  earlier = await createDatabaseBefore('item_lines');
  const { propertyId, runId } = await earlier.addRun();
  const planId = await earlier.add(
    `insert into pip_reports (property_id, source, run_id, total_cost_cents, estimated_days, priority, settings)
     values ($1, 'property', $2, 100, 3, 'high', '{"crews": 2, "freightPercent": 12, "contingencyPercent": 10}') returning id`,
    [propertyId, runId],
  );
  for (const [title, category, severity] of [
    ['hairline', 'crack', 'low'],
    ['wide', 'crack', 'critical'],
    ['paint', 'peeling_paint', 'low'],
    ['without a line', 'accessibility', 'low'],
  ])
    await earlier.query(
      `insert into pip_items (pip_report_id, title, description, category, severity, recommended_action, cost_low_cents,
         cost_high_cents, estimated_cost_cents, estimated_days, days_on_site, priority)
       values ($1, $2, '', $3, $4, 'Repair', 100, 300, 200, 1, 0.25, 'low')`,
      [planId, title, category, severity],
    );
  await earlier.query("delete from cost_catalogue where category = 'accessibility'");
  await earlier.query("update cost_catalogue set unit = 'area' where category = 'other'");
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

it('items from before quantities are one unit of the catalog line that prices them', async () => {
  expect(
    await earlier.query(
      'select title, quantity, unit, due_date, room, estimated_cost_cents as cost from pip_items order by title',
    ),
  ).toEqual(
    [
      { title: 'hairline', unit: 'spot' },
      { title: 'paint', unit: 'room' },
      { title: 'wide', unit: 'visit' },
      { title: 'without a line', unit: 'area' },
    ].map((item) => ({ ...item, quantity: 1, due_date: null, room: null, cost: '200' })),
  );
});
