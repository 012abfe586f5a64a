import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
const owner = randomUUID();
const admin = randomUUID();
const program = randomUUID();
/** Findings, named by what users did with them. */
const ids = { renamed: randomUUID(), kept: randomUUID(), reopened: randomUUID(), added: randomUUID() };
let seq = 0;

async function say(finding: keyof typeof ids, userId: string, details: object, action = 'issue.changed') {
  seq += 1;
  await earlier.query(
    `insert into audit_logs (seq, user_id, action, entity_type, entity_id, details, hash, created_at)
     values ($1, $2, $3, 'issue', $4, $5, $6, $7)`,
    [seq, userId, action, ids[finding], details, `hash ${seq}`, new Date(Date.UTC(2026, 10, 20, 8, seq))],
  );
}

async function fill(): Promise<void> {
  for (const id of [owner, admin])
    await earlier.query("insert into users (id, username, email, password) values ($1::uuid, $2, $2, 'x')", [
      id,
      `${id}@example.com`,
    ]);
  const { propertyId, runId } = await earlier.addRun();
  const areaSessionId = await earlier.add(
    `insert into area_sessions (run_id, property_id, area_id)
     select $1, $2, id from inspection_areas where code = 'lobby' returning id`,
    [runId, propertyId],
  );
  for (const id of Object.values(ids))
    await earlier.query(
      `insert into inspection_issues (id, area_session_id, title, description, severity, category, source, recommended_action, status)
       values ($1, $2, 'Stain', '', 'low', 'stain', 'ai', 'Clean', 'confirmed')`,
      [id, areaSessionId],
    );
}

beforeAll(async () => {
  earlier = await createDatabaseBefore('finding_verdicts');
  await fill();
  await say('renamed', owner, { status: 'confirmed' });
  await say('renamed', admin, { category: 'stain' });
  await say('kept', owner, { status: 'confirmed' });
  await say('kept', admin, { status: 'confirmed' });
  await say('kept', admin, { status: 'dismissed' });
  await say('kept', program, { status: 'dismissed' });
  await say('reopened', owner, { status: 'confirmed' });
  await say('reopened', owner, { status: 'pending' });
  await say('added', owner, { severity: 'low', category: 'leak' }, 'issue.added');
  await say('added', admin, { category: 'stain' });
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

test('an installation from before verdicts gets the last verdict of each account, with its category', async () => {
  const rows = await earlier.query('select * from finding_verdicts order by at');
  expect(rows.map(({ at: _at, ...row }) => row)).toEqual([
    // The category before the first correction was not stored, and it differed from the current one.
    { finding_id: ids.renamed, user_id: owner, holds: true, category: null },
    { finding_id: ids.renamed, user_id: admin, holds: true, category: 'stain' },
    { finding_id: ids.kept, user_id: owner, holds: true, category: 'stain' },
    { finding_id: ids.kept, user_id: admin, holds: false, category: 'stain' },
    { finding_id: ids.added, user_id: owner, holds: true, category: 'leak' },
    { finding_id: ids.added, user_id: admin, holds: true, category: 'stain' },
  ]);
  expect(rows[0]?.['at']).toEqual(new Date(Date.UTC(2026, 10, 20, 8, 1)));
});
