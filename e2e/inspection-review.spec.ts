import type { Page } from '@playwright/test';
import { passedChecks } from '#test/factories.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers, fail, delayAnswers } from './faults.ts';
import { addPhotoTo, expect, samplePicture, startedInspection, test, toastOf, type Person } from './story.ts';

const figure = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Summary' }).getByText(label, { exact: true }).locator('..');

const group = (page: Page, name: RegExp) => page.getByRole('region', { name });

const addIssue = (owner: Person, id: string, title: string, severity: string, category = 'stain') =>
  owner.call('POST', `/api/inspections/${id}/issues`, { title, severity, category });

test('the review page explains a missing, failed, loading and empty inspection [2.routes.13]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner);
  const address = `/inspection-review/${inspection.id}`;
  const page = await pageOf(owner);
  await page.goto('/inspection-review/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Inspection Not Found' })).toBeVisible();
  await expectAccessible(page);
  const stranger = await pageOf(await person('property'));
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { name: 'Inspection Not Found' })).toBeVisible();

  const call = `/api/inspections/${inspection.id}`;
  const mend = await fail(page, 'GET', call, 503, 'Back in a minute');
  await page.goto(address);
  await expect(page.getByText('503: Back in a minute')).toBeVisible();
  await expectAccessible(page);
  await mend();
  const release = await delayAnswers(page, 'GET', call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').getByText('Loading the inspection')).toBeVisible();
  await expectAccessible(page);
  // Photos and findings are loaded separately, so either can fail alone.
  const restorePhotos = await fail(page, 'GET', `${call}/photos`, 503, 'No photos now');
  const restoreFindings = await fail(page, 'GET', `${call}/issues`, 503, 'No findings now');
  release();
  await expect(page.getByText('503: No photos now')).toBeVisible();
  await expect(page.getByText('503: No findings now')).toBeVisible();
  await expectAccessible(page);
  await restorePhotos();
  await restoreFindings();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No photos yet')).toBeVisible();

  // If there is nothing to plan or submit, the page says what to do first.
  await expect(figure(page, 'Photos')).toContainText('Photos0');
  await expect(page.getByRole('button', { name: 'Generate PIP' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Submit for Review' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Add Photos' })).toHaveAttribute(
    'href',
    `/photo-upload?inspectionId=${inspection.id}`,
  );
  await expectAccessibleEverywhere(page);
});

test('an owner reviews the photos and findings of an inspection, generates its plan and submits it [2.review.1-8, 4.pip.4, 8.success.10, 8.toasts.15, 9.severities.1, 9.severities.6]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { inspection } = await startedInspection(owner);
  const page = await pageOf(owner);
  await page.goto(`/inspection-review/${inspection.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();

  // All of this happens through the API, and events update the open page.
  await addPhotoTo(owner, { inspectionId: inspection.id }, await samplePicture('guest-bathroom-mould.jpg'));
  await addPhotoTo(owner, { inspectionId: inspection.id }, await samplePicture('guest-room-king.jpg'));
  await addIssue(owner, inspection.id, 'Door closer broken', 'high', 'door_hardware');
  for (const [index, severity] of ['medium', 'low', 'medium', 'low', 'low'].entries())
    await addIssue(owner, inspection.id, `Small thing ${index + 1}`, severity);

  await expect(figure(page, 'Photos')).toContainText('2 analyzed');
  await expect(figure(page, 'Total Issues')).toContainText('Total Issues7');
  await expect(figure(page, 'Critical Issues')).toContainText('Critical Issues1');
  await expect(group(page, /^Critical findings/)).toContainText('Heavy mold growth');
  await expect(group(page, /^Major findings/)).toContainText('Door closer broken');
  const minor = group(page, /^Minor findings/).getByRole('listitem');
  await expect(minor).toHaveCount(3);
  await page.getByRole('button', { name: '+2 more minor issues' }).click();
  await expect(minor).toHaveCount(5);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await expect(minor).toHaveCount(3);

  await passedChecks(owner, `/api/inspections/${inspection.id}`);
  // The average is calculated from the photos' scores in the server's answers.
  const photos = await owner.call('GET', `/api/inspections/${inspection.id}/photos`);
  const scores: number[] = photos.map(
    (photo: { aiAnalysis: { complianceScore: { overall: number } } }) => photo.aiAnalysis.complianceScore.overall,
  );
  const mean = Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
  await expect(figure(page, 'Avg Compliance')).toContainText(`Avg Compliance${mean}%`);
  const { complianceScore } = await owner.call('GET', `/api/inspections/${inspection.id}`);
  await expect(figure(page, 'Avg Compliance')).toContainText(`inspection ${Math.round(complianceScore)}%`);

  // Findings have boxes in the color of their severity; the bed has one of the seven object colors.
  const tiles = page.getByRole('button', { name: /^Open photo of/ });
  await expect(tiles.filter({ hasText: /Mold \d+/ })).toHaveCount(1);
  const bed = tiles.getByText(/^bed \d+/).first();
  await expect(bed).toHaveCSS('background-color', 'rgb(30, 114, 228)');
  await expect(page.getByRole('main')).toContainText('Confidence');

  const mould = group(page, /^Critical findings/).getByRole('listitem');
  await mould.getByRole('button', { name: 'Confirm' }).click();
  await expect(mould).toContainText('confirmed by Robin Vale');
  await mould.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('menuitem', { name: 'Not a defect' }).click();
  await expect(figure(page, 'Critical Issues')).toContainText('Critical Issues0');
  await page.getByRole('button', { name: 'Show 1 dismissed or resolved' }).click();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(figure(page, 'Critical Issues')).toContainText('Critical Issues1');
  await mould.getByRole('button', { name: 'View in Photo' }).click();
  await expect(page.getByRole('dialog')).toContainText('Heavy mold growth');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessibleEverywhere(page);

  const generate = page.getByRole('button', { name: 'Generate PIP' });
  const mend = await fail(page, 'POST', /\/generate-pip$/, 409, 'The plan is completed');
  await generate.click();
  await expect(toastOf(page, 'PIP Generation Failed')).toContainText('409: The plan is completed');
  await mend();
  // An answer without a message shows the general message.
  await page.route('**/generate-pip', (route) => route.fulfill({ json: {} }));
  await generate.click();
  await expect(toastOf(page, 'PIP Generation Failed')).toContainText('Failed to generate PIP. Please try again.');
  await page.unroute('**/generate-pip');

  const release = await delayAnswers(page, 'POST', /\/generate-pip$/);
  await generate.click();
  await expect(page.getByRole('button', { name: 'Generating PIP...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/pip-report\/[0-9a-f-]{36}$/);
  // Undo leaves the mold undecided, and only confirmed findings become items.
  await expect(toastOf(page, 'PIP Generated Successfully')).toContainText('The plan has 6 items.');
  await expect(page.getByRole('heading', { name: 'Property improvement plan' })).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Submit for Review' }).click();
  const sheet = page.getByRole('dialog', { name: 'Finish the inspection' });
  await expect(sheet.getByText('2 of 12')).toBeVisible();
  await expect(sheet.getByText('2 photos', { exact: true })).toBeVisible();
  await expect(sheet.getByText('7 open findings, 1 undecided')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Review First' }).click();
  await expect(sheet).toBeHidden();
  expect((await owner.call('GET', `/api/inspections/${inspection.id}`)).status).toBe('in_progress');
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(sheet.getByText('Enter a reason')).toBeVisible();
  await sheet.getByLabel('Reason').fill('The reviewer knows these defects');
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(toastOf(page, 'Submitted for review')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Pending Review');
  await expect(page.getByRole('link', { name: 'Add More Photos' })).toHaveCount(0);

  // Until a reviewer opens it, the owner can recall it.
  const recall = page.getByRole('button', { name: 'Recall' });
  await recall.click();
  await expect(toastOf(page, 'Submission recalled')).toBeVisible();
  await expect(recall).toBeHidden();
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await sheet.getByLabel('Reason').fill('The reviewer knows these defects');
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(recall).toBeVisible();
  await admin.call('GET', `/api/inspections/${inspection.id}`);
  await expect(recall).toBeHidden();

  await admin.call('POST', `/api/admin/inspections/${inspection.id}/request-reinspection`, {
    note: 'Show the ceiling, please',
  });
  await expect(page.getByRole('note')).toContainText('Show the ceiling, please');
  await expect(page.getByRole('button', { name: 'Submit for Review' })).toBeEnabled();
  await page.getByRole('link', { name: 'Add More Photos' }).click();
  await expect(page).toHaveURL(new RegExp(`/photo-upload\\?inspectionId=${inspection.id}$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.getByRole('link', { name: /Quay House.*Lobby/ }).click();
  await expect(page).toHaveURL(new RegExp(`/photo-upload\\?inspectionId=${inspection.id}$`));
});

test('on a phone, the sheet says which photos are being analyzed, and a late recall why it is refused', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { inspection } = await startedInspection(owner, 'All Areas');
  const address = `/api/inspections/${inspection.id}`;
  await addPhotoTo(owner, { inspectionId: inspection.id }, await samplePicture('guest-room-king.jpg'));
  const page = await pageOf(owner, { width: 390, height: 844 });
  await changeAnswers(page, `${address}/photos`, (photos: object[]) =>
    photos.map((photo) => ({ ...photo, analysisStatus: 'pending', aiAnalysis: null })),
  );
  await page.goto(`/inspection-review/${inspection.id}`);
  const submit = page.getByRole('button', { name: 'Submit for Review' });
  await submit.click();
  const sheet = page.getByRole('dialog', { name: 'Finish the inspection' });
  await expect(sheet.getByText('1 photo still being analyzed. New findings are added after you submit.')).toBeVisible();
  // An inspection of the whole property has no checks of its own.
  await expect(sheet.getByText('Checks', { exact: true })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(sheet).toBeHidden();

  // The reviewer opens it while the page still offers to recall it.
  const recall = page.getByRole('button', { name: 'Recall' });
  await expect(recall).toBeVisible();
  await page.route(`**${address}/recall`, async (route) => {
    await admin.call('GET', address);
    await route.continue();
  });
  await recall.click();
  const refusal = '409: A reviewer has opened the inspection and it cannot be recalled any more';
  await expect(toastOf(page, 'Not recalled')).toContainText(refusal);
  await expect(recall).toBeHidden();
  await expect(page.getByRole('note')).toContainText('Pending Review');
});

test('the checks of a photo inspection are answered on its review page', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'Lobby');
  await addPhotoTo(owner, { inspectionId: inspection.id }, await samplePicture('guest-room-king.jpg'));
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/inspection-review/${inspection.id}`);
  await page.getByRole('button', { name: /Next on the checklist, 1 of 12/ }).click();
  const checklist = page.getByRole('dialog', { name: 'Checklist' });
  const mat = checklist.getByRole('listitem').filter({ hasText: 'Entrance mat lies flat' });
  await mat.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(checklist).toContainText('1 of 12 checks done');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect
    .poll(async () => (await owner.call('GET', `/api/inspections/${inspection.id}`)).coverage)
    .toMatchObject({ answered: 1, criticalAnswered: 1 });
});
