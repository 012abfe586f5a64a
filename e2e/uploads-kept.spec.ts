import type { Locator, Page } from '@playwright/test';
import { fail, delayAnswers, requestsTo, uploadPath } from './faults.ts';
import { keptCount } from './device.ts';
import { expect, pictureFile, startedInspection, test, toastOf, type Person } from './story.ts';

const saved = /^Photo (Uploaded & Analyzed|uploaded successfully)$/;
const savedTwo = /^2 photos uploaded( and analyzed)?$/;

/** Opens the upload dashboard for the lobby of a photo inspection with the named button. */
async function openDashboard(page: Page, inspectionId: string, button: string): Promise<Locator> {
  await page.goto(`/photo-upload?inspectionId=${inspectionId}`);
  await page.getByRole('button', { name: /^Lobby/ }).click();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload photos of Lobby' });
  await expect(dialog).toBeVisible();
  return dialog;
}
async function choose(dialog: Locator, ...names: string[]) {
  await dialog.locator('input[type=file]').setInputFiles(await Promise.all(names.map((name) => pictureFile(name))));
}
const states = (dialog: Locator) =>
  dialog.locator('li[data-state]').evaluateAll((items: HTMLElement[]) => items.map(({ dataset }) => dataset['state']));
const namesOf = async (owner: Person, inspectionId: string): Promise<string[]> => {
  const photos: { filename: string }[] = await owner.call('GET', `/api/inspections/${inspectionId}/photos`);
  return photos.map(({ filename }) => filename).toSorted();
};
test('one of two tabs sends the files, and the other continues after the first is killed', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const first = await pageOf(owner);
  const dialog = await openDashboard(first, inspection.id, 'Upload Photos');
  const release = await delayAnswers(first, 'PUT', uploadPath);
  await choose(dialog, 'one.jpg', 'two.jpg');
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect.poll(() => states(dialog)).toEqual(['uploading', 'uploading']);

  const second = await first.context().newPage();
  const other = await openDashboard(second, inspection.id, 'Resume 2 uploads');
  const puts = requestsTo(second, 'PUT', uploadPath);
  await other.getByRole('button', { name: 'Resume upload' }).click();
  await expect.poll(() => states(other)).toEqual(['preprocessing', 'preprocessing']);
  release();
  await expect(toastOf(first, savedTwo)).toBeVisible();
  await expect.poll(() => states(other)).toEqual([]);
  expect(puts).toHaveLength(0);
  expect(await namesOf(owner, inspection.id)).toEqual(['one.jpg', 'two.jpg']);

  // The first tab is killed during the upload; the second continues automatically.
  await delayAnswers(first, 'PUT', uploadPath);
  await choose(dialog, 'three.jpg');
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect.poll(() => states(dialog)).toEqual(['uploading']);
  await second.reload();
  const again = await openDashboard(second, inspection.id, 'Resume 1 upload');
  await again.getByRole('button', { name: 'Resume upload' }).click();
  await expect.poll(() => states(again)).toEqual(['preprocessing']);
  await first.close();
  await expect(toastOf(second, saved)).toBeVisible();
  expect(await namesOf(owner, inspection.id)).toEqual(['one.jpg', 'three.jpg', 'two.jpg']);
  expect(await keptCount(second)).toBe(0);
});

test('files of one person stay on the device when somebody else signs in', async ({ person, pageOf }) => {
  const owner = await person('property');
  const stranger = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  const dialog = await openDashboard(page, inspection.id, 'Upload Photos');
  await choose(dialog, 'chosen.jpg');
  await expect.poll(() => keptCount(page)).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Somebody else signs in in another tab, and the server answers their requests for the owner's upload with 404.
  const release = await delayAnswers(page, 'POST', '/api/objects/upload');
  await page.getByRole('button', { name: '1 file waiting' }).click();
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect.poll(() => states(dialog)).toEqual(['uploading']);
  await page.context().clearCookies();
  await page.context().addCookies((await stranger.request.storageState()).cookies);
  release();
  await dialog.getByRole('button', { name: 'Details of chosen.jpg' }).click();
  await expect(dialog.getByText('Authorization required', { exact: true })).toBeVisible();
  expect(await keptCount(page)).toBe(1);

  // The other person does not see the upload; the owner sees and sends it.
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible();
  expect(await keptCount(page)).toBe(1);
  await page.context().clearCookies();
  await page.context().addCookies((await owner.request.storageState()).cookies);
  const own = await openDashboard(page, inspection.id, 'Resume 1 upload');
  await own.getByRole('button', { name: 'Resume upload' }).click();
  await expect(toastOf(page, saved)).toBeVisible();
  expect(await namesOf(owner, inspection.id)).toEqual(['chosen.jpg']);
});

test('files are sent from memory when the device is full', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  const dialog = await openDashboard(page, inspection.id, 'Upload Photos');
  await choose(dialog, 'one.jpg', 'two.jpg');
  const refused = await fail(page, 'PUT', uploadPath, 413);
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect.poll(() => states(dialog)).toEqual(['error', 'error']);
  expect(await keptCount(page)).toBe(0);
  // Closing the page would lose them, so the page asks.
  const asking = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asking;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await refused();
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(toastOf(page, savedTwo)).toBeVisible();
});

test('files that the dashboard of an earlier version stored are restored', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner, 'All Areas');
  const page = await pageOf(owner);
  // An address of the same origin that does not start the app.
  await page.goto('/favicon.svg');
  const { name, mimeType, buffer } = await pictureFile('desk.jpg');
  await page.evaluate(
    async ({ bytes, file, store }) => {
      const opening = indexedDB.open('uppy-blobs', 4);
      opening.onupgradeneeded = () => {
        for (const name of ['files', 'metadata']) opening.result.createObjectStore(name, { keyPath: 'id' });
      };
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const fileID = `${store}-desk/jpg-1e-image/jpeg-${bytes.length}-1`;
      const data = new File([new Uint8Array(bytes)], file.name, { type: file.type, lastModified: 1 });
      const state = {
        ...file,
        size: bytes.length,
        meta: { recordId: crypto.randomUUID(), description: 'Chipped edge' },
        progress: { uploadComplete: false },
      };
      const transaction = opening.result.transaction(['files', 'metadata'], 'readwrite');
      transaction.objectStore('files').put({ id: `${store}!${fileID}`, fileID, store, expires: 1, data });
      const metadata = JSON.stringify({ currentUploads: {}, files: { [fileID]: state } });
      transaction.objectStore('metadata').put({ id: store, expires: 1, metadata });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      opening.result.close();
    },
    {
      bytes: [...buffer],
      file: { name, type: mimeType },
      store: `${owner.user.id}.photos.${inspection.id}.lobby`,
    },
  );
  const dialog = await openDashboard(page, inspection.id, 'Resume 1 upload');
  await expect(dialog.getByText('We restored all files. You can now resume the upload.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Resume upload' }).click();
  await expect(toastOf(page, saved)).toBeVisible();
  const photos = await owner.call('GET', `/api/inspections/${inspection.id}/photos`);
  expect(photos).toEqual([expect.objectContaining({ filename: 'desk.jpg', description: 'Chipped edge' })]);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map((each) => each.name));
  expect(databases).toEqual(['innspect']);
});
