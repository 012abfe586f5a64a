import { plural } from '#contract/texts.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { disconnect, requestsTo } from './faults.ts';
import { expectTimerAt, test } from './live-story.ts';
import { expect, pictureFile, startedRun, type Person } from './story.ts';

async function pool(owner: Person, admin: Person) {
  const { property, run, areas } = await startedRun(owner, admin);
  const { id = '' } = areas.find(({ area }) => area.code === 'pool') ?? {};
  const { totalItems } = await owner.call('GET', `/api/area-sessions/${id}`);
  const search = `runId=${run.id}&sessionId=${id}&areaName=Pool&propertyId=${property.id}`;
  return { property, run, id, url: `/api/area-sessions/${id}`, page: `/area-inspection?${search}`, totalItems };
}

test("photo, finding, check and recording of an area's live inspection belong to the area [decisions.settled.9]", async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const area = await pool(owner, admin);
  const page = await pageOf(owner, { width: 390, height: 844 });

  // Adding a photo, a finding and a check requires no recording.
  const patches = requestsTo(page, 'PATCH', area.url);
  await page.goto(`/inspection-setup?propertyId=${area.property.id}`);
  await page.getByRole('button', { name: 'More for Pool' }).tap();
  await page.getByRole('menuitem', { name: 'Live Inspection' }).tap();
  await expect(page).toHaveURL(
    new RegExp(`/live-inspection\\?propertyId=${area.property.id}&area=pool&sessionId=${area.id}$`),
  );
  await expect(page.getByRole('heading', { name: 'Pool' })).toBeVisible();
  // Looking through the camera starts nothing.
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled();
  expect(patches).toHaveLength(0);
  expect(await owner.call('GET', area.url)).toMatchObject({ status: 'not_started', permissionCamera: false });
  await page.getByRole('button', { name: 'Take Photo' }).click();
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText(`1 of ${area.totalItems} checks`, { exact: true })).toBeVisible();
  await expect
    .poll(() => owner.call('GET', area.url))
    .toMatchObject({ inspectionId: null, status: 'in_progress', permissionCamera: true });

  // Recording creates the area's inspection, and the AI finds what the camera shows.
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expectTimerAt(page, 1);
  const found = page.getByRole('listitem').filter({ hasText: /Heavy mold growth.*\d\d:\d\d · AI, \d\d% sure/ });
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Add Finding' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Finding' });
  await sheet.getByLabel('Title').fill('Loose ladder');
  await sheet.getByLabel('Category').selectOption({ index: 1 });
  await sheet.getByRole('button', { name: 'Add Finding' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Loose ladder' })).toContainText(
    /\d\d:\d\d · Added manually/,
  );
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 390, height: 844 });

  // Finishing opens the area and its submission sheet, because there is no separate submission.
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL(new RegExp(`/area-inspection\\?.*sessionId=${area.id}.*finish=true`));
  const finish = page.getByRole('dialog', { name: 'Finish Pool' });
  await expect(finish).toContainText(`Checks1 of ${area.totalItems}`);
  // A slow camera may show the defect again long after the photo. It then counts as a second finding.
  const worked = await owner.call('GET', area.url);
  await expect(finish).toContainText(`Photos${plural(worked.photoCount, 'photo')}`);
  await expect(finish).toContainText(`Findings${plural(worked.issuesDetected, 'open finding')}`);
  await finish.getByRole('button', { name: 'Close' }).click();
  const { photos } = await owner.call('GET', `${area.url}/photos`);
  await expect(page.getByRole('region', { name: 'Photos' }).getByRole('listitem')).toHaveCount(photos.length);
  await expect(page.getByText(`1 of ${area.totalItems} checks`)).toBeVisible();

  expect(worked).toMatchObject({ status: 'in_progress', photoCount: photos.length, coverage: { answered: 1 } });
  expect(worked.issuesDetected).toBeGreaterThanOrEqual(2);
  expect(photos[0]).toMatchObject({ areaSessionId: area.id, source: 'live', category: 'pool' });
  expect(await owner.call('GET', `${area.url}/issues`)).toContainEqual(
    expect.objectContaining({ category: 'mould', source: 'ai', videoTimestamp: expect.any(Number) }),
  );
  const inspections = await owner.call('GET', '/api/inspections');
  expect(inspections).toMatchObject([{ id: worked.inspectionId, areaSessionId: area.id, status: 'in_progress' }]);
  const { recordings } = await owner.call('GET', `/api/inspections/${worked.inspectionId}/recordings`);
  expect(recordings).toHaveLength(1);

  // Returning to live mode continues the same recording.
  await page.getByRole('link', { name: /^Live Inspection/ }).tap();
  await expect(page.getByRole('button', { name: 'Resume recording' })).toBeEnabled();
  await page.getByRole('link', { name: 'Back to Pool' }).tap();
  await page.getByRole('button', { name: 'Complete Area' }).tap();
  await page.getByLabel('Reason').fill('The pool is closed for the season');
  await page.getByRole('button', { name: 'Submit for Review' }).tap();
  await expect(page).toHaveURL(/\/area-analysis/);
  await expect(page.getByRole('heading', { name: 'Recording' })).toBeVisible();
  await expectAccessibleEverywhere(page);

  // Reviewers see one row for the area, with its recording.
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&propertyId=${area.property.id}`);
  const rows = desk.getByRole('row').filter({ hasText: 'Pool' });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Review / }).click();
  const panel = desk.getByRole('complementary', { name: /^Inspection Review:/ });
  await expect(panel.getByLabel(/^Recording, \d\d:\d\d long$/)).toBeVisible();
});

test('the photo inspection of an area fills that area', async ({ person, pageOf }) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const area = await pool(owner, admin);
  await owner.call('PATCH', area.url, { permissionCamera: true });
  const page = await pageOf(owner, { width: 820, height: 1180 });
  await page.goto(area.page);
  await page.getByRole('link', { name: /^Photo Inspection/ }).click();
  await expect(page).toHaveURL(new RegExp(`/photo-upload\\?sessionId=${area.id}&category=pool$`));
  await expect(page.getByRole('heading', { name: 'Upload Photos', level: 1 })).toBeVisible();
  await expect(page.getByText('No photos yet')).toBeVisible();
  await page.getByText('Safety', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('The rescue hook');
  await page.locator('#main input[type=file]').setInputFiles([await pictureFile('hook.jpg')]);
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.getByRole('link', { name: 'Back to Pool' }).click();
  await expect(page.getByRole('region', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  expect((await owner.call('GET', `${area.url}/photos`)).photos).toMatchObject([
    { areaSessionId: area.id, category: 'safety', description: 'The rescue hook' },
  ]);
  expect(await owner.call('GET', area.url)).toMatchObject({ photoCount: 1, status: 'in_progress' });
  expect(await owner.call('GET', '/api/inspections')).toEqual([]);

  // From the property's page, with its run in progress, both modes ask for one of the run's areas.
  await page.goto(`/inspection-setup?propertyId=${area.property.id}`);
  for (const mode of ['Live Inspection', 'Photo Inspection']) {
    await page.getByRole('button', { name: mode, exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Pool' })).toHaveAttribute(
      'href',
      new RegExp(`sessionId=${area.id}`),
    );
    await page.keyboard.press('Escape');
  }
});

test('the progress of a live inspection counts answers that wait for a connection', async ({ person, pageOf }) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const area = await pool(owner, admin);
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/live-inspection?propertyId=${area.property.id}&area=pool&sessionId=${area.id}`);
  const progress = (answered: number) => page.getByText(`${answered} of ${area.totalItems} checks`, { exact: true });
  await expect(progress(0)).toBeVisible();
  await disconnect(page);
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(progress(1)).toBeVisible();
});

test('a locked area opens no live inspection', async ({ person, pageOf }) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const area = await pool(owner, admin);
  await owner.call('PATCH', area.url, { status: 'not_applicable', reason: 'There is no pool' });
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/live-inspection?propertyId=${area.property.id}&area=pool&sessionId=${area.id}`);
  await expect(page.getByRole('heading', { name: 'Not at this property' })).toBeVisible();
  await expect(page.getByText('There is no pool')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Pool' })).toHaveAttribute('href', new RegExp(area.id));
});
