import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { z } from 'zod';
import type { planItemSchema, planSchema } from '#contract/plans.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, passedChecks, startedRun } from '#test/factories.ts';

// As it is in answers, where amounts are text.
export type Plan = z.input<typeof planSchema>;
export type PlanItem = z.input<typeof planItemSchema>;
export type Person = Awaited<ReturnType<TestApp['person']>>;

export interface PlanTests {
  app: TestApp;
  /** A new owner per test, because a second case of the same address would lead to the same property and its run. */
  owner: Person;
  stranger: Person;
  admin: Person;
}

/** An application and its users for the tests of a file, created before the first test. */
export function preparePlanTests(): PlanTests {
  const tests = {} as PlanTests;
  beforeAll(async () => {
    tests.app = await createTestApp({ env: { RATE_LIMIT: 'off' } });
    tests.stranger = await tests.app.person('property');
    tests.admin = await tests.app.person('admin');
  });
  beforeEach(async () => {
    tests.owner = await tests.app.person('property');
  });
  afterAll(() => tests.app.close());
  return tests;
}

/** A draft, self-made or with a case, with one item per severity. */
export async function draftPlan(
  { owner, admin }: PlanTests,
  kind: 'case' | 'self-made',
  severities = ['critical', 'high', 'low'],
): Promise<Plan> {
  const { areas } = await startedRun(owner, kind === 'case' ? admin : undefined);
  for (const [index, severity] of severities.entries()) {
    // Each in its own room, because the stains of one room are one item.
    const finding = { title: `Stain, ${severity}`, category: 'stain', severity, room: `${100 + index}` };
    await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/issues`, finding), 'Adding a finding');
  }
  const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`), 'Generating');
  return pipReport;
}

export const stepOf = (item: Pick<PlanItem, 'id'>, status: string, person: Person, fields: object = {}) =>
  person.patch(`/api/pip-items/${item.id}`, { status, ...fields });

/** An accepted plan of one area, with one approved item that its owner has started. */
export async function itemInWork({ owner, admin }: PlanTests, kind: 'case' | 'self-made', severity = 'critical') {
  const { areas } = await startedRun(owner, kind === 'case' ? admin : undefined);
  const [area] = areas;
  await addedPhoto(owner, area.id);
  await passedChecks(owner, `/api/area-sessions/${area.id}`, 'all');
  const finding = { title: 'Loose mat', category: 'trip_hazard', severity };
  const issue = await expectOk(owner.post(`/api/area-sessions/${area.id}/issues`, finding), 'Adding a finding');
  const generated = await expectOk(owner.post(`/api/area-sessions/${area.id}/generate-pip`), 'Generating');
  const plan: Plan = generated.pipReport;
  const item = plan.items[0] as PlanItem;
  if (kind === 'case') await expectOk(stepOf(item, 'approved', admin), 'Approving');
  await expectOk((kind === 'case' ? admin : owner).post(`/api/pip-reports/${plan.id}/submit`), 'Sending');
  await expectOk(owner.post(`/api/pip-reports/${plan.id}/accept`), 'Accepting');
  await expectOk(stepOf(item, 'in_progress', owner), 'Starting');
  return { areaId: area.id as string, issue, plan, item };
}
