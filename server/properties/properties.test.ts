import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '#test/at-once.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Answer } from '#test/client.ts';
import { areaCodes } from '#contract/area-codes.ts';
import { addedPhoto, caseFields, expectOk, linkedCase, startedRun } from '#test/factories.ts';
import { properties } from '#server/schema/properties.tables.ts';

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

const fields = { name: 'Cedar Lodge', address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701' };
const added = (more: Record<string, unknown> = {}) =>
  expectOk(owner.post('/api/properties', { ...fields, ...more }), 'Adding a property');

describe('the list of properties', () => {
  it('is searched by words, each a part of the name or the city', async () => {
    await added({ name: 'Heron Court', city: 'Salem' });
    await added({ name: 'Salem House', city: 'Bend' });
    await added({ name: '100%_Inn', city: 'Bend' });
    const namesOf = async (q: string): Promise<string[]> =>
      (await expectOk(owner.get(`/api/properties?q=${encodeURIComponent(q)}`), 'Searching')).map(
        ({ name }: { name: string }) => name,
      );
    expect(await namesOf('SALEM')).toEqual(['Salem House', 'Heron Court']);
    expect(await namesOf('%_')).toEqual(['100%_Inn']);
    expect(await namesOf('heron salem')).toEqual(['Heron Court']);
    expect(await namesOf('Salem House, Bend')).toEqual(['Salem House']);
    expect(await namesOf('heron bend')).toEqual([]);
    expect(await namesOf('Harbour')).toEqual([]);
    const stranger = await app.person('property');
    expect((await stranger.get('/api/properties?q=salem')).body).toEqual([]);
  });
});

describe('adding a property', () => {
  it('fills the defaults [5.property.1, 5.property.2, 5.property.3, 3.properties.3]', async () => {
    const answer = await owner.post('/api/properties', { ...fields, totalRooms: '42', brandStandard: '' });
    expect(answer.status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = answer.body;
    expect(rest).toEqual({
      ...fields,
      userId: owner.user.id,
      propertyType: 'hotel',
      brandStandard: null,
      totalRooms: 42,
      status: 'active',
    });
    expect(createdAt).toBe(updatedAt);
    expect((await owner.get(`/api/properties/${id}`)).body).toMatchObject(answer.body);
  });

  it('ignores an owner and an id in the input', async () => {
    const stranger = await app.person('property');
    const id = '11111111-1111-4111-8111-111111111111';
    const property = await added({ userId: stranger.user.id, id });
    expect(property.userId).toBe(owner.user.id);
    expect(property.id).not.toBe(id);
  });

  it.each([
    [{ name: '' }, { name: 'Property name is required' }],
    [{ address: undefined }, { address: 'Property address is required' }],
    [{ city: '  ' }, { city: 'City is required' }],
    [{ state: 4 }, { state: 'State is required' }],
    [{ zipCode: null }, { zipCode: 'ZIP code is required' }],
    [{ propertyType: 'castle' }, { propertyType: 'Property type is required' }],
    [{ totalRooms: 'many' }, { totalRooms: 'Rooms must be a number' }],
    [{ totalRooms: -1 }, { totalRooms: 'Rooms must be a positive number' }],
    [{ totalRooms: 1.5 }, { totalRooms: 'Rooms must be a whole number' }],
  ])('refuses %o', async (wrong, errors) => {
    const { status, body } = await owner.post('/api/properties', { ...fields, ...wrong });
    expect([status, body.errors]).toEqual([400, errors]);
  });
});

describe('the list', () => {
  it("shows an owner's own properties with their open cases, and all to an admin [6.roles.17, 7.calls.8, api.calls.6, decisions.access.1]", async () => {
    const own = await added();
    const { case: opened, property } = await linkedCase(owner, admin);
    const stranger = await app.person('property');
    await startedRun(stranger);
    const { body } = await owner.get('/api/properties');
    expect(body.map((each: { id: string }) => each.id)).toEqual([property.id, own.id]);
    expect(body[1].pendingCases).toEqual([]);
    expect(body[0].pendingCases).toEqual([expect.objectContaining({ id: opened.id, onboardingCompleted: true })]);
    expect((await admin.get('/api/properties')).body.length).toBeGreaterThanOrEqual(3);
    expect((await stranger.get(`/api/properties/${own.id}`)).status).toBe(404);
  });
});

describe('changing a property', () => {
  it('changes the given fields and nothing else', async () => {
    const property = await added({ brandStandard: 'Brand', totalRooms: 10 });
    const changed = await owner.put(`/api/properties/${property.id}`, { name: ' New Name ', totalRooms: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...fields, name: 'New Name', brandStandard: 'Brand', totalRooms: null });
    expect(Date.parse(changed.body.updatedAt)).toBeGreaterThan(Date.parse(property.updatedAt));
    const wrong = await owner.put(`/api/properties/${property.id}`, { name: '' });
    expect([wrong.status, wrong.body.errors]).toEqual([400, { name: 'Property name is required' }]);
  });

  it('is for the owner: a stranger gets 404, an admin who may read it 403 [6.roles.16, api.common.11, decisions.access.2, decisions.access.3]', async () => {
    const { id } = await added();
    const stranger = await app.person('property');
    for (const call of [
      (who: Person) => who.put(`/api/properties/${id}`, { name: '' }),
      (who: Person) => who.delete(`/api/properties/${id}`),
    ]) {
      expect((await call(stranger)).status).toBe(404);
      const answer = await call(admin);
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringMatching(/You don't have permission to/)]);
    }
  });

  it('accepts one of two concurrent changes, and refuses the other [decisions.fieldwork.13]', async () => {
    const { id } = await expectOk(owner.post('/api/properties', fields), 'Adding');
    const calls = ['One', 'Two'].map((name) => () => owner.put(`/api/properties/${id}`, { name }));
    const answers = await atOnce(app.database, `select * from properties where id = '${id}' for update`, calls);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const done = answers.find(({ status }) => status === 200);
    expect((await owner.get(`/api/properties/${id}`)).body.name).toBe(done?.body.name);
    expect((await owner.put(`/api/properties/${id}`, { name: 'Three' })).status).toBe(200);
  });

  it('is refused while a case is in progress [2.properties.17, 2.properties.18, 7.calls.12, api.calls.8]', async () => {
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    const { property } = await expectOk(
      owner.post('/api/inspection-cases/link', { caseNumber: opened.caseNumber }),
      'Linking',
    );
    const url = `/api/properties/${property.id}`;
    // During onboarding the owner may still correct the data.
    expect((await owner.put(url, { totalRooms: 5 })).status).toBe(200);
    expect((await owner.get(url)).body.abilities).toMatchObject({ edit: true, delete: true });
    await owner.post(`/api/inspection-cases/${opened.id}/onboarding`, { propertyConfirmed: true });
    expect((await owner.get(url)).body.abilities).toMatchObject({ edit: false, delete: false });
    expect((await owner.put(url, { totalRooms: 6 })).status).toBe(409);
    expect((await owner.delete(url)).status).toBe(409);
    await owner.post(`${url}/inspection-runs`);
    expect((await owner.delete(url)).status).toBe(409);
  });

  it('is refused after a case too, and the sentence does not say that the case is under way [2.properties.18]', async () => {
    const others = areaCodes.filter((code) => code !== 'lobby');
    const { property, areas } = await startedRun(owner, admin, others);
    const lobby = areas.find(({ status }: { status: string }) => status !== 'not_applicable');
    await addedPhoto(owner, lobby.id);
    const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
    await expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
    expect((await owner.get('/api/inspection-cases?status=completed')).body).toHaveLength(1);
    const refused = await owner.put(`/api/properties/${property.id}`, { totalRooms: 7 });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The property has an inspection case and cannot be changed or removed now',
    ]);
  });
});

describe('removing a property', () => {
  it('unlinks it from the profile and keeps its data [7.calls.12, 6.roles.17, api.calls.8, decisions.access.1]', async () => {
    const { property, run, areas } = await startedRun(owner);
    const photo = await addedPhoto(owner, areas[0].id);
    const answer = await owner.delete(`/api/properties/${property.id}`);
    expect([answer.status, answer.raw.length]).toEqual([204, 0]);
    for (const url of [
      `/api/properties/${property.id}`,
      `/api/properties/${property.id}/active-run`,
      `/api/inspection-runs/${run.id}`,
      `/api/area-sessions/${areas[0].id}`,
      `/api/photos/${photo.id}`,
      `/api/photos/${photo.id}/thumbnail`,
    ]) {
      expect([url, (await owner.get(url)).status]).toEqual([url, 404]);
      expect([url, (await admin.get(url)).status]).toEqual([url, 200]);
    }
    expect((await owner.get('/api/properties')).body).toEqual([]);
    expect((await owner.get('/api/area-sessions')).body).toEqual([]);
    expect((await owner.delete(`/api/properties/${property.id}`)).status).toBe(404);
    const [row] = await app.database.db.select().from(properties).where(eq(properties.id, property.id));
    expect(row).toMatchObject({ userId: null, name: 'Cedar Lodge' });
  });

  it('does not happen together with the onboarding for its case, or with the start of its inspection', async () => {
    const locking = (id: string) => `select 1 from properties where id = '${id}' for update`;
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields(owner.user.email)), 'Opening');
    const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
    const onboard = () =>
      owner.post(`/api/inspection-cases/${opened.id}/onboarding`, { propertyConfirmed: true, checklist: [] });
    const remove = (id: string) => () => owner.delete(`/api/properties/${id}`);
    const statuses = async (id: string, calls: Parameters<typeof atOnce<Answer>>[2]) =>
      (await atOnce(app.database, locking(id), calls)).map(({ status }) => status);
    expect(await statuses(property.id, [remove(property.id), onboard])).toEqual([204, 409]);
    expect((await admin.get(`/api/inspection-cases/${opened.id}`)).body.onboardingCompleted).toBe(false);

    const { id } = await added();
    const start = () => owner.post(`/api/properties/${id}/inspection-runs`, {});
    expect(await statuses(id, [remove(id), start])).toEqual([204, 404]);
    expect((await admin.get(`/api/properties/${id}/active-run`)).body.run).toBeNull();
  });

  it('happens once for two concurrent requests', async () => {
    const { id } = await added();
    const answers = await Promise.all([owner.delete(`/api/properties/${id}`), owner.delete(`/api/properties/${id}`)]);
    const [first, second] = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(first).toBe(204);
    expect([404, 409]).toContain(second);
  });
});
