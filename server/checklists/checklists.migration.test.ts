import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;

/** An earlier installation's data: a lobby with two photos' worth of checked items, one answer, and a failed check. */
async function fill(): Promise<void> {
  const { userId, propertyId, runId } = await earlier.addRun();
  const areaSessionId = await earlier.add(
    `insert into area_sessions (run_id, property_id, area_id, items_checked, total_items, progress_percent)
     select $1, $2, id, 3, 12, 30 from inspection_areas where code = 'lobby' returning id`,
    [runId, propertyId],
  );
  const itemId = await earlier.add(`select id from area_checklist_items where title = 'Mat flat, no curl'`);
  await earlier.query(
    `insert into area_checklist_results (area_session_id, item_id, result, note, user_id) values ($1, $2, 'fail', 'Curled', $3)`,
    [areaSessionId, itemId, userId],
  );
  await earlier.query(
    `insert into inspection_issues (area_session_id, checklist_item_id, title, description, severity, category, source, recommended_action, status)
     values ($1, $2, 'Not met: Mat flat, no curl', 'Curled', 'critical', 'trip_hazard', 'person', 'Old', 'confirmed')`,
    [areaSessionId, itemId],
  );
  await earlier.query(`update cost_catalogue set cost_high = 99 where category = 'expired_tag'`);
}

beforeAll(async () => {
  earlier = await createDatabaseBefore('score_coverage');
  await fill();
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

describe('the migration to the plain statements', () => {
  it('keeps every answer and its check', async () => {
    expect(
      await earlier.one(
        `select items.title, items.critical, results.result, results.note from area_checklist_results results
         join area_checklist_items items on items.id = results.item_id`,
      ),
    ).toEqual({ title: 'Entrance mat lies flat', critical: true, result: 'fail', note: 'Curled' });
  });

  it('counts only answered checks, and names what a failed check found', async () => {
    expect(await earlier.one('select items_checked, progress_percent from area_sessions')).toEqual({
      items_checked: 1,
      progress_percent: 10,
    });
    expect(await earlier.one('select title, description, recommended_action from inspection_issues')).toEqual({
      title: 'Entrance mat curled or out of place',
      description: 'Curled',
      recommended_action: 'Lay the mat flat and fix it, or replace it.',
    });
  });

  it('adds the new lines of the catalogue, and keeps edited ones', async () => {
    const line = (category: string, severity: string) =>
      earlier.one(
        'select action, cost_low_cents::int as low, cost_high_cents::int as high from cost_catalogue where category = $1 and from_severity = $2',
        [category, severity],
      );
    expect(await line('expired_tag', 'low')).toMatchObject({ low: 4000, high: 9900 });
    expect(await line('missing_signage', 'low')).toMatchObject({ low: 1000, high: 4000 });
    expect(await line('missing_signage', 'high')).toMatchObject({ low: 8000, high: 25000 });
  });
});
