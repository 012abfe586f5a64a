import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections, reviewSteps } from '#server/schema/inspections.tables.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp();
  [admin, owner] = [await app.person('admin'), await app.person('property')];
});
afterAll(() => app.close());

const due = '2026-05-06';
const before = new Date('2026-05-04T08:00:00Z');
const after = new Date('2026-05-09T08:00:00Z');
const today = new Date().toISOString().slice(0, 10);

/** A case of its own brand for the lobby, started before its due date. */
async function startedCase(brand: string, alsoApplies: string[] = []) {
  const others = areaCodes.filter((code) => code !== 'lobby' && !alsoApplies.includes(code));
  const started = await startedRun(owner, admin, others, { brandStandard: brand, propertyName: brand });
  const { db } = app.database;
  await db.update(inspectionCases).set({ dueDate: due }).where(eq(inspectionCases.id, started.case.id));
  const areas = started.areas.filter(({ status }: { status: string }) => status === 'not_started');
  for (const { id, status } of started.areas)
    if (status === 'not_applicable')
      await db.update(areaSessions).set({ lastActivity: before }).where(eq(areaSessions.id, id));
  return { caseId: started.case.id as string, property: started.property, brand, areas };
}

/** Submits an area as if it had been at this time. */
async function submit(area: { id: string }, at: Date): Promise<string> {
  const { db } = app.database;
  await addedPhoto(owner, area.id);
  await passedChecks(owner, `/api/area-sessions/${area.id}`);
  const { inspectionId } = await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
  const recent = and(eq(reviewSteps.inspectionId, inspectionId), eq(reviewSteps.kind, 'submitted'));
  const steps = await db.select().from(reviewSteps).where(recent).orderBy(reviewSteps.createdAt);
  await db
    .update(reviewSteps)
    .set({ createdAt: at })
    .where(eq(reviewSteps.id, steps.at(-1)?.id ?? ''));
  await db.update(areaSessions).set({ completedAt: at }).where(eq(areaSessions.id, area.id));
  await db.update(inspections).set({ completedAt: at }).where(eq(inspections.id, inspectionId));
  return inspectionId;
}

const approve = (inspectionId: string) =>
  expectOk(admin.post(`/api/admin/inspections/${inspectionId}/approve`), 'Approving');
const sendBack = (inspectionId: string) =>
  expectOk(admin.post(`/api/admin/inspections/${inspectionId}/request-reinspection`, { note: 'Again' }), 'Asking');

/** Everything that says whether the case is late. */
async function lateness({ caseId, brand, property }: Awaited<ReturnType<typeof startedCase>>) {
  const read = (path: string) => expectOk(admin.get(path), 'Reading');
  const { buckets } = await read(`/api/admin/analytics?from=${due}&to=${due}&brand=${brand}`);
  const counted = Object.entries(buckets[0].cases).filter(([, value]) => value !== 0);
  const overdue = await read(`/api/admin/inspection-cases?overdue=true&today=${today}&q=${brand}`);
  const { totals, properties } = await read(`/api/admin/portfolio?today=${today}&q=${brand}`);
  const page = await read(`/api/properties/${property.id}/history`);
  const listed = page.cases.rows.find(({ id }: { id: string }) => id === caseId);
  expect(overdue.counts.all).toBe(overdue.cases.length);
  expect(totals.overdueCases).toBe(overdue.cases.length);
  if (properties[0].case) expect(properties[0].case.handedIn).toBe(listed.handedIn);
  return { counted, overdue: overdue.cases.length, handedIn: listed.handedIn };
}
const onTime = { counted: [['onTime', 1]], overdue: 0, handedIn: true };
const late = { counted: [['late', 1]], overdue: 0, handedIn: true };
const overdue = { counted: [['overdue', 1]], overdue: 1, handedIn: false };
const dueOf = async () => (await owner.get(`/api/user/stats?today=${today}`)).body.hints.pendingReviews;

describe('a case is late by when its owner submitted it', () => {
  it('on time, however long the review takes', async () => {
    const opened = await startedCase('Prompt');
    expect(await lateness(opened)).toEqual(overdue);
    expect(await dueOf()).toBe('1 due this quarter');
    const inspectionId = await submit(opened.areas[0], before);
    expect(await lateness(opened)).toEqual(onTime);
    expect(await dueOf()).toBe('0 due this quarter');
    await approve(inspectionId);
    expect(await lateness(opened)).toEqual(onTime);
  });

  it('late once anything was submitted after the due date', async () => {
    const opened = await startedCase('Tardy', ['pool']);
    await approve(await submit(opened.areas[0], before));
    expect(await lateness(opened)).toEqual(overdue);
    const last = await submit(opened.areas[1], after);
    expect(await lateness(opened)).toEqual(late);
    await approve(last);
    expect(await lateness(opened)).toEqual(late);
  });

  it('overdue while it was sent back, and as before when it is submitted again', async () => {
    const opened = await startedCase('Returned');
    const inspectionId = await submit(opened.areas[0], before);
    await sendBack(inspectionId);
    expect(await lateness(opened)).toEqual(overdue);
    await submit(opened.areas[0], after);
    expect(await lateness(opened)).toEqual(onTime);
    await approve(inspectionId);
    expect(await lateness(opened)).toEqual(onTime);
  });

  it('late if the last area was left out after the due date', async () => {
    const opened = await startedCase('Leaver', ['pool']);
    await approve(await submit(opened.areas[0], before));
    const left = { status: 'not_applicable', reason: 'Closed' };
    await expectOk(owner.patch(`/api/area-sessions/${opened.areas[1].id}`, left), 'Leaving out');
    expect(await lateness(opened)).toEqual(late);
  });
});
