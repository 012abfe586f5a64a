import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await createDatabaseBefore('checks_that_do_not_apply');
  const { userId, propertyId } = await earlier.addRun();
  const items = await earlier.query(
    `select i.id from area_checklist_items i join inspection_areas a on a.id = i.area_id where a.code = 'lobby' limit 2`,
  );
  const approved = async (area: string, ...results: string[]) => {
    const inspectionId = await earlier.add(
      `insert into inspections (user_id, property_id, session_id, property_name, area, status, approved_score)
       values ($1, $2, $3, 'P', $3, 'approved', 100) returning id`,
      [userId, propertyId, area],
    );
    for (const [index, result] of results.entries())
      await earlier.query(
        'insert into area_checklist_results (inspection_id, item_id, result, user_id) values ($1, $2, $3, $4)',
        [inspectionId, items[index]?.['id'], result, userId],
      );
  };
  await approved('Nothing applies', 'not_applicable', 'not_applicable');
  await approved('One applies', 'not_applicable', 'pass');
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

test('the migration takes the score from approved areas of which no check was passed or failed', async () => {
  expect(await earlier.query('select area, approved_score from inspections order by area')).toEqual([
    { area: 'Nothing applies', approved_score: null },
    { area: 'One applies', approved_score: 100 },
  ]);
});
