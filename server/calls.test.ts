import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanItem } from '#contract/plans.ts';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { addedPhoto, caseFields, expectOk, linkedCase, passedChecks, picture, startedRun } from '#test/factories.ts';
import { until } from '#test/until.ts';

/** Every call that the specification lists, with its payload and answer. */
type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let property: { id: string };
let run: { id: string };
/** The first area is completed, with two photos and two findings; the second has two findings and no photo. */
let areas: { id: string }[];
/** The photos of the first area, in the order in which they were added. */
const photoIds: string[] = [];
const findingIds: string[] = [];
let inspectionId: string;
let planId: string;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  owner = await app.person('property');
  const others = ['common_areas', 'fitness_center', 'pool', 'restaurant', 'meeting_rooms', 'exterior'];
  const started = await startedRun(owner, admin, [...others, 'back_of_house', 'safety_equipment']);
  ({ property, run, areas } = started);
  for (let count = 0; count < 2; count += 1) photoIds.push((await addedPhoto(owner, areas[0]?.id ?? '')).id);
  for (const { id } of areas.slice(0, 2)) {
    for (const title of ['Stain', 'Second stain']) {
      const finding = await expectOk(
        owner.post(`/api/area-sessions/${id}/issues`, { title, severity: 'high', category: 'stain' }),
        'Adding a finding',
      );
      if (id === areas[0]?.id) findingIds.push(finding.id);
    }
  }
  await passedChecks(owner, `/api/area-sessions/${areas[0]?.id}`);
  ({ inspectionId } = await expectOk(owner.post(`/api/area-sessions/${areas[0]?.id}/complete`), 'Completing'));
  planId = (await expectOk(owner.post(`/api/area-sessions/${areas[0]?.id}/generate-pip`), 'Generating')).pipReport.id;
});
afterAll(() => app.close());

const expectFields = (body: unknown, names: string) =>
  expect(Object.keys(body as object)).toEqual(expect.arrayContaining(names.split(' ')));
const ok = (answer: Answer, status = 200) => {
  expect([answer.status, answer.status < 300 ? '' : answer.body.detail]).toEqual([status, '']);
  return answer.body;
};
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const userFields = 'id username email role firstName lastName propertyName createdAt';
const caseViewFields =
  'id caseNumber propertyId createdByAdminId inspectionType dueDate status onboardingCompleted requirements notes ' +
  'propertyName propertyAddress propertyCity propertyState propertyZipCode propertyType brandStandard totalRooms ' +
  'ownerEmail ownerName createdAt completedAt inspectionId inspectionStatus';
const inspectionFields =
  'id userId propertyId caseId sessionId propertyName area status videoUrl duration aiConfidenceScore itemsChecked ' +
  'totalItems issuesDetected createdAt completedAt user';
const sessionFields =
  'id runId areaId status permissionCamera permissionLocation permissionMicrophone itemsChecked totalItems ' +
  'issuesDetected progressPercent lastActivity createdAt completedAt property area';
const issueFields =
  'id inspectionId areaSessionId title description severity category aiConfidence imageUrl videoTimestamp status createdAt';
const photoFields =
  'id filename url category description createdAt aiAnalysis inspectionId areaSessionId userId uploadedAt';
const planFields =
  'id propertyId runId areaSessionId inspectionId totalCost estimatedDays priority status createdAt approvedAt approvedBy inspection items';
const itemFields =
  'id pipReportId issueId title description estimatedCost estimatedDays priority status createdAt issue';
const propertyFields =
  'id userId name address city state zipCode propertyType brandStandard totalRooms status createdAt updatedAt';

describe('users', () => {
  it('GET /api/user, and 401 without a session [7.calls.1, 3.currentuser.1]', async () => {
    const body = ok(await owner.get('/api/user'));
    expectFields(body, userFields);
    expect(body.role).toBe('property');
    expect(JSON.stringify(body)).not.toMatch(/password|argon/);
    expect((await app.visitor().get('/api/user')).status).toBe(401);
  });

  it('GET and PUT /api/user/profile [7.calls.2, 7.calls.3, 3.users.6]', async () => {
    const person = await app.person('property');
    const before = ok(await person.get('/api/user/profile'));
    expect(before).toMatchObject({ email: person.user.email, firstName: 'Robin', role: 'property_owner' });
    expect((await person.get('/api/user')).body.role).toBe('property');
    const change = {
      email: `new.${person.user.email}`,
      firstName: 'Kim',
      lastName: 'Lee',
      propertyName: 'Cedar Lodge',
      role: 'property_owner',
    };
    expect(ok(await person.put('/api/user/profile', change))).toMatchObject(change);
    expect(ok(await person.get('/api/user/profile'))).toMatchObject(change);
    expect(ok(await person.put('/api/user/profile', { role: 'property' })).role).toBe('property_owner');
    expect(ok(await person.put('/api/user/profile', { role: 'admin' })).role).toBe('admin');
  });

  it('GET /api/user/stats [7.calls.4, 3.stats.1]', async () => {
    const body = ok(await owner.get('/api/user/stats'));
    expect(body).toMatchObject({ totalInspections: 1, pendingReviews: 1, activePIPs: 1 });
    expect(body.complianceScore).toBeGreaterThan(0);
  });

  it('POST /api/register, /api/login and /api/logout [7.calls.5, 7.calls.6]', async () => {
    const visitor = app.visitor();
    const fields = {
      username: 'caller',
      email: 'caller@example.com',
      password,
      role: 'property',
      firstName: 'Cal',
      lastName: 'Ler',
      propertyName: 'Inn',
    };
    const registered = ok(await visitor.post('/api/register', fields), 201);
    const { password: _, ...shown } = fields;
    expect(registered).toMatchObject({ user: shown, csrfToken: expect.stringMatching(/\S{20}/) });
    const left = await visitor.post('/api/logout');
    expect([left.status, left.raw.length]).toEqual([204, 0]);
    expect((await visitor.get('/api/user')).status).toBe(401);
    visitor.csrfToken = null;
    const back = ok(await visitor.post('/api/login', { username: 'caller', password, role: 'property' }));
    expect(back).toMatchObject({ user: shown, csrfToken: expect.stringMatching(/\S{20}/) });
    expect((await visitor.get('/api/user')).status).toBe(200);
    const wrong = await visitor.post('/api/login', { username: 'caller', password: 'wrong', role: 'property' });
    expect([wrong.status, wrong.body.detail]).toEqual([401, 'Invalid username or password']);
  });
});

describe('properties and runs', () => {
  it('GET, POST, PUT and DELETE of properties [7.calls.8, 7.calls.9, 7.calls.10, 7.calls.11, 7.calls.12, 3.common.2, api.calls.6, api.calls.7, api.calls.8]', async () => {
    const fields = {
      name: 'Bay House',
      address: '3 Bay Road',
      city: 'Bath',
      state: 'ME',
      zipCode: '04530',
      propertyType: 'resort',
      brandStandard: 'Brand',
      totalRooms: 12,
      status: 'active',
    };
    const foreign = randomUUID();
    const created = ok(
      await owner.post('/api/properties', { ...fields, id: foreign, createdAt: '2020-01-01T00:00:00.000Z' }),
      201,
    );
    expectFields(created, propertyFields);
    expect(created).toMatchObject({ ...fields, userId: owner.user.id });
    expect(created.id).not.toBe(foreign);
    expect(Date.parse(created.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(ok(await owner.get(`/api/properties/${created.id}`))).toMatchObject(fields);
    const updated = ok(await owner.put(`/api/properties/${created.id}`, { name: 'Bay Hotel', totalRooms: 14 }));
    expect(updated).toMatchObject({ ...fields, name: 'Bay Hotel', totalRooms: 14 });
    const list = ok(await owner.get('/api/properties'));
    expect(list.map((each: { id: string }) => each.id)).toContain(created.id);
    ok(await owner.delete(`/api/properties/${created.id}`), 204);
    expect((await owner.get(`/api/properties/${created.id}`)).status).toBe(404);
    expect(ok(await admin.get(`/api/properties/${created.id}`)).name).toBe('Bay Hotel');
  });

  it('the runs of a property [7.calls.13, 7.calls.14, 7.calls.15, 7.calls.16, 3.runs.4, api.calls.9, api.calls.10, api.calls.11, api.calls.12]', async () => {
    const active = ok(await owner.get(`/api/properties/${property.id}/active-run`));
    expectFields(active, 'run progress');
    expect(active.run).toMatchObject({ id: run.id, hasProgress: true });
    expect(active.run.progress).toHaveLength(10);
    expect(active.progress).toEqual(active.run.progress);
    expectFields(
      active.run,
      'id propertyId userId caseId status lastTouched createdAt completedAt hasProgress progress',
    );
    const other = await app.person('property');
    const { property: fresh } = await linkedCase(other, admin);
    expect(ok(await other.get(`/api/properties/${fresh.id}/active-run`))).toEqual({ run: null, progress: [] });
    const started = ok(await other.post(`/api/properties/${fresh.id}/inspection-runs`), 201);
    expect(started).toMatchObject({ propertyId: fresh.id, status: 'in_progress', hasProgress: false });
    expect(ok(await owner.get('/api/inspection-runs/active'))).toEqual([
      { id: run.id, propertyId: property.id, hasProgress: true },
    ]);
    const view = ok(await owner.get(`/api/inspection-runs/${run.id}`));
    expect(view.progress).toHaveLength(10);
    expectFields(view.progress[0], sessionFields);
    expectFields(view.property, propertyFields);
    expect(view.property.id).toBe(property.id);
  });

  it('POST /api/inspection-runs/{id}/generate-pip [7.calls.17, api.calls.13]', async () => {
    const other = await app.person('property');
    const codes = 'guest_rooms common_areas fitness_center pool restaurant meeting_rooms exterior back_of_house';
    const started = await startedRun(other, admin, [...codes.split(' '), 'safety_equipment']);
    const [lobby] = started.areas;
    await addedPhoto(other, lobby.id);
    for (const title of ['Mat', 'Rug']) {
      await expectOk(
        other.post(`/api/area-sessions/${lobby.id}/issues`, { title, severity: 'low', category: 'trip_hazard' }),
        'Adding a finding',
      );
    }
    await expectOk(other.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    const plan = ok(await other.post(`/api/inspection-runs/${started.run.id}/generate-pip`));
    expect(plan.items.map((item: { title: string }) => item.title).toSorted()).toEqual(['Mat', 'Rug']);
    expect(plan.pipReport).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), runId: started.run.id });
  });
});

describe('areas and area sessions', () => {
  it('GET /api/inspection-areas [7.calls.18, 3.uploadareas.1, 9.progress.2, api.calls.14, api.shapes.4]', async () => {
    const body = ok(await owner.get('/api/inspection-areas'));
    expect(body.map((area: { code: string }) => area.code)).toEqual([
      'lobby',
      'guest_rooms',
      'common_areas',
      'fitness_center',
      'pool',
      'restaurant',
      'meeting_rooms',
      'exterior',
      'back_of_house',
      'safety_equipment',
    ]);
    for (const area of body) expectFields(area, 'id name code description icon sortOrder');
  });

  it('reads area sessions with their photos and findings [7.calls.19, 7.calls.20, 7.calls.21, 7.calls.22, 3.areasessions.6, 3.photos.1]', async () => {
    const five = ok(await owner.get('/api/area-sessions?limit=5'));
    expect(five).toHaveLength(5);
    expect(ok(await owner.get('/api/area-sessions?limit=50'))).toHaveLength(10);
    const session = ok(await owner.get(`/api/area-sessions/${areas[0]?.id}`));
    expectFields(session, sessionFields);
    expect(session.property).toEqual({ id: property.id, name: 'Harbour Inn' });
    expect(session.area).toEqual({
      name: 'Lobby',
      code: 'lobby',
      description: expect.stringMatching(/\S/),
      icon: expect.stringMatching(/\S/),
    });
    const { photos } = ok(await owner.get(`/api/area-sessions/${areas[0]?.id}/photos`));
    expect(idsOf(photos)).toEqual(photoIds);
    expectFields(photos[0], photoFields);
    const issues = ok(await owner.get(`/api/area-sessions/${areas[0]?.id}/issues`));
    expect(idsOf(issues)).toEqual(findingIds);
    expectFields(issues[0], issueFields);
  });

  it('lists every photo and every finding of an area, more than the longest page of a list [api.calls.16]', async () => {
    const person = await app.person('property');
    const [area] = (await startedRun(person)).areas;
    const url = `/api/area-sessions/${area.id}`;
    const photo = await addedPhoto(person, area.id);
    const stain = { title: 'Stain', severity: 'high', category: 'stain' };
    const finding = await expectOk(person.post(`${url}/issues`, stain), 'Adding a finding');
    await app.database.pool.query(
      `insert into photos (area_session_id, user_id, filename, storage_key, content_type, bytes, category, sha256)
       select area_session_id, user_id, filename, storage_key || n, content_type, bytes, category, md5(n::text) || md5('')
       from photos cross join generate_series(1, 200) n where id = $1`,
      [photo.id],
    );
    await app.database.pool.query(
      `insert into inspection_issues
       select (jsonb_populate_record(issue, jsonb_build_object('id', gen_random_uuid()))).*
       from inspection_issues issue cross join generate_series(1, 200) where id = $1`,
      [finding.id],
    );
    expect(ok(await person.get(`${url}/photos`)).photos).toHaveLength(201);
    const stains = ok(await person.get(`${url}/issues`)).filter(({ title }: { title: string }) => title === 'Stain');
    expect(stains).toHaveLength(201);
  });

  it('PATCH /api/area-sessions/{id} with each of its fields [7.calls.23, api.calls.17]', async () => {
    const person = await app.person('property');
    const [area] = (await startedRun(person)).areas;
    const url = `/api/area-sessions/${area.id}`;
    for (const change of [
      { permissionCamera: true },
      { permissionLocation: true },
      { permissionMicrophone: true },
      { status: 'in_progress' },
      { itemsChecked: 4 },
      { progressPercent: 40 },
    ]) {
      expect(ok(await person.patch(url, change))).toMatchObject(change);
    }
  });

  it('completes an area and plans it [7.calls.24, 7.calls.25, 7.calls.28, api.calls.18, api.calls.21]', async () => {
    const person = await app.person('property');
    const [area] = (await startedRun(person)).areas;
    const url = `/api/area-sessions/${area.id}`;
    await addedPhoto(person, area.id);
    await expectOk(
      person.post(`${url}/issues`, { title: 'Stain', severity: 'low', category: 'stain' }),
      'Adding a finding',
    );
    expect(ok(await person.get(`/api/pip-reports/area-session/${area.id}`))).toEqual({ pipReport: null });
    const first = ok(await person.post(`${url}/generate-pip`));
    expect(first).toMatchObject({ isUpdate: false, message: expect.stringMatching(/\S/) });
    expectFields(first.pipReport, planFields);
    expect(ok(await person.post(`${url}/generate-pip`))).toMatchObject({
      isUpdate: true,
      pipReport: { id: first.pipReport.id },
    });
    expect(ok(await person.get(`/api/pip-reports/area-session/${area.id}`)).pipReport.id).toBe(first.pipReport.id);
    expect(ok(await person.post(`${url}/complete`))).toMatchObject({ id: area.id, status: 'completed' });
  });
});

describe('plans', () => {
  it('reads the list and one plan with inspection and items [7.calls.26, 7.calls.27, 3.pipreports.4, 3.pipitems.5]', async () => {
    const list = ok(await owner.get('/api/pip-reports'));
    expect(list.map((plan: { id: string }) => plan.id)).toContain(planId);
    const plan = ok(await owner.get(`/api/pip-reports/${planId}`));
    expectFields(plan, planFields);
    const repaired = plan.items.flatMap(({ issue, furtherIssues }: PlanItem) => [issue, ...furtherIssues]);
    expect(repaired.map(({ id }: { id: string }) => id).toSorted()).toEqual(findingIds.toSorted());
    for (const item of plan.items) {
      expectFields(item, itemFields);
      expect(item.issue).toMatchObject({ id: item.issueId, title: item.title });
    }
    expect(plan).toMatchObject({
      totalCost: expect.stringMatching(/^\d+\.\d\d$/),
      estimatedDays: expect.any(Number),
    });
  });
});

describe('inspections', () => {
  it('POST /api/inspections returns an id [7.calls.29]', async () => {
    const input = {
      propertyId: property.id,
      sessionId: 'V1StGXR8_Z5jdHi6B-myT',
      propertyName: 'Harbour Inn',
      area: 'Guest Rooms',
    };
    expect(input.sessionId).toHaveLength(21);
    const started = ok(await owner.post('/api/inspections', input), 201);
    expect(started).toMatchObject({ ...input, status: 'in_progress' });
    expect(started.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reads the list of inspections, and one with its photos and findings [7.calls.30, 7.calls.31, 7.calls.33, 7.calls.34, 3.inspections.6]', async () => {
    const all = ok(await admin.get('/api/inspections'));
    expect(all.map((each: { id: string }) => each.id)).toContain(inspectionId);
    const waiting = ok(await admin.get('/api/inspections?status=pending_review'));
    expect(waiting.length).toBeGreaterThan(0);
    for (const each of waiting) expect(each.status).toBe('pending_review');
    const inspection = ok(await owner.get(`/api/inspections/${inspectionId}`));
    expectFields(inspection, inspectionFields);
    expect(inspection.user).toEqual({ firstName: 'Robin', lastName: expect.stringMatching(/^Number/) });
    const photos = ok(await owner.get(`/api/inspections/${inspectionId}/photos`));
    expect(idsOf(photos)).toEqual(photoIds);
    expectFields(photos[0], photoFields);
    const issues = ok(await owner.get(`/api/inspections/${inspectionId}/issues`));
    expect(idsOf(issues)).toEqual(findingIds);
    expectFields(issues[0], issueFields);
  });

  it('PUT /api/inspections/{id} sets the status [7.calls.32, api.calls.25]', async () => {
    const person = await app.person('property');
    const { property: place } = await startedRun(person);
    const sessionId = 'V1StGXR8_Z5jdHi6B-put';
    const { id } = await expectOk(
      person.post('/api/inspections', { propertyId: place.id, sessionId, propertyName: 'P', area: 'Lobby' }),
      'Starting',
    );
    expect(ok(await person.put(`/api/inspections/${id}`, { status: 'pending_review' })).status).toBe('pending_review');
    expect(ok(await admin.put(`/api/inspections/${id}`, { status: 'requires_action' })).status).toBe('requires_action');
    expect(ok(await person.get(`/api/inspections/${id}`)).status).toBe('requires_action');
  });

  it('POST /api/inspections/{id}/generate-pip [7.calls.35, api.calls.26]', async () => {
    const { pipReport } = ok(await owner.post(`/api/inspections/${inspectionId}/generate-pip`));
    expect(pipReport).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), inspectionId });
  });
});

describe('photos', () => {
  it('an upload address, the file, the photo, and its deletion [7.calls.36, 7.calls.37, 7.calls.38, 7.calls.39, api.calls.27, api.calls.28, api.calls.31]', async () => {
    const asked = ok(await owner.post('/api/objects/upload'));
    const url = new URL(asked.uploadURL);
    const put = await app.visitor().send({
      method: 'PUT',
      url: `${url.pathname}${url.search}`,
      headers: { 'content-type': 'image/jpeg' },
      payload: await picture(),
    });
    expect(put.status).toBe(200);
    const fields = { areaSessionId: areas[1]?.id, filename: 'bed.jpg', category: 'guest_rooms' };
    const photo = ok(await owner.post('/api/photos', { ...fields, url: asked.uploadURL, description: 'The bed' }), 201);
    expectFields(photo, photoFields);
    expect(photo).toMatchObject({ ...fields, description: 'The bed', url: expect.stringMatching(/^\/api\/photos\//) });
    ok(await owner.delete(`/api/photos/${photo.id}`), 204);
    expect((await owner.get(photo.url)).status).toBe(404);

    const inspection = await expectOk(
      owner.post('/api/inspections', {
        propertyId: property.id,
        sessionId: 'V1StGXR8_Z5jdHi6B-pho',
        propertyName: 'P',
        area: 'Pool',
      }),
      'Starting',
    );
    const again = await app.upload(owner, await picture());
    const own = { inspectionId: inspection.id, filename: 'pool.jpg', url: again, category: 'pool' };
    expect(ok(await owner.post('/api/photos', own), 201)).toMatchObject({
      inspectionId: inspection.id,
      areaSessionId: null,
      description: null,
    });
  });
});

describe('cases', () => {
  it('lists, opens and cancels cases [7.calls.40, 7.calls.41, 7.calls.42, 3.cases.2, 3.cases.8, 1.purpose.3, api.calls.32, api.calls.33, api.calls.34]', async () => {
    const fields = caseFields('somebody@example.com', { requirements: ['Exit signs', 'Sprinklers'] });
    const opened = ok(await admin.post('/api/inspection-cases', fields), 201);
    expect(opened.caseNumber).toMatch(/^CASE-\d{8}-[2-9A-Z]{4}$/);
    expect(opened.requirements).toEqual(['Exit signs', 'Sprinklers']);
    expectFields(opened, caseViewFields);
    const all = ok(await admin.get('/api/inspection-cases'));
    expect(all.map((each: { id: string }) => each.id)).toContain(opened.id);
    const person = await app.person('property');
    const mine = ok(await admin.post('/api/inspection-cases', caseFields(person.user.email)), 201);
    const pending = ok(await person.get('/api/inspection-cases?status=pending'));
    expect(pending.map((each: { id: string }) => each.id)).toEqual([mine.id]);
    expectFields(pending[0], caseViewFields);
    expect(ok(await admin.put(`/api/inspection-cases/${mine.id}`, { status: 'cancelled' })).status).toBe('cancelled');
    expect(ok(await person.get('/api/inspection-cases?status=pending'))).toEqual([]);
  });

  it('GET /api/admin/outbox has the e-mail of a case, for admins [decisions.modes.6]', async () => {
    const email = `owner.${randomUUID()}@example.com`;
    const { caseNumber } = ok(await admin.post('/api/inspection-cases', caseFields(email)), 201);
    const { id } = await until(async () => {
      const mails: { id: string; to: string }[] = ok(await admin.get('/api/admin/outbox'));
      return mails.find(({ to }) => to === email);
    }, `No e-mail to ${email}`);
    expect(ok(await admin.get(`/api/admin/outbox/${id}`)).text).toContain(caseNumber);
    expect((await owner.get('/api/admin/outbox')).status).toBe(403);
  });

  it('the calls of the admin dashboard [7.calls.43, 7.calls.44, 7.calls.47, 7.calls.48, 4.session.4]', async () => {
    const { cases, counts } = ok(await admin.get('/api/admin/inspection-cases?status=in_progress'));
    expect(cases.length).toBeGreaterThan(0);
    for (const each of cases) expect(each.status).toBe('in_progress');
    expect(counts.in_progress).toBe(cases.length);
    const sessions = ok(await admin.get('/api/admin/inspections?status=pending_review'));
    expectFields(sessions, 'inspections counts nextCursor');
    expectFields(sessions.inspections[0], inspectionFields);

    const person = await app.person('property');
    const { areas: theirs } = await startedRun(person);
    const completed = async (index: number): Promise<string> => {
      await addedPhoto(person, theirs[index].id);
      return (await expectOk(person.post(`/api/area-sessions/${theirs[index].id}/complete`), 'Completing'))
        .inspectionId;
    };
    const [first, second] = [await completed(0), await completed(1)];
    expect(ok(await admin.post(`/api/admin/inspections/${first}/approve`)).status).toBe('approved');
    const sentBack = await admin.post(`/api/admin/inspections/${second}/request-reinspection`, { note: 'Again' });
    expect(ok(sentBack).status).toBe('requires_action');
  });
});
