import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await createDatabaseBefore('review_decisions');
  const { userId, propertyId } = await earlier.addRun();
  const inspection = (area: string) =>
    earlier.add(
      `insert into inspections (user_id, property_id, session_id, property_name, area, status)
       values ($1, $2, $3, 'P', $3, 'approved') returning id`,
      [userId, propertyId, area],
    );
  const finding = (inspectionId: string, severity: string, status: string) =>
    earlier.query(
      `insert into inspection_issues (inspection_id, title, description, severity, category, source, recommended_action, status)
       values ($1, 'Stain', '', $2, 'stain', 'ai', 'Clean', $3)`,
      [inspectionId, severity, status],
    );
  const lobby = await inspection('Lobby');
  await finding(lobby, 'low', 'pending');
  await finding(lobby, 'high', 'confirmed');
  await finding(lobby, 'critical', 'dismissed');
  await finding(await inspection('Pool'), 'critical', 'resolved');
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

test('the migration stores the worst open finding of each existing inspection', async () => {
  expect(await earlier.query('select area, worst_rank from inspections order by area')).toEqual([
    { area: 'Lobby', worst_rank: 3 },
    { area: 'Pool', worst_rank: 0 },
  ]);
});

test('an approval can be undone, and the case that it completed is in progress again', async () => {
  const sql = "update inspections set status = 'pending_review' where area = 'Pool' returning status";
  expect(await earlier.query(sql)).toEqual([{ status: 'pending_review' }]);
  const refused = earlier.query("update inspections set status = 'in_progress' where area = 'Lobby'");
  await expect(refused).rejects.toThrow('inspections is approved and cannot become in_progress');
});
