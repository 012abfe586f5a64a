import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findingCategories, severities } from '#contract/finding-categories.ts';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { countFigures, listFigures } from './figures.repository.ts';
import { createFiguresService, type FiguresService } from './figures.service.ts';
import { listFiguresOfSearch } from './inspection-counts.repository.ts';
import { listCurrent } from './stored-figures.repository.ts';
import { findMatch, listFiguresByStatus } from '../listed-inspections.repository.ts';

let database: TestDatabase;
let figures: FiguresService;
const [user, property, inspection, caseId, run] = [1, 2, 3, 4, 5].map(() => randomUUID());
let lobby: string;
let pool: string;
let scopes: string[];

const one = async (sql: string, values: unknown[] = []): Promise<string> =>
  (await database.pool.query(sql, values)).rows[0].id;
const change = async (sql: string, values: unknown[] = []): Promise<void> => {
  const { rowCount } = await database.pool.query(sql, values);
  // A statement that changes nothing would not test the triggers.
  expect(rowCount).toBeGreaterThan(0);
};
const version = async (scopeId: string): Promise<number> =>
  (await database.pool.query('select version from scope_figures where scope_id = $1', [scopeId])).rows[0]?.version;

beforeAll(async () => {
  database = await createTestDatabase();
  figures = createFiguresService(database);
  await change("insert into users (id, username, email, password) values ($1, 'u', 'u@example.com', 'x')", [user]);
  await change(
    `insert into properties (id, user_id, name, address, city, state, zip_code, property_type)
     values ($1, $2, 'P', 'a', 'c', 's', 'z', 'hotel')`,
    [property, user],
  );
  await change(
    `insert into inspection_cases (id, case_number, created_by_admin_id, due_date, property_name, property_address,
       property_city, property_state, property_zip_code, owner_email)
     values ($1, 'CASE-1', $2, now(), 'P', 'a', 'c', 's', 'z', 'u@example.com')`,
    [caseId, user],
  );
  await change('insert into property_inspection_runs (id, property_id, user_id) values ($1, $2, $3)', [
    run,
    property,
    user,
  ]);
  const session = (code: string) =>
    one(
      `insert into area_sessions (run_id, property_id, area_id) select $1, $2, id from inspection_areas where code = $3 returning id`,
      [run, property, code],
    );
  lobby = await session('lobby');
  pool = await session('pool');
  await change(
    "insert into inspections (id, user_id, property_id, session_id, property_name, area) values ($1, $2, $3, 's', 'P', 'Lobby')",
    [inspection, user, property],
  );
  scopes = [lobby, pool, inspection ?? ''];
});
afterAll(() => database.drop());

const photoOf = (scope: string, usable = true) =>
  one(
    `insert into photos (${scope === inspection ? 'inspection_id' : 'area_session_id'}, user_id, filename, storage_key,
       content_type, bytes, category, sha256, analysis_status)
     values ($1, $2, 'a.jpg', $3, 'image/jpeg', 1, 'lobby', encode(sha256(convert_to($3, 'utf8')), 'hex'), $4) returning id`,
    [scope, user, randomUUID(), usable ? 'off' : 'pending'],
  );
const findingOf = (scope: string, severity = 'high', category = 'stain', photoId: string | null = null) =>
  one(
    `insert into inspection_issues (${scope === inspection ? 'inspection_id' : 'area_session_id'}, photo_id, title, description,
       severity, category, source, recommended_action, ai_confidence)
     values ($1, $2, 't', 'd', $3, $4, 'ai', 'r', 80) returning id`,
    [scope, photoId, severity, category],
  );
const itemOf = (code: string, n: number) =>
  one(
    `select i.id from area_checklist_items i join inspection_areas a on a.id = i.area_id where a.code = $1
     order by i.sort_order offset $2 limit 1`,
    [code, n],
  );
const answerOf = async (scope: string, item: string) =>
  one(
    `insert into area_checklist_results (${scope === inspection ? 'inspection_id' : 'area_session_id'}, item_id, result, user_id)
     values ($1, $2, 'pass', $3) returning id`,
    [scope, item, user],
  );

describe('stored figures', () => {
  beforeEach(() => figures.refreshOutdated());

  it('exist from the start of an area session and of a standalone inspection until it is deleted', async () => {
    const standalone = randomUUID();
    await change(
      `insert into inspections (id, user_id, property_id, session_id, property_name, area) values ($1, $2, $3, 'other', 'P', 'Pool')`,
      [standalone, user, property],
    );
    expect(await version(standalone)).toBe(0);
    await change('delete from inspections where id = $1', [standalone]);
    expect(await version(standalone)).toBeUndefined();
  });

  it('become outdated with every change of their source rows, and with no other', async () => {
    let photo = '';
    let finding = '';
    let answer = '';
    const steps: [string, () => Promise<unknown>][] = [
      ['a photo', async () => (photo = await photoOf(lobby, false))],
      ['its analysis', () => change("update photos set analysis_status = 'off' where id = $1", [photo])],
      ['a finding', async () => (finding = await findingOf(lobby, 'high', 'stain', photo))],
      ['a decision', () => change("update inspection_issues set status = 'dismissed' where id = $1", [finding])],
      ['a raised class', () => change("update inspection_issues set severity = 'critical' where id = $1", [finding])],
      ['an answer', async () => (answer = await answerOf(lobby, await itemOf('lobby', 0)))],
      ['another answer', () => change("update area_checklist_results set result = 'fail' where id = $1", [answer])],
      ['no answer', () => change('delete from area_checklist_results where id = $1', [answer])],
      [
        'evidence',
        () =>
          change(
            'insert into requirement_evidence (area_session_id, position, photo_id, user_id) values ($1, 0, $2, $3)',
            [lobby, photo, user],
          ),
      ],
      ['a case', () => change('update property_inspection_runs set case_id = $1 where id = $2', [caseId, run])],
      [
        'its requirements',
        () => change("insert into case_requirements (case_id, position, area) values ($1, 0, 'lobby')", [caseId]),
      ],
      ['a finding that goes', () => change('delete from inspection_issues where id = $1', [finding])],
      ['a photo that goes', () => change('delete from photos where id = $1', [photo])],
      ['a check', () => change('update area_checklist_items set critical = not critical')],
      ['a check again', () => change('update area_checklist_items set critical = not critical')],
    ];
    for (const [what, step] of steps) {
      await figures.refreshOutdated();
      expect([what, await version(lobby)]).toEqual([what, scoringVersion]);
      await step();
      expect([what, await version(lobby)]).toEqual([what, 0]);
      const wide = /case|requirements|check/.test(what);
      if (!wide) expect([what, await version(pool)]).toEqual([what, scoringVersion]);
    }
  });

  it('become outdated on both sides when a photo moves to another area, and by a recording', async () => {
    const photo = await photoOf(lobby);
    await figures.refreshOutdated();
    await change('update photos set area_session_id = $1 where id = $2', [pool, photo]);
    expect(await Promise.all(scopes.map(version))).toEqual([0, 0, scoringVersion]);
    await figures.refreshOutdated();
    await change(
      `insert into recordings (inspection_id, user_id, filename, content_type, storage_key, size, duration_seconds, started_at)
       values ($1, $2, 'a.webm', 'video/webm', 'r', 1, 1, now())`,
      [inspection, user],
    );
    expect(await Promise.all(scopes.map(version))).toEqual([scoringVersion, scoringVersion, 0]);
  });

  it('miss no change that is uncommitted while they are counted', async () => {
    const client = await database.pool.connect();
    try {
      await change('update scope_figures set version = 0 where scope_id = $1', [pool]);
      await client.query('begin');
      await client.query(
        `insert into inspection_issues (area_session_id, title, description, severity, category, source, recommended_action)
         values ($1, 't', 'd', 'critical', 'stain', 'person', 'r')`,
        [pool],
      );
      await figures.refreshOutdated();
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await version(pool)).toBe(0);
    expect((await listFigures(database.db, [pool])).get(pool)?.worst).toBe('critical');
    await figures.refreshOutdated();
    expect((await listCurrent(database.db, [pool])).get(pool)?.worst).toBe('critical');
  });

  it('equal a fresh count after random changes', async () => {
    const scope = fc.constantFrom(0, 1, 2);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('photo' as const), scope, usable: fc.boolean() }),
      fc.record({
        kind: fc.constant('finding' as const),
        scope,
        severity: fc.constantFrom(...severities),
        category: fc.constantFrom(...findingCategories),
      }),
      fc.record({ kind: fc.constant('answers' as const), scope }),
      fc.record({ kind: fc.constant('settle' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const each of steps) {
          if (each.kind === 'settle')
            await database.pool.query(
              "update inspection_issues set status = 'dismissed' where id = (select id from inspection_issues where status = 'pending' order by id limit 1)",
            );
          else if (each.kind === 'photo') await photoOf(scopes[each.scope] ?? '', each.usable);
          else if (each.kind === 'finding') await findingOf(scopes[each.scope] ?? '', each.severity, each.category);
          else
            await database.pool.query(
              `insert into area_checklist_results (${each.scope === 2 ? 'inspection_id' : 'area_session_id'}, item_id, result, user_id)
               select $1, i.id, 'pass', $2 from area_checklist_items i join inspection_areas a on a.id = i.area_id where a.code = $3
               on conflict do nothing`,
              [scopes[each.scope], user, each.scope === 1 ? 'pool' : 'lobby'],
            );
        }
        expect(await listFigures(database.db, scopes)).toEqual(await countFigures(database.db, scopes));
        await figures.refreshOutdated();
        const kept = await listCurrent(database.db, scopes);
        expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(await countFigures(database.db, scopes)));
      }),
      { numRuns: 15 },
    );
  });
});

describe('stored counts of inspections', () => {
  it('equal those of the table, before and after merging', async () => {
    const counted = async () =>
      (
        await database.pool.query(
          'select status, flagged_at is not null as flagged, count(*)::int as n from inspections group by 1, 2 order by 1, 2',
        )
      ).rows;
    const kept = async () =>
      (
        await database.pool.query(
          'select status, flagged, sum(change)::int as n from inspection_counts group by 1, 2 having sum(change) <> 0 order by 1, 2',
        )
      ).rows;
    const byName = Object.entries({
      property: 'lower(property_name)',
      area: 'lower(area)',
      inspector: 'user_id::text',
    }).map(
      ([kind, name]) =>
        `select '${kind}' as kind, ${name} as name, status, flagged_at is not null as flagged, count(*)::int as n from inspections group by 2, 3, 4`,
    );
    const byList = Object.entries({ cases: 'inspection_cases', plans: 'pip_reports' }).map(
      ([list, table]) =>
        `select '${list}' as kind, '' as name, status, false as flagged, count(*)::int as n from ${table} group by status`,
    );
    const countedByName = async () =>
      (await database.pool.query(`${[...byName, ...byList].join(' union all ')} order by 1, 2, 3, 4`)).rows;
    const keptByName = async () =>
      (
        await database.pool.query(
          `select kind, name, status, flagged, sum(case when flagged then ofThem else count - ofThem end)::int as n
           from name_counts cross join lateral (values ('in_progress', in_progress, flagged_in_progress),
             ('pending_review', pending_review, flagged_pending_review), ('approved', approved, flagged_approved),
             ('requires_action', requires_action, flagged_requires_action)) by_status (status, count, ofThem)
             cross join (values (false), (true)) by_flag (flagged)
           group by 1, 2, 3, 4 having sum(case when flagged then ofThem else count - ofThem end) <> 0
           union all select list, '', status, false, sum(change)::int from list_counts group by list, status having sum(change) <> 0
           order by 1, 2, 3, 4`,
        )
      ).rows;
    for (let n = 0; n < 4; n += 1)
      await change(
        `insert into inspections (user_id, property_id, session_id, property_name, area, status) values ($1, $2, $3, 'P', 'Pool', $4)`,
        [user, property, `counted-${n}`, n < 3 ? 'pending_review' : 'in_progress'],
      );
    await change("update inspections set status = 'approved', area = 'Spa' where session_id = 'counted-0'");
    await change("update inspections set flagged_at = now(), flagged_by = $1 where session_id = 'counted-1'", [user]);
    await change("delete from inspections where session_id = 'counted-2'");
    await change("update inspections set property_name = 'Q' where session_id = 'counted-3'");
    expect(await kept()).toEqual(await counted());
    expect(await keptByName()).toEqual(await countedByName());
    await figures.mergeCounts();
    expect(await kept()).toEqual(await counted());
    expect(await keptByName()).toEqual(await countedByName());
    const { rows } = await database.pool.query(
      `select (select count(*)::int from inspection_counts) as n, (select count(*)::int from list_counts) as lists,
         (select count(*)::int from name_counts) as names`,
    );
    const all = await countedByName();
    const lists = all.filter(({ name }) => name === '');
    const names = new Set(all.filter(({ name }) => name !== '').map(({ kind, name }) => `${kind} ${name}`));
    expect(rows).toEqual([{ n: (await counted()).length, lists: lists.length, names: names.size }]);
  });

  it('by name give what counting by the condition of the search gives', async () => {
    const { db } = database;
    for (const [n, name, area, status] of [
      [0, 'Quarry Inn', 'Pool', 'pending_review'],
      [1, 'Quarry Inn', 'Spa', 'approved'],
      [2, 'Moor Inn', 'Pool', 'pending_review'],
    ] as const)
      await change(
        `insert into inspections (user_id, property_id, session_id, property_name, area, status) values ($1, $2, $3, $4, $5, $6)`,
        [user, property, `searched-${n}`, name, area, status],
      );
    await change("update inspections set flagged_at = now(), flagged_by = $1 where session_id = 'searched-2'", [user]);
    const { rows: people } = await database.pool.query('select username from users where id = $1', [user]);
    await change("update users set first_name = 'Zed', last_name = 'Quill' where id = $1", [user]);
    const outcomes: boolean[] = [];
    for (const q of ['QUARRY', 'inn', 'moor', 'pool', 'sp', 'o', 'zed', '%', 'nothing', String(people[0].username)]) {
      const match = await findMatch(db, q);
      const counted = await listFiguresByStatus(db, match);
      const ofNames = await listFiguresOfSearch(db, { q, ...match, flagged: true });
      outcomes.push(ofNames !== null);
      if (!ofNames) continue;
      const plain = (figures: typeof counted) =>
        [...figures]
          .map(([status, { count, flagged, oldest, oldestFlagged }]) =>
            status === 'pending_review'
              ? { status, count, flagged, oldest, oldestFlagged }
              : { status, count, flagged },
          )
          .toSorted((a, b) => a.status.localeCompare(b.status));
      expect(plain(ofNames), q).toEqual(plain(counted));
    }
    // 'o' is in names of properties and of areas.
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });
});
