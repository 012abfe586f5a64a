import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import type { ChecklistItem } from '#contract/checklists.ts';
import type { Finding } from '#contract/findings.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { addedPhoto, expectOk, picture, startedRun, uploadFile } from '#test/factories.ts';
import { statementTextsOf } from '#test/query-plans.ts';
import { contradictedItem } from './checklists.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The statements of docs/specification/domain.md by area; a star marks a critical one. */
const page = await readFile(new URL('../../docs/specification/domain.md', import.meta.url), 'utf8');
const statementsOf = (area: string) => {
  const line = page.split('\n').find((each) => each.startsWith(`- **${area}**: `)) ?? '';
  return line
    .slice(line.indexOf(': ') + 2)
    .split(' · ')
    .map((statement) => ({
      title: statement.replace(/ \*$/, ''),
      critical: statement.endsWith(' *'),
    }));
};

describe('the checklist of', () => {
  it.each(areaCodes.map((area, index) => [area, [12, 16, 12, 12, 13, 13, 12, 14, 14, 12][index]]))(
    '%s has its %d statements and critical items [domain.checklist.1, domain.checklist.2, domain.checklist.3, domain.checklist.4, domain.checklist.5, domain.checklist.6, domain.checklist.7, domain.checklist.8, domain.checklist.9, domain.checklist.10]',
    async (area, count) => {
      const owner = await app.person('property');
      const areas = (await owner.get('/api/inspection-areas')).body;
      const { id } = areas.find(({ code }: { code: string }) => code === area);
      const items = (await owner.get(`/api/inspection-areas/${id}/checklist`)).body;
      expect(items).toHaveLength(Number(count));
      expect(items.map(({ title, critical }: ChecklistItem) => ({ title, critical }))).toEqual(
        statementsOf(String(area)),
      );
    },
  );
});

describe('the texts of all checks', () => {
  const all = async () => {
    const owner = await app.person('property');
    const areas: { id: string }[] = (await owner.get('/api/inspection-areas')).body;
    const lists = await Promise.all(
      areas.map(async ({ id }) => (await owner.get(`/api/inspection-areas/${id}/checklist`)).body),
    );
    return lists.flat() as ChecklistItem[];
  };

  it('never ask the inspector to set off a detector or pull station [domain.checklist.12]', async () => {
    const { rows } = await app.database.pool.query('select title, finding_title, action from area_checklist_items');
    expect(rows).toHaveLength((await all()).length);
    for (const words of rows.flatMap((row: object): string[] => Object.values(row)))
      expect(words).not.toMatch(/\b(test|press|pull|push|trigger|activate|set off|sound|trip) (the|a|each|every) /i);
  });

  it('state the deficiency and end with a sentence that says what to do [domain.checklist.11]', async () => {
    const { rows } = await app.database.pool.query('select title, finding_title, action from area_checklist_items');
    for (const { title, finding_title: wrong, action } of rows) {
      expect(wrong).not.toBe(title);
      expect(wrong.length).toBeLessThanOrEqual(60);
      expect(action).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('the check that a finding contradicts', () => {
  const lobby = [
    { title: 'Front desk is undamaged', category: 'casegoods_damage' },
    { title: 'Ceiling has no stains or sagging', category: 'water_damage' },
    { title: 'Floor has no cracks, stains or worn paths', category: 'floor_damage' },
  ] as const;
  it.each([
    ['water_damage', lobby, 'Ceiling has no stains or sagging'],
    ['stain', lobby, 'Ceiling has no stains or sagging'],
    ['crack', lobby, 'Floor has no cracks, stains or worn paths'],
    ['casegoods_damage', lobby, 'Front desk is undamaged'],
    ['pest', lobby, null],
    ['other', lobby, null],
    ['crack', [], null],
  ] as const)('%s on %o is %s', (category, items, expected) => {
    expect(contradictedItem(category, items)?.title ?? null).toBe(expected);
  });
});

describe('an answer', () => {
  it('takes few statements, and returns what is read afterwards', async () => {
    // No jobs, because their statements would be counted too.
    const quiet = await createTestApp({ work: false });
    try {
      // Nor is the audit log sealed, which would otherwise happen at any moment beside an answer.
      await quiet.system.services.audit.close();
      const owner = await quiet.person('property');
      const { areas } = await startedRun(owner);
      const list = `/api/area-sessions/${areas[0].id}/checklist`;
      const [first, second, third] = (await owner.get(list)).body;
      await expectOk(owner.patch(`${list}/${first.id}`, { result: 'pass' }), 'The first answer');
      for (const [item, body, most] of [
        [second, { result: 'pass', note: '  Seen  ' }, 8],
        [third, { result: 'fail', note: 'Torn' }, third.critical ? 11 : 9],
        [third, { result: 'fail', note: 'Worn' }, third.critical ? 13 : 12],
        [third, { result: null, note: 'Torn' }, 11],
      ] as const) {
        let answer: unknown;
        const sent = await statementTextsOf(quiet.pool, async () => {
          const sentOnce = { ...body, id: randomUUID() };
          answer = await expectOk(owner.patch(`${list}/${item.id}`, sentOnce), 'An answer');
        });
        expect(sent).toContain('begin');
        expect(sent.length, sent.map((text) => text.slice(0, 90)).join('\n')).toBeLessThanOrEqual(most);
        expect((await owner.get(list)).body).toContainEqual(answer);
      }
    } finally {
      await quiet.close();
    }
  });
});

describe('the checklist of an area', () => {
  it.each(['answer', 'photo'])('joins a failed check and its photo when the %s arrives first', async (first) => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    const url = `/api/area-sessions/${lobby.id}`;
    const [item, other] = (await owner.get(`${url}/checklist`)).body;
    const fail = () => expectOk(owner.patch(`${url}/checklist/${item.id}`, { result: 'fail' }), 'Failing');
    const issue = async () => (await owner.get(`${url}/issues`)).body[0];
    await expectOk(owner.patch(`${url}/checklist/${other.id}`, { result: 'pass' }), 'Passing');
    await addedPhoto(owner, lobby.id);
    if (first === 'answer') await fail();
    const photo = await addedPhoto(owner, lobby.id, { checkId: item.id, room: 'Front desk' });
    if (first === 'photo') await fail();
    expect(photo.checkId).toBe(item.id);
    expect(await issue()).toMatchObject({ photoId: photo.id, imageUrl: photo.previewUrl, room: 'Front desk' });
    // Neither a second photo nor the note takes the place of the first.
    await addedPhoto(owner, lobby.id, { checkId: item.id });
    await expectOk(owner.patch(`${url}/checklist/${item.id}`, { result: 'fail', note: 'Torn' }), 'The note');
    expect(await issue()).toMatchObject({ photoId: photo.id, description: 'Torn', source: 'person' });
    expect((await owner.get(`${url}/issues`)).body.filter(({ source }: Finding) => source === 'person')).toHaveLength(
      1,
    );
  });

  it('takes a picture that the area already has as the photo of a failed check', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    const url = `/api/area-sessions/${lobby.id}`;
    const [item] = (await owner.get(`${url}/checklist`)).body;
    const bytes = await picture();
    const register = async (fields: object) =>
      addedPhoto(owner, lobby.id, { url: await uploadFile(owner, bytes), ...fields });
    const photo = await register({});
    await expectOk(owner.patch(`${url}/checklist/${item.id}`, { result: 'fail' }), 'Failing');
    expect(await register({ checkId: item.id })).toMatchObject({ id: photo.id, checkId: item.id });
    const issues: Finding[] = (await owner.get(`${url}/issues`)).body;
    expect(issues.filter(({ source }) => source === 'person')).toMatchObject([{ photoId: photo.id }]);
  });

  it('gives the finding of a failed check no photo of another check or area', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const [lobby, rooms] = areas;
    const [item, other] = (await owner.get(`/api/area-sessions/${lobby.id}/checklist`)).body;
    await addedPhoto(owner, lobby.id, { checkId: other.id });
    await addedPhoto(owner, rooms.id, { checkId: item.id });
    await expectOk(owner.patch(`/api/area-sessions/${lobby.id}/checklist/${item.id}`, { result: 'fail' }), 'Failing');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([{ photoId: null }]);
  });

  it('creates a finding for a failed item and resolves it when the item passes [api.added.6]', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const [lobby] = areas;
    const items = (await owner.get(`/api/area-sessions/${lobby.id}/checklist`)).body;
    expect(items).toHaveLength(12);
    expect(items[1]).toMatchObject({ title: 'Entrance mat lies flat', critical: true, result: null, aiHint: null });

    const address = `/api/area-sessions/${lobby.id}/checklist/${items[1].id}`;
    const failed = await expectOk(owner.patch(address, { result: 'fail', note: 'Curled at the left door' }), 'Failing');
    expect(failed).toMatchObject({ result: 'fail', note: 'Curled at the left door', severity: 'critical' });
    const [issue, ...others] = (await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body;
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      title: 'Entrance mat curled or out of place',
      description: 'Curled at the left door',
      recommendedAction: 'Lay the mat flat and fix it, or replace it.',
      severity: 'critical',
      category: 'trip_hazard',
      source: 'person',
      status: 'confirmed',
    });
    expect((await owner.get(`/api/area-sessions/${lobby.id}`)).body).toMatchObject({
      status: 'in_progress',
      itemsChecked: 1,
      issuesDetected: 1,
    });

    await expectOk(owner.patch(address, { result: 'pass' }), 'Passing');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([
      { id: issue.id, status: 'resolved' },
    ]);
    await expectOk(owner.patch(address, { result: 'fail' }), 'Failing again');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([
      { id: issue.id, status: 'confirmed', severity: 'critical' },
    ]);
    await expectOk(owner.patch(address, { result: 'fail', severity: 'high', note: 'Only frayed' }), 'Describing');
    expect((await owner.get(`/api/area-sessions/${lobby.id}/issues`)).body).toMatchObject([
      { id: issue.id, status: 'confirmed', severity: 'high', description: 'Only frayed' },
    ]);
    const severities = async () =>
      (await owner.get(`/api/area-sessions/${lobby.id}/checklist`)).body.map(
        ({ severity }: { severity: string | null }) => severity,
      );
    expect((await severities()).slice(0, 3)).toEqual([null, 'high', null]);
    const removed = await expectOk(owner.patch(address, { result: null }), 'Taking back');
    expect([removed.result, removed.note, removed.severity]).toEqual([null, null, null]);
    // A check that fails again has the severity of its earlier finding.
    expect((await owner.patch(address, { result: 'fail' })).body).toMatchObject({ result: 'fail', severity: 'high' });
    await expectOk(owner.patch(address, { result: null }), 'Taking back');
    expect((await owner.get(`/api/area-sessions/${lobby.id}`)).body).toMatchObject({
      itemsChecked: 0,
      issuesDetected: 0,
    });
  });

  it('refuses an answer that is based on another one, unless both are the same', async () => {
    const owner = await app.person('property');
    const [area] = (await startedRun(owner)).areas;
    const path = `/api/area-sessions/${area?.id}/checklist`;
    const [check] = await owner.call('GET', path);
    const answer = (fields: object) => owner.patch(`${path}/${check.id}`, fields);
    const none = { result: null, note: null };
    const pass = { result: 'pass', note: null };
    expect((await answer({ result: 'pass', basedOn: [none] })).status).toBe(200);
    const late = await answer({ result: 'not_applicable', basedOn: [none] });
    expect([late.status, late.body.code]).toEqual([409, 'check_answered_meanwhile']);
    expect((await answer({ result: 'pass', basedOn: [none] })).status).toBe(200);
    expect((await answer({ result: 'not_applicable', basedOn: [none, pass] })).status).toBe(200);
    expect((await answer({ result: 'pass' })).status).toBe(200);
  });

  it('refuses an item of another area and an invalid result [api.added.6]', async () => {
    const owner = await app.person('property');
    const { areas } = await startedRun(owner);
    const items = (await owner.get(`/api/area-sessions/${areas[1].id}/checklist`)).body;
    const address = `/api/area-sessions/${areas[0].id}/checklist/${items[0].id}`;
    expect((await owner.patch(address, { result: 'pass' })).status).toBe(404);
    const wrong = await owner.patch(`/api/area-sessions/${areas[1].id}/checklist/${items[0].id}`, { result: 'maybe' });
    expect([wrong.status, wrong.body.errors.result]).toEqual([400, 'Choose pass, fail or not applicable']);
  });
});

describe('the checklist of a standalone inspection', () => {
  it('is that of its area, by name or code, and its results count for the inspection', async () => {
    const owner = await app.person('property');
    const { property } = await startedRun(owner);
    const areas = (await owner.get('/api/inspection-areas')).body;
    const rooms = areas.find(({ code }: { code: string }) => code === 'guest_rooms');
    const blank = (await owner.get(`/api/inspection-areas/${rooms.id}/checklist`)).body;
    expect(blank).toHaveLength(16);
    expect(blank[0]).toMatchObject({ critical: true, result: null, category: 'door_hardware', aiHint: null });
    for (const [number, area] of ['Guest Rooms', 'guest_rooms'].entries()) {
      const started = await expectOk(
        owner.post('/api/inspections', {
          propertyId: property.id,
          sessionId: `checklist-session-${number}`,
          propertyName: property.name,
          area,
        }),
        'Starting',
      );
      const url = `/api/inspections/${started.id}`;
      expect(started).toMatchObject({ itemsChecked: 0, totalItems: 16 });
      const items = (await owner.get(`${url}/checklist`)).body;
      expect(items).toEqual(blank);
      for (const [index, result] of ['pass', 'fail', 'not_applicable'].entries())
        await expectOk(owner.patch(`${url}/checklist/${items[index].id}`, { result }), result);
      await expectOk(owner.patch(`${url}/checklist/${items[1].id}`, { result: 'fail', note: 'Torn' }), 'Again');
      expect((await owner.get(`${url}/issues`)).body).toMatchObject([
        { title: 'Evacuation plan missing from door', description: 'Torn', source: 'person', inspectionId: started.id },
      ]);
      expect((await owner.get(url)).body).toMatchObject({ itemsChecked: 3, issuesDetected: 1 });
      await expectOk(owner.patch(`${url}/checklist/${items[1].id}`, { result: 'pass' }), 'Passing');
      expect((await owner.get(url)).body).toMatchObject({ itemsChecked: 3, issuesDetected: 0 });
      await expectOk(owner.put(url, { status: 'pending_review' }), 'Submitting');
      expect((await owner.patch(`${url}/checklist/${items[3].id}`, { result: 'pass' })).status).toBe(409);
    }
    const odd = await expectOk(
      owner.post('/api/inspections', {
        propertyId: property.id,
        sessionId: 'checklist-session-odd',
        propertyName: property.name,
        area: 'Wine cellar',
      }),
      'Starting',
    );
    expect(odd.totalItems).toBe(0);
    expect((await owner.get(`/api/inspections/${odd.id}/checklist`)).body).toEqual([]);
  });
});
