import type { Page } from '@playwright/test';
import { drop, delayAnswers } from './faults.ts';
import { expect, pictureFile, startedLobby, startedRun, test } from './story.ts';

const addressPath = '/api/objects/upload';

test('photos interrupted by a lost connection stay on the device and continue on the next page', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, property } = await startedLobby(person);
  const page = await pageOf(owner);
  const place = `/area-inspection?sessionId=${lobby}`;
  await page.goto(place);
  await expect(page.getByText('No photos yet')).toBeVisible();
  const connect = await drop(page, 'POST', addressPath);
  const files = [await pictureFile('boiler.jpg'), await pictureFile('stairs.jpg')];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByText('2 waiting to upload, saved on this device')).toBeVisible();
  await expect(page.getByRole('main').getByText('Waiting for signal')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Complete Area' })).toBeEnabled();

  // Leaving the page asks nothing, because nothing would be lost.
  await page.reload();
  await expect(page.getByText('2 waiting to upload, saved on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Save & Exit' }).click();
  await expect(page).toHaveURL(/\/inspection-setup/);
  await connect();
  await page.goto('/settings');
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).photoCount).toBe(2);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.goto(place);
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(2);
  await expect(page.getByText('waiting to upload')).toBeHidden();
});

test('photos that an earlier version stored on the device are sent', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const lobby = areas[0]?.id ?? '';
  const page = await pageOf(owner);
  // An address of the same origin that does not start the app.
  await page.goto('/favicon.svg');
  const { name, mimeType, buffer } = await pictureFile('boiler.jpg');
  await page.evaluate(
    async ({ bytes, file, userId, areaSessionId }) => {
      const opening = indexedDB.open('innspect', 2);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('photos', { keyPath: 'id' });
        opening.result.createObjectStore('takes', { keyPath: 'id' });
        opening.result.createObjectStore('pieces', { keyPath: ['take', 'part', 'index'] });
      };
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const transaction = opening.result.transaction('photos', 'readwrite');
      transaction.objectStore('photos').put({
        id: crypto.randomUUID(),
        file: new File([new Uint8Array(bytes)], file.name, { type: file.type, lastModified: 1 }),
        source: 'camera',
        subject: { category: 'lobby' },
        userId,
        holder: { areaSessionId },
      });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      opening.result.close();
    },
    { bytes: [...buffer], file: { name, type: mimeType }, userId: owner.user.id, areaSessionId: lobby },
  );
  await page.goto('/settings');
  const photos = async () => (await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos;
  await expect.poll(photos).toHaveLength(1);
  expect((await photos())[0]).toMatchObject({ filename: 'boiler.jpg', source: 'camera', category: 'lobby' });
  const left = await page.evaluate(async () => {
    const opening = indexedDB.open('innspect');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const stores = [...opening.result.objectStoreNames];
    opening.result.close();
    return stores;
  });
  expect(left).toEqual(['entries', 'files']);
});

test('leaving the page asks first if the device cannot store its photos', async ({ person, pageOf }) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  const release = await delayAnswers(page, 'POST', addressPath);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await pictureFile('boiler.jpg')]);
  await expect(page.getByText('1 waiting to upload', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Save & Exit' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Leave while photos are uploading?' });
  await expect(asking).toContainText('1 photo is not saved yet and would be lost.');
  await asking.getByRole('button', { name: 'Stay' }).click();
  release();
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(1);
});

/** Sets the page offline and blocks the API. */
async function loseConnection(page: Page): Promise<() => Promise<void>> {
  const answers = await Promise.all([drop(page, 'GET', /^\/api\//), drop(page, 'PATCH', /^\/api\//)]);
  const say = (online: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(navigator, 'onLine', { value: is, configurable: true });
      window.dispatchEvent(new Event(is ? 'online' : 'offline'));
    }, online);
  await say(false);
  return async () => {
    for (const answer of answers) await answer();
    await say(true);
  };
}
const noConnection = 'No connection to the server. Try again when you are online.';

test('without a connection the next screen opens and says what is missing, and an answer is kept until the connection is back', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner, { screensAhead: true });
  // Browsers record only 250 requests by default, and there are more files.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2000));
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('Next on the checklist')).toBeVisible();
  const fetched = (name: RegExp) =>
    page.evaluate(
      (source) => performance.getEntriesByType('resource').some((entry) => new RegExp(source).test(entry.name)),
      name.source,
    );
  await expect.poll(() => fetched(/\/inspection-setup-\S+\.js/)).toBe(true);
  await expect.poll(() => fetched(/\/messages-\S+\.js/)).toBe(true);
  const reconnect = await loseConnection(page);
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Waiting for signal')).toBeVisible();
  await expect(page.getByText('1 of 12 checks · 0 photos')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Area' })).toBeDisabled();
  await page.getByRole('link', { name: 'Save & Exit' }).click();
  await expect(page.getByRole('alert').filter({ hasText: noConnection }).last()).toBeVisible();
  await reconnect();
  // The stored answer is sent, and its event makes the page reload what had failed.
  await expect(page.getByText('0 of 10 areas completed')).toBeVisible();
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).itemsChecked).toBe(1);
});

test('a screen that cannot be loaded leaves the page usable, and opens once the server is reachable', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'));
  const chunk = await drop(page, 'GET', /\/assets\/reports-/);
  const health = await drop(page, 'GET', '/api/health');
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('This screen could not be shown')).toBeVisible();
  await expect(page.getByText(noConnection)).toBeVisible();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await refused;
  await expect(page.getByText('This screen could not be shown')).toBeVisible();
  await chunk();
  await health();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'PIP Reports' })).toBeVisible();
});
