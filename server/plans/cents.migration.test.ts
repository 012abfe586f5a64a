import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;

/** Adds a plan that was accepted, whose total later migrations keep, with an item whose amounts have decimals, and an edited line of the catalogue. */
async function fill(): Promise<void> {
  const { propertyId, runId } = await earlier.addRun();
  const planId = await earlier.add(
    `insert into pip_reports (property_id, source, run_id, total_cost, estimated_days, priority, settings,
       status, approved_at)
     values ($1, 'property', $2, 99999999.99, 3, 'high', '{"crews": 2, "freightPercent": 12, "contingencyPercent": 10}',
       'approved', now()) returning id`,
    [propertyId, runId],
  );
  for (const [low, high, cost, actual] of [
    ['0.29', '1.15', '1.10', '8.70'],
    ['0', '999999.99', '0.07', null],
  ])
    await earlier.query(
      `insert into pip_items (pip_report_id, title, description, category, severity, recommended_action, cost_low, cost_high,
         estimated_cost, actual_cost, estimated_days, days_on_site, priority)
       values ($1, 'Stain', 'A stain', 'stain', 'low', 'Clean it', $2, $3, $4, $5, 1, 0.25, 'low')`,
      [planId, low, high, cost, actual],
    );
  await earlier.query(`update cost_catalogue set cost_low = 12.34, cost_high = 56.78 where category = 'expired_tag'`);
}

beforeAll(async () => {
  earlier = await createDatabaseBefore('cents');
  await fill();
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

describe('the migration to whole cents', () => {
  it('keeps every amount to the cent', async () => {
    expect(await earlier.one('select total_cost_cents from pip_reports')).toEqual({ total_cost_cents: '9999999999' });
    expect(
      await earlier.query(
        'select cost_low_cents as low, cost_high_cents as high, estimated_cost_cents as cost, actual_cost_cents as actual from pip_items order by cost_high_cents',
      ),
    ).toEqual([
      { low: '29', high: '115', cost: '110', actual: '870' },
      { low: '0', high: '99999999', cost: '7', actual: null },
    ]);
    expect(
      await earlier.one(
        "select cost_low_cents as low, cost_high_cents as high from cost_catalogue where category = 'expired_tag'",
      ),
    ).toEqual({ low: '1234', high: '5678' });
  });

  it('still refuses amounts that no call could have', async () => {
    await expect(earlier.query('update pip_items set estimated_cost_cents = 100000000')).rejects.toThrow(
      'pip_items_cost_check',
    );
    await expect(earlier.query('update pip_reports set total_cost_cents = 10000000000')).rejects.toThrow(
      'pip_reports_total_check',
    );
  });
});
