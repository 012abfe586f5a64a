import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await createDatabaseBefore('name_counts');
  const { userId, propertyId } = await earlier.addRun();
  for (const [session, name, status] of [
    ['one', 'Bay', 'pending_review'],
    ['two', 'Bay', 'approved'],
    ['three', 'Cove', 'in_progress'],
  ])
    await earlier.query(
      `insert into inspections (user_id, property_id, session_id, property_name, area, status) values ($1, $2, $3, $4, 'Pool', $5)`,
      [userId, propertyId, session, name, status],
    );
  await earlier.query("update inspections set flagged_at = now(), flagged_by = $1 where session_id = 'one'", [userId]);
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

const ofNames = (columns: string) =>
  earlier.query(
    `select name, ${columns} from name_counts where kind = 'property' and name in ('bay', 'cove') group by name order by name`,
  );

test('the migration turns the stored counts into one row for each name', async () => {
  const sums =
    'count(*)::int as rows, sum(pending_review)::int as pending, sum(flagged_pending_review)::int as flagged';
  expect(await ofNames(`${sums}, sum(approved)::int as approved, sum(in_progress)::int as started`)).toEqual([
    { name: 'bay', rows: 1, pending: 1, flagged: 1, approved: 1, started: 0 },
    { name: 'cove', rows: 1, pending: 0, flagged: 0, approved: 0, started: 1 },
  ]);
  const others =
    'select kind, sum(approved)::int as approved from name_counts where name !~ $1 group by kind order by kind';
  expect(await earlier.query(others, ['^(bay|cove)$'])).toEqual([
    { kind: 'area', approved: 1 },
    { kind: 'inspector', approved: 1 },
  ]);
});

test('changes after it are counted', async () => {
  await earlier.query("update inspections set status = 'pending_review' where session_id = 'three'");
  await earlier.query("delete from inspections where session_id = 'two'");
  expect(await ofNames('sum(approved)::int as approved, sum(pending_review)::int as pending')).toEqual([
    { name: 'bay', approved: 0, pending: 1 },
    { name: 'cove', approved: 0, pending: 1 },
  ]);
});
