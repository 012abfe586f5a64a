import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxSavedViews } from '#contract/saved-views.ts';
import { savedViews } from '#server/schema/views.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
const path = '/api/user/saved-views';
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

const late = { list: 'cases', name: 'Late', search: { overdue: 'true', sort: 'due', q: 'Ocean % "Inn"' } };
const listOf = async (person: Person) => expectOk(person.get(path), 'Listing');

describe('saved views', () => {
  it('keep the parameters of their list, ordered by name [api.added.69, api.added.70]', async () => {
    const view = await expectOk(
      admin.post(path, { ...late, search: { ...late.search, from: '2026-01-01' } }),
      'Saving',
    );
    expect(view).toEqual({ id: expect.any(String), createdAt: expect.any(String), ...late });
    const other = { list: 'monitoring', name: 'flagged', search: { flagged: 'true', from: '2026-01-01' } };
    await expectOk(admin.post(path, { ...other, search: { ...other.search, inspectionId: 'x', tab: 'y' } }), 'Saving');
    expect(await listOf(admin)).toMatchObject([other, late]);
  });

  it('have names that are unique in their list, ignoring letter case', async () => {
    const taken = await admin.post(path, { ...late, name: ' LATE ' });
    expect([taken.status, taken.body.code, taken.body.errors.name]).toEqual([
      409,
      'saved_view_name_taken',
      'A saved view of this list has this name',
    ]);
    const both = await Promise.all([1, 2].map(() => admin.post(path, { ...late, name: 'Twice' })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const { id } = both.find(({ status }) => status === 201)?.body ?? {};
    expect((await admin.patch(`${path}/${id}`, { name: 'late' })).status).toBe(409);
    expect((await expectOk(admin.patch(`${path}/${id}`, { name: 'TWICE' }), 'Renaming')).name).toBe('TWICE');
    expect((await admin.delete(`${path}/${id}`)).status).toBe(204);
    expect((await admin.delete(`${path}/${id}`)).status).toBe(404);
  });

  it.each([
    [{ ...late, name: ' ' }, 'name'],
    [{ ...late, name: 'a'.repeat(61) }, 'name'],
    [{ ...late, list: 'users' }, 'list'],
    [{ ...late, search: { q: 'a'.repeat(501) } }, 'search.q'],
    [{ ...late, search: { q: 7 } }, 'search.q'],
  ])('refuse %j', async (input, field) => {
    const { status, body } = await admin.post(path, input);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  it('belong to one account, with at most 20 each', async () => {
    const other = await app.person('admin');
    const [{ id }] = await listOf(admin);
    expect(await listOf(other)).toEqual([]);
    expect((await other.patch(`${path}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(`${path}/${id}`)).status).toBe(404);
    for (let number = 1; number <= maxSavedViews; number += 1)
      await expectOk(other.post(path, { ...late, name: `View ${number}` }), 'Saving');
    expect((await other.post(path, { ...late, name: 'One more' })).body.code).toBe('too_many_saved_views');
    expect((await (await app.person('property')).post(path, late)).status).toBe(403);
  });

  it('are deleted with their user, whose names are erased from those of others', async () => {
    const [person, keeper] = [await app.person('admin'), await app.person('admin')];
    await expectOk(person.post(path, late), 'Saving');
    const { email } = person.user;
    for (const name of [email, `${email} `.toUpperCase()])
      await expectOk(
        keeper.post(path, { list: name === email ? 'cases' : 'monitoring', name, search: { q: email } }),
        'Saving',
      );
    expect((await person.post('/api/user/erasure')).status).toBe(204);
    await expect
      .poll(async () =>
        (await app.database.db.select().from(savedViews)).filter(({ userId }) => userId === person.user.id),
      )
      .toEqual([]);
    const left = JSON.stringify(await listOf(keeper));
    expect(left.toLowerCase()).not.toContain(email.toLowerCase());
    expect(await listOf(keeper)).toHaveLength(2);
  });
});
