import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatLongDueDate, utcDate } from '#contract/due-dates.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, caseFields, linkedCase, passedChecks } from '#test/factories.ts';
import { mailTo } from '#test/mail.ts';
import { until } from '#test/until.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

const pageOf = (id: string) => admin.call('GET', `/api/admin/inspection-cases/${id}`);
const kindsOf = async (id: string): Promise<string[]> =>
  (await pageOf(id)).timeline.map(({ kind }: { kind: string }) => kind);
/** How many mails about a changed due date were sent to the owner. */
const sentTo = async (owner: Person): Promise<number> =>
  (await app.mailFolder.list(500)).filter(({ to, subject }) => to === owner.user.email && /now due/.test(subject))
    .length;
const today = utcDate(new Date());

describe('the page of a case', () => {
  it('shows its timeline from the opening to the decision [api.added.45]', async () => {
    const owner = await app.person('property');
    const all = (await owner.call('GET', '/api/inspection-areas')).map(({ code }: { code: string }) => code);
    const { case: opened, property } = await linkedCase(owner, admin, {}, all.slice(1));
    await mailTo(app, owner.user.email, opened.caseNumber);
    const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`);
    const area = run.progress[0];
    await addedPhoto(owner, area.id);
    await passedChecks(owner, `/api/area-sessions/${area.id}`);
    const { inspectionId } = await owner.call('POST', `/api/area-sessions/${area.id}/complete`);
    await admin.call('POST', `/api/admin/inspections/${inspectionId}/approve`, { note: 'Well kept' });
    await until(async () => (await kindsOf(opened.id)).includes('mailed'), 'The mail is not in the timeline');
    const page = await pageOf(opened.id);
    expect(page.case).toMatchObject({ id: opened.id, status: 'completed' });
    expect(page.owner).toMatchObject({ id: owner.user.id });
    const states = page.areas.map((each: { code: string; status: string }) => [each.code, each.status]);
    expect(states).toHaveLength(10);
    expect(page.areas[0]).toEqual({
      code: area.area.code,
      name: area.area.name,
      status: 'completed',
      notApplicableReason: null,
      inspectionId,
      reviewStatus: 'approved',
      outcome: expect.stringMatching(/^not_/),
    });
    expect(page.areas[9]).toMatchObject({ code: 'safety_equipment', status: 'not_applicable', inspectionId: null });
    expect(page.areas[9].outcome).toBeNull();
    expect(page.areas[9].notApplicableReason).toBe('Not at this property');
    expect(page.abilities).toEqual({ cancel: false, sendAgain: false, changeDueDate: false, repeat: true });
    const kinds = page.timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind !== 'mailed').toReversed()).toEqual([
      'opened',
      'linked',
      'onboarded',
      'started',
      'submitted',
      expect.stringMatching(/approved|completed/),
      expect.stringMatching(/approved|completed/),
    ]);
    const found = (kind: string) => page.timeline.find((event: { kind: string }) => event.kind === kind);
    expect(found('mailed')).toMatchObject({ by: null, details: { mail: 'created', to: owner.user.email } });
    expect(found('approved')).toMatchObject({ inspectionId, area: area.area.name, details: { reason: 'Well kept' } });
    expect((await owner.get(`/api/admin/inspection-cases/${opened.id}`)).status).toBe(403);
  });

  it('keeps every round of a review in its timeline, without a decision that was taken back', async () => {
    const owner = await app.person('property');
    const all = (await owner.call('GET', '/api/inspection-areas')).map(({ code }: { code: string }) => code);
    const { case: opened, property } = await linkedCase(owner, admin, {}, all.slice(1));
    const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`);
    const area = run.progress[0];
    await addedPhoto(owner, area.id);
    await passedChecks(owner, `/api/area-sessions/${area.id}`);
    const complete = (reason: string) => owner.call('POST', `/api/area-sessions/${area.id}/complete`, { reason });
    const { inspectionId } = await complete('Ready');
    const decision = `/api/admin/inspections/${inspectionId}`;
    await admin.call('POST', `${decision}/approve`);
    await admin.call('POST', '/api/admin/inspections/undo', { ids: [inspectionId] });
    await admin.call('POST', `${decision}/request-reinspection`, { note: 'The mat still lifts' });
    await complete('The mat is glued');
    await admin.call('POST', `${decision}/approve`, { note: 'Well kept' });
    const steps = (await pageOf(opened.id)).timeline.filter((event: { area: unknown }) => event.area !== null);
    expect(
      steps
        .toReversed()
        .map((event: { kind: string; details: object; by: string | null }) => [event.kind, event.details]),
    ).toEqual([
      ['submitted', {}],
      ['requires_action', { reason: 'The mat still lifts' }],
      ['submitted', {}],
      ['approved', { reason: 'Well kept' }],
    ]);
    expect(steps[0]).toMatchObject({ inspectionId, area: area.area.name, by: expect.stringMatching(/\S/) });
  });

  it('asks an owner who has confirmed the details to go on, not to confirm them again', async () => {
    const owner = await app.person('property');
    const { case: opened } = await linkedCase(owner, admin);
    const sent = async () => (await app.mailFolder.list(500)).filter(({ to }) => to === owner.user.email);
    await until(async () => (await sent()).length === 1, 'The case was not sent');
    await admin.call('POST', `/api/admin/inspection-cases/${opened.id}/send-again`);
    await until(async () => (await sent()).length === 2, 'The case was not sent again');
    const { text } = await mailTo(app, owner.user.email, opened.caseNumber);
    expect(text).toContain('Sign in to go on with the inspection.');
  });

  it('sends the e-mail again, once a minute, while the case is open [api.added.46]', async () => {
    const owner = await app.person('property');
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
    const address = `/api/admin/inspection-cases/${opened.id}/send-again`;
    const sent = { kind: 'mailed', details: { mail: 'again', to: owner.user.email } };
    expect((await admin.call('POST', address)).timeline).toContainEqual(expect.objectContaining(sent));
    await until(
      async () => (await app.mailFolder.list(500)).filter(({ to }) => to === owner.user.email).length === 2,
      'The case was not sent again',
    );
    expect((await admin.post(address)).body.detail).toBe('The e-mail was sent again less than a minute ago');
    await admin.call('PUT', `/api/inspection-cases/${opened.id}`, { status: 'cancelled' });
    expect((await admin.post(address)).status).toBe(409);
  });

  it('lets no requirement be due after its case when the case becomes due earlier', async () => {
    const owner = await app.person('property');
    const dueOf = (days: number) => addDays(today, days);
    const requirement = (text: string, days: number) => ({ text, area: 'lobby', dueDate: dueOf(days) });
    const fields = { dueDate: dueOf(20), requirements: [requirement('Sign', 18), requirement('Mat', 5)] };
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, fields));
    const { body } = await admin.put(`/api/admin/inspection-cases/${opened.id}/due-date`, { dueDate: dueOf(10) });
    expect(body.case.requirementDetails).toMatchObject([{ dueDate: null }, { dueDate: dueOf(5) }]);
  });

  it('extends the due date, and the owner gets the reason by mail and in the app [api.added.47]', async () => {
    const owner = await app.person('property');
    const dueDate = addDays(today, 5);
    const later = addDays(today, 20);
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, { dueDate }));
    const address = `/api/admin/inspection-cases/${opened.id}/due-date`;
    const put = (body: object) => admin.put(address, body);
    expect((await put({ dueDate: addDays(today, -2) })).status).toBe(400);
    expect((await put({ dueDate })).status).toBe(409);
    expect((await put({})).body.errors).toEqual({ dueDate: 'Due date is required' });
    const { body } = await put({ dueDate: later, reason: 'The pool is being rebuilt' });
    expect(body.case.dueDate.slice(0, 10)).toBe(later);
    const details = { from: dueDate, until: later, reason: 'The pool is being rebuilt' };
    expect(body.timeline).toContainEqual(expect.objectContaining({ kind: 'due_changed', details }));
    const mail = await mailTo(app, owner.user.email, /now due/);
    expect(mail.subject).toContain(formatLongDueDate(later));
    expect(mail.text).toContain('The pool is being rebuilt');
    const { notifications } = await owner.call('GET', '/api/notifications');
    expect(notifications[0]).toMatchObject({ kind: 'case_due_changed', body: 'The pool is being rebuilt' });
    await admin.call('PUT', `/api/inspection-cases/${opened.id}`, { status: 'cancelled' });
    expect((await put({ dueDate: addDays(today, 30) })).status).toBe(409);
  });
});

describe('reminders', () => {
  const remind = async () => {
    const job = app.system.jobs.find(({ name }) => name === 'remind-of-cases');
    const never = new AbortController().signal;
    await job?.run({}, { signal: never, stopping: never });
  };
  /** A case that was opened a month ago and is due in this many days. */
  async function dueIn(days: number) {
    const owner = await app.person('property');
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
    const set = { dueDate: addDays(today, days), createdAt: new Date(Date.now() - 30 * 86_400_000) };
    await app.database.db.update(inspectionCases).set(set).where(eq(inspectionCases.id, opened.id));
    return { id: opened.id as string, owner };
  }
  const noticesOf = async (person: Person, kind: string, id: string) => {
    const { caseNumber } = (await pageOf(id)).case;
    const { notifications } = await person.call('GET', '/api/notifications');
    return notifications.filter(
      (notice: { kind: string; title: string }) => notice.kind === kind && notice.title.includes(caseNumber),
    ).length;
  };

  it('are sent to the owner 7, 3 and 0 days before the due date and once overdue, each only once', async () => {
    const cases = await Promise.all([7, 3, 0, -1, 5].map(dueIn));
    await remind();
    await remind();
    const [week, soon, now, over, quiet] = cases;
    for (const each of [week, soon, now]) {
      expect((await kindsOf(each?.id ?? '')).filter((kind) => kind === 'reminded')).toHaveLength(1);
      await mailTo(app, each?.owner.user.email ?? '', /^Reminder: /);
      expect(await noticesOf(each?.owner as Person, 'case_reminder', each?.id ?? '')).toBe(1);
    }
    expect((await mailTo(app, over?.owner.user.email ?? '', /^Overdue: /)).text).toContain('was due on');
    expect(await kindsOf(over?.id ?? '')).toContain('overdue');
    expect(await kindsOf(quiet?.id ?? '')).not.toContain('reminded');
  });

  it('escalate to the brand once a case is three days overdue, by notice and mail, after the owner was told', async () => {
    const { id, owner } = await dueIn(-3);
    await remind();
    await remind();
    expect(await noticesOf(admin, 'case_overdue', id)).toBe(1);
    expect(await noticesOf(owner, 'case_overdue', id)).toBe(1);
    const { caseNumber } = (await pageOf(id)).case;
    const escalation = await mailTo(app, admin.user.email, caseNumber);
    expect(escalation.text).toContain(`Its owner was reminded: ${owner.user.email}`);
    expect(escalation.text).toContain(`/admin/cases/${id}`);
    expect((await mailTo(app, owner.user.email, /^Overdue: /)).text).toContain('asked you to inspect');
  });

  it('escalate to the other admins when the one who opened the case is none any more', async () => {
    const former = await app.person('admin');
    const { id } = await dueIn(-3);
    await app.database.db
      .update(inspectionCases)
      .set({ createdByAdminId: former.user.id })
      .where(eq(inspectionCases.id, id));
    await app.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, former.user.id));
    await remind();
    expect(await noticesOf(admin, 'case_overdue', id)).toBe(1);
    await mailTo(app, admin.user.email, (await pageOf(id)).case.caseNumber);
  });

  it('are not the only mails that name the date of their time: a late one about a changed date is not sent', async () => {
    const owner = await app.person('property');
    const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
    const change = (days: number, reason: string) =>
      admin.call('PUT', `/api/admin/inspection-cases/${opened.id}/due-date`, { dueDate: addDays(today, days), reason });
    await change(30, 'Snow');
    const first = await mailTo(app, owner.user.email, /now due/);
    expect(first.text).toContain('Snow');
    await change(40, 'Ice');
    await until(async () => (await sentTo(owner)) === 2, 'The second mail was not sent');
    const { rows } = await app.database.pool.query(
      "select data from pgboss.job where name = 'case-mail' and data ->> 'caseId' = $1 and data ->> 'reason' = 'Snow'",
      [opened.id],
    );
    const never = new AbortController().signal;
    await app.system.jobs
      .find(({ name }) => name === 'case-mail')
      ?.run(rows[0].data, { signal: never, stopping: never });
    expect(await sentTo(owner)).toBe(2);
  });

  it('start again when the due date changes', async () => {
    const { id } = await dueIn(3);
    await remind();
    const dueDate = addDays(today, 7);
    await admin.call('PUT', `/api/admin/inspection-cases/${id}/due-date`, { dueDate });
    await remind();
    expect((await kindsOf(id)).filter((kind) => kind === 'reminded')).toHaveLength(2);
  });
});

describe('the list of cases', () => {
  it('starts with the earliest due date, and filters by type and by overdue [api.added.48]', async () => {
    const city = `City ${admin.user.id}`;
    const ids: string[] = [];
    for (const [days, inspectionType] of [
      [9, 'routine'],
      [-2, 'compliance'],
      [4, 'routine'],
      [-5, 'routine'],
    ] as const) {
      const fields = caseFields('nobody-yet@example.com', { propertyCity: city, inspectionType });
      const { id } = await admin.call('POST', '/api/inspection-cases', fields);
      const set = { dueDate: addDays(today, days) };
      await app.database.db.update(inspectionCases).set(set).where(eq(inspectionCases.id, id));
      ids.push(id);
    }
    await app.database.db
      .update(inspectionCases)
      .set({ status: 'cancelled' })
      .where(eq(inspectionCases.id, ids[3] ?? ''));
    const listed = async (query: string) => {
      const found: number[] = [];
      let cursor: string | null = '';
      do {
        const page: { cases: { id: string }[]; nextCursor: string | null } = await admin.call(
          'GET',
          `/api/admin/inspection-cases?q=${encodeURIComponent(city)}&limit=2&${query}${cursor && `&cursor=${cursor}`}`,
        );
        found.push(...page.cases.map(({ id }) => ids.indexOf(id)));
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    };
    expect(await listed('')).toEqual([3, 2, 1, 0]);
    expect(await listed('sort=due')).toEqual([3, 1, 2, 0]);
    expect(await listed('sort=due&type=routine')).toEqual([3, 2, 0]);
    expect(await listed('overdue=true')).toEqual([1]);
    for (const cursor of ['no', `0000-01-01~${ids[0]}`]) {
      const encoded = Buffer.from(cursor).toString('base64url');
      expect((await admin.get(`/api/admin/inspection-cases?sort=due&cursor=${encoded}`)).status).toBe(400);
    }
    expect((await admin.get('/api/admin/inspection-cases?type=unknown')).status).toBe(400);
  });
});
