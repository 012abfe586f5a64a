import { afterEach, expect, test } from 'vitest';
import { createDatabaseBefore, type EarlierDatabase } from '#test/database-before.ts';

let earlier: EarlierDatabase;
afterEach(() => earlier.close());

const settings = JSON.stringify({ crews: 2, freightPercent: 12, contingencyPercent: 10 });

test('a plan that was sent before versions existed gets its first one', async () => {
  earlier = await createDatabaseBefore('plan_versions');
  const { userId, propertyId, runId } = await earlier.addRun();
  const id = await earlier.add(
    `insert into pip_reports (property_id, source, run_id, total_cost_cents, estimated_days, priority, status, settings, approved_at, approved_by)
     values ($1, 'property', $2, 11500, 1, 'low', 'in_progress', $3, now(), $4) returning id`,
    [propertyId, runId, settings, userId],
  );
  for (const [title, status] of [
    ['Stain', 'completed'],
    ['Scuff', 'rejected'],
  ])
    await earlier.query(
      `insert into pip_items (pip_report_id, title, description, category, severity, recommended_action, cost_low_cents, cost_high_cents,
         estimated_cost_cents, estimated_days, days_on_site, priority, status)
       values ($1, $2, '', 'stain', 'low', 'Clean', 6000, 15000, 10500, 1, 0.25, 'low', $3)`,
      [id, title, status],
    );
  await earlier.migrate();
  const version = await earlier.one('select * from pip_versions where pip_report_id = $1', [id]);
  expect(version).toMatchObject({ number: 1, total_cost_cents: '11500', accepted_by: userId });
  expect(version['accepted_at']).not.toBeNull();
  expect(version['lines']).toMatchObject([
    { title: 'Stain', cost: 10_500, days: 1, priority: 'low', excluded: null },
    { title: 'Scuff', excluded: 'rejected' },
  ]);
  expect(await earlier.one("select count(*)::int from pip_items where status = 'completed'")).toEqual({ count: 1 });
});

/** A lobby from before plans shared their items, and helpers that add rows to it. */
async function lobbyBeforeSharing() {
  earlier = await createDatabaseBefore('one_item');
  const { userId, propertyId, runId } = await earlier.addRun();
  const areaSessionId = await earlier.add(
    `insert into area_sessions (run_id, property_id, area_id) select $1, $2, id from inspection_areas where code = 'lobby' returning id`,
    [runId, propertyId],
  );
  const finding = (title: string) =>
    earlier.add(
      `insert into inspection_issues (area_session_id, title, description, severity, category, source, recommended_action)
         values ($1, $2, '', 'low', 'stain', 'person', 'Clean') returning id`,
      [areaSessionId, title],
    );
  const plan = (source: string, status: string, area: string | null) =>
    earlier.add(
      `insert into pip_reports (property_id, source, run_id, area_session_id, total_cost_cents, estimated_days, priority, status, settings)
         values ($1, $2, $3, $4, 23000, 1, 'low', $5, $6) returning id`,
      [propertyId, source, runId, area, status, settings],
    );
  const item = (planId: string, issueId: string, status: string, cost: number) =>
    earlier.add(
      `insert into pip_items (pip_report_id, issue_id, title, description, category, severity, recommended_action, cost_low_cents, cost_high_cents,
           estimated_cost_cents, estimated_days, days_on_site, priority, status, touched_at)
         values ($1, $2, 'Stain', '', 'stain', 'low', 'Clean', 6000, 99000, $4, 1, 0.25, 'low', $3, case when $3 = 'pending' then null else now() end) returning id`,
      [planId, issueId, status, cost],
    );
  /** A photo of finished work; photos with the same letter are the same picture. */
  const photo = (itemId: string, letter: string) =>
    earlier.add(
      `insert into photos (plan_item_id, user_id, filename, storage_key, content_type, bytes, category, sha256)
         values ($1, $2, 'after.jpg', gen_random_uuid()::text, 'image/jpeg', 1, 'lobby', repeat($3, 64)) returning id`,
      [itemId, userId, letter],
    );
  const statusOf = async (planId: string) =>
    (await earlier.one('select status from pip_reports where id = $1', [planId]))['status'];
  return { areaSessionId, finding, plan, item, photo, statusOf };
}

test("of a finding's items in several plans one is kept, in the plan of the property, with all recorded work", async () => {
  const { areaSessionId, finding, plan, item, statusOf } = await lobbyBeforeSharing();
  const [worked, untouched] = [await finding('Stain'), await finding('Scuff')];
  const [whole, lobby] = [await plan('property', 'draft', null), await plan('area', 'completed', areaSessionId)];
  const inWork = await item(lobby, worked, 'in_progress', 50_000);
  const twin = await item(whole, worked, 'approved', 10_500);
  const plain = await item(whole, untouched, 'pending', 10_500);
  await earlier.query(
    `insert into pip_versions (pip_report_id, number, lines, total_cost_cents, estimated_days)
     values ($1, 1, jsonb_build_array(jsonb_build_object('itemId', $2::text, 'title', 'Stain as sent', 'cost', 10500)), 11500, 1)`,
    [whole, twin],
  );
  await earlier.migrate();
  const items = await earlier.query(
    'select id, issue_id, pip_report_id, area_session_id from pip_items where pip_report_id in ($1, $2) order by estimated_cost_cents desc',
    [whole, lobby],
  );
  expect(items).toEqual([
    { id: inWork, issue_id: worked, pip_report_id: whole, area_session_id: areaSessionId },
    { id: plain, issue_id: untouched, pip_report_id: whole, area_session_id: areaSessionId },
  ]);
  const version = await earlier.one('select lines from pip_versions where pip_report_id = $1', [whole]);
  expect(version['lines']).toEqual([{ itemId: inWork, title: 'Stain as sent', cost: 10_500 }]);
  // 500 and 105, and 10 % contingency as a planning figure.
  expect(await earlier.one('select total_cost_cents, status from pip_reports where id = $1', [whole])).toEqual({
    total_cost_cents: '66500',
    status: 'draft',
  });
  // It shows an item that is not done.
  expect(await statusOf(lobby)).toBe('in_progress');
  await expect(
    earlier.query("update pip_versions set lines = '[]' where pip_report_id = $1", [whole]),
  ).rejects.toThrow();
});

test('a work photo that several items of a finding have is kept once', async () => {
  const { finding, plan, item, photo } = await lobbyBeforeSharing();
  const stain = await finding('Stain');
  const kept = await item(await plan('property', 'in_progress', null), stain, 'completed', 10_500);
  const areas = await earlier.query('select id from inspection_areas where code <> $1 limit 2', ['lobby']);
  const others: string[] = [];
  for (const { id } of areas) {
    const areaSessionId = await earlier.add(
      `insert into area_sessions (run_id, property_id, area_id) select run_id, property_id, $1 from area_sessions limit 1 returning id`,
      [id],
    );
    others.push(await item(await plan('area', 'in_progress', areaSessionId), stain, 'awaiting_verification', 10_500));
  }
  await photo(kept, 'a');
  for (const each of others) for (const letter of ['a', 'b']) await photo(each, letter);
  await earlier.migrate();
  const photos = await earlier.query('select plan_item_id, left(sha256, 1) as letter from photos order by sha256');
  expect(photos).toEqual([
    { plan_item_id: kept, letter: 'a' },
    { plan_item_id: kept, letter: 'b' },
  ]);
});

test('a plan is completed if all items that it shares are settled', async () => {
  const { areaSessionId, finding, plan, item, statusOf } = await lobbyBeforeSharing();
  const stain = await finding('Stain');
  const [whole, lobby] = [await plan('property', 'approved', null), await plan('area', 'completed', areaSessionId)];
  await item(lobby, stain, 'completed', 10_500);
  await item(whole, stain, 'approved', 10_500);
  await earlier.migrate();
  expect([await statusOf(whole), await statusOf(lobby)]).toEqual(['completed', 'completed']);
});

test('a plan that takes over an item of its own area is recounted', async () => {
  const { areaSessionId, finding, plan, item, statusOf } = await lobbyBeforeSharing();
  const [whole, lobby] = [await plan('property', 'completed', null), await plan('area', 'draft', areaSessionId)];
  await item(whole, await finding('Stain'), 'completed', 10_500);
  await item(lobby, await finding('Scuff'), 'pending', 10_500);
  await earlier.migrate();
  expect(await earlier.one('select total_cost_cents, status from pip_reports where id = $1', [whole])).toEqual({
    total_cost_cents: '23000',
    status: 'in_progress',
  });
  expect(await statusOf(lobby)).toBe('draft');
});

test('items that are no longer needed leave the totals, and a plan that was sent keeps which lines bear freight', async () => {
  earlier = await createDatabaseBefore('no_longer_needed_items');
  const { userId, propertyId, runId } = await earlier.addRun();
  const inspection = (area: string) =>
    earlier.add(
      `insert into inspections (user_id, property_id, session_id, property_name, area, status)
       values ($1, $2, $3, 'P', $3, 'in_progress') returning id`,
      [userId, propertyId, area],
    );
  const plan = (inspectionId: string | null, status: string) =>
    earlier.add(
      `insert into pip_reports (property_id, source, run_id, inspection_id, total_cost_cents, estimated_days, priority, status, settings)
       values ($1, $2, $3, $4, 254200, 1, 'low', $5, $6) returning id`,
      [
        propertyId,
        inspectionId ? 'inspection' : 'property',
        inspectionId ? null : runId,
        inspectionId,
        status,
        settings,
      ],
    );
  const lobby = await inspection('Lobby');
  const item = async (planId: string, findingStatus: string, status: string) => {
    const findingId = await earlier.add(
      `insert into inspection_issues (inspection_id, title, description, severity, category, source, recommended_action, status)
       values ($1, 'Stain', '', 'low', 'stain', 'person', 'Clean', $2) returning id`,
      [lobby, findingStatus],
    );
    return earlier.add(
      `insert into pip_items (pip_report_id, issue_id, title, description, category, severity, recommended_action, cost_low_cents,
         cost_high_cents, estimated_cost_cents, estimated_days, days_on_site, priority, status, touched_at, ffe)
       values ($1, $2, 'Stain', '', 'stain', 'low', 'Clean', 100000, 110000, 105000, 1, 0.5, 'low', $3, now(), true) returning id`,
      [planId, findingId, status],
    );
  };
  const draft = await plan(null, 'draft');
  await item(draft, 'dismissed', 'approved');
  await item(draft, 'confirmed', 'approved');
  await item(draft, 'confirmed', 'rejected');
  const sent = await plan(lobby, 'pending_approval');
  await item(sent, 'confirmed', 'approved');
  await earlier.query(
    `insert into pip_versions (pip_report_id, number, lines, total_cost_cents, estimated_days) values ($1, 1, '[]', 128100, 1)`,
    [sent],
  );
  const accepted = await plan(await inspection('Pool'), 'draft');
  await item(accepted, 'confirmed', 'approved');
  await earlier.query(`update pip_reports set status = 'pending_approval' where id = $1`, [accepted]);
  await earlier.query(`update pip_reports set status = 'approved', approved_at = now() where id = $1`, [accepted]);
  const emptied = await plan(await inspection('Gym'), 'draft');
  await item(emptied, 'resolved', 'approved');
  await earlier.migrate();

  const totals = await earlier.query(
    'select id, total_cost_cents as total, shared_cost_cents as shared from pip_reports',
  );
  expect(new Map(totals.map(({ id, total, shared }) => [id, [total, shared]]))).toEqual(
    new Map([
      // One item of 1,050 and 10 %, which is 105 and rounds up.
      [draft, ['115500', '0']],
      // The same with 12 % freight, which is 126 and rounds to 125, as it was sent.
      [sent, ['128000', '0']],
      [accepted, ['254200', '0']],
      [emptied, ['0', '0']],
    ]),
  );
  expect(
    await earlier.one('select total_cost_cents as total from pip_versions where pip_report_id = $1', [sent]),
  ).toEqual({
    total: '128100',
  });
  expect(await earlier.query('select distinct pip_report_id as plan from pip_items where ffe order by plan')).toEqual(
    [sent, accepted].toSorted().map((id) => ({ plan: id })),
  );
});
