import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

/** The stored instants, and the dates that the admins had picked. */
const picked = [
  ['2026-11-21T00:00:00.000Z', '2026-11-21', 'a date that was sent as such'],
  ['2026-11-21T23:59:59.999Z', '2026-11-21', 'the end of the day in London'],
  ['2026-11-22T04:59:59.000Z', '2026-11-21', 'the end of the day in New York'],
  ['2026-11-22T11:59:59.000Z', '2026-11-21', 'the end of the day at UTC-12'],
  ['2026-11-21T14:59:59.000Z', '2026-11-21', 'the end of the day in Tokyo'],
  ['2026-11-21T12:59:59.000Z', '2026-11-21', 'the end of the day at UTC+11'],
  ['2026-01-01T04:59:59.000Z', '2025-12-31', 'the end of a year in New York'],
] as const;

let earlier: EarlierDatabase;
beforeAll(async () => {
  earlier = await createDatabaseBefore('due_dates');
  const adminId = await earlier.add(
    `insert into users (username, email, password) values ('a', 'a@example.com', 'x') returning id`,
  );
  for (const [index, [time]] of picked.entries()) {
    await earlier.query(
      `insert into inspection_cases (case_number, created_by_admin_id, due_date, property_name, property_address,
         property_city, property_state, property_zip_code, owner_email)
       values ($1, $2, $3, 'P', 'a', 'c', 'ME', '1', 'o@example.com')`,
      [String(index), adminId, time],
    );
  }
  // Migrates with another connection time zone, because the result must not depend on it.
  await earlier.query(
    `do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Pacific/Auckland'); end $$`,
  );
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

describe('due dates stored before they were calendar dates', () => {
  it.each(picked.map((row, index) => [...row, index] as const))(
    'the time %s becomes %s: %s',
    async (_time, date, _meaning, index) => {
      const sql = 'select due_date::text from inspection_cases where case_number = $1';
      expect(await earlier.query(sql, [String(index)])).toEqual([{ due_date: date }]);
    },
  );
});
