import { passedChecks } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { addPhoto, expect, startedRun, test } from './story.ts';

test("an owner chooses photos and checks as evidence for the brand's requirements, and the reviewer sees them [domain.score.17]", async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { property, run, areas } = await startedRun(owner, admin, [], {
    requirements: [
      'Fire doors close by themselves',
      { text: 'Show the rescue hook', area: 'pool', photoRequired: true },
      { text: 'The gate latches', area: 'pool' },
      { text: 'First-aid kit in view', area: 'fitness_center', photoRequired: true },
    ],
  });
  const idOf = (code: string): string => areas.find(({ area }) => area.code === code)?.id ?? '';
  const id = idOf('pool');
  const leftOut = { status: 'not_applicable', reason: 'We have no gym' };
  await owner.call('PATCH', `/api/area-sessions/${idOf('fitness_center')}`, leftOut);
  await owner.call('PATCH', `/api/area-sessions/${id}`, { permissionCamera: true });
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/area-inspection?runId=${run.id}&sessionId=${id}&areaName=Pool&propertyId=${property.id}`);
  const head = page.getByRole('button', { name: /^Requirements/ });
  await expect(head).toContainText('0 of 2 met · 0 of 1 for the whole property');
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  // The counts do not squeeze the heading into pieces of a word.
  expect((await head.getByText('Requirements', { exact: true }).boundingBox())?.height).toBeLessThan(40);
  await expect(page.getByText('Not met: needs a photo', { exact: true })).toBeVisible();
  await expect(page.getByText(/0 of 2 requirements met with evidence/)).toBeVisible();

  // Without photos and passed checks there is nothing to choose yet.
  await page.getByRole('button', { name: 'Choose evidence for Show the rescue hook' }).tap();
  const sheet = page.getByRole('dialog', { name: 'What meets this requirement?' });
  await expect(sheet.getByText('This area has no photos yet.', { exact: false })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await addPhoto(owner, id);
  await passedChecks(owner, `/api/area-sessions/${id}`);
  await page.getByRole('button', { name: 'Choose evidence for Show the rescue hook' }).tap();
  await expect(sheet.getByRole('list', { name: 'Passed checks' })).toHaveCount(0);
  await sheet.getByRole('button', { name: /^Photo / }).tap();
  await expect(page.getByText('Met by a photo')).toBeVisible();
  await expect(page.getByText(/1 of 2 requirements met with evidence/)).toBeVisible();

  await page.getByRole('button', { name: 'Choose evidence for The gate latches' }).tap();
  await expect(sheet.getByRole('list', { name: 'Passed checks' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await sheet.getByRole('list', { name: 'Passed checks' }).getByRole('button').first().tap();
  await expect(page.getByText(/^Met by the check/)).toBeVisible();
  await expect(page.getByText(/2 of 2 requirements met with evidence/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleEverywhere(page);

  // A choice can be removed.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Change evidence for The gate latches' }).tap();
  await sheet.getByRole('button', { name: 'Remove Evidence' }).tap();
  await expect(page.getByText(/1 of 2 requirements met with evidence/)).toBeVisible();

  // They stand before the submission.
  await page.getByRole('button', { name: 'Complete Area' }).tap();
  const finish = page.getByRole('dialog', { name: 'Finish Pool' });
  await expect(finish.getByText('1 of 2 met', { exact: true })).toBeVisible();
  await finish.getByRole('button', { name: 'Close' }).tap();

  // Requirements are shown next to the run's score and in the review.
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await expect(page.getByText(/1 of 3 requirements met with evidence/)).toBeVisible();
  await page.getByText('What the brand asks for: 4 requirements').tap();
  await expect(page.getByRole('listitem').filter({ hasText: 'Show the rescue hook' })).toContainText(
    'Pool · photo required',
  );
  await owner.call('POST', `/api/area-sessions/${id}/complete`);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&propertyId=${property.id}`);
  // What the score is based on takes no more than two lines below it, also beside an open review.
  const basis = desk.getByRole('row', { name: /Pool/ }).getByText(/ checks · 1 of 2 requirements$/);
  const lineHeight = await basis.evaluate((text) => Number.parseFloat(getComputedStyle(text).lineHeight));
  expect((await basis.boundingBox())?.height).toBeLessThan(lineHeight * 2.5);
  await desk.getByRole('button', { name: /^Review .*, Pool$/ }).click();
  const panel = desk.getByRole('complementary', { name: /^Inspection Review:/ });
  await expect(panel).toBeVisible();
  expect((await basis.boundingBox())?.height).toBeLessThan(lineHeight * 2.5);
  await expect(
    panel.getByRole('heading', {
      name: 'Requirements: 1 of 2 met · 0 of 1 for the whole property · 1 in areas left out',
    }),
  ).toBeVisible();
  const missed = 'Not met: Fitness Center is left out · We have no gym';
  await expect(panel.getByRole('listitem').filter({ hasText: 'First-aid kit in view' })).toContainText(missed);
  await expect(panel.getByText('Met by a photo')).toBeVisible();
  await expect(panel.getByText(/1 of 2 requirements met with evidence/)).toBeVisible();

  // The page of the case shows all of them, and what the owner changes meanwhile.
  await panel.getByRole('link', { name: /^CASE-/ }).click();
  const listed = desk
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: 'Requirements', exact: true }) });
  await expect(listed).toContainText('1 of 3 met · 1 in areas left out');
  await expect(listed.getByRole('listitem')).toHaveText([
    /^Fire doors close by themselvesNot met: needs a photo or a passed checkWhole property$/,
    /^Show the rescue hookMet by a photoPoolPhoto required$/,
    /^The gate latchesNot met: needs a photo or a passed checkPool$/,
    `First-aid kit in view${missed}Fitness CenterPhoto required`,
  ]);
  await expectAccessibleEverywhere(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await owner.call('PATCH', `/api/area-sessions/${idOf('lobby')}`, { permissionCamera: true });
  const photo = await addPhoto(owner, idOf('lobby'));
  await owner.call('PUT', `/api/area-sessions/${idOf('lobby')}/requirements/0`, { photoId: photo.id });
  await expect(listed.getByRole('listitem').first()).toContainText('Met in Lobby');
});

test('an admin sets where a requirement is inspected, and the owner sees it', async ({ person, pageOf }) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const page = await pageOf(admin, { width: 820, height: 1180 });
  await page.goto('/admin?tab=cases');
  await page.getByRole('button', { name: 'Create Case' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create New Inspection Case' });
  for (const [label, value] of [
    ['Property Name', 'Sound House'],
    ['Address', '1 Sound Road'],
    ['City', 'Seattle'],
    ['State', 'WA'],
    ['ZIP Code', '98101'],
    ['Owner Email', owner.user.email],
    ['Due Date', '2031-05-06'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByLabel('Inspection Requirements').fill('Pool gate\nFire doors');
  await form.getByLabel('Area of Pool gate').selectOption('Pool');
  await form.getByLabel('Photo required for Pool gate').check();
  await form.getByLabel('Due date of Pool gate').fill('2031-05-01');
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  await form.getByRole('button', { name: 'Create Case' }).click();
  await expect(page.getByText('Inspection case created', { exact: true })).toBeVisible();
  const [opened] = await owner.call('GET', '/api/inspection-cases');
  expect(opened).toMatchObject({
    requirements: ['Pool gate', 'Fire doors'],
    requirementDetails: [
      { text: 'Pool gate', area: 'pool', photoRequired: true, dueDate: '2031-05-01' },
      { text: 'Fire doors', area: null, photoRequired: false, dueDate: null },
    ],
  });
  await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  const own = await pageOf(owner, { width: 390, height: 844 });
  await own.goto(`/inspection-setup?caseId=${opened.id}`);
  await expect(own.getByText('Pool · photo required · due May 01, 2031')).toBeVisible();
});
