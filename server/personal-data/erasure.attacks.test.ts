import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, caseFields, startedRun } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { accountTokens, users } from '#server/schema/users.tables.ts';

type Person = Client & { user: { id: string; username: string; email: string } };

/** Erases the person's own account, and waits until the job has done it. */
async function erase(app: TestApp, person: Person): Promise<void> {
  expect((await person.post('/api/user/erasure')).status).toBe(204);
  const erasedAt = async () =>
    (await app.database.db.select().from(users).where(eq(users.id, person.user.id)))[0]?.erasedAt ?? null;
  await expect.poll(erasedAt, { timeout: 15_000 }).not.toBeNull();
}

describe('an account that entered the address of another person', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestApp({ env: productionEnv });
    admin = await app.person('property');
    await app.database.db.update(users).set({ adminGranted: true, role: 'admin' }).where(eq(users.id, admin.user.id));
  });
  afterAll(() => app.close());

  it('takes nothing along that was sent to this address', async () => {
    const email = 'vera@example.com';
    const { id } = await admin.call('POST', '/api/inspection-cases', caseFields(email, { notes: `Ask ${email}` }));
    await admin.call('POST', '/api/admin/invitations', { email });
    const stranger = await app.person('property', { email });
    const linksOf = () =>
      app.database.db
        .select()
        .from(accountTokens)
        .where(and(eq(accountTokens.email, email), eq(accountTokens.kind, 'invitation')));
    expect(await linksOf()).toHaveLength(1);
    await erase(app, stranger);

    expect(await linksOf()).toHaveLength(1);
    const shown = await admin.call('GET', `/api/inspection-cases/${id}`);
    expect([shown.ownerEmail, shown.notes]).toEqual([email, `Ask ${email}`]);
    const vera = await app.person('property', { email });
    const confirm = async () => {
      const token = linkOf(await mailTo(app, email, /confirm/i)).searchParams.get('token');
      return (await vera.post('/api/email/verify', { token })).status;
    };
    // The newest mail is that of the stranger until hers arrives.
    await expect.poll(confirm, { timeout: 15_000 }).toBe(204);
    expect((await vera.get(`/api/inspection-cases/${id}`)).status).toBe(200);

    // Of an address that was confirmed, nothing is left.
    await erase(app, vera);
    expect((await admin.call('GET', `/api/inspection-cases/${id}`)).ownerEmail).toBe(`${vera.user.id}@erased.invalid`);
    expect(await linksOf()).toEqual([]);
  });
});

describe('a chosen name', () => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.person('admin');
  });
  afterAll(() => app.close());

  const rowsOf = async (table: string): Promise<string[]> => {
    const { rows } = await app.database.pool.query<{ row: object }>(`select row_to_json(t) as row from ${table} t`);
    return rows.map(({ row }) => JSON.stringify(row)).toSorted();
  };
  /** The tables with texts of people. */
  const tables = [
    'inspection_issues',
    'area_checklist_results',
    'photos',
    'pip_items',
    'pip_versions',
    'pip_requests',
    'inspections',
    'inspection_cases',
    'case_events',
    'messages',
    'saved_views',
  ];

  it('is erased from nobody else, whatever words it is made of', async () => {
    const owner = await app.person('property', { firstName: 'Olga', lastName: 'Owner' });
    const { areas, case: opened } = await startedRun(owner, admin, [], { notes: 'Smoke detector in 101, e' });
    const area = `/api/area-sessions/${areas[0].id}`;
    await addedPhoto(owner, areas[0].id, { room: '101', description: 'Carpet worn' });
    const finding = { title: 'Smoke detector missing', severity: 'low', category: 'other', room: '101' };
    await owner.call('POST', `${area}/issues`, { ...finding, description: 'Carpet worn' });
    await owner.call('POST', `${area}/issues`, { ...finding, title: 'Carpet worn', description: 'e' });
    const { pipReport: plan } = await owner.call('POST', `${area}/generate-pip`);
    for (const { id } of plan.items) await admin.call('PATCH', `/api/pip-items/${id}`, { status: 'approved' });
    await admin.call('POST', `/api/pip-reports/${plan.id}/submit`);
    await owner.call('POST', `/api/pip-reports/${plan.id}/accept`, { version: 1 });
    await owner.call('POST', '/api/messages', { toUserId: admin.user.id, content: 'Smoke detector' });
    const before = new Map<string, string[]>();
    for (const table of [...tables, 'notifications']) before.set(table, await rowsOf(table));
    const details = () =>
      app.database.pool.query('select id, details, erasure from audit_logs where user_id = any($1) order by position', [
        [owner.user.id, admin.user.id],
      ]);
    const { rows: entries } = await details();

    for (const [username, firstName, lastName] of [
      ['101', 'smoke', 'detector'],
      ['Carpet worn', 'Carpet', 'worn'],
      ['e', 'in', '101'],
      ['property', opened.caseNumber, 'missing'],
    ])
      await erase(app, await app.person('property', { username, firstName, lastName }));

    for (const [table, rows] of before) expect(await rowsOf(table), table).toEqual(rows);
    expect((await details()).rows.slice(0, entries.length)).toEqual(entries);
    expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true });
  });

  it('changes only the entries that are about the person', async () => {
    const person = await app.person('property', { username: 'name', firstName: 'Nora', lastName: 'Name' });
    await admin.call('DELETE', `/api/admin/users/${person.user.id}/sessions`);
    const namedAsRole = await app.person('property', { username: 'property' });
    await erase(app, namedAsRole);
    const signedIn = app.visitor();
    await signedIn.post('/api/login', { username: 'name', password });
    await erase(app, Object.assign(signedIn, { user: person.user }));
    const { rows } = await app.database.pool.query(
      `select action, details from audit_logs where entity_id = $1::text or user_id = $1::uuid order by seq`,
      [person.user.id],
    );
    expect(rows).toContainEqual({ action: 'user.registered', details: { role: 'property', invited: false } });
    expect(rows).toContainEqual({ action: 'user.signed_out_by_admin', details: { name: '[erased]' } });
    const { rows: codes } = await app.database.pool.query(
      `select details from audit_logs where user_id = $1 and action = 'user.registered'`,
      [namedAsRole.user.id],
    );
    expect(codes).toEqual([{ details: { role: 'property', invited: false } }]);
  });

  it('is erased from more rows than one page has, and an address only where it is whole', async () => {
    const person = await app.person('property', { firstName: 'Paula', lastName: 'Pages', email: 'bob@x.example' });
    const other = await app.person('property');
    const send = (from: Person, content: string) =>
      app.database.pool.query(
        `insert into messages (from_user_id, to_user_id, content) select $1, $2, $3 from generate_series(1, 1203)`,
        [from.user.id, admin.user.id, content],
      );
    const content = 'Paula Pages: bob@x.example, jim.bob@x.example, bob@x.example.org';
    await send(person, content);
    await send(other, content);
    const { areas } = await startedRun(person, admin);
    await app.database.pool.query(
      `insert into inspection_issues (area_session_id, title, description, note, recommended_action, severity, category, source)
       select $1, 'Seen by Paula Pages', 'In room ' || n, 'Paula Pages', 'Mend it', 'low', 'other', 'person'
       from generate_series(1, 1203) as n`,
      [areas[0]?.id],
    );
    await app.system.services.changes.run(person.user.id, async (change) => {
      for (let n = 0; n < 1203; n += 1)
        change.audit('issue.added', 'issue', crypto.randomUUID(), { title: 'Seen by Paula Pages', n });
    });
    await erase(app, person);
    // Rows that one statement changed have the same command id: a statement for each page, not for each row.
    const { rows: counts } = await app.database.pool.query(
      `select count(*)::int as rows, count(distinct cmin::text)::int <= 5 as by_few from messages where content like '[erased]:%'
       union all select count(*)::int, count(distinct cmin::text)::int <= 5 from inspection_issues
         where title = 'Seen by [erased]' and note = '[erased]' and description like 'In room %' and recommended_action = 'Mend it'
       union all select count(*)::int, count(distinct cmin::text)::int <= 5 from audit_logs
         where action = 'issue.added' and details->>'title' = 'Seen by [erased]' and address is null and erasure is not null`,
    );
    expect(counts).toEqual(Array.from({ length: 3 }, () => ({ rows: 1203, by_few: true })));
    expect((await admin.get('/api/admin/audit-logs/verify')).body).toMatchObject({ ok: true });
    const { rows } = await app.database.pool.query(
      `select from_user_id as by, content, count(*)::int from messages where content like '%x.example%' group by 1, 2`,
    );
    const rest = '[erased], jim.bob@x.example, bob@x.example.org';
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({ by: person.user.id, content: `[erased]: ${rest}`, count: 1203 });
    expect(rows).toContainEqual({ by: other.user.id, content: `Paula Pages: ${rest}`, count: 1203 });
  });
});
