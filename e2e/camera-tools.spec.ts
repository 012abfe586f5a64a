import type { Photo } from '#contract/photos.ts';
import { expectAccessible } from './checks.ts';
import { disconnect } from './faults.ts';
import { expect, startedLobby, test } from './story.ts';

/** Simulates a camera with a light and a zoom from 0.5 to 8. Runs in the page. */
function simulateLens(): void {
  const track = MediaStreamTrack.prototype;
  const { getCapabilities } = track;
  track.getCapabilities = function () {
    return { ...getCapabilities.call(this), torch: true, zoom: { min: 0.5, max: 4, step: 0.1 } };
  };
  const asked: unknown[] = [];
  Object.assign(window, { asked });
  track.applyConstraints = async (constraints) => {
    asked.push(constraints?.advanced?.[0]);
  };
}

test('the camera has a light, zoom and a grid, and shows the taken photos, which can be deleted and retaken until they are sent', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(simulateLens);
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Open camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Lobby' });
  const shutter = camera.getByRole('button', { name: 'Take photo' });
  await expect(shutter).toBeEnabled();

  const zoom = camera.getByRole('group', { name: 'Zoom' });
  await expect(zoom.getByRole('button')).toHaveText(['0.5×', '1×', '2×']);
  await expect(zoom.getByRole('button', { name: '1×' })).toHaveAttribute('aria-pressed', 'true');
  await zoom.getByRole('button', { name: '2×' }).click();
  await expect(zoom.getByRole('button', { name: '2×' })).toHaveAttribute('aria-pressed', 'true');
  await camera.getByRole('button', { name: 'Light' }).click();
  await expect(camera.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => (window as unknown as { asked: unknown }).asked)).toEqual([
    { zoom: 2 },
    { torch: true },
  ]);
  const grid = camera.getByTestId('grid');
  await expect(grid).toBeHidden();
  await camera.getByRole('button', { name: 'Grid and level' }).click();
  await expect(grid).toBeVisible();
  const level = camera.getByTestId('level');
  await expect(level).toHaveCount(0);
  const lean = (gamma: number) =>
    page.evaluate((angle) => {
      window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', { beta: 60, gamma: angle }));
    }, gamma);
  // A device reports its orientation repeatedly, but the page starts to listen only shortly after its grid is shown, and
  // a browser without a sensor says so at some moment, which hides the level again.
  const shownAt = async (gamma: number) => {
    await lean(gamma);
    return level.evaluateAll(([shown]) => shown?.getAttribute('data-level') ?? null);
  };
  await expect.poll(() => shownAt(20)).toBe('false');
  await expect.poll(() => shownAt(1)).toBe('true');

  for (const count of [1, 2]) {
    await shutter.click();
    await expect(camera.getByRole('list', { name: 'Photos taken' }).getByRole('listitem')).toHaveCount(count);
    await expect(shutter).toBeEnabled();
  }
  await expectAccessible(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBe(0);
  await camera.getByRole('button', { name: 'Look at photo 1' }).click();
  await expect(camera.getByAltText('Taken just now')).toBeVisible();
  await camera.getByRole('button', { name: 'Back to the camera' }).click();
  await expect(camera.getByAltText('Taken just now')).toBeHidden();

  // A photo that is not sent yet can be deleted, restored and retaken.
  const connect = await disconnect(page);
  const shots = camera.getByRole('list', { name: 'Photos taken' }).getByRole('listitem');
  await shutter.click();
  await expect(shots).toHaveCount(3);
  await camera.getByRole('button', { name: 'Look at photo 3' }).click();
  await expect(camera.getByRole('button', { name: 'Retake' })).toBeVisible();
  await expectAccessible(page);
  await camera.getByRole('button', { name: 'Delete' }).click();
  await expect(shots).toHaveCount(2);
  await camera.getByRole('button', { name: 'Undo' }).click();
  await expect(shots).toHaveCount(3);
  await camera.getByRole('button', { name: 'Retake' }).click();
  await expect(shots).toHaveCount(2);
  await expect(camera.getByAltText('Taken just now')).toBeHidden();
  await shutter.click();
  await expect(shots).toHaveCount(3);

  // The marks on a photo wait together with it.
  await camera.getByRole('button', { name: 'Look at photo 3' }).click();
  await camera.getByRole('button', { name: 'Mark Up' }).click();
  await expect(camera.getByRole('heading', { name: 'Mark Up' })).toBeVisible();
  await expectAccessible(page);
  await camera.getByRole('application').press('Enter');
  await camera.getByRole('button', { name: 'Save' }).click();
  await expect(camera.getByRole('heading', { name: 'Mark Up' })).toBeHidden();
  await connect();
  await camera.getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).photoCount).toBe(3);
  const marksOf = async () => {
    const { photos } = await owner.call('GET', `/api/area-sessions/${lobby}/photos`);
    return photos.map((photo: Photo) => photo.marks.map(({ kind }) => kind));
  };
  await expect.poll(marksOf).toEqual([[], [], ['arrow']]);

  await page.reload();
  await page.getByRole('button', { name: 'Open camera' }).click();
  await expect(grid).toBeVisible();

  // Holding the shutter takes one photo after another; a remote shutter sends a volume key.
  const box = (await shutter.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await expect.poll(() => shots.count()).toBeGreaterThanOrEqual(3);
  await page.mouse.up();
  await expect(shutter).toBeEnabled();
  const burst = await shots.count();
  await page.keyboard.press('AudioVolumeUp');
  await expect(shots).toHaveCount(burst + 1);
  await shutter.click();
  await expect(shots).toHaveCount(burst + 2);
});
