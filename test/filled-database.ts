import { inspectionStatuses } from '#contract/statuses.ts';
import type { Pool, PoolClient } from 'pg';
import { phaseWindows } from '#contract/plan-phases.ts';
import { scoringVersion } from '#server/analysis/scoring.rules.ts';
import { summaryVersion } from '#server/plans/summary.rules.ts';
import type { PlanSummary } from '#server/schema/plan-summaries.tables.ts';

export interface People {
  /** Owns the three properties with the longest history. */
  ownerId: string;
  ownerEmail: string;
  adminId: string;
}

/** The uuid (version 4) of the n-th row of a kind, so that rows can refer to each other without a query. */
const key = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`;
const pick = (n: string, ...values: string[]) =>
  `(array[${values.map((value) => `'${value}'`).join(', ')}])[1 + (${n}) % ${values.length}]`;
const hash = (n: string) => `md5((${n})::text) || md5((${n} + 1)::text)`;

/** The number of rows to fill in. */
export interface FillSize {
  owners: number;
  properties: number;
  /** Inspection runs; each has ten area sessions, of which half are completed. */
  runs: number;
  cases: number;
  standalone: number;
  messages: number;
  notifications: number;
  auditEntries: number;
  photosPerArea: number;
  findingsPerPhoto: number;
  /** Whether photos are analyzed and the checks of completed areas answered. */
  scored: boolean;
  /** The time of the first row, as an SQL timestamp. */
  since: string;
  /** Minutes between one run and the next; the intervals of other rows have fixed ratios to it. */
  minutesBetweenRuns: number;
}

/** Some hundred thousand rows in a few seconds, enough that PostgreSQL chooses its plans as in a large installation. */
const planSize: FillSize = {
  owners: 300,
  properties: 1000,
  runs: 2200,
  cases: 5000,
  standalone: 4000,
  messages: 15_000,
  notifications: 15_000,
  auditEntries: 20_000,
  photosPerArea: 2,
  findingsPerPhoto: 1,
  scored: false,
  since: '2026-01-01',
  minutesBetweenRuns: 1,
};

const analysis = {
  imageQuality: { usable: true, reasons: [] },
  overallConfidence: 80,
  objects: [{ name: 'bed', confidence: 90, boundingBox: { x: 0.1, y: 0.2, width: 0.5, height: 0.4 } }],
  labels: [{ name: 'bedroom', confidence: 88 }],
  detectedIssues: [],
};

/** Of a plan with one stain. */
const summary = {
  totalCost: 11_000,
  estimatedDays: 1,
  priority: 'low',
  itemCount: 1,
  pendingItems: 1,
  versions: [],
  changes: [],
  openRequests: 0,
  costLow: 5500,
  costHigh: 16_500,
  costLines: [
    { label: 'Construction cost', amount: 10_000 },
    { label: 'Freight and tax, 12% of FF&E', amount: 0 },
    { label: 'Contingency, 10% of construction cost', amount: 1000 },
  ],
  comparison: {
    approved: { items: 0, amount: 0, approved: 0 },
    quoted: { items: 0, amount: 0, approved: 0 },
    actual: { items: 0, amount: 0, approved: 0 },
  },
  phases: [{ name: 'minor', window: phaseWindows.minor, items: 1, cost: 10_000, days: 0.25, startDay: 0 }],
} satisfies PlanSummary;

/** The statements run in this order; each row's n determines its references. */
function statements({ ownerId, ownerEmail, adminId }: People, count: FillSize): string[] {
  /** A time that several rows share; the highest n is the newest. */
  const at = (n: string, perRun: number) =>
    `timestamptz '${count.since}' + ((${n}) / ${perRun}) * interval '${count.minutesBetweenRuns} minutes'`;
  /** The SQL for a run's property; the owner's properties get four times as many runs as others. */
  const propertyOfRun = (n: string) =>
    `case when ${n} % 50 = 0 then (${n} / 50) % 3 else ${n} % ${count.properties} end`;
  const propertyOfCase = (n: string) =>
    `case when ${n} % 100 = 0 then (${n} / 100) % 3 else ${n} % ${count.properties} end`;
  const analyzed = count.scored ? `'done', '${JSON.stringify(analysis)}'` : "'pending', null";
  return [
    `insert into users (id, username, email, password, first_name, last_name)
   select ${key('user', 'n')}, 'filled' || n, 'filled' || n || '@example.com', 'none', 'First' || n, 'Last' || n
   from generate_series(0, ${count.owners - 1}) n`,

    `insert into properties (id, user_id, name, address, city, state, zip_code, property_type, created_at)
   select ${key('property', 'n')}, case when n < 3 then '${ownerId}'::uuid else ${key('user', `n % ${count.owners}`)} end,
     'Hotel ' || md5(n::text), n || ' Quay Street', 'City ' || n % 200, 'ME', '04101', 'hotel', ${at('n', 2)}
   from generate_series(0, ${count.properties - 1}) n`,

    `insert into inspection_cases (id, case_number, property_id, created_by_admin_id, due_date, status, property_name,
     property_address, property_city, property_state, property_zip_code, owner_email, created_at)
   select ${key('case', 'n')}, 'CASE-20260101-' || n, case when n % 10 <> 9 then ${key('property', propertyOfCase('n'))} end,
     '${adminId}', ${at('n', 3)} + interval '30 days', ${pick('n / 7', 'pending', 'in_progress', 'completed', 'completed', 'expired')},
     'Hotel ' || md5((${propertyOfCase('n')})::text), n || ' Quay Street', 'City ' || n % 200, 'ME', '04101',
     case when n % 1000 = 9 then '${ownerEmail}' else 'filled' || n % ${count.owners} || '@example.com' end, ${at('n', 3)}
   from generate_series(1, ${count.cases}) n`,

    `insert into property_inspection_runs (id, property_id, user_id, case_id, status, created_at)
   select ${key('run', 'n')}, p.id, p.user_id, ${key('case', `n + ${count.cases - count.runs}`)}, 'completed', ${at('n', 1)}
   from generate_series(1, ${count.runs}) n join properties p on p.id = ${key('property', propertyOfRun('n'))}`,

    `update property_inspection_runs r set status = 'in_progress' from
     (select distinct on (property_id) id from property_inspection_runs order by property_id, created_at desc) latest
   where r.id = latest.id`,
    'analyze',

    `insert into area_sessions (id, run_id, property_id, area_id, status, last_activity)
   select ${key('session', 'r.n * 10 + a.sort_order')}, ${key('run', 'r.n')}, ${key('property', propertyOfRun('r.n'))}, a.id,
     ${pick('r.n + a.sort_order', 'completed', 'completed', 'in_progress', 'not_started')}, ${at('r.n', 1)} + a.sort_order * interval '7 seconds'
   from generate_series(1, ${count.runs}) as r(n) cross join inspection_areas a`,

    `insert into inspections (id, user_id, property_id, case_id, area_session_id, session_id, property_name, area, status,
     worst_rank, created_at, completed_at, flagged_at, flagged_by)
   select ${key('inspection', 's.id::text')}, r.user_id, r.property_id, r.case_id, s.id, s.id::text, p.name, a.name,
     ${pick('hashtext(s.id::text) & 63', 'pending_review', 'approved', 'approved', 'requires_action')},
     abs(hashtext(s.id::text)) % 5, s.last_activity, s.last_activity,
     case when hashtext(s.id::text) % 200 = 0 then s.last_activity end, case when hashtext(s.id::text) % 200 = 0 then '${adminId}'::uuid end
   from area_sessions s join property_inspection_runs r on r.id = s.run_id join properties p on p.id = r.property_id
     join inspection_areas a on a.id = s.area_id
   where s.status = 'completed'`,

    `insert into inspections (id, user_id, property_id, session_id, property_name, area, status, created_at)
   select ${key('standalone', 'n')}, p.user_id, p.id, 'standalone-' || n, p.name, 'Guest Rooms',
     ${pick('n / 3', 'in_progress', 'pending_review', 'approved')}, ${at('n', 2)}
   from generate_series(1, ${count.standalone}) n join properties p on p.id = ${key('property', propertyOfRun('n'))}`,
    'analyze',

    `insert into photos (id, area_session_id, user_id, filename, storage_key, content_type, bytes, category, sha256, created_at, analysis_status, ai_analysis)
   select ${key('photo', 's.id::text || n')}, s.id, r.user_id, 'photo.jpg', s.id::text || n, 'image/jpeg', 1000, 'lobby',
     ${hash('hashtext(s.id::text)::bigint + n')}, s.last_activity + n * interval '1 second', ${analyzed}
   from area_sessions s join property_inspection_runs r on r.id = s.run_id
     cross join generate_series(1, ${count.photosPerArea}) n where s.status = 'completed'`,
    `insert into photos (inspection_id, user_id, filename, storage_key, content_type, bytes, category, sha256, created_at, analysis_status, ai_analysis)
   select i.id, i.user_id, 'photo.jpg', i.session_id, 'image/jpeg', 1000, 'rooms', ${hash('hashtext(i.session_id)::bigint')}, i.created_at, ${analyzed}
   from inspections i where i.area_session_id is null`,

    ...(count.scored
      ? [
          `insert into area_checklist_results (area_session_id, item_id, result, user_id)
   select s.id, c.id, 'pass', r.user_id from area_sessions s join property_inspection_runs r on r.id = s.run_id
     join area_checklist_items c on c.area_id = s.area_id where s.status = 'completed'`,
        ]
      : []),
    `insert into inspection_issues (inspection_id, area_session_id, photo_id, title, description, severity, category,
     ai_confidence, source, recommended_action, status, created_at)
   select p.inspection_id, p.area_session_id, p.id, 'Stain', 'A stain', ${pick('n', 'critical', 'high', 'medium', 'low')}, 'stain', 80, 'ai',
     'Clean it', ${pick('n', 'pending', 'confirmed', 'dismissed')}, p.created_at
   from photos p
     cross join generate_series(1, ${count.findingsPerPhoto}) n`,

    `insert into pip_reports (id, property_id, source, area_session_id, total_cost_cents, estimated_days, priority, status, settings, created_at)
   select ${key('report', 's.id::text')}, s.property_id, 'area', s.id, 100000, 3, 'high',
     ${pick('hashtext(s.id::text) & 63', 'draft', 'pending_approval', 'approved', 'completed')},
     '{"crews": 2, "freightPercent": 12, "contingencyPercent": 10, "mobilizationCents": 250000, "designFeePercent": 6,
       "afterHoursPercent": 15, "regionalFactors": {"ME": 1.08, "NY": 1.31, "CA": 1.27, "TX": 0.94}}', s.last_activity
   from area_sessions s where s.status = 'completed'`,
    `insert into pip_items (pip_report_id, title, description, category, severity, recommended_action, cost_low_cents, cost_high_cents,
     estimated_cost_cents, estimated_days, days_on_site, priority)
   select r.id, 'Stain', 'A stain', 'stain', 'low', 'Clean it', 5000, 15000, 10000, 1, 0.25, 'low'
   from pip_reports r`,

    `insert into notifications (user_id, kind, title, body, created_at, read_at)
   select case when n % 100 = 0 then '${ownerId}'::uuid when n % 100 = 1 then '${adminId}'::uuid else ${key('user', `n % ${count.owners}`)} end,
     'message', 'Message', 'Text', ${at('n', 3)}, case when n % 10 > 1 then now() end
   from generate_series(1, ${count.notifications}) n`,

    `insert into messages (from_user_id, to_user_id, content, created_at, is_read)
   select case when n % 2 = 0 then person else '${adminId}'::uuid end, case when n % 2 = 0 then '${adminId}'::uuid else person end,
     'Text', ${at('n', 3)}, n % 10 > 2
   from generate_series(1, ${count.messages}) n
     cross join lateral (select case when n % 6 < 2 then '${ownerId}'::uuid else ${key('user', `n % ${count.owners}`)} end as person) p`,

    `insert into audit_logs (seq, user_id, action, entity_type, entity_id, hash, created_at)
   select n + 1000000, '${ownerId}', 'filled', ${pick('n', 'photo', 'photo', 'photo', 'inspection')}, 'filled-' || n % 2000, '', ${at('n', 5)}
   from generate_series(1, ${count.auditEntries}) n`,

    // Rows that the triggers and the server normally store.
    `insert into inspection_counts (status, flagged, change)
   select status, flagged_at is not null, count(*) from inspections group by 1, 2`,
    `insert into list_counts (list, status, change)
   select 'cases', status, count(*) from inspection_cases group by 2
   union all select 'plans', status, count(*) from pip_reports group by 2`,
    `insert into name_counts (kind, name, ${inspectionStatuses.join(', ')}, ${inspectionStatuses.map((status) => `flagged_${status}`).join(', ')})
   select kind, name, ${inspectionStatuses.map((status) => `count(*) filter (where status = '${status}')`).join(', ')},
     ${inspectionStatuses.map((status) => `count(flagged_at) filter (where status = '${status}')`).join(', ')}
   from inspections
     cross join lateral (values ('property', lower(property_name)), ('area', lower(area)), ('inspector', user_id::text)) names (kind, name)
   group by kind, name`,
    `insert into plan_summaries (plan_id, version, summary) select id, ${summaryVersion}, '${JSON.stringify(summary)}' from pip_reports`,
    `insert into scope_figures (scope_id, version, photos, usable_photos, open_findings, open_low, worst, score)
   select s.id, ${scoringVersion}, ${count.photosPerArea}, ${count.photosPerArea}, ${count.findingsPerPhoto}, ${count.findingsPerPhoto}, 'low', 60 + abs(hashtext(s.id::text)) % 40
   from area_sessions s where s.status = 'completed'
   union all select id, ${scoringVersion}, 0, 0, 0, 0, null, null from area_sessions where status <> 'completed'
   union all select i.id, ${scoringVersion}, 1, 1, 1, 1, 'low', 60 + abs(hashtext(i.id::text)) % 40
   from inspections i where i.area_session_id is null`,

    // Done by autovacuum otherwise; provides statistics and makes index-only scans possible.
    'vacuum analyze',
  ];
}

/**
 * Vacuums again, because an automatic ANALYZE with an older snapshot may have prevented pages from being marked as
 * visible to all, and index-only scans need that mark. Also for a few dead rows, which stay without `index_cleanup`.
 */
async function makeAllVisible(client: PoolClient): Promise<void> {
  const behind = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relpages > 10 and relallvisible < relpages`;
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await client.query(behind);
    if (rows.length === 0) return;
    await client.query('select pg_sleep(0.1)');
    for (const { relname } of rows) await client.query(`vacuum (index_cleanup on) ${relname}`);
  }
  throw new Error('The pages of the filled tables do not become visible to all');
}

export async function fillDatabase(pool: Pool, people: People, size = planSize): Promise<void> {
  const client = await pool.connect();
  try {
    // The references are correct by construction, and checking the foreign keys would take most of the time.
    await client.query("set session_replication_role = 'replica'");
    for (const statement of statements(people, size)) {
      await client.query(statement);
    }
    await makeAllVisible(client);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}
