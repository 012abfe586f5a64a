import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { startedInspection, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  owner = await app.person('property');
});
afterAll(() => app.close());

describe('the previous inspection of an area', () => {
  const previous = async (id: string) => (await admin.call('GET', `/api/admin/inspections/${id}/previous`)).inspection;

  it('is the latest decided one of the same area and property [api.added.41]', async () => {
    const { property } = await startedRun(owner);
    const { property: another } = await startedRun(owner);
    const submitted = async (of: typeof property, area: string) => {
      const { id } = await startedInspection(owner, of, area);
      await owner.call('PUT', `/api/inspections/${id}`, { status: 'pending_review' });
      return id as string;
    };
    const approve = (id: string) => admin.call('POST', `/api/admin/inspections/${id}/approve`, {});
    const oldest = await submitted(property, 'Lobby');
    await approve(oldest);
    const older = await submitted(property, 'Lobby');
    await admin.call('POST', `/api/admin/inspections/${older}/request-reinspection`, { note: 'The vent again' });
    await approve(await submitted(property, 'Pool'));
    await approve(await submitted(another, 'Lobby'));
    await submitted(property, 'Lobby');
    const current = await submitted(property, 'Lobby');
    expect(await previous(current)).toMatchObject({ id: older, status: 'requires_action' });
    expect(await previous(older)).toMatchObject({ id: oldest, status: 'approved' });
    expect(await previous(oldest)).toBeNull();
  });
});
