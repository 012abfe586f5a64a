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
