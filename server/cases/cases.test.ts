import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueTimestamp, formatLongDueDate, utcDate } from '#contract/due-dates.ts';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import { caseFields, expectOk, inDays, linkedCase, startedRun } from '#test/factories.ts';
import { linkOf, mailTo } from '#test/mail.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
beforeEach(async () => {
  owner = await app.person('property');
});
afterAll(() => app.close());

const open = (fields: Record<string, unknown> = {}) =>
  expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email, fields)), 'Opening a case');
const link = (person: Person, caseNumber: string) => person.post('/api/inspection-cases/link', { caseNumber });
const casesOf = async (person: Person, query = '') => (await person.get(`/api/inspection-cases${query}`)).body;

describe('opening a case', () => {
  it('answers 201 with the case and its defaults [3.cases.2, 3.cases.4, 3.cases.5, 3.cases.8, 5.case.7, 5.case.8, 5.case.10, 5.case.13, 5.case.14, 7.calls.41, api.calls.33, api.shapes.3]', async () => {
    const { inspectionType: _type, propertyType: _kind, ...fields } = caseFields(owner.user.email);
    const dueDate = utcDate(new Date(inDays(3)));
    const answer = await admin.post('/api/inspection-cases', {
      ...fields,
      dueDate,
      totalRooms: '120',
      requirements: ['  Sprinklers ', '', '   ', 'Exit signs'],
    });
    expect(answer.status).toBe(201);
    const { id, caseNumber, createdAt, ...rest } = answer.body;
    const today = new Date(createdAt).toISOString().slice(0, 10).replaceAll('-', '');
    expect(caseNumber).toMatch(new RegExp(`^CASE-${today}-[2-9A-HJ-NP-Z]{4}$`));
    expect(rest).toEqual({
      propertyId: null,
      createdByAdminId: admin.user.id,
      inspectionType: 'routine',
      dueDate: dueTimestamp(dueDate),
      status: 'pending',
      onboardingCompleted: false,
      requirements: ['Sprinklers', 'Exit signs'],
      requirementDetails: [
        { text: 'Sprinklers', area: null, photoRequired: false, dueDate: null },
        { text: 'Exit signs', area: null, photoRequired: false, dueDate: null },
      ],
      notes: null,
      propertyName: 'Harbour Inn',
      propertyAddress: '12 Quay Street',
      propertyCity: 'Portland',
      propertyState: 'ME',
      propertyZipCode: '04101',
      propertyType: 'hotel',
      brandStandard: null,
      totalRooms: 120,
      ownerEmail: owner.user.email,
      ownerName: null,
      completedAt: null,
      inspectionId: null,
      inspectionStatus: null,
    });
    expect((await admin.get(`/api/inspection-cases/${id}`)).body).toEqual(answer.body);
  });

  it.each([
    ['propertyName', '', 'Property name is required'],
    ['propertyName', '   ', 'Property name is required'],
    ['propertyName', undefined, 'Property name is required'],
    ['propertyAddress', '', 'Property address is required'],
    ['propertyCity', null, 'City is required'],
    ['propertyState', '', 'State is required'],
    ['propertyZipCode', undefined, 'ZIP code is required'],
    ['propertyType', 'castle', 'Property type is required'],
    ['ownerEmail', 'nobody', 'Valid email is required'],
    ['ownerEmail', undefined, 'Valid email is required'],
    ['dueDate', undefined, 'Due date is required'],
    ['dueDate', '', 'Due date is required'],
    ['dueDate', 'soon', 'Due date is required'],
    ['dueDate', '2020-01-01', 'Due date cannot be in the past'],
    ['totalRooms', 0, 'Rooms must be a positive number'],
    ['totalRooms', -3, 'Rooms must be a positive number'],
    ['totalRooms', 'many', 'Rooms must be a positive number'],
    ['inspectionType', 'surprise', expect.any(String)],
    ['requirements', 'one line', expect.any(String)],
    ['requirements', [1], expect.any(String)],
  ])(
    'refuses %s %o [5.case.1, 5.case.2, 5.case.3, 5.case.4, 5.case.5, 5.case.6, 5.case.8, 5.case.9, 5.case.11, 5.case.12, api.common.9]',
    async (name, value, message) => {
      const answer = await admin.post('/api/inspection-cases', caseFields(owner.user.email, { [name]: value }));
      expect(answer.status).toBe(400);
      // Error paths name a list item by its index.
      expect(Object.entries(answer.body.errors)).toEqual([
        [expect.stringMatching(new RegExp(`^${name}(\\.0)?$`)), message],
      ]);
      expect(answer.body.detail).toBe(Object.values(answer.body.errors)[0]);
    },
  );

  it('is for admins only, and reports every mistake at once [6.roles.7]', async () => {
    expect((await owner.post('/api/inspection-cases', {})).status).toBe(403);
    const { body } = await admin.post('/api/inspection-cases', {});
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'dueDate',
      'ownerEmail',
      'propertyAddress',
      'propertyCity',
      'propertyName',
      'propertyState',
      'propertyZipCode',
    ]);
  });

  it('sends the owner the number and a link to sign in with it [1.purpose.4, decisions.linking.9, api.calls.33]', async () => {
    const opened = await open({
      ownerName: 'Pat <b>Doe</b>',
      notes: 'Ring "twice" & wait',
      requirements: [
        'Check <i>exits</i>',
        { text: 'The gate latches', area: 'pool', photoRequired: true, dueDate: inDays(3).slice(0, 10) },
      ],
    });
    const mail = await mailTo(app, owner.user.email, opened.caseNumber);
    expect(mail.subject).toContain(opened.caseNumber);
    for (const part of [mail.text, mail.html]) expect(part).toContain(opened.caseNumber);
    expect(mail.text).toMatch(/\n\n\S.* has asked you to inspect Harbour Inn, 12 Quay Street, Portland, ME 04101\.\n/);
    expect(mail.text).toContain('• Check <i>exits</i>\n');
    const due = formatLongDueDate(inDays(3).slice(0, 10));
    expect(mail.text).toContain(`• The gate latches (Pool, photo required, due ${due})`);
    expect(mail.html).not.toContain('<b>Doe</b>');
    expect(mail.html).not.toContain('<i>exits</i>');
    const url = linkOf(mail);
    expect(url.pathname).toBe('/auth');
    expect(url.searchParams.get('email')).toBe(owner.user.email);
    expect(url.searchParams.get('next')).toBe(`/inspection-setup?caseNumber=${opened.caseNumber}`);
    expect(url.searchParams.get('tab')).toBe('login');
    const unknown = await expectOk(admin.post('/api/inspection-cases', caseFields('fresh@example.com')), 'Opening');
    const invitation = linkOf(await mailTo(app, 'fresh@example.com', unknown.caseNumber));
    expect(invitation.searchParams.get('tab')).toBe('register');
    const { notifications } = (await owner.get('/api/notifications')).body;
    expect(notifications[0]).toMatchObject({ kind: 'case_created', readAt: null });
  });
});

describe('the mail of a case', () => {
  it('has no headers but those that the server sets', async () => {
    const name = 'Inn\r\nBcc: victim@example.com\r\n\r\nBody of mine';
    const opened = await open({ propertyName: name });
    const mail = await mailTo(app, owner.user.email, opened.caseNumber);
    expect([...mail.headers.keys()]).not.toContain('bcc');
    expect(mail.subject).toContain(opened.caseNumber);
    expect(mail.html).toContain(opened.caseNumber);
  });
});

describe('cancelling', () => {
  it('is for pending cases, once, by an admin [4.case.2, 6.roles.7, 1.purpose.13, 7.calls.42, api.calls.34, decisions.linking.4, api.common.14, decisions.fieldwork.10]', async () => {
    const { id, caseNumber } = await open();
    expect((await owner.put(`/api/inspection-cases/${id}`, { status: 'cancelled' })).status).toBe(403);
    expect((await admin.put(`/api/inspection-cases/${id}`, { status: 'gone' })).status).toBe(400);
    for (const status of ['pending', 'in_progress', 'completed', 'expired']) {
      const refused = await admin.put(`/api/inspection-cases/${id}`, { status });
      expect([status, refused.status, refused.body.detail]).toEqual([status, 409, expect.stringMatching(/is pending/)]);
    }
    const other = await app.person('admin');
    const answers = await Promise.all(
      [admin, other].map((each) => each.put(`/api/inspection-cases/${id}`, { status: 'cancelled' })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 200)?.body).toMatchObject({ id, status: 'cancelled' });
    expect(answers.find((answer) => answer.status === 409)?.body.detail).toMatch(/cancelled/);
    await mailTo(app, owner.user.email, /is cancelled/);
    const linked = await link(owner, caseNumber);
    expect([linked.status, linked.body.title]).toEqual([410, 'Gone']);
  });

  it('is refused once the run has started [4.case.4]', async () => {
    const { case: opened, property } = await linkedCase(owner, admin);
    await owner.post(`/api/properties/${property.id}/inspection-runs`);
    const answer = await admin.put(`/api/inspection-cases/${opened.id}`, { status: 'cancelled' });
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/in progress/)]);
  });
});

describe('linking', () => {
  it("gives the same answer for an unknown number and for another user's case [6.roles.13, decisions.linking.3, api.added.1]", async () => {
    const { caseNumber } = await open();
    const stranger = await app.person('property');
    const [foreign, unknown] = [await link(stranger, caseNumber), await link(stranger, 'CASE-20260101-ZZZZ')];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await link(stranger, '')).status).toBe(400);
    expect((await owner.post('/api/inspection-cases/link', {})).body.errors).toEqual({
      caseNumber: 'Case number is required',
    });
  });

  it('creates the property from the snapshot once, ignoring the letter case of the address [1.purpose.5, 6.roles.13, decisions.linking.1, decisions.linking.2, api.added.1]', async () => {
    const opened = await open({
      ownerEmail: ` ${owner.user.email.toUpperCase()} `,
      totalRooms: 80,
      brandStandard: 'Brand',
    });
    const answers = await Promise.all([link(owner, opened.caseNumber), link(owner, ` ${opened.caseNumber}`)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    const [{ case: found, property }] = answers.map((answer) => answer.body) as [
      Record<string, Record<string, unknown>>,
    ];
    expect(property).toMatchObject({
      userId: owner.user.id,
      name: 'Harbour Inn',
      address: '12 Quay Street',
      city: 'Portland',
      state: 'ME',
      zipCode: '04101',
      propertyType: 'hotel',
      brandStandard: 'Brand',
      totalRooms: 80,
      status: 'active',
    });
    expect(found).toMatchObject({ id: opened.id, propertyId: property?.id, status: 'pending' });
    expect((await owner.get('/api/properties')).body).toHaveLength(1);
  });

  it('refuses a property that is linked to another user [decisions.linking.5, api.added.1]', async () => {
    const opened = await open();
    const address = owner.user.email;
    await expectOk(link(owner, opened.caseNumber), 'Linking');
    await owner.put('/api/user/profile', { email: `moved.${address}` });
    const successor = await app.person('property', { email: address });
    const answer = await link(successor, opened.caseNumber);
    expect([answer.status, answer.body.title]).toEqual([409, 'Conflict']);
    expect(await casesOf(successor)).toEqual([]);
    expect((await casesOf(owner))[0]?.id).toBe(opened.id);
  });

  it("keeps the case and its mails with the owner, when the owner's former address is somebody else's", async () => {
    const opened = await open({ ownerName: 'Former Manager' });
    const address = owner.user.email;
    // Sent before the owner moves, or it would go to the new address as well.
    await mailTo(app, address, opened.caseNumber);
    const { property } = await expectOk(link(owner, opened.caseNumber), 'Linking');
    await owner.put('/api/user/profile', { email: `moved.${address}`, firstName: 'Grace' });
    await app.person('property', { email: address });
    await admin.call('PUT', `/api/admin/inspection-cases/${opened.id}/due-date`, { dueDate: inDays(30).slice(0, 10) });
    const mail = await mailTo(app, `moved.${address}`, `Inspection case ${opened.caseNumber} is now due`);
    expect(mail.text).toContain('Grace');
    expect(mail.text).not.toContain('Former Manager');
    expect(linkOf(mail).searchParams.get('email')).toBe(`moved.${address}`);
    expect((await expectOk(link(owner, opened.caseNumber), 'Opening it from the mail')).property.id).toBe(property.id);
    const again = await admin.call('POST', `/api/admin/inspection-cases/${opened.id}/send-again`);
    expect(again.timeline.filter(({ kind }: { kind: string }) => kind === 'mailed')).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ mail: 'again', to: `moved.${address}` }) }),
    );
    await mailTo(app, `moved.${address}`, `Inspection case ${opened.caseNumber} for`);
    const former = (await app.mailFolder.list(500)).filter(({ to }) => to === address);
    expect(former.map(({ subject }) => subject)).toEqual([expect.stringContaining(opened.caseNumber)]);
  });

  it('finds the case again after the property was removed from the profile', async () => {
    const opened = await open();
    const { property } = await expectOk(link(owner, opened.caseNumber), 'Linking');
    expect((await owner.delete(`/api/properties/${property.id}`)).status).toBe(204);
    expect((await casesOf(owner))[0]?.id).toBe(opened.id);
    const body = { propertyConfirmed: true, checklist: [], notApplicableAreas: [] };
    expect((await owner.post(`/api/inspection-cases/${opened.id}/onboarding`, body)).status).toBe(409);
    expect((await expectOk(link(owner, opened.caseNumber), 'Linking again')).property.id).toBe(property.id);
  });
});

describe('onboarding', () => {
  const body = { propertyConfirmed: true, checklist: ['Keys'], notApplicableAreas: ['pool'] };

  it('requires a link and a confirmed property, and can leave out areas [2.setup.2, 1.purpose.6, api.added.2]', async () => {
    const { id, caseNumber } = await open();
    const url = `/api/inspection-cases/${id}/onboarding`;
    expect((await owner.post(url, body)).status).toBe(409);
    const { property } = await expectOk(link(owner, caseNumber), 'Linking');
    expect((await owner.post(url, { ...body, propertyConfirmed: false })).body.errors).toEqual({
      propertyConfirmed: 'Please confirm the details',
    });
    expect((await owner.post(url, { ...body, notApplicableAreas: ['cellar'] })).status).toBe(400);
    expect((await (await app.person('property')).post(url, body)).status).toBe(404);
    expect((await admin.post(url, body)).status).toBe(403);
    expect((await owner.get('/api/properties')).body[0]).toMatchObject({ abilities: { startInspection: false } });
    const early = await owner.post(`/api/properties/${property.id}/inspection-runs`);
    expect(early.status).toBe(409);
    const done = await expectOk(owner.post(url, body), 'Onboarding');
    expect(done).toMatchObject({ id, onboardingCompleted: true, status: 'pending', propertyId: property.id });
    const run = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting');
    expect(run.caseId).toBe(id);
    const left = run.progress.filter((area: { status: string }) => area.status === 'not_applicable');
    expect(left.map((area: { area: { code: string } }) => area.area.code)).toEqual(['pool']);
    const late = await owner.post(url, body);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringMatching(/in progress|pending/)]);
  });
});

describe('lists', () => {
  it("an owner's own by link or e-mail, filtered by status [7.calls.40, 6.roles.17, api.calls.32]", async () => {
    const sent = await open();
    const { case: linked } = await linkedCase(owner, admin, { propertyName: 'Other Inn' });
    expect((await casesOf(owner)).map((each: { id: string }) => each.id)).toEqual([linked.id, sent.id]);
    await startedRun(owner);
    await admin.put(`/api/inspection-cases/${sent.id}`, { status: 'cancelled' });
    expect((await casesOf(owner, '?status=pending')).map((each: { id: string }) => each.id)).toEqual([linked.id]);
    expect((await owner.get('/api/inspection-cases?status=odd')).status).toBe(400);
    expect((await (await app.person('property')).get(`/api/inspection-cases/${sent.id}`)).status).toBe(404);
  });

  it('can be searched by admins, with counts; % and _ are matched literally [7.calls.43, api.added.7]', async () => {
    const mark = `Zz${Date.now()}`;
    const percent = await open({ propertyName: `${mark} 100% Inn` });
    const under = await open({ propertyName: `${mark} A_B Inn` });
    await open({ propertyName: `${mark} AXB Inn` });
    await admin.put(`/api/inspection-cases/${under.id}`, { status: 'cancelled' });
    const search = async (q: string, more = '') =>
      (await admin.get(`/api/admin/inspection-cases?q=${encodeURIComponent(q)}${more}`)).body;
    const all = await search(mark.toLowerCase());
    expect(all.counts).toEqual({ all: 3, pending: 2, in_progress: 0, completed: 0, expired: 0, cancelled: 1 });
    expect([all.cases.length, all.nextCursor]).toEqual([3, null]);
    const ids = async (q: string, more = '') => (await search(q, more)).cases.map((each: { id: string }) => each.id);
    expect(await ids(`${mark} 100%`)).toEqual([percent.id]);
    expect(await ids(`${mark} A_B`)).toEqual([under.id]);
    expect(await ids(`${mark} %`)).toEqual([]);
    expect(await ids(`${mark}\\`)).toEqual([]);
    expect(await ids(percent.caseNumber)).toContain(percent.id);
    const filtered = await search(mark, '&status=cancelled');
    expect([filtered.cases.length, filtered.counts.all]).toEqual([1, 3]);
    expect((await owner.get('/api/admin/inspection-cases')).status).toBe(403);
  });
});

describe('expiry', () => {
  it('ends pending cases thirty days past due, and no other [4.case.4, decisions.fieldwork.11]', async () => {
    const cases = { old: await open(), recent: await open(), running: (await linkedCase(owner, admin)).case };
    await owner.post(`/api/properties/${cases.running.propertyId}/inspection-runs`);
    const due = (id: string, days: number) =>
      app.database.db
        .update(inspectionCases)
        .set({ dueDate: utcDate(new Date(inDays(days))) })
        .where(eq(inspectionCases.id, id));
    await due(cases.old.id, -31);
    await due(cases.running.id, -31);
    await due(cases.recent.id, -29);
    const job = app.system.jobs.find((each) => each.name === 'expire-cases');
    expect(job?.cron).toBeDefined();
    const never = new AbortController().signal;
    await job?.run({}, { signal: never, stopping: never });
    const statusOf = async (id: string) => (await admin.get(`/api/inspection-cases/${id}`)).body.status;
    expect(await statusOf(cases.old.id)).toBe('expired');
    expect(await statusOf(cases.recent.id)).toBe('pending');
    expect(await statusOf(cases.running.id)).toBe('in_progress');
    expect((await link(owner, cases.old.caseNumber)).status).toBe(410);
    const { body } = await admin.get(`/api/admin/audit-logs?entityId=${cases.old.id}`);
    expect(body[0].action).toBe('case.expired');
    expect((await app.visitor().post('/api/login', { username: owner.user.username, password })).status).toBe(200);
  });
});
