import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '#contract/plans.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Client } from '#test/client.ts';
import { addedPhoto, expectOk, passedChecks, startedRun } from '#test/factories.ts';
import { createPlanFacts } from './export/papers.service.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['person']>>;
let admin: Awaited<ReturnType<TestApp['person']>>;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.person('property');
  admin = await app.person('admin');
});
afterAll(() => app.close());

const addIssue = (
  areaId: string,
  category: string,
  severity: string,
  title = category,
  as: Client = owner,
  room: string | null = null,
) =>
  expectOk(
    as.post(`/api/area-sessions/${areaId}/issues`, {
      title,
      description: 'Seen in room 214',
      category,
      severity,
      room,
    }),
    'Adding a finding',
  );
const generate = async (areaId: string): Promise<{ isUpdate: boolean; message: string; pipReport: Plan }> =>
  expectOk(owner.post(`/api/area-sessions/${areaId}/generate-pip`), 'Generating');
const allExcept = (kept: string[]) =>
  [
    'lobby',
    'guest_rooms',
    'common_areas',
    'fitness_center',
    'pool',
    'restaurant',
    'meeting_rooms',
    'exterior',
    'back_of_house',
    'safety_equipment',
  ].filter((code) => !kept.includes(code));

describe('the plan of an area', () => {
  it('is refused while no finding is open, and does not exist then [5.gates.1, 7.calls.28, api.calls.21, api.calls.22]', async () => {
    const { areas } = await startedRun(owner);
    const refused = await owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'No finding of this area is open, so there is nothing to plan',
    ]);
    const issue = await addIssue(areas[0].id, 'stain', 'low');
    await expectOk(owner.patch(`/api/issues/${issue.id}`, { status: 'dismissed' }), 'Dismissing');
    expect((await owner.post(`/api/area-sessions/${areas[0].id}/generate-pip`)).status).toBe(409);
    expect((await owner.get(`/api/pip-reports/area-session/${areas[0].id}`)).body).toEqual({ pipReport: null });
  });

  it("has the catalog's lines, the sums and the days of its open findings [1.purpose.11, 7.calls.25, 9.severities.3, domain.catalogue.4, domain.severity.1, domain.severity.3, domain.severity.4, decisions.analysis.4]", async () => {
    const { areas, property } = await startedRun(owner);
    const [lobby] = areas;
    await addIssue(lobby.id, 'carpet_wear', 'medium', 'Worn carpet');
    const mould = await addIssue(lobby.id, 'mould', 'critical', 'Mold at the vent');
    await addIssue(lobby.id, 'upholstery_damage', 'low', 'Torn chair');
    const { isUpdate, message, pipReport } = await generate(lobby.id);
    expect(isUpdate).toBe(false);
    expect(message).toBe('PIP Generated with 3 items');
    // Mold from critical 2,000-8,000, five days; carpet 900-2,000, one day, FF&E; chair 400-1,400, half a day, 60
    // days lead, FF&E.
    expect(pipReport).toMatchObject({
      propertyId: property.id,
      areaSessionId: lobby.id,
      inspectionId: null,
      source: 'area',
      area: 'Lobby',
      status: 'draft',
      priority: 'critical',
      property: { id: property.id, name: 'Cedar Lodge' },
      itemCount: 3,
      // 5,000 + 1,450 + 900 = 7,350 works, 12 % of 2,350 and 10 % of 7,350 as planning figures.
      costLines: [
        { label: 'Construction cost', amount: '7350.00' },
        { label: 'Freight and tax, 12% of FF&E', amount: '280.00' },
        { label: 'Contingency, 10% of construction cost', amount: '735.00' },
      ],
      totalCost: '8365.00',
      costLow: '3785.00',
      costHigh: '12960.00',
      estimatedDays: 61,
      phases: [
        { name: 'critical', window: '24–48 hours', items: 1, cost: '5000.00', startDay: 0, days: 5 },
        { name: 'major', window: 'weeks 1–2', items: 0, cost: '0.00', startDay: 5, days: 0 },
        { name: 'minor', window: 'weeks 3–4', items: 2, cost: '2350.00', startDay: 5, days: 55.5 },
      ],
      abilities: { submit: true, accept: false, regenerate: true, share: true },
    });
    expect(pipReport.items.map((item) => item.title)).toEqual(['Mold at the vent', 'Worn carpet', 'Torn chair']);
    expect(pipReport.items[0]).toMatchObject({
      issueId: mould.id,
      issue: { id: mould.id, severity: 'critical' },
      category: 'mould',
      phase: 'critical',
      area: 'Lobby',
      estimatedCost: '5000.00',
      costLow: '2000.00',
      costHigh: '8000.00',
      estimatedDays: 5,
      recommendedAction: 'Call a remediation firm',
      status: 'pending',
    });
    expect((await owner.get(`/api/pip-reports/area-session/${lobby.id}`)).body.pipReport.id).toBe(pipReport.id);
  });

  it('is updated: new findings are added, dismissed ones removed, untouched items updated, changed ones kept [7.calls.25, decisions.plans.9, domain.severity.2]', async () => {
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    const decided = await addIssue(lobby.id, 'stain', 'low', 'decided');
    const follows = await addIssue(lobby.id, 'hvac', 'low', 'follows');
    const goes = await addIssue(lobby.id, 'dirt', 'low', 'goes');
    const first = await generate(lobby.id);
    const itemOf = (plan: Plan, issueId: string) => plan.items.find((item) => item.issueId === issueId);
    await expectOk(
      admin.patch(`/api/pip-items/${itemOf(first.pipReport, decided.id)?.id}`, {
        status: 'approved',
        estimatedCost: 777,
        note: 'A quote is in',
      }),
      'Modifying',
    );
    await expectOk(owner.patch(`/api/issues/${decided.id}`, { status: 'dismissed' }), 'Dismissing');
    await expectOk(owner.patch(`/api/issues/${goes.id}`, { status: 'dismissed' }), 'Dismissing');
    await expectOk(owner.patch(`/api/issues/${follows.id}`, { severity: 'high' }), 'Raising');
    const comes = await addIssue(lobby.id, 'leak', 'high', 'comes');

    const second = await generate(lobby.id);
    expect(second.isUpdate).toBe(true);
    expect(second.message).toMatch(/^PIP Updated/);
    expect(second.pipReport.id).toBe(first.pipReport.id);
    expect(second.pipReport.items.map((item) => item.title).toSorted()).toEqual(['comes', 'decided', 'follows']);
    expect(itemOf(second.pipReport, decided.id)).toMatchObject({ status: 'approved', estimatedCost: '777.00' });
    const followed = itemOf(second.pipReport, follows.id);
    expect(followed).toMatchObject({ severity: 'high', phase: 'major', estimatedCost: '1100.00' });
    expect(followed?.id).toBe(itemOf(first.pipReport, follows.id)?.id);
    expect(itemOf(second.pipReport, comes.id)).toMatchObject({ status: 'pending', phase: 'major' });
    // Its finding was dismissed, so the decided item is kept and does not count.
    expect(itemOf(second.pipReport, decided.id)).toMatchObject({ noLongerNeeded: 'dismissed' });
    // 1,100 + 925 works, which are mechanical and no FF&E, and 10 % of them to 5 dollars.
    expect(second.pipReport.totalCost).toBe((2025 + 205).toFixed(2));
  });

  it('is created once by concurrent requests', async () => {
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    for (let index = 0; index < 5; index += 1)
      await addIssue(lobby.id, 'stain', 'low', `Stain ${index}`, owner, `Desk ${index}`);
    const answers = await Promise.all(
      [owner, admin, owner, admin, owner].map((person) => person.post(`/api/area-sessions/${lobby.id}/generate-pip`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.pipReport.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.isUpdate)).toHaveLength(1);
    for (const { body } of answers) expect(body.pipReport.itemCount).toBe(5);
  });
});

describe('the property-wide plan', () => {
  it('waits for every applicable area, names those that are open, and may be empty [1.purpose.11, 7.calls.17, api.calls.13]', async () => {
    const { run, areas } = await startedRun(owner, admin, allExcept(['lobby', 'pool']));
    const [lobby, pool] = areas.filter((area: { status: string }) => area.status !== 'not_applicable');
    const url = `/api/inspection-runs/${run.id}/generate-pip`;
    const refused = await owner.post(url);
    expect([refused.status, refused.body.detail]).toEqual([409, '2 of 2 areas are not completed yet: Lobby, Pool']);
    const complete = async (area: { id: string }) => {
      await addedPhoto(owner, area.id);
      await expectOk(owner.post(`/api/area-sessions/${area.id}/complete`), 'Completing');
    };
    await complete(lobby);
    const half = await owner.post(url);
    expect([half.status, half.body.detail]).toEqual([409, '1 of 2 areas is not completed yet: Pool']);
    await complete(pool);
    const empty = await expectOk(owner.post(url), 'Generating');
    expect(empty.items).toEqual([]);
    expect(empty.pipReport).toMatchObject({
      source: 'property',
      runId: run.id,
      area: null,
      totalCost: '0.00',
      estimatedDays: 0,
      priority: 'low',
      itemCount: 0,
      abilities: { submit: false },
    });
    await addIssue(pool.id, 'pool_safety', 'critical', 'Gate does not latch', admin);
    await addIssue(lobby.id, 'trip_hazard', 'high', 'Loose mat', admin);
    const filled = await expectOk(admin.post(url), 'Generating');
    expect(filled.pipReport.id).toBe(empty.pipReport.id);
    expect(filled.items.map((item: { area: string; phase: string }) => [item.area, item.phase])).toEqual([
      ['Pool', 'critical'],
      ['Lobby', 'major'],
    ]);
    expect(filled.items).toEqual(filled.pipReport.items);
  });
});

it("the document of a property's plan has the score of its run, and no other plan's has one", async () => {
  const person = await app.person('property');
  const { run, areas } = await startedRun(person, admin, allExcept(['lobby', 'pool']));
  const applicable = areas.filter((area: { status: string }) => area.status !== 'not_applicable');
  for (const { id } of applicable) await addedPhoto(person, id);
  const [lobby] = applicable;
  await passedChecks(person, `/api/area-sessions/${lobby.id}`);
  await addIssue(lobby.id, 'trip_hazard', 'high', 'Loose mat', person);
  const ofArea = await expectOk(person.post(`/api/area-sessions/${lobby.id}/generate-pip`), 'Generating');
  for (const { id } of applicable) await expectOk(person.post(`/api/area-sessions/${id}/complete`), 'Completing');
  const ofProperty = await expectOk(person.post(`/api/inspection-runs/${run.id}/generate-pip`), 'Generating');
  const shown = (await expectOk(person.get(`/api/inspection-runs/${run.id}`), 'Reading')).run;
  expect([shown.complianceScore, shown.coverage.areas, shown.coverage.areasScored]).toEqual([69, 2, 1]);

  const factsOf = createPlanFacts({ db: app.database.db, figures: app.system.services.figures });
  const facts = await factsOf(ofProperty.pipReport.id);
  expect(facts?.score).toEqual({ complianceScore: shown.complianceScore, coverage: shown.coverage });
  expect(facts?.leftOut).toHaveLength(areas.length - applicable.length);
  expect(facts?.leftOut[0]).toMatchObject({ area: 'Guest Rooms', reason: expect.stringMatching(/./) });
  expect(await factsOf(ofArea.pipReport.id)).toMatchObject({ score: null, leftOut: [] });
});

it('the plan of an inspection has the findings of the area that it reviews [1.purpose.11, 7.calls.35, api.calls.26]', async () => {
  const { areas } = await startedRun(owner);
  const [lobby] = areas;
  await addedPhoto(owner, lobby.id);
  await addIssue(lobby.id, 'stain', 'medium', 'Stain by the desk');
  const completed = await expectOk(owner.post(`/api/area-sessions/${lobby.id}/complete`), 'Completing');
  const { pipReport } = await expectOk(
    owner.post(`/api/inspections/${completed.inspectionId}/generate-pip`),
    'Generating',
  );
  expect(pipReport).toMatchObject({
    source: 'inspection',
    inspectionId: completed.inspectionId,
    inspection: { id: completed.inspectionId, area: 'Lobby' },
    area: 'Lobby',
    itemCount: 1,
  });
});

describe('a standalone inspection', () => {
  it('can be planned too', async () => {
    const property = await expectOk(
      owner.post('/api/properties', {
        name: 'Mesa Court',
        address: '2 Sun Street',
        city: 'Mesa',
        state: 'AZ',
        zipCode: '85201',
        propertyType: 'motel',
      }),
      'Adding a property',
    );
    const inspection = await expectOk(
      owner.post('/api/inspections', {
        propertyId: property.id,
        sessionId: 'V1StGXR8_Z5jdHi6B-myT',
        propertyName: property.name,
        area: 'Guest Rooms',
      }),
      'Starting an inspection',
    );
    await expectOk(
      owner.post(`/api/inspections/${inspection.id}/issues`, {
        title: 'Cracked tile',
        category: 'broken_tile',
        severity: 'medium',
      }),
      'Adding a finding',
    );
    const { pipReport } = await expectOk(owner.post(`/api/inspections/${inspection.id}/generate-pip`), 'Generating');
    expect(pipReport).toMatchObject({
      source: 'inspection',
      area: 'Guest Rooms',
      itemCount: 1,
      runId: null,
      abilities: { submit: true },
    });
    expect(pipReport.items[0].area).toBe('Guest Rooms');
  });
});
