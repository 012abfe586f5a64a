import { disconnect } from './faults.ts';
import { expect, pictureFile, samplePicture, startedLobby, test } from './story.ts';

test('a photo that waits for a connection is marked by this device', async ({ person, pageOf }) => {
  const { owner, lobby, property } = await startedLobby(person);
  const page = await pageOf(owner, { installed: true, detectsOnDevice: true });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole('button', { name: 'Download for offline' }).click();
  await expect(page.getByText('Ready for offline')).toBeVisible();
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await disconnect(page);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await samplePicture('guest-bathroom-mould.jpg')]);
  await expect(page.getByText('Waiting for signal').first()).toBeVisible();
  // The box names what it is and how sure the device is.
  await expect(page.getByText(/^(Mold|Stain|Peeling paint|Water damage) \d+$/).first()).toBeVisible({
    timeout: 120_000,
  });

  // Once the area is left, nothing goes on with the photos that still wait their turn.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await Promise.all(['a', 'b', 'c', 'd'].map((name) => pictureFile(`${name}.jpg`))));
  await expect(page.getByText('Waiting for signal').nth(4)).toBeVisible();
  const opened = page.waitForEvent('worker', { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  await page.getByRole('link', { name: `Back to ${property.name}` }).click();
  await expect(page).toHaveURL(/inspection-setup/);
  expect(await opened).toBe(false);
  expect(page.workers()).toEqual([]);
});
