import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { atOnce } from '#test/at-once.ts';
import { addedPhoto, startedRun } from '#test/factories.ts';

/* Field work and reviews of one property by several people in the same moment. */

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let reviewer: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  [admin, reviewer] = [await app.person('admin'), await app.person('admin')];
});
beforeEach(async () => {
  owner = await app.person('property');
});
afterAll(() => app.close());

/** A run for a case, of whose areas only the first two apply; both are submitted. */
async function submitted() {
  const { case: opened, property, run, areas } = await startedRun(owner, admin, areaCodes.slice(2));
  const inspections: string[] = [];
  for (const { id } of areas.slice(0, 2)) {
    await addedPhoto(owner, id);
    inspections.push((await owner.call('POST', `/api/area-sessions/${id}/complete`)).inspectionId);
  }
  const [first = '', second = ''] = inspections;
  return { opened, property, run, leftOut: areas[2].id, first, second };
}

const approve = (id: string, by = admin) => by.post(`/api/admin/inspections/${id}/approve`, {});
const sendBack = (id: string) => admin.post(`/api/admin/inspections/${id}/request-reinspection`, { note: 'Again' });
const undo = (id: string) => admin.call('POST', '/api/admin/inspections/undo', { ids: [id] });
const submit = (runId: string) => owner.post(`/api/inspection-runs/${runId}/submit`, {});
const start = (propertyId: string) => owner.post(`/api/properties/${propertyId}/inspection-runs`, {});
const statusOf = async (runId: string): Promise<string> =>
  (await owner.call('GET', `/api/inspection-runs/${runId}`)).run.status;

/** Locks what every notification to the owner refers to. */
const notifying = (): string => `select 1 from users where id = '${owner.user.id}' for update`;

describe('two decisions in the same moment', () => {
  it('complete the case when they approve its last two areas', async () => {
    const { opened, first, second } = await submitted();
    const answers = await atOnce(app.database, notifying(), [() => approve(first), () => approve(second, reviewer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await owner.call('GET', `/api/inspection-cases/${opened.id}`)).toMatchObject({
      status: 'completed',
      inspectionStatus: 'approved',
    });
  });
});

describe('a submission', () => {
  it('counts the answer that arrives with it', async () => {
    const { areas } = await startedRun(owner);
    const [{ id }] = areas;
    await addedPhoto(owner, id);
    const [check] = await owner.call('GET', `/api/area-sessions/${id}/checklist`);
    const lock = `select 1 from area_sessions where id = '${id}' for update`;
    const [, completed] = await atOnce(app.database, lock, [
      () => owner.patch(`/api/area-sessions/${id}/checklist/${check.id}`, { result: 'pass' }),
      () => owner.post(`/api/area-sessions/${id}/complete`),
    ]);
    const inspection = await owner.call('GET', `/api/inspections/${completed?.body.inspectionId}`);
    expect([inspection.itemsChecked, inspection.coverage.answered]).toEqual([1, 1]);
  });
});

describe('a run', () => {
  it('is not submitted while an area of it is sent back', async () => {
    const { run, first } = await submitted();
    const [sent, answer] = await atOnce(app.database, notifying(), [() => sendBack(first), () => submit(run.id)]);
    expect([sent?.status, answer?.status]).toEqual([200, 409]);
    expect(await statusOf(run.id)).toBe('in_progress');
  });

  it('gets no area back that was left out while it is submitted', async () => {
    const { run, leftOut } = await submitted();
    const lock = `select 1 from property_inspection_runs where id = '${run.id}' for update`;
    const [answer, restored] = await atOnce(app.database, lock, [
      () => submit(run.id),
      () => owner.patch(`/api/area-sessions/${leftOut}`, { status: 'in_progress' }),
    ]);
    expect([answer?.status, restored?.status, restored?.body.code]).toEqual([200, 409, 'run_closed']);
  });

  it('is reopened instead of a new one when its owner starts one while an area is sent back', async () => {
    const { run, property, first } = await submitted();
    await submit(run.id);
    const answers = await atOnce(app.database, notifying(), [() => sendBack(first), () => start(property.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body.id).toBe(run.id);
  });

  it('stays open until the last of several requests for a re-inspection is undone', async () => {
    const { run, first, second } = await submitted();
    await submit(run.id);
    await sendBack(first);
    await sendBack(second);
    expect((await undo(first)).refused).toEqual([]);
    expect(await statusOf(run.id)).toBe('in_progress');
    expect((await undo(second)).refused).toEqual([]);
    expect(await statusOf(run.id)).toBe('completed');
  });
});
