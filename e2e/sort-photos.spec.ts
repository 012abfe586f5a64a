import sharp from 'sharp';
import { expectAccessible } from './checks.ts';
import { disconnect } from './faults.ts';
import { expect, startedRun, test, toastOf } from './story.ts';

/** A picture taken this many seconds after nine in the morning; each one is different. */
async function takenAt(name: string, seconds: number) {
  const clock = new Date(Date.UTC(2026, 10, 20, 9, 0, seconds)).toISOString();
  const background = { r: seconds % 256, g: 120, b: name.length * 3 };
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .withExif({ IFD2: { DateTimeOriginal: `${clock.slice(0, 10).replaceAll('-', ':')} ${clock.slice(11, 19)}` } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

test('the photos of a walk are sorted into areas by name and time, corrected, and sent to their areas', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.getByRole('link', { name: 'Sort Photos into Areas' }).click();
  await expectAccessible(page);
  const pool = [
    'pool-gate.jpg',
    ...Array.from({ length: 11 }, (_, index) => `IMG_1${String(index).padStart(2, '0')}.jpg`),
  ];
  const gym = [
    'gym mirror.jpg',
    ...Array.from({ length: 10 }, (_, index) => `IMG_2${String(index).padStart(2, '0')}.jpg`),
  ];
  const files = await Promise.all([
    ...pool.map((name, index) => takenAt(name, index * 10)),
    ...gym.map((name, index) => takenAt(name, 1200 + index * 10)),
    takenAt('IMG_300.jpg', 4000),
  ]);
  await page.locator('input[type=file]').setInputFiles(files);
  const place = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(page.getByRole('button', { name: 'Add 23 photos' })).toBeEnabled();
  await expect(place('Pool').getByText('12 photos')).toBeVisible();
  await expect(place('Fitness Center').getByText('11 photos')).toBeVisible();
  await expect(place('Not sorted').getByText('1 photo')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'IMG_300.jpg' }).dragTo(place('Lobby'));
  await expect(place('Lobby').getByText('1 photo')).toBeVisible();
  await page.getByRole('button', { name: 'IMG_109.jpg' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'IMG_110.jpg' }).click();
  await page.getByLabel('Move to').selectOption({ label: 'Exterior' });
  await expect(place('Exterior').getByText('2 photos')).toBeVisible();
  await page.getByRole('button', { name: 'IMG_108.jpg' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();

  // Without a connection they wait on the device, each in its area.
  const reconnect = await disconnect(page);
  await page.getByRole('button', { name: 'Add 23 photos' }).click();
  await expect(toastOf(page, '23 photos added to 4 areas')).toBeVisible();
  await reconnect();
  const counts = async () => {
    const { progress } = (await owner.call('GET', `/api/properties/${property.id}/active-run`)) as {
      progress: { area: { code: string }; photoCount: number }[];
    };
    return Object.fromEntries(
      progress.filter(({ photoCount }) => photoCount > 0).map((each) => [each.area.code, each.photoCount]),
    );
  };
  await expect.poll(counts).toEqual({ lobby: 1, pool: 9, fitness_center: 11, exterior: 2 });
});

test('files that no area takes are named when they are chosen, and not counted as photos', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { run, areas } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner);
  await page.goto(`/sort-photos?runId=${run.id}`);
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await takenAt('lobby.jpg', 0),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Room 12') },
      { name: 'lobby-2.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
    ]);
  await expect(page.getByRole('alert')).toHaveText('File notes.txt is not a pictureFile lobby-2.jpg is empty');
  await page.getByRole('button', { name: 'Add 1 photo' }).click();
  await expect(page).toHaveURL(/\/inspection-setup\?/);
  const saved = async () => (await owner.call('GET', `/api/area-sessions/${areas[0]?.id}/photos`)).photos.length;
  await expect.poll(saved).toBe(1);
});

test('leaving the page asks before photos that were not added are lost', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto('/sort-photos');
  await expect(page, 'without an inspection').toHaveURL(/\/inspection-setup$/);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.getByRole('link', { name: 'Sort Photos into Areas' }).click();
  await page.locator('input[type=file]').setInputFiles([await takenAt('IMG_1.jpg', 0)]);
  await expect(page.getByRole('button', { name: 'IMG_1.jpg' })).toBeVisible();
  await page.getByRole('link', { name: 'Properties', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: 'Properties', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/properties$/);
});
