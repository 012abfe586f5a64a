import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionOf } from '#contract/findings.ts';
import { findingVerdicts } from '#server/schema/findings.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  [owner, admin] = [await app.person('property'), await app.person('admin')];
  const [area] = (await startedRun(owner)).areas;
  const body = { title: 'Loose rail', description: 'Moves', severity: 'high', category: 'trip_hazard' };
  id = (await owner.call('POST', `/api/area-sessions/${area?.id}/issues`, body)).id;
});
afterAll(() => app.close());

/** The account, whether it says the finding holds, and the category, in order of time. */
const verdicts = async () => {
  const rows = await app.database.db
    .select()
    .from(findingVerdicts)
    .where(eq(findingVerdicts.findingId, id))
    .orderBy(asc(findingVerdicts.at));
  const name = (userId: string) => (userId === owner.user.id ? 'owner' : userId === admin.user.id ? 'admin' : userId);
  return rows.map(({ category, holds, userId }) => [name(userId), holds, category]);
};
const change = (by: Person, patch: object) => by.call('PATCH', `/api/issues/${id}`, patch);

test('the last verdict of each account is kept, with the category that it was about', async () => {
  expect(await verdicts()).toEqual([['owner', true, 'trip_hazard']]);
  await change(admin, { status: 'dismissed' });
  expect(await verdicts()).toEqual([
    ['owner', true, 'trip_hazard'],
    ['admin', false, 'trip_hazard'],
  ]);
  // Correcting a finding confirms it.
  await change(admin, { category: 'door_hardware' });
  expect(await verdicts()).toEqual([
    ['owner', true, 'trip_hazard'],
    ['admin', true, 'door_hardware'],
  ]);
  await change(owner, { status: 'confirmed' });
  expect(await verdicts()).toEqual([
    ['admin', true, 'door_hardware'],
    ['owner', true, 'door_hardware'],
  ]);
});

test('reopening a finding withdraws the verdict', async () => {
  await change(owner, { status: 'pending' });
  expect(await verdicts()).toEqual([['admin', true, 'door_hardware']]);
});

test('a refused change leaves no verdict', async () => {
  const stranger = await app.person('property');
  expect((await stranger.patch(`/api/issues/${id}`, { status: 'confirmed' })).status).toBe(404);
  expect(await verdicts()).toEqual([['admin', true, 'door_hardware']]);
});

test('a change is refused for a field that another user has changed meanwhile, and for no other', async () => {
  const person = await app.person('property');
  const [area] = (await startedRun(person)).areas;
  const body = { title: 'Loose rail', description: 'Moves', severity: 'high', category: 'trip_hazard' };
  const added = await person.call('POST', `/api/area-sessions/${area?.id}/issues`, body);
  const known = versionOf(added);
  const path = `/api/issues/${added.id}`;
  await admin.call('PATCH', path, { description: 'Moves and rattles' });
  const late = await person.patch(path, { description: 'Moves a lot', basedOn: [known] });
  expect([late.status, late.body.code]).toEqual([409, 'finding_edited_meanwhile']);
  await person.call('PATCH', path, { severity: 'critical', room: '12', basedOn: [known] });
  await person.call('PATCH', path, {
    description: 'Moves',
    basedOn: [{ ...known, description: 'Moves and rattles ' }],
  });
});
