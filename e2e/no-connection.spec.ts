import { drop, hold } from './faults.ts';
import { expect, pictureFile, startedRun, test } from './story.ts';

const addressPath = '/api/objects/upload';

test('photos that lost the connection are kept on the device, and go on from whatever page is opened', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas, property } = await startedRun(owner, await person('admin'));
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const page = await pageOf(owner);
  const place = `/area-inspection?sessionId=${lobby}`;
  await page.goto(place);
  await expect(page.getByText('No photos yet')).toBeVisible();
  const connect = await drop(page, 'POST', addressPath);
  const files = [await pictureFile('boiler.jpg'), await pictureFile('stairs.jpg')];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.getByText('2 waiting to upload, saved on this device')).toBeVisible();
  await expect(page.getByText('No connection')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Complete Area' })).toBeDisabled();

  // Nothing asks before the page is left: nothing is lost.
  await page.reload();
  await expect(page.getByText('2 waiting to upload, saved on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Save & Exit' }).click();
  await expect(page).toHaveURL(/\/inspection-setup/);
  await connect();
  await page.goto('/settings');
  await expect
    .poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).photoCount, { timeout: 30_000 })
    .toBe(2);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.goto(place);
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(2);
  await expect(page.getByText('waiting to upload')).toBeHidden();
});

test('where the device keeps nothing, leaving asks before photos are lost', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  const release = await hold(page, 'POST', addressPath);
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
