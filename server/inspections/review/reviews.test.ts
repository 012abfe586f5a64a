import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, passedChecks, startedInspection, startedRun } from '#test/factories.ts';

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

/** Submits the inspections of this many areas of a case; all other areas are not applicable. */
async function submittedAreas(count: number) {
  const all = (await owner.call('GET', '/api/inspection-areas')).map(({ code }: { code: string }) => code);
  const started = await startedRun(owner, admin, all.slice(count));
  const ids: string[] = [];
  for (const { id } of started.areas.slice(0, count)) {
    await addedPhoto(owner, id);
    await passedChecks(owner, `/api/area-sessions/${id}`);
    ids.push((await owner.call('POST', `/api/area-sessions/${id}/complete`)).inspectionId);
  }
  return { ...started, ids };
}
const notices = async (kind: string, area: string) =>
  (await owner.call('GET', '/api/notifications')).notifications.filter(
    (notice: { kind: string; title: string }) => notice.kind === kind && notice.title.startsWith(area),
  ).length;
const approve = (ids: string[]) => admin.call('POST', '/api/admin/inspections/approve', { ids });
const undo = (ids: string[], who = admin) => who.call('POST', '/api/admin/inspections/undo', { ids });

describe('undoing a decision', () => {
  it('reverts everything about an approval: the status, the completed case and the notification [api.added.42]', async () => {
    const { case: opened, ids, areas } = await submittedAreas(1);
    const [id = ''] = ids;
    const caseStatus = async () => (await owner.call('GET', `/api/inspection-cases/${opened?.id}`)).status;
    const told = await notices('inspection_approved', areas[0].area.name);
    await admin.call('POST', `/api/admin/inspections/${id}/approve`, { note: 'Fine' });
    expect(await caseStatus()).toBe('completed');
    expect(await notices('inspection_approved', areas[0].area.name)).toBe(told + 1);
    const { done, refused } = await undo([id]);
    expect(refused).toEqual([]);
    expect(done).toMatchObject([{ id, status: 'pending_review', reviewNote: null, reviewedAt: null }]);
    expect(await caseStatus()).toBe('in_progress');
    expect(await notices('inspection_approved', areas[0].area.name)).toBe(told);
    expect((await undo([id])).refused).toEqual([{ id, detail: 'The decision can no longer be taken back' }]);
    expect((await approve([id])).done).toMatchObject([{ id, status: 'approved' }]);
    expect(await caseStatus()).toBe('completed');
  });

  it('closes the area that a re-inspection request had reopened, and restores the earlier note', async () => {
    const { ids, areas } = await submittedAreas(1);
    const [id = ''] = ids;
    const session = `/api/area-sessions/${areas[0].id}`;
    const sendBack = (note: string) =>
      admin.call('POST', `/api/admin/inspections/${id}/request-reinspection`, { note });
    await sendBack('First note');
    await addedPhoto(owner, areas[0].id);
    expect((await undo([id])).refused[0].detail).toMatch(/The owner has begun to work/);
    await owner.call('POST', `${session}/complete`);
    await sendBack('Second note');
    expect((await owner.call('GET', session)).status).toBe('in_progress');
    expect((await undo([id])).done).toMatchObject([{ status: 'pending_review', reviewNote: 'First note' }]);
    expect(await owner.call('GET', session)).toMatchObject({ status: 'completed', reviewStatus: 'pending_review' });
  });

  it('is possible only for the user who decided, and only for some seconds', async () => {
    const { ids } = await submittedAreas(1);
    const second = await app.person('admin');
    await approve(ids);
    expect((await undo(ids, second)).refused).toHaveLength(1);
    await app.database.pool.query(
      "update inspections set reviewed_at = reviewed_at - interval '16 seconds' where id = $1",
      ids,
    );
    expect((await undo(ids)).refused).toHaveLength(1);
    expect((await owner.call('GET', `/api/inspections/${ids[0]}`)).status).toBe('approved');
    expect((await owner.post('/api/admin/inspections/undo', { ids })).status).toBe(403);
  });
});

describe('several inspections', () => {
  it('are dated to the end of their joint approval, so that all of them can be undone equally long', async () => {
    const { ids } = await submittedAreas(3);
    const { done } = await approve(ids);
    const listed = [];
    for (const id of ids) listed.push((await owner.call('GET', `/api/inspections/${id}`)).reviewedAt);
    expect(new Set([...listed, ...done.map(({ reviewedAt }: { reviewedAt: string }) => reviewedAt)]).size).toBe(1);
    expect((await undo(ids)).done).toHaveLength(3);
  });

  it('are one notification to their owner when they are approved, which counts without those that are taken back', async () => {
    const { ids, property } = await submittedAreas(3);
    const told = async () =>
      (await owner.call('GET', '/api/notifications')).notifications
        .filter(
          ({ kind, title }: Record<string, string>) => kind === 'inspection_approved' && title?.includes(property.name),
        )
        .map(({ title }: { title: string }) => title);
    await approve(ids);
    expect(await told()).toEqual([`${property.name}: 3 of your inspections approved`]);
    const { notifications } = await owner.call('GET', '/api/notifications');
    expect(notifications[0].link).toBe(`/properties/${property.id}`);
    await undo(ids.slice(1));
    expect(await told()).toEqual([`${property.name}: 1 of your inspections approved`]);
    await undo(ids.slice(0, 1));
    expect(await told()).toEqual([]);
  });

  it('are approved together, and a refused one does not block the others [api.added.43]', async () => {
    const { ids } = await submittedAreas(2);
    await admin.call('POST', `/api/admin/inspections/${ids[1]}/request-reinspection`, { note: 'Again' });
    const { done, refused } = await approve([...ids, '00000000-0000-4000-8000-000000000000']);
    expect(done.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([[ids[0], 'approved']]);
    expect(refused).toEqual([
      { id: ids[1], detail: expect.stringContaining('requires action') },
      { id: '00000000-0000-4000-8000-000000000000', detail: 'Inspection not found' },
    ]);
    expect((await admin.post('/api/admin/inspections/approve', { ids: [] })).status).toBe(400);
    expect((await owner.post('/api/admin/inspections/approve', { ids })).status).toBe(403);
  });

  it('are approved together, though the database aborts one for another change at the same moment', async () => {
    const { ids } = await submittedAreas(3);
    await app.database.pool.query(`
      create function abort_change() returns trigger language plpgsql as
        $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
      create trigger abort_change before update on inspections for each row when (old.id = '${ids[1]}')
        execute function abort_change()`);
    const { done, refused } = await approve(ids);
    await app.database.pool.query('drop function abort_change cascade');
    expect(done.map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2]]);
    expect(refused).toEqual([{ id: ids[1], detail: expect.stringContaining('at the same moment') }]);
    expect((await owner.call('GET', `/api/inspections/${ids[1]}`)).status).toBe('pending_review');
  });

  it('are listed with the worst open findings first, across pages [api.added.44]', async () => {
    const { property, ids, areas } = await submittedAreas(3);
    const add = (area: number, severity: string) =>
      admin.call('POST', `/api/area-sessions/${areas[area].id}/issues`, {
        title: 'Seen',
        description: '',
        severity,
        category: 'stain',
      });
    await add(0, 'low');
    const critical = await add(1, 'critical');
    const listed = async (limit: number) => {
      const found: string[] = [];
      let cursor = '';
      do {
        const query = `sort=worst&propertyId=${property.id}&limit=${limit}${cursor}`;
        const page = await admin.call('GET', `/api/admin/inspections?${query}`);
        found.push(...page.inspections.map(({ id }: { id: string }) => id));
        cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
      } while (cursor);
      return found;
    };
    expect(await listed(1)).toEqual([ids[1], ids[0], ids[2]]);
    expect(await listed(50)).toEqual([ids[1], ids[0], ids[2]]);
    await admin.call('PATCH', `/api/issues/${critical.id}`, { status: 'dismissed' });
    expect(await listed(2)).toEqual([ids[0], ids[2], ids[1]]);
    expect((await admin.get('/api/admin/inspections?sort=worst&cursor=bm8')).status).toBe(400);
  });
});
