import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { expectOk, startedRun } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("a line shows the action that a user entered, or else the one that the catalog's price covers [domain.defects.4]", async () => {
  const owner = await app.person('property');
  const issues = `/api/area-sessions/${(await startedRun(owner)).areas[0].id}/issues`;
  const stain = { title: 'Stain', category: 'stain', severity: 'low' };
  const usual = await expectOk(owner.post(issues, stain), 'Adding a finding');
  const given = await expectOk(
    owner.post(issues, { ...stain, recommendedAction: 'Dye the carpet' }),
    'Adding a finding',
  );
  expect([usual.actionGiven, given.actionGiven, given.recommendedAction]).toEqual([false, true, 'Dye the carpet']);
  const planned = async () => {
    const address = issues.replace('/issues', '/generate-pip');
    const { pipReport } = await expectOk(owner.post(address), 'Generating');
    return new Map<string, string>(
      pipReport.items.map(({ issueId, recommendedAction }: Record<string, string>) => [issueId, recommendedAction]),
    );
  };
  const before = await planned();
  expect(before.get(given.id)).toBe('Dye the carpet');
  expect(before.get(usual.id)).toMatch(/extract/i);

  const change = (body: object) => expectOk(owner.patch(`/api/issues/${given.id}`, body), 'Changing');
  // The entered action applies to stains of any severity, and to no other category.
  expect(await change({ severity: 'high' })).toMatchObject({ actionGiven: true, recommendedAction: 'Dye the carpet' });
  expect(await change({ category: 'dirt' })).toMatchObject({ actionGiven: false });
  expect(await change({ recommendedAction: 'Wash it' })).toMatchObject({ actionGiven: true });
  expect(await change({ recommendedAction: '' })).toMatchObject({ actionGiven: false });
  expect((await planned()).get(given.id)).not.toBe('Dye the carpet');
});

it('a failed critical check is a line of life safety, whatever its category', async () => {
  const owner = await app.person('property');
  const { areas } = await startedRun(owner);
  const rooms = `/api/area-sessions/${areas.find(({ area }: { area: { code: string } }) => area.code === 'guest_rooms').id}`;
  const failed = ['Smoke detector is present and uncovered', 'Bathroom fixtures work and do not leak'];
  for (const { id, title } of (await owner.get(`${rooms}/checklist`)).body)
    if (failed.includes(title))
      await expectOk(owner.patch(`${rooms}/checklist/${id}`, { result: 'fail', note: 'Seen' }), 'Answering');
  const { pipReport } = await expectOk(owner.post(`${rooms}/generate-pip`), 'Generating');
  expect(pipReport.items.map((item: Record<string, string>) => [item.title, item.category, item.class])).toEqual([
    ['Smoke detector missing or covered', 'fixture_broken', 'life_safety'],
    [expect.stringContaining('athroom'), 'fixture_broken', 'mep'],
  ]);
});

it("a check's own price holds for its own action, until a user makes the finding worse [domain.defects.4]", async () => {
  const owner = await app.person('property');
  const { areas } = await startedRun(owner);
  const urlOf = (code: string) =>
    `/api/area-sessions/${areas.find(({ area }: { area: { code: string } }) => area.code === code).id}`;
  const fail = async (code: string, title: string, fields: object = {}) => {
    const checks: { id: string; title: string }[] = (await owner.get(`${urlOf(code)}/checklist`)).body;
    const id = checks.find((check) => check.title === title)?.id;
    const answer = { result: 'fail', note: 'Seen', ...fields };
    await expectOk(owner.patch(`${urlOf(code)}/checklist/${id}`, answer), 'Answering');
  };
  const lineOf = async (code: string, title: string) => {
    const { pipReport } = await expectOk(owner.post(`${urlOf(code)}/generate-pip`), 'Generating');
    const line = pipReport.items.find((item: { title: string }) => item.title === title);
    return [line.recommendedAction, line.costLow, line.costHigh, line.class, line.spending];
  };
  const [carpet, wall] = ['Corridor carpet dirty or uneven', 'Wall or baseboard scuffed or holed'];
  const cleaned = ['Hot-water extract the carpet and lay it flat.', '60.00', '150.00', 'operations', 'operating'];

  await fail('common_areas', 'Corridor carpet is clean and lies flat');
  expect(await lineOf('common_areas', carpet)).toEqual(cleaned);
  // A dirtier carpet is still cleaned.
  await fail('common_areas', 'Corridor carpet is clean and lies flat', { severity: 'high' });
  expect(await lineOf('common_areas', carpet)).toEqual(cleaned);
  const found: { id: string; title: string }[] = (await owner.get(`${urlOf('common_areas')}/issues`)).body;
  const id = found.find(({ title }) => title === carpet)?.id;
  const recommendedAction = 'Replace the corridor carpet';
  await expectOk(owner.patch(`/api/issues/${id}`, { recommendedAction }), 'Changing');
  expect(await lineOf('common_areas', carpet)).toEqual([
    recommendedAction,
    '900.00',
    '2000.00',
    'soft_goods',
    'capital',
  ]);

  await fail('lobby', 'Walls and baseboards have no scuffs or holes');
  expect((await lineOf('lobby', wall)).slice(0, 3)).toEqual([
    'Patch and touch up the wall or baseboard.',
    '75.00',
    '200.00',
  ]);
  await fail('lobby', 'Walls and baseboards have no scuffs or holes', { severity: 'high' });
  expect((await lineOf('lobby', wall)).slice(0, 3)).toEqual(['Replace the wallcovering', '900.00', '1800.00']);

  // What is critical is its danger: a closer is not a fire door.
  await fail('guest_rooms', 'Entry door closes and latches by itself, with deadbolt and viewer');
  const rooms: { id: string; category: string }[] = (await owner.get(`${urlOf('guest_rooms')}/issues`)).body;
  const door = rooms.find(({ category }) => category === 'door_hardware')?.id;
  for (const [given, low, high] of [
    ['Replace the closer', '75.00', '300.00'],
    ['Fit a new fire door', '1500.00', '4000.00'],
  ]) {
    const { title } = await expectOk(owner.patch(`/api/issues/${door}`, { recommendedAction: given }), 'Changing');
    expect((await lineOf('guest_rooms', title)).slice(0, 4)).toEqual([given, low, high, 'life_safety']);
  }
});
