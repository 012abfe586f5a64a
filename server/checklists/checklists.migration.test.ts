import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEarlierInstallation, type EarlierInstallation } from '#test/earlier-installation.ts';

let earlier: EarlierInstallation;

const one = async (sql: string, values: unknown[] = []) => (await earlier.query(sql, values))[0];

/** What an installation of before held: a lobby with two photos' worth of checked items, one answer, and a failed check. */
async function fill(): Promise<void> {
  const user = await one(
    `insert into users (username, email, password) values ('u', 'u@example.com', 'x') returning id`,
  );
  const property = await one(
    `insert into properties (user_id, name, address, city, state, zip_code, property_type)
     values ($1, 'P', 'a', 'c', 'ME', '1', 'hotel') returning id`,
    [user?.['id']],
  );
  const run = await one('insert into property_inspection_runs (property_id, user_id) values ($1, $2) returning id', [
    property?.['id'],
    user?.['id'],
  ]);
  const session = await one(
    `insert into area_sessions (run_id, property_id, area_id, items_checked, total_items, progress_percent)
     select $1, $2, id, 3, 12, 30 from inspection_areas where code = 'lobby' returning id`,
    [run?.['id'], property?.['id']],
  );
  const item = await one(`select id from area_checklist_items where title = 'Mat flat, no curl'`);
  await earlier.query(
    `insert into area_checklist_results (area_session_id, item_id, result, note, user_id) values ($1, $2, 'fail', 'Curled', $3)`,
    [session?.['id'], item?.['id'], user?.['id']],
  );
  await earlier.query(
    `insert into inspection_issues (area_session_id, checklist_item_id, title, description, severity, category, source, recommended_action, status)
     values ($1, $2, 'Not met: Mat flat, no curl', 'Curled', 'critical', 'trip_hazard', 'person', 'Old', 'confirmed')`,
    [session?.['id'], item?.['id']],
  );
  await earlier.query(`update cost_catalogue set cost_high = 99 where category = 'expired_tag'`);
}

beforeAll(async () => {
  earlier = await createEarlierInstallation();
  await earlier.apply(0, 15);
  await fill();
  await earlier.apply(16, 99);
}, 60_000);
afterAll(() => earlier.close());

describe('an installation from before the plain statements', () => {
  it('keeps every answer with what it answers', async () => {
    expect(
      await one(
        `select items.title, items.critical, results.result, results.note from area_checklist_results results
         join area_checklist_items items on items.id = results.item_id`,
      ),
    ).toEqual({ title: 'Entrance mat lies flat', critical: true, result: 'fail', note: 'Curled' });
  });

  it('counts answered checks alone, and names what a failed check found', async () => {
    expect(await one('select items_checked, progress_percent from area_sessions')).toEqual({
      items_checked: 1,
      progress_percent: 10,
    });
    expect(await one('select title, description, recommended_action from inspection_issues')).toEqual({
      title: 'Entrance mat curled or out of place',
      description: 'Curled',
      recommended_action: 'Lay the mat flat and fix it, or replace it.',
    });
  });

  it('has the new lines of the catalogue, and keeps what somebody has edited', async () => {
    const line = (category: string, severity: string) =>
      one('select action, cost_low, cost_high from cost_catalogue where category = $1 and from_severity = $2', [
        category,
        severity,
      ]);
    expect(await line('expired_tag', 'low')).toMatchObject({ cost_low: '40.00', cost_high: '99.00' });
    expect(await line('missing_signage', 'low')).toMatchObject({ cost_low: '10.00', cost_high: '40.00' });
    expect(await line('missing_signage', 'high')).toMatchObject({ cost_low: '80.00', cost_high: '250.00' });
  });
});
