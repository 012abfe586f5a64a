import type { Page } from '@playwright/test';
import { addPhoto, expect, startedRun, test } from './story.ts';

/** The paths that the device keeps answers of. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('innspect-'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('a downloaded inspection opens without a connection, also after a reload, and signing out deletes it', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas, property } = await startedRun(owner, await person('admin'));
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const photo = await addPhoto(owner, lobby);
  const page = await pageOf(owner, { installed: true });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByText('Not all areas are on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Download for offline' }).click();
  await expect(page.getByText(/Ready for offline · \d/)).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('0 of 10 areas completed')).toBeVisible();
  await expect(page.getByText('Offline · showing what this device keeps')).toBeVisible();
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('Next on the checklist')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(1);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('Offline · showing what this device keeps')).toBeHidden();
  expect(await keptPaths(page)).toContain(`/api/area-sessions/${lobby}/checklist`);
  expect(await keptPaths(page)).toContain(`/api/photos/${photo.id}/thumbnail`);
  await page.getByRole('button', { name: /Robin/ }).click();
  await page.getByRole('menuitem', { name: /Log ?out/i }).click();
  await expect(page).toHaveURL(/\/auth/);
  // The settings that the sign-in screen reads are nobody's.
  await expect.poll(async () => (await keptPaths(page)).filter((path) => path !== '/api/config')).toEqual([]);
});
