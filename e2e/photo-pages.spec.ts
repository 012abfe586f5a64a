import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pdfFile } from '../test/pdf.ts';
import { expectAccessible, expectColor, expectAccessibleEverywhere } from './checks.ts';
import { fail, delayAnswers, uploadPath } from './faults.ts';
import {
  addPhotoTo,
  expect,
  pictureFile,
  samplePicture,
  startedInspection,
  test,
  toastOf,
  toastShows,
  type Person,
} from './story.ts';

const list = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
const photosOf = (owner: Person, inspectionId: string) => owner.call('GET', `/api/inspections/${inspectionId}/photos`);

test('an owner starts a photo inspection, documents areas and opens the review [2.photoinspection.1-9, 2.routes.11, 8.toasts.18, 9.progress.3, decisions.routes.4, decisions.settled.10]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { property } = await startedInspection(owner);
  const page = await pageOf(owner);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  const refused = await fail(page, 'POST', '/api/inspections', 409, 'Not just now');
  await page.getByRole('button', { name: 'Photo Inspection' }).click();
  await expect(toastOf(page, 'Error').getByText('409: Not just now')).toBeVisible();
  await refused();
  await page.getByRole('button', { name: 'Photo Inspection' }).click();
  await expect(toastOf(page, 'Inspection started')).toBeVisible();
  await expect(page).toHaveURL(/\/photo-upload\?inspectionId=[0-9a-f-]{36}$/);
  const id = new URL(page.url()).searchParams.get('inspectionId') ?? '';
  expect(await owner.call('GET', `/api/inspections/${id}`)).toMatchObject({
    propertyId: property.id,
    area: 'All Areas',
    sessionId: expect.stringMatching(/^[\w-]{21}$/),
  });

  await expect(page.getByRole('heading', { name: 'Photo Inspection' })).toBeVisible();
  await expect(page.getByText('Quay House', { exact: true })).toBeVisible();
  await expect(page.locator('#main').getByText('All Areas')).toBeVisible();
  const figures = page.locator('dl').first();
  await expect(figures).toHaveText('Areas documented0 / 10Total photos0Percent complete0%');
  await expect(page.getByText('No photos yet')).toBeVisible();
  const areas = list(page, 'Areas').getByRole('listitem');
  await expect(areas).toHaveCount(10);
  await expectAccessibleEverywhere(page);

  // The camera of one area. A banner is shown while the server analyzes the photo.
  await page.getByRole('button', { name: /^Lobby/ }).click();
  await expect(page.getByRole('button', { name: 'Upload Photos' })).toBeVisible();
  const release = await delayAnswers(page, 'POST', '/api/photos');
  await page.getByRole('button', { name: 'Open camera for Lobby' }).click();
  await page.getByRole('dialog', { name: 'Lobby' }).getByRole('button', { name: 'Take photo' }).click();
  await expect(page.getByText('1 photo taken')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('AI Analyzing Photos...')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText('AI Analyzing Photos...')).toBeHidden();
  await expect(figures).toHaveText('Areas documented1 / 10Total photos1Percent complete10%');
  await expect(page.getByRole('button', { name: /^Lobby 1 photo documented/ })).toBeVisible();
  const [taken] = await photosOf(owner, id);
  expect(taken).toMatchObject({
    category: 'lobby',
    source: 'camera',
    location: { latitude: 43.66, longitude: -70.25 },
  });

  // A photo that waits can be removed.
  const closed = await fail(page, 'POST', '/api/objects/upload', 400, 'The store is closed');
  await page.getByRole('button', { name: 'Open camera for Lobby' }).click();
  await page.getByRole('dialog', { name: 'Lobby' }).getByRole('button', { name: 'Take photo' }).click();
  await expect(page.getByText('1 photo taken')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Remove photo-/ }).click();
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  await closed();

  // In another area, the upload dashboard adds a photo with a defect and a phone photo.
  await page.getByRole('button', { name: /^Guest Rooms/ }).click();
  await page.getByRole('button', { name: 'Upload Photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload photos of Guest Rooms' });
  const phonePhoto = await readFile('server/analysis/fixtures/phone.heic');
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      await samplePicture('guest-bathroom-mould.jpg'),
      { name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: phonePhoto },
      await pictureFile('too-much.jpg'),
    ]);
  await dialog.getByRole('button', { name: 'Remove too-much.jpg' }).click();
  // Chromium cannot show HEIC, so the file type is shown until the server has made a preview.
  await expect(dialog.getByText('HEIC', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(toastOf(page, /^2 photos uploaded( and analyzed)?$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(figures).toHaveText('Areas documented2 / 10Total photos3Percent complete20%');
  await expect(page.getByRole('button', { name: /^Guest Rooms 2 photos documented Has issues/ })).toBeVisible();
  await expect(areas.getByRole('button', { name: /documented/ })).toHaveCount(2);
  await expect(areas.getByRole('button', { name: /Has issues/ })).toHaveCount(1);
  const recent = list(page, 'Recently Uploaded').getByRole('listitem');
  await expect(recent).toHaveCount(3);
  const mould = recent.filter({ hasText: 'guest-bathroom-mould.jpg' });
  await expect(mould).toContainText(/[1-9] findings?/);
  await expect(mould).toContainText(/Confidence\d+%/);
  const phoneRow = recent.filter({ hasText: 'IMG_0042.HEIC' });
  await expect
    .poll(() => phoneRow.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(0);

  const found = await owner.call('GET', `/api/inspections/${id}/issues`);
  const bar = page.locator('#main > footer');
  await expect(bar).toContainText('3 photos uploaded');
  await expect(bar).toContainText('2 areas');
  await expect(bar).toContainText(new RegExp(`${found.length} AI-detected issue`));
  await expectAccessibleEverywhere(page);
  await bar.getByRole('link', { name: 'Review & Generate PIP' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${id}$`));
  await page.getByRole('link', { name: 'Add More Photos' }).click();
  await expect(page).toHaveURL(new RegExp(`/photo-upload\\?inspectionId=${id}$`));

  // The property still links to the inspection.
  await page.getByRole('link', { name: 'Back to Property' }).click();
  await page.getByRole('link', { name: /^All Areas/ }).click();
  await expect(page.getByRole('heading', { name: 'Photo Inspection' })).toBeVisible();
});

test('photos are uploaded with a category and description, opened and deleted [2.routes.11, 2.uploadphotos.1-14, 5.uploads.1-3, 8.success.9, 8.toasts.20, 8.toasts.21, decisions.routes.4]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { property, inspection } = await startedInspection(owner, 'Guest Rooms');
  const page = await pageOf(owner);
  const banner = page.getByRole('note').filter({ hasText: 'The AI needs clearer images' });
  await page.goto(`/photo-upload?inspectionId=${inspection.id}&category=rooms&aiRequest=false`);
  await expect(page.getByRole('heading', { name: 'Upload Photos', level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Rooms' })).toBeChecked();
  await expect(banner).toHaveCount(0);
  await page.goto(`/photo-upload?inspectionId=${inspection.id}&aiRequest=true`);
  await expect(page.getByRole('heading', { name: 'Upload Photos', level: 1 })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Safety' })).toBeChecked();
  await expect(banner).toContainText('Please upload more photos');
  const categories = page.getByRole('group', { name: 'Category' }).locator('label');
  await expect(categories).toHaveText(['Safety', 'Rooms', 'Common', 'Certificates']);
  for (const heading of ['Photo guidelines', 'Best practices', 'What the AI analysis does'])
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(
    page.getByText('JPEG, PNG, WebP, HEIC and AVIF are supported, and PDF in Certificates. Up to 10 files at a time'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Live Inspection' })).toHaveAttribute(
    'href',
    `/live-inspection?propertyId=${property.id}&area=Guest+Rooms`,
  );
  await expect(page.getByText('No photos yet')).toBeVisible();
  await expectAccessibleEverywhere(page);

  const input = page.locator('#main input[type=file]');
  await expect(input).toHaveAttribute('accept', /^image\/\*/);
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
  const closed = await fail(page, 'POST', '/api/objects/upload', 400, 'The store is closed');
  const chosen = [
    { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    ...(await Promise.all(Array.from({ length: 11 }, (_, index) => pictureFile(`${index}.jpg`)))),
  ];
  await Promise.all([
    input.setInputFiles(chosen),
    expect(
      page.getByRole('alert').getByText('File large.jpg is too large. Max size: 10MB', { exact: true }),
    ).toBeVisible(),
    expect(page.getByText('At most 10 files can wait at a time; 1 file was left out')).toBeVisible(),
    expect(uploads).toHaveCount(10),
    toastShows(page, 'Upload failed', '9.jpg: The store is closed'),
  ]);
  await closed();
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8])
    await page.getByRole('button', { name: `Remove ${index}.jpg` }).click();
  await page.getByRole('button', { name: 'Retry 9.jpg' }).click();
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expect(uploads).toHaveCount(0);
  const rows = list(page, 'Uploaded photos').getByRole('listitem');
  await expect(rows).toHaveCount(1);

  // Waiting and uploading files can be removed.
  const release = await delayAnswers(page, 'PUT', uploadPath);
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'waits.jpg'];
  await input.setInputFiles(await Promise.all(names.map((name) => pictureFile(name))));
  await expect(uploads.filter({ hasText: 'Uploading' })).toHaveCount(3);
  await uploads.filter({ hasText: 'Waiting' }).getByRole('button', { name: 'Remove waits.jpg' }).click();
  await expectAccessible(page);
  for (const name of names.slice(0, 3)) {
    await Promise.all([
      toastShows(page, 'Upload cancelled', name),
      page.getByRole('button', { name: `Remove ${name}` }).click(),
    ]);
  }
  await expect(uploads).toHaveCount(0);
  release();
  await expect(rows).toHaveCount(1);

  // With another category and a description; the storage fails once.
  await page.getByText('Rooms', { exact: true }).click();
  await page.getByLabel('Description').fill('Room 412, beside the window');
  const full = await fail(page, 'PUT', uploadPath, 507);
  await input.setInputFiles([await pictureFile('window.jpg')]);
  await expect(
    toastOf(page, 'Upload failed').getByText(/^window\.jpg: Upload failed: Insufficient Storage$/),
  ).toBeVisible();
  await expectAccessible(page);
  await full();
  await page.getByRole('button', { name: 'Retry window.jpg' }).click();
  const row = rows.filter({ hasText: 'window.jpg' });
  await expect(row).toContainText('Rooms');
  await expect(row).toContainText('Room 412, beside the window');
  await expect(row).toContainText(/Confidence\d+%/);
  const uploaded = page.getByRole('status').filter({ hasText: '2 photos uploaded' });
  await expectColor(uploaded, 'green');
  await expectColor(uploaded, 'green', 'background-color');
  await row.getByRole('button', { name: 'View window.jpg' }).press('Enter');
  await expect(page.getByRole('dialog').getByText('Compliance score')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') };
  await input.setInputFiles([broken]);
  await expect(toastOf(page, 'Upload failed').getByText(/^broken\.jpg: .*JPEG/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove broken.jpg' }).click();

  // A PDF is accepted only as a certificate, and shown by its first page.
  const certificate = {
    name: 'lift.pdf',
    mimeType: 'application/pdf',
    buffer: await pdfFile(['Certificate of the lift', 'Second page']),
  };
  await page.getByText('Certificates', { exact: true }).click();
  await expect(input).toHaveAttribute('accept', /application\/pdf/);
  await input.setInputFiles([certificate]);
  const paper = rows.filter({ hasText: 'lift.pdf' });
  await expect(paper).toContainText('PDF, 2 pages');
  await expect
    .poll(() => paper.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(0);
  await expectAccessibleEverywhere(page);
  const photos = await photosOf(owner, inspection.id);
  expect(photos.map(({ category }: { category: string }) => category).toSorted()).toEqual([
    'certificates',
    'rooms',
    'safety',
  ]);

  await row.getByRole('button', { name: 'Delete window.jpg' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Photo deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await photosOf(owner, inspection.id)).toHaveLength(2);
});

test('photo pages redirect without an inspection id and explain missing, failed and closed ones [2.photoinspection.1, 2.routes.12, 2.uploadphotos.15]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const stranger = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  await addPhotoTo(owner, { inspectionId: inspection.id });
  const page = await pageOf(owner);
  for (const address of [
    '/photo-upload',
    '/photo-upload?category=safety',
    '/photo-upload?inspectionId=null&category=safety',
    '/photo-upload?inspectionId=undefined&aiRequest=true',
    '/photo-inspection',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL((url) => url.pathname === '/');
  }
  const other = await pageOf(stranger);
  for (const path of ['photo-upload', 'photo-inspection']) {
    await other.goto(`/${path}?inspectionId=${inspection.id}`);
    await expect(other.getByRole('heading', { name: 'Inspection Not Found' })).toBeVisible();
  }
  await expectAccessible(other);

  const photos = `/api/inspections/${inspection.id}/photos`;
  const release = await delayAnswers(page, 'GET', photos);
  await page.goto(`/photo-inspection?inspectionId=${inspection.id}`);
  await expect(page.getByRole('heading', { name: 'Photo Inspection' })).toBeVisible();
  await expect(page.getByRole('status').getByText('Loading photos')).toBeVisible();
  await expectAccessibleEverywhere(page);
  release();
  await expect(list(page, 'Recently Uploaded').getByRole('listitem')).toHaveCount(1);
  for (const [query, title] of [
    ['', 'Recently Uploaded'],
    ['&category=rooms', 'Uploaded photos'],
  ] as const) {
    const mended = await fail(page, 'GET', photos, 400, 'The shelf has fallen over');
    await page.goto(`/photo-upload?inspectionId=${inspection.id}${query}`);
    const box = list(page, title);
    await expect(box.getByText('400: The shelf has fallen over')).toBeVisible();
    await expectAccessible(page);
    await mended();
    await box.getByRole('button', { name: 'Try again' }).click();
    await expect(box.getByRole('listitem')).toHaveCount(1);
  }

  // While the inspection is in review, nothing can be added or deleted.
  await owner.call('PUT', `/api/inspections/${inspection.id}`, { status: 'pending_review' });
  await expect(page.getByText(/Locked while the brand reviews/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose Files' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.goto(`/photo-upload?inspectionId=${inspection.id}`);
  await expect(list(page, 'Areas').getByRole('listitem')).toHaveCount(10);
  await expect(list(page, 'Areas').getByRole('button')).toHaveCount(0);
  await expectAccessibleEverywhere(page);
});
