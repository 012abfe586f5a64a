import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CasePlace } from '#contract/case-places.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { caseFields, linkedCase } from '#test/factories.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.close());

const find = async (q: string, zipCode = ''): Promise<CasePlace[]> =>
  (await admin.call('GET', `/api/admin/case-places?${new URLSearchParams({ q, zipCode }).toString()}`)).places;

it('finds properties with their owners and open cases, and the places of cases that nobody has linked', async () => {
  const owner = await app.person('property');
  const named = (propertyName: string) => ({ propertyName, propertyAddress: `${propertyName} Street 1` });
  const { case: linked } = await linkedCase(owner, admin, named('Marina House'));
  const waiting = await admin.call('POST', '/api/inspection-cases', {
    ...caseFields('other@example.com'),
    ...named('Marina Lodge'),
  });
  const [house, lodge] = (await find('marina')).toSorted((a, b) => a.propertyName.localeCompare(b.propertyName));
  expect(house).toMatchObject({
    propertyName: 'Marina House',
    propertyAddress: 'Marina House Street 1',
    ownerEmail: owner.user.email,
    ownerName: expect.stringContaining('Robin'),
    openCase: { id: linked.id, caseNumber: linked.caseNumber, status: 'pending' },
  });
  expect(lodge).toMatchObject({ ownerEmail: 'other@example.com', openCase: { caseNumber: waiting.caseNumber } });
  expect(await find('House Street')).toHaveLength(1);
  for (const address of ['House Street', 'Lodge Street']) {
    expect(await find(address, '04101')).toHaveLength(1);
    expect(await find(address, '04102')).toEqual([]);
  }

  // A second case of the same property is one place, and a canceled one is not open.
  await admin.call('POST', '/api/inspection-cases', { ...caseFields('third@example.com'), ...named('marina house') });
  expect(await find('marina h')).toHaveLength(1);
  await admin.call('PUT', `/api/inspection-cases/${waiting.id}`, { status: 'cancelled' });
  expect(await find('marina lodge')).toEqual([]);
  // What a pattern would match is searched as it is.
  expect(await find('%')).toEqual([]);
});

it('is for admins, and needs a text', async () => {
  const owner = await app.person('property');
  expect((await owner.get('/api/admin/case-places?q=marina')).status).toBe(403);
  expect((await admin.get('/api/admin/case-places?q=')).status).toBe(400);
});
