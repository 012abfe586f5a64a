import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
const [owner, admin, unknown] = [randomUUID(), randomUUID(), randomUUID()];
const added = new Date(Date.UTC(2026, 10, 20, 8));
const later = new Date(Date.UTC(2026, 10, 21, 8));
let areaSessionId = '';
let seq = 0;

/** Adds a finding as it was stored before; `changed` is when a user changed it afterwards. */
const addFinding = (
  decidedBy: string | null,
  decidedAt: Date,
  { source = 'person', changed = null as Date | null } = {},
) =>
  earlier.add(
    `insert into inspection_issues
       (area_session_id, title, description, severity, category, source, recommended_action, status, decided_by, decided_at, created_at, changed_at)
     values ($1, 'Stain', '', 'low', 'stain', $2, 'Clean', 'confirmed', $3, $4, $5, $6) returning id`,
    [areaSessionId, source, decidedBy, decidedAt, added, changed],
  );

async function log(userId: string, entityId: string): Promise<void> {
  seq += 1;
  await earlier.query(
    `insert into audit_logs (seq, user_id, action, entity_type, entity_id, details, hash, created_at)
     values ($1, $2, 'issue.added', 'issue', $3, '{}', $4, $5)`,
    [seq, userId, entityId, `hash ${seq}`, added],
  );
}

const expected = new Map<string, string | null>();

beforeAll(async () => {
  earlier = await createDatabaseBefore('finding_authors');
  for (const id of [owner, admin])
    await earlier.query("insert into users (id, username, email, password) values ($1::uuid, $2, $2, 'x')", [
      id,
      `${id}@example.com`,
    ]);
  const { propertyId, runId } = await earlier.addRun();
  areaSessionId = await earlier.add(
    `insert into area_sessions (run_id, property_id, area_id)
     select $1, $2, id from inspection_areas where code = 'lobby' returning id`,
    [runId, propertyId],
  );
  const logged = await addFinding(admin, later, { changed: later });
  await log(owner, logged);
  const ofDeletedAccount = await addFinding(admin, later, { changed: later });
  await log(unknown, ofDeletedAccount);
  expected
    .set(logged, owner)
    .set(ofDeletedAccount, null)
    .set(await addFinding(owner, new Date(added.getTime() + 40)), owner)
    .set(await addFinding(admin, later), null)
    .set(await addFinding(admin, added, { changed: added }), null)
    .set(await addFinding(admin, added, { source: 'ai' }), null);
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

test('an installation from before authors learns who added a finding where that is certain', async () => {
  const rows = await earlier.query('select id, created_by from inspection_issues');
  expect(new Map(rows.map((row) => [row['id'], row['created_by']]))).toEqual(expected);
});
