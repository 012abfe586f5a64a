import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

const before = 'Clean the carpet and lay it flat, or replace it.';
const after = 'Hot-water extract the carpet and lay it flat.';
let earlier: EarlierDatabase;
let checkId: string;
let figuresId: string;

let run: Awaited<ReturnType<EarlierDatabase['addRun']>>;

/** A finding of the failed check, of the corridor's carpet if no other is given, in an inspection of its own. */
async function finding(action: string, actionGiven: boolean, check = checkId): Promise<string> {
  const inspectionId = await earlier.add(
    `insert into inspections (user_id, property_id, session_id, property_name, area, status)
     values ($1, $2, gen_random_uuid()::text, 'P', 'Common Areas', 'in_progress') returning id`,
    [run.userId, run.propertyId],
  );
  return earlier.add(
    `insert into inspection_issues (inspection_id, checklist_item_id, title, description, severity, category, source,
       recommended_action, action_given, status)
     values ($1, $2, 'Corridor carpet dirty or uneven', '', 'medium', 'carpet_wear', 'person', $3, $4, 'confirmed') returning id`,
    [inspectionId, check, action, actionGiven],
  );
}
const actionOf = async (table: string, id: string) =>
  (await earlier.one(`select recommended_action as action from ${table} where id = $1`, [id]))['action'];

const ids = { usual: '', given: '', other: '', item: '', wall: '', ownWall: '' };
beforeAll(async () => {
  earlier = await createDatabaseBefore('prices_of_checks');
  run = await earlier.addRun();
  checkId = await earlier.add(
    "select id from area_checklist_items where title = 'Corridor carpet is clean and lies flat'",
  );
  ids.usual = await finding(before, false);
  ids.given = await finding(before, true);
  ids.other = await finding('Dye the carpet', true);
  const wall = await earlier.add(
    "select id from area_checklist_items where title = 'Walls and wallcovering are undamaged'",
  );
  ids.wall = await finding('Mend or replace the wallcovering.', false, wall);
  ids.ownWall = await finding('Mend or replace the wallcovering.', true, wall);
  const planId = await earlier.add(
    `insert into pip_reports (property_id, source, run_id, total_cost_cents, estimated_days, priority, status, settings)
     values ($1, 'property', $2, 159500, 1, 'medium', 'draft', '{"crews": 2, "freightPercent": 12, "contingencyPercent": 10}') returning id`,
    [run.propertyId, run.runId],
  );
  ids.item = await earlier.add(
    `insert into pip_items (pip_report_id, issue_id, title, description, category, severity, recommended_action, cost_low_cents,
       cost_high_cents, estimated_cost_cents, estimated_days, days_on_site, priority, status)
     values ($1, $2, 'Corridor carpet dirty or uneven', '', 'carpet_wear', 'medium', $3, 90000, 200000, 145000, 1, 1, 'medium', 'approved')
     returning id`,
    [planId, ids.usual, before],
  );
  figuresId = await earlier.add(
    `insert into area_sessions (run_id, property_id, area_id)
     select $1, $2, id from inspection_areas where code = 'lobby' returning id`,
    [run.runId, run.propertyId],
  );
  await earlier.query('update scope_figures set version = 7 where scope_id = $1', [figuresId]);
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

it('gives an earlier finding the new action of its check, unless somebody gave one', async () => {
  expect(await actionOf('inspection_issues', ids.usual)).toBe(after);
  expect(await actionOf('inspection_issues', ids.given)).toBe(before);
  expect(await actionOf('inspection_issues', ids.other)).toBe('Dye the carpet');
  expect(await actionOf('inspection_issues', ids.wall)).toBe('Mend the wallcovering.');
  expect(await actionOf('inspection_issues', ids.ownWall)).toBe('Mend or replace the wallcovering.');
});

it('keeps the action and the price that were decided', async () => {
  expect(
    await earlier.one(
      'select recommended_action as action, estimated_cost_cents as cost from pip_items where id = $1',
      [ids.item],
    ),
  ).toEqual({ action: before, cost: '145000' });
});

it('prices the check, and outdates no stored figure', async () => {
  expect(
    await earlier.one('select action, priced_category, priced_as from area_checklist_items where id = $1', [checkId]),
  ).toEqual({ action: after, priced_category: 'stain', priced_as: 'low' });
  expect(await earlier.one('select version from scope_figures where scope_id = $1', [figuresId])).toEqual({
    version: 7,
  });
  // A changed check outdates them again.
  await earlier.query('update area_checklist_items set critical = critical where id = $1', [checkId]);
  expect(await earlier.one('select version from scope_figures where scope_id = $1', [figuresId])).toEqual({
    version: 0,
  });
});
