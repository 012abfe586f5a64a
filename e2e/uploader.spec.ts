import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { fail, delayAnswers, requestsTo, uploadPath } from './faults.ts';
import { expect, pictureFile, startedInspection, test, toastOf, type Person } from './story.ts';

const addressPath = '/api/objects/upload';

/** Opens the upload dashboard for the lobby of a photo inspection. */
async function openDashboard(page: Page, inspectionId: string, button: string | RegExp = 'Upload Photos') {
  if (!page.url().includes(inspectionId)) await page.goto(`/photo-upload?inspectionId=${inspectionId}`);
  await page.getByRole('button', { name: /^Lobby/ }).click();
  await page.getByRole('button', { name: button }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upload photos of Lobby' });
  await expect(dialog).toBeVisible();
  return dialog;
}

const choose = (dialog: Locator, files: Awaited<ReturnType<typeof pictureFile>>[]) =>
  dialog.locator('input[type=file]').setInputFiles(files);
const tile = (dialog: Locator, name: string) =>
  dialog.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
const state = (dialog: Locator, name: string, value: string) =>
  expect(tile(dialog, name)).toHaveAttribute('data-state', value);

/** Either message is fine: on a busy machine the analysis may take longer than the message waits. */
const saved = /^Photo (Uploaded & Analyzed|uploaded successfully)$/;
const savedTwo = /^2 photos uploaded( and analyzed)?$/;

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // Closes toasts, because one may cover the edge of the dialog.
  for (const close of await page.locator('li[data-swipe-direction] button').all()) await close.click();
  await expect(page.locator('li[data-swipe-direction][data-state=open]')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** Records every state that each file's tile shows from now on. */
async function watchStates(page: Page): Promise<() => Promise<Record<string, string[]>>> {
  await page.evaluate(() => {
    const seen: Record<string, string[]> = {};
    Object.assign(window, { seenStates: seen });
    const note = () => {
      for (const item of document.querySelectorAll<HTMLElement>('[role=dialog] li[data-state]')) {
        const name = item.querySelector('[title]')?.getAttribute('title') ?? '';
        const states = (seen[name] ??= []);
        if (states.at(-1) !== item.dataset['state']) states.push(item.dataset['state'] ?? '');
      }
    };
    note();
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => Object.fromEntries(Object.entries(Reflect.get(window, 'seenStates'))));
}

const photosOf = (owner: Person, inspectionId: string) => owner.call('GET', `/api/inspections/${inspectionId}/photos`);

test("the upload dashboard refuses wrong files, waits to be started, and shows each file's progress [2.uploader.1, 2.uploader.2, 2.uploader.4, 4.upload.4, 9.uploads.1, 9.uploads.11, 9.uploads.12]", async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner, { width: 1440, height: 900 });
  const dialog = await openDashboard(page, inspection.id);
  await expect(dialog.getByText('Up to 10 files, 10 MB each. JPEG, PNG, WebP, HEIC and AVIF.')).toBeVisible();
  // It is modal, so the content behind it cannot be reached.
  await expect(page.getByRole('button', { name: 'Upload Photos' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await choose(dialog, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }]);
  await expect(dialog.getByText('You can only upload: JPEG, PNG, WebP, HEIC and AVIF')).toBeVisible();
  const large = Buffer.alloc(10_485_761);
  await choose(dialog, [{ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large }]);
  await expect(dialog.getByText('File large.jpg is too large. Max size: 10MB', { exact: true })).toBeVisible();
  const small = { mimeType: 'image/jpeg', buffer: Buffer.from('x') };
  await choose(
    dialog,
    Array.from({ length: 12 }, (_, index) => ({ name: `${index}.jpg`, ...small })),
  );
  await expect(dialog.getByText('You can only upload 10 files; 2 files were left out')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: '.jpg' })).toHaveCount(10);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: '.jpg' })).toHaveCount(0);

  const addresses = requestsTo(page, 'POST', addressPath);
  await choose(dialog, [await pictureFile('desk.jpg'), await pictureFile('mat.jpg')]);
  await expect(dialog.getByText('You can only upload 10 files')).toBeHidden();
  await expect(dialog.getByRole('status').getByText('2 files selected')).toBeVisible();
  await state(dialog, 'desk.jpg', 'waiting');
  await state(dialog, 'mat.jpg', 'waiting');

  // The number of tiles per row follows the widths in the specification.
  const columns = () =>
    dialog
      .getByRole('list', { name: 'Files' })
      .evaluate((list) => [list.clientWidth, getComputedStyle(list).gridTemplateColumns.split(' ').length]);
  const perRow = (width: number) => (width >= 900 ? 5 : width >= 700 ? 4 : width >= 576 ? 3 : 1);
  const seen = new Set<number>();
  for (const width of [1440, 860, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const [list = 0, count = 0] = await columns();
    expect(count, `in ${list} px`).toBe(perRow(list));
    seen.add(count);
    await expectNoSidewaysScroll(page);
  }
  expect([...seen]).toEqual([5, 4, 3, 1]);
  // Measures how much wider the window is than the list, in order to set the list's width exactly.
  let screen = 860;
  await page.setViewportSize({ width: screen, height: 900 });
  for (const width of [900, 899, 700, 699, 576, 575]) {
    await expect(async () => {
      const [list = 0] = await columns();
      screen += width - list;
      await page.setViewportSize({ width: screen, height: 900 });
      expect((await columns())[0]).toBe(width);
    }).toPass();
    expect(await columns(), `in ${width} px`).toEqual([width, perRow(width)]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBothThemes(page);

  // Enters a description and starts the upload by keyboard.
  await dialog.getByRole('button', { name: 'Edit desk.jpg' }).press('Enter');
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await page.keyboard.type('Chipped edge');
  await page.keyboard.press('Enter');
  expect(addresses).toHaveLength(0);
  const states = await watchStates(page);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).press('Enter');
  await expect(toastOf(page, savedTwo)).toBeVisible();
  const way = ['waiting', 'preprocessing', 'uploading', 'postprocessing', 'complete'];
  expect(await states()).toEqual({ 'desk.jpg': way, 'mat.jpg': way });
  // The list is cleared automatically.
  await expect(dialog.getByRole('button', { name: 'browse files' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload Photos' })).toBeFocused();
  await expect(page.getByText('Chipped edge')).toBeVisible();
  const photos = await photosOf(owner, inspection.id);
  expect(photos).toHaveLength(2);
  expect(photos).toContainEqual(
    expect.objectContaining({
      filename: 'desk.jpg',
      description: 'Chipped edge',
      category: 'lobby',
      source: 'gallery',
    }),
  );
});

test('each file can be paused, resumed, cancelled and retried, with a message for each failure [4.upload.5, 8.toasts.23, 8.widget.1, 8.widget.3, 8.widget.4, 8.widget.7, 8.widget.8, 8.widget.9]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const dialog = await openDashboard(page, inspection.id);
  const puts = requestsTo(page, 'PUT', uploadPath);
  const addresses = requestsTo(page, 'POST', addressPath);

  const release = await delayAnswers(page, 'PUT', uploadPath);
  await choose(dialog, [await pictureFile('one.jpg'), await pictureFile('two.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect.poll(() => puts.length).toBe(2);
  await state(dialog, 'one.jpg', 'uploading');
  await dialog.getByRole('button', { name: 'Pause one.jpg' }).press('Enter');
  await state(dialog, 'one.jpg', 'paused');
  await state(dialog, 'two.jpg', 'uploading');
  await dialog.getByRole('button', { name: 'Resume one.jpg' }).press('Enter');
  await state(dialog, 'one.jpg', 'uploading');
  await expect.poll(() => puts.length).toBe(3);
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await state(dialog, 'one.jpg', 'paused');
  await state(dialog, 'two.jpg', 'paused');
  await expect(dialog.getByRole('status').getByText(/^Paused at/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click();
  await state(dialog, 'two.jpg', 'uploading');
  await dialog.getByRole('button', { name: 'Cancel two.jpg' }).click();
  await expect(toastOf(page, 'Upload cancelled').getByText('two.jpg')).toBeVisible();
  await expect(tile(dialog, 'two.jpg')).toHaveCount(0);
  release();
  await state(dialog, 'one.jpg', 'complete');
  await expect(dialog.getByRole('button', { name: 'browse files' })).toBeVisible();
  // Otherwise its message may appear later, above the close button of the dialog that is checked below.
  await expect(toastOf(page, saved)).toBeVisible();

  // A permanent refusal is tried once, shows the reason on request, and logs a line to the console.
  const mend = await fail(page, 'PUT', uploadPath, 400);
  let before = puts.length;
  await choose(dialog, [await pictureFile('three.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await state(dialog, 'three.jpg', 'error');
  expect(puts.length - before).toBe(1);
  await expect(tile(dialog, 'three.jpg').getByText('Upload failed')).toBeVisible();
  await expect(dialog.getByText('Non 2xx')).toBeHidden();
  await dialog.getByRole('button', { name: 'Details of three.jpg' }).press('Enter');
  await expect(dialog.getByText('Non 2xx')).toBeVisible();
  expect(warnings.join()).toContain('Non 2xx');
  await expectAccessibleInBothThemes(page);
  await mend();

  // A temporary failure is retried automatically, and a manual retry continues the file.
  const unavailable = await fail(page, 'PUT', uploadPath, 503);
  before = puts.length;
  await dialog.getByRole('button', { name: 'Retry three.jpg' }).press('Enter');
  await expect.poll(() => puts.length - before).toBeGreaterThanOrEqual(2);
  await unavailable();
  await state(dialog, 'three.jpg', 'complete');

  // An expired address is replaced by a new one.
  const asked = addresses.length;
  const expired = await fail(page, 'PUT', uploadPath, 403, 'Request has expired', 'upload_address_expired');
  await choose(dialog, [await pictureFile('four.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect.poll(() => addresses.length - asked).toBeGreaterThanOrEqual(2);
  await expired();
  await state(dialog, 'four.jpg', 'complete');

  // A refusal at registration shows the server's message, and a retry uploads the file again.
  await expect(dialog.getByRole('button', { name: 'browse files' })).toBeVisible();
  const broken = { name: 'five.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') };
  await choose(dialog, [broken]);
  before = puts.length;
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await state(dialog, 'five.jpg', 'error');
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect.poll(() => puts.length - before).toBe(2);
  await state(dialog, 'five.jpg', 'error');
  await dialog.getByRole('button', { name: 'Details of five.jpg' }).click();
  await expect(tile(dialog, 'five.jpg')).toContainText(/JPEG/);
  await dialog.getByRole('button', { name: 'Remove five.jpg' }).click();
  await expect(dialog.getByRole('button', { name: 'browse files' })).toBeVisible();
  const names = (await photosOf(owner, inspection.id)).map(({ filename }: { filename: string }) => filename);
  expect(names.toSorted()).toEqual(['four.jpg', 'one.jpg', 'three.jpg']);
});

/** The files that the device stores until they are uploaded, in the order in which they were chosen. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('innspect');
        opening.onerror = () => resolve('');
        opening.onsuccess = () => {
          const store = opening.result.transaction('entries').objectStore('entries').getAll();
          store.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(store.result.sort((a, b) => a.createdAt - b.createdAt)));
          };
        };
      }),
  );

test('a reload during an upload restores the files [8.widget.6]', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  let dialog = await openDashboard(page, inspection.id);
  const release = await delayAnswers(page, 'PUT', uploadPath);
  await choose(dialog, [await pictureFile('left.jpg'), await pictureFile('right.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await state(dialog, 'right.jpg', 'uploading');
  await expect.poll(() => keptFiles(page)).toMatch(/left\.jpg[^]*right\.jpg/);
  await page.reload();
  release();

  dialog = await openDashboard(page, inspection.id, 'Resume 2 uploads');
  await expect(dialog.getByText('We restored all files. You can now resume the upload.')).toBeVisible();
  await expect(dialog.getByText('Session restored').first()).toBeVisible();
  await state(dialog, 'left.jpg', 'waiting');
  await expectAccessibleInBothThemes(page);
  expect(await photosOf(owner, inspection.id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Resume upload' }).press('Enter');
  await expect(toastOf(page, savedTwo)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await photosOf(owner, inspection.id)).toHaveLength(2);
  await page.reload();
  await page.getByRole('button', { name: /^Lobby/ }).click();
  await expect(page.getByRole('button', { name: 'Upload Photos' })).toBeVisible();
});

test('a session that ends during an upload leads to sign-in and back to the files [8.widget.2]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  let dialog = await openDashboard(page, inspection.id);
  const ended = await fail(page, 'POST', addressPath, 401, 'Sign in first');
  await choose(dialog, [await pictureFile('kept.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await state(dialog, 'kept.jpg', 'error');
  await dialog.getByRole('button', { name: 'Details of kept.jpg' }).click();
  await expect(tile(dialog, 'kept.jpg').getByText('Authorization required')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expect.poll(() => keptFiles(page)).toContain('Authorization required');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await ended();
  await page.getByLabel('Username').fill(owner.user.username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(new RegExp(inspection.id));
  dialog = await openDashboard(page, inspection.id, 'Resume 1 upload');
  await expect(dialog.getByRole('button', { name: 'Sign In' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Resume upload' }).click();
  await expect(toastOf(page, saved)).toBeVisible();
  await expect(page.locator('#main').getByText('kept.jpg')).toBeVisible();
});

/** Writes a recorded video, padded at its end to more than 100 MB. */
async function largeRecording(path: string): Promise<number> {
  const video = await readFile('server/recordings/fixtures/walk.webm');
  const emptiness = 101 * 1024 * 1024;
  // EBML: a Void element with its length in eight bytes, and no content.
  const head = Buffer.alloc(9);
  head[0] = 0xec;
  head.writeBigUInt64BE((0x01n << 56n) | BigInt(emptiness), 1);
  await writeFile(path, Buffer.concat([video, head, Buffer.alloc(emptiness)]));
  return video.length + head.length + emptiness;
}

test('a recording over 100 MB is sent in parts, and after a reload only the missing parts [9.uploads.4, 2.uploader.3, 8.widget.6]', async ({
  person,
  pageOf,
}, testInfo) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const path = testInfo.outputPath('walk.webm');
  const size = await largeRecording(path);
  const page = await pageOf(owner, { width: 820, height: 1180 });
  const dialog = page.getByRole('dialog', { name: 'Add a recording' });
  const input = dialog.locator('input[type=file]');
  await page.goto(`/photo-upload?inspectionId=${inspection.id}`);
  await page.getByRole('button', { name: 'Add a Recording' }).click();
  await expect(dialog.getByText('One file of up to 4 GB. WebM, MP4 and QuickTime.')).toBeVisible();
  await expect(input).not.toHaveAttribute('multiple');

  // Seven parts are received before the reload.
  const isPart = (request: Request) => request.method() === 'PUT' && request.url().includes('/uploads/');
  let admitted = 0;
  await page.route(/\/uploads\//, async (route) => {
    if (isPart(route.request())) {
      if (admitted === 7) return;
      admitted += 1;
    }
    return route.continue();
  });
  await input.setInputFiles(path);
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  const multipart = page.waitForResponse(/\/api\/s3\/multipart$/);
  const { key, uploadId } = await (await multipart).json();
  const arrived = async () =>
    (await owner.call('GET', `/api/s3/multipart/${uploadId}?key=${encodeURIComponent(key)}`)).length;
  await expect.poll(arrived).toBe(7);
  await expect(dialog.getByRole('status').getByText(/^Uploading [1-9]\d?%$/)).toBeVisible();
  await expect.poll(() => keptFiles(page)).toContain(uploadId);
  await page.reload();
  // Intercepting copies every part into the test, which takes long.
  await page.unrouteAll();
  let parts = 0;
  page.on('request', (request) => {
    if (isPart(request)) parts += 1;
  });

  await page.getByRole('button', { name: 'Resume 1 upload' }).click();
  await expect(dialog.getByText('Session restored').first()).toBeVisible();
  await expect(dialog.getByText('We could not fully recover 1 file.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Resume upload' })).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await input.setInputFiles(path);
  await dialog.getByRole('button', { name: 'Resume upload' }).click();
  await expect(toastOf(page, 'Recording uploaded')).toBeVisible();
  expect(parts).toBe(Math.ceil(size / (5 * 1024 * 1024)) - 7);
  const { recordings } = await owner.call('GET', `/api/inspections/${inspection.id}/recordings`);
  expect(recordings).toEqual([
    expect.objectContaining({
      filename: 'walk.webm',
      contentType: 'video/webm',
      size,
      durationSeconds: expect.any(Number),
    }),
  ]);
  expect(recordings[0].durationSeconds).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Added. Play it in the review.')).toBeVisible();
  await rm(path);
});
