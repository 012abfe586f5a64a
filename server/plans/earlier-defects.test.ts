import { expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import type { z } from 'zod';
import type { findingSchema } from '#contract/findings.ts';
import { addedPhoto, expectOk, startedInspection, startedRun } from '#test/factories.ts';
import { preparePlanTests, stepOf, type Plan, type PlanItem } from './plans.fixture.ts';

type Finding = z.input<typeof findingSchema>;
const tests = preparePlanTests();
const others = areaCodes.filter((code) => code !== 'lobby');

/** Adds a loose tile with a photo to the lobby of a run, and makes the plan of the property. */
async function inspected(run: { id: string; progress: { id: string; status: string }[] }) {
  const { owner } = tests;
  const lobby = run.progress.find(({ status }) => status !== 'not_applicable');
  const areaId = lobby?.id ?? '';
  const photo = await addedPhoto(owner, areaId);
  const tile = { title: 'Loose tile', category: 'broken_tile', severity: 'high', photoId: photo.id };
  const finding: Finding = await expectOk(owner.post(`/api/area-sessions/${areaId}/issues`, tile), 'Adding a finding');
  await expectOk(owner.post(`/api/area-sessions/${areaId}/complete`, { reason: 'Checks follow' }), 'Completing');
  const plan = async (): Promise<Plan> =>
    (await expectOk(owner.post(`/api/inspection-runs/${run.id}/generate-pip`), 'Generating')).pipReport;
  return { areaId, photo, finding, plan };
}

/** Two inspections of a property that found the same loose tile. */
async function twoInspections() {
  const { owner } = tests;
  const { run, property } = await startedRun(owner);
  for (const area of run.progress)
    if (others.includes(area.area.code))
      await expectOk(
        owner.patch(`/api/area-sessions/${area.id}`, { status: 'not_applicable', reason: 'Not inspected' }),
        'Leaving out',
      );
  const first = await inspected(
    await expectOk(owner.get(`/api/inspection-runs/${run.id}`), 'Reading').then(({ progress }) => ({
      id: run.id,
      progress,
    })),
  );
  await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');
  const next = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting again');
  for (const area of next.progress)
    if (others.includes(area.area.code))
      await expectOk(
        owner.patch(`/api/area-sessions/${area.id}`, { status: 'not_applicable', reason: 'Not inspected' }),
        'Leaving out',
      );
  const again = await expectOk(owner.get(`/api/inspection-runs/${next.id}`), 'Reading');
  return { property, first, second: await inspected({ id: next.id, progress: again.progress }) };
}

const listed = async (areaId: string): Promise<Finding> =>
  (await expectOk(tests.admin.get(`/api/area-sessions/${areaId}/issues`), 'Reading')).find(
    ({ title }: Finding) => title === 'Loose tile',
  );
const read = ({ id }: Plan): Promise<Plan> => expectOk(tests.owner.get(`/api/pip-reports/${id}`), 'Reading');
const openCost = async (propertyId: string): Promise<string> =>
  (await expectOk(tests.owner.get(`/api/properties/${propertyId}/history`), 'Reading')).costs.open;

it('the same defect in two inspections is asked about, and is then one item with the photos of both [api.added.79]', async () => {
  const { property, first, second } = await twoInspections();
  const [planOne, planTwo] = [await first.plan(), await second.plan()];
  const cost = planTwo.items[0]?.estimatedCost;
  expect(await openCost(property.id)).toBe((2 * Number(cost)).toFixed(2));

  const asked = await listed(second.areaId);
  expect(asked).toMatchObject({
    id: second.finding.id,
    sameAsEarlier: { id: first.finding.id, photoId: first.photo.id },
  });
  expect((await listed(first.areaId)).sameAsEarlier).toBeNull();
  const merged = await expectOk(
    tests.admin.post(`/api/issues/${second.finding.id}/merge`, { ids: [first.finding.id] }),
    'Merging',
  );
  // Each inspection keeps its finding and with it its score.
  expect(merged).toMatchObject({ id: second.finding.id, status: 'confirmed', earlierId: first.finding.id });
  expect(merged.parts).toMatchObject([{ id: first.finding.id, photoId: first.photo.id }]);
  expect((await listed(first.areaId)).status).toBe('confirmed');
  expect((await listed(second.areaId)).sameAsEarlier).toBeNull();

  // The plan of the later inspection has the item, and the other one says so.
  expect((await read(planOne)).items).toMatchObject([{ noLongerNeeded: 'merged' }]);
  expect((await read(planOne)).totalCost).toBe('0.00');
  const [item] = (await read(planTwo)).items as [PlanItem];
  expect(item).toMatchObject({ noLongerNeeded: null, issue: { parts: [{ photoId: first.photo.id }] } });
  expect(await openCost(property.id)).toBe(cost);

  // The work on it resolves the defect in both inspections.
  await expectOk(tests.owner.post(`/api/pip-reports/${planTwo.id}/submit`), 'Sending');
  await expectOk(tests.owner.post(`/api/pip-reports/${planTwo.id}/accept`), 'Accepting');
  await expectOk(stepOf(item, 'in_progress', tests.owner), 'Starting');
  await expectOk(stepOf(item, 'completed', tests.owner, { note: 'Seen' }), 'Completing');
  expect((await listed(first.areaId)).status).toBe('resolved');
  expect((await listed(second.areaId)).status).toBe('resolved');
});

it('what the owner has accepted of the earlier inspection stays the item, and they are separate again on request', async () => {
  const { first, second } = await twoInspections();
  const planOne = await first.plan();
  await expectOk(tests.owner.post(`/api/pip-reports/${planOne.id}/submit`), 'Sending');
  await expectOk(stepOf(planOne.items[0] as PlanItem, 'approved', tests.admin), 'Approving');
  await expectOk(tests.owner.post(`/api/pip-reports/${planOne.id}/accept`), 'Accepting');
  await expectOk(
    tests.admin.post(`/api/issues/${second.finding.id}/merge`, { ids: [first.finding.id] }),
    'Merging before the plan',
  );
  const planTwo = await second.plan();
  expect(planTwo.items).toMatchObject([{ noLongerNeeded: 'merged' }]);
  expect((await read(planOne)).items).toMatchObject([{ noLongerNeeded: null }]);
  await expectOk(tests.admin.post(`/api/issues/${second.finding.id}/separate`), 'Separating');
  expect((await read(planTwo)).items).toMatchObject([{ noLongerNeeded: null }]);
  expect(await listed(second.areaId)).toMatchObject({
    earlierId: null,
    parts: [],
    sameAsEarlier: { id: first.finding.id },
  });

  await expectOk(
    tests.admin.post(`/api/issues/${second.finding.id}/tell-apart`, { ids: [first.finding.id] }),
    'Telling apart',
  );
  expect((await listed(second.areaId)).sameAsEarlier).toBeNull();
});

it('what the owner has accepted with the plan of an area stays the item when the plan of the property takes it over', async () => {
  const { owner, admin } = tests;
  const { first, second } = await twoInspections();
  const { pipReport } = await expectOk(owner.post(`/api/area-sessions/${first.areaId}/generate-pip`), 'Generating');
  await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/submit`), 'Sending');
  await expectOk(stepOf(pipReport.items[0], 'approved', admin), 'Approving');
  await expectOk(owner.post(`/api/pip-reports/${pipReport.id}/accept`), 'Accepting');
  const whole = await first.plan();
  expect(whole).toMatchObject({ status: 'draft', items: [{ id: pipReport.items[0].id }] });
  await expectOk(admin.post(`/api/issues/${second.finding.id}/merge`, { ids: [first.finding.id] }), 'Merging');
  expect((await second.plan()).items).toMatchObject([{ noLongerNeeded: 'merged' }]);
  for (const plan of [pipReport, whole]) expect((await read(plan)).items).toMatchObject([{ noLongerNeeded: null }]);
});

it('the item of the earlier inspection counts again when the later finding is dismissed', async () => {
  const { property, first, second } = await twoInspections();
  const [planOne, planTwo] = [await first.plan(), await second.plan()];
  await expectOk(tests.admin.post(`/api/issues/${second.finding.id}/merge`, { ids: [first.finding.id] }), 'Merging');
  await expectOk(tests.admin.patch(`/api/issues/${second.finding.id}`, { status: 'dismissed' }), 'Dismissing');
  expect((await read(planTwo)).items).toMatchObject([{ noLongerNeeded: 'dismissed' }]);
  const [item] = (await read(planOne)).items as [PlanItem];
  expect(item.noLongerNeeded).toBeNull();
  expect(await openCost(property.id)).toBe(item.estimatedCost);
});

it('a finding of another property or another area is refused [api.added.79]', async () => {
  const { second } = await twoInspections();
  const other = await startedRun(tests.stranger);
  const lobby = other.run.progress.find(({ area }: { area: { code: string } }) => area.code === 'lobby');
  const tile = { title: 'Loose tile', category: 'broken_tile', severity: 'high' };
  const elsewhere = await expectOk(tests.stranger.post(`/api/area-sessions/${lobby.id}/issues`, tile), 'Adding');
  for (const step of ['merge', 'tell-apart'])
    expect(await tests.admin.post(`/api/issues/${second.finding.id}/${step}`, { ids: [elsewhere.id] })).toMatchObject({
      status: 400,
      body: { code: 'findings_elsewhere' },
    });
});

const tile = { title: 'Loose tile', category: 'broken_tile', severity: 'high', room: '101' };

/** The plan of an area of a case with a finding that the brand confirmed, and the owner's own inspection with the same defect. */
async function confirmedByBrand() {
  const { owner, admin } = tests;
  const { areas, property } = await startedRun(owner, admin);
  const [area] = areas;
  const finding: Finding = await expectOk(owner.post(`/api/area-sessions/${area.id}/issues`, tile), 'Adding');
  await expectOk(admin.patch(`/api/issues/${finding.id}`, { status: 'confirmed' }), 'Confirming');
  await addedPhoto(owner, area.id);
  await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`, { reason: 'Checks follow' }), 'Completing');
  const generated = await expectOk(owner.post(`/api/area-sessions/${area.id}/generate-pip`), 'Generating');
  const own = await startedInspection(owner, property, area.area.name);
  const found: Finding = await expectOk(owner.post(`/api/inspections/${own.id}/issues`, tile), 'Adding again');
  const ownPlan = async (): Promise<Plan> =>
    (await expectOk(owner.post(`/api/inspections/${own.id}/generate-pip`), 'Generating')).pipReport;
  return { areaId: area.id as string, finding, plan: generated.pipReport as Plan, own, found, ownPlan };
}

it('the owner neither relates nor merges what the brand confirmed, and is not asked [api.added.79]', async () => {
  const { owner, admin } = tests;
  const { areaId, finding, plan, own, found } = await confirmedByBrand();
  const asked = async (person: typeof owner): Promise<Finding | undefined> =>
    (await expectOk(person.get(`/api/inspections/${own.id}/issues`), 'Reading'))[0];
  expect((await asked(owner))?.sameAsEarlier).toBeNull();
  expect((await asked(admin))?.sameAsEarlier).toMatchObject({ id: finding.id });
  expect(await owner.post(`/api/issues/${found.id}/merge`, { ids: [finding.id] })).toMatchObject({
    status: 403,
    body: { code: 'finding_decided_by_brand' },
  });
  expect((await read(plan)).items).toMatchObject([{ noLongerNeeded: null }]);

  const beside: Finding = await expectOk(owner.post(`/api/inspections/${own.id}/issues`, tile), 'Adding');
  await expectOk(admin.patch(`/api/issues/${beside.id}`, { status: 'confirmed' }), 'Confirming');
  expect(await owner.post(`/api/issues/${found.id}/merge`, { ids: [beside.id] })).toMatchObject({ status: 403 });
  await expectOk(admin.post(`/api/issues/${found.id}/merge`, { ids: [beside.id] }), 'Merging');
  // The verdict holds for the finding into which that of the brand was merged.
  for (const id of [found.id, beside.id])
    expect((await owner.patch(`/api/issues/${id}`, { status: 'dismissed' })).status).toBe(403);
  expect((await listed(areaId)).status).toBe('confirmed');
});

it('work of the owner alone never resolves what the brand confirmed, and the item of the case counts', async () => {
  const { owner, admin } = tests;
  const { areaId, finding, plan, found, ownPlan } = await confirmedByBrand();
  const alone = await ownPlan();
  await expectOk(owner.post(`/api/pip-reports/${alone.id}/submit`), 'Sending');
  await expectOk(owner.post(`/api/pip-reports/${alone.id}/accept`), 'Accepting');
  await expectOk(stepOf(alone.items[0] as PlanItem, 'in_progress', owner), 'Starting');
  await expectOk(admin.post(`/api/issues/${found.id}/merge`, { ids: [finding.id] }), 'Relating');
  expect((await read(plan)).items).toMatchObject([{ noLongerNeeded: null }]);

  await expectOk(stepOf(alone.items[0] as PlanItem, 'completed', owner, { note: 'Seen' }), 'Completing');
  expect((await listed(areaId)).status).toBe('confirmed');
  expect((await read(plan)).items).toMatchObject([{ noLongerNeeded: null, status: 'pending' }]);
});

/** The plan of a first finding, and two more inspections of its area. */
async function threeInspections() {
  const { owner } = tests;
  const { areas, property } = await startedRun(owner);
  const area = areas[0];
  const first: Finding = await expectOk(owner.post(`/api/area-sessions/${area.id}/issues`, tile), 'Adding');
  const generated = await expectOk(owner.post(`/api/area-sessions/${area.id}/generate-pip`), 'Generating');
  const again = async () => {
    const { id } = await startedInspection(owner, property, area.area.name);
    const add = (fields: object = {}): Promise<Finding> =>
      expectOk(owner.post(`/api/inspections/${id}/issues`, { ...tile, ...fields }), 'Adding');
    const plan = async (): Promise<Plan> =>
      (await expectOk(owner.post(`/api/inspections/${id}/generate-pip`), 'Generating')).pipReport;
    const earlierOf = async (finding: Finding): Promise<string | null | undefined> =>
      (await expectOk(owner.get(`/api/inspections/${id}/issues`), 'Reading')).find(
        (each: Finding) => each.id === finding.id,
      )?.earlierId;
    return { add, plan, earlierOf };
  };
  const [second, third] = [await again(), await again()];
  return { property, first, plan: generated.pipReport as Plan, second, third };
}
const merge = (finding: Finding, ...ids: string[]) => tests.owner.post(`/api/issues/${finding.id}/merge`, { ids });
const endOf = async (plan: Plan) => (await read(plan)).items.map(({ noLongerNeeded }) => noLongerNeeded);

it('a defect of three inspections stays one when two of its findings in one inspection are merged', async () => {
  const { property, first, plan, second, third } = await threeInspections();
  const found = await second.add();
  const worse = await second.add({ title: 'Worse', severity: 'critical' });
  await expectOk(merge(found, first.id), 'Relating');
  const later = await third.add();
  await expectOk(merge(later, worse.id), 'Relating to the other');
  const last = await third.plan();
  await expectOk(merge(found, worse.id), 'Merging');
  expect(await second.earlierOf(worse)).toBe(first.id);
  expect(await third.earlierOf(later)).toBe(first.id);
  expect([await endOf(plan), await endOf(last)]).toEqual([['merged'], [null]]);
  expect(await openCost(property.id)).toBe(last.items[0]?.estimatedCost);
});

it('the undo of a merge returns the relation to the finding that had it', async () => {
  const { first, second, third } = await threeInspections();
  const found = await second.add();
  const worse = await second.add({ title: 'Worse', severity: 'critical' });
  await expectOk(merge(found, first.id), 'Relating');
  await expectOk(merge(found, worse.id), 'Merging');
  expect(await second.earlierOf(worse)).toBe(first.id);
  await expectOk(tests.owner.post(`/api/issues/${found.id}/separate`, { ids: [] }), 'Undoing');
  expect([await second.earlierOf(found), await second.earlierOf(worse)]).toEqual([first.id, null]);

  // So does that of a later inspection, which the answer before the merge named as a part.
  const mild = await second.add({ title: 'Mild', severity: 'medium' });
  const later = await third.add();
  await expectOk(merge(later, mild.id), 'Relating to the mild one');
  await expectOk(merge(mild, worse.id), 'Merging');
  expect(await third.earlierOf(later)).toBe(worse.id);
  await expectOk(tests.owner.post(`/api/issues/${mild.id}/separate`, { ids: [later.id] }), 'Undoing');
  expect(await third.earlierOf(later)).toBe(mild.id);
});

it('a finding is related to one earlier finding, and the item of the former one counts again', async () => {
  const { first, plan, second, third } = await threeInspections();
  const [found, later] = [await second.add(), await third.add()];
  const [before, last] = [await second.plan(), await third.plan()];
  const both = await merge(later, first.id, found.id);
  expect(both).toMatchObject({ status: 409, body: { code: 'findings_not_mergeable' } });
  expect(await third.earlierOf(later)).toBeNull();

  await expectOk(merge(later, first.id), 'Relating');
  expect([await endOf(plan), await endOf(before), await endOf(last)]).toEqual([['merged'], [null], [null]]);
  await expectOk(merge(later, found.id), 'Relating to another');
  expect(await third.earlierOf(later)).toBe(found.id);
  expect([await endOf(plan), await endOf(before), await endOf(last)]).toEqual([[null], ['merged'], [null]]);

  // Two findings with different earlier ones are not merged, because an undo could not tell them apart.
  const worse = await third.add({ title: 'Worse', severity: 'critical' });
  await expectOk(merge(worse, first.id), 'Relating');
  expect(await merge(worse, later.id)).toMatchObject({ status: 409 });
});

it('the item of the earlier inspection counts again when generating removes that of the later one', async () => {
  const { owner } = tests;
  const { areas, property, run } = await startedRun(owner);
  const [area, ...rest] = areas;
  const leaveOut = ({ id }: { id: string }) =>
    expectOk(
      owner.patch(`/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'Not inspected' }),
      'Leaving out',
    );
  const planOf = async ({ id }: { id: string }): Promise<Plan> =>
    (await expectOk(owner.post(`/api/area-sessions/${id}/generate-pip`), 'Generating')).pipReport;
  const first: Finding = await expectOk(owner.post(`/api/area-sessions/${area.id}/issues`, tile), 'Adding');
  const plan = await planOf(area);
  await addedPhoto(owner, area.id);
  await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`, { reason: 'Checks follow' }), 'Completing');
  for (const each of rest) await leaveOut(each);
  await expectOk(owner.post(`/api/inspection-runs/${run.id}/submit`), 'Submitting');

  const next = await expectOk(owner.post(`/api/properties/${property.id}/inspection-runs`), 'Starting again');
  const isSame = (each: { area: { code: string } }): boolean => each.area.code === area.area.code;
  const again = next.progress.find(isSame);
  const [other, ...others] = next.progress.filter((each: { area: { code: string } }) => !isSame(each));
  const second: Finding = await expectOk(owner.post(`/api/area-sessions/${again.id}/issues`, tile), 'Adding again');
  const planTwo = await planOf(again);
  await expectOk(merge(second, first.id), 'Relating');
  expect([await endOf(plan), await endOf(planTwo)]).toEqual([['merged'], [null]]);

  await leaveOut(again);
  for (const each of others) await leaveOut(each);
  await expectOk(owner.post(`/api/area-sessions/${other.id}/issues`, { ...tile, title: 'Other' }), 'Adding');
  await addedPhoto(owner, other.id);
  await expectOk(owner.post(`/api/area-sessions/${other.id}/complete`, { reason: 'Checks follow' }), 'Completing');
  await expectOk(owner.post(`/api/inspection-runs/${next.id}/generate-pip`), 'Generating for the property');
  expect([await endOf(plan), await endOf(planTwo)]).toEqual([[null], []]);
  expect((await read(plan)).totalCost).toBe(plan.totalCost);
});
