import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
let userId: string;
beforeAll(async () => {
  earlier = await createDatabaseBefore('case_events');
  userId = await earlier.add(
    "insert into users (username, email, password) values ('a', 'a@example.com', 'x') returning id",
  );
  const caseId = await earlier.add(
    `insert into inspection_cases (case_number, created_by_admin_id, due_date, property_name, property_address,
       property_city, property_state, property_zip_code, owner_email)
     values ('CASE-1', $1, '2026-12-01', 'P', 'a', 'c', 'ME', '1', 'o@example.com') returning id`,
    [userId],
  );
  for (const [seq, action] of ['case.created', 'case.linked', 'case.expired'].entries())
    await earlier.query(
      `insert into audit_logs (seq, user_id, action, entity_type, entity_id, hash, created_at)
       values ($1, $2, $3, 'case', $4, $5, $6)`,
      [seq + 1, userId, action, caseId, `hash ${seq}`, new Date(Date.UTC(2026, 10, 20, seq))],
    );
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

test('the migration fills the timeline of existing cases from the audit log', async () => {
  expect(await earlier.query('select kind, user_id, created_at from case_events order by created_at')).toEqual([
    { kind: 'linked', user_id: userId, created_at: new Date(Date.UTC(2026, 10, 20, 1)) },
    { kind: 'expired', user_id: null, created_at: new Date(Date.UTC(2026, 10, 20, 2)) },
  ]);
});
