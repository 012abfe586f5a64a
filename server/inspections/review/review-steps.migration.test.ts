import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
let userId: string;
let logged: string;
let unlogged: string;
const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const steps = [
  ['inspection.submitted', null],
  ['inspection.recalled', null],
  ['inspection.submitted', null],
  ['inspection.approved', null],
  ['inspection.decision_undone', null],
  ['inspection.reinspection_requested', 'The mat lifts'],
  ['inspection.submitted', null],
  ['inspection.approved', 'Well kept'],
] as const;

beforeAll(async () => {
  earlier = await createDatabaseBefore('review_steps');
  const { propertyId, ...added } = await earlier.addRun();
  userId = added.userId;
  const addInspection = (sessionId: string) =>
    earlier.add(
      `insert into inspections (user_id, property_id, session_id, property_name, area, status, completed_at,
         reviewed_by, reviewed_at, review_note)
       values ($1, $2, $3, 'P', 'Lobby', 'approved', $4, $1, $5, 'Well kept') returning id`,
      [userId, propertyId, sessionId, at(6), at(7)],
    );
  logged = await addInspection('logged');
  unlogged = await addInspection('unlogged');
  for (const [seq, [action, note]] of steps.entries())
    await earlier.query(
      `insert into audit_logs (seq, user_id, action, entity_type, entity_id, details, hash, created_at)
       values ($1, $2, $3, 'inspection', $4, $5, $6, $7)`,
      [seq + 1, userId, action, logged, { note }, `hash ${seq}`, at(seq)],
    );
  await earlier.migrate();
}, 60_000);
afterAll(() => earlier.close());

const stepsOf = (inspectionId: string) =>
  earlier.query(
    'select kind, user_id, note, created_at from review_steps where inspection_id = $1 order by created_at',
    [inspectionId],
  );

test('the migration takes each round that stands from the audit log, or the last one from the inspection', async () => {
  expect(await stepsOf(logged)).toEqual([
    { kind: 'submitted', user_id: userId, note: null, created_at: at(2) },
    { kind: 'requires_action', user_id: userId, note: 'The mat lifts', created_at: at(5) },
    { kind: 'submitted', user_id: userId, note: null, created_at: at(6) },
    { kind: 'approved', user_id: userId, note: 'Well kept', created_at: at(7) },
  ]);
  expect(await stepsOf(unlogged)).toEqual([
    { kind: 'submitted', user_id: userId, note: null, created_at: at(6) },
    { kind: 'approved', user_id: userId, note: 'Well kept', created_at: at(7) },
  ]);
});
