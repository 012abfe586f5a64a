import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { delayAnswers, drop } from './faults.ts';
import { keptCount } from './device.ts';
import { expect, pictureFile, startedLobby, test, toastOf, type StoryFixtures } from './story.ts';

async function openLobby({ pageOf, person }: Pick<StoryFixtures, 'pageOf' | 'person'>) {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  return { owner, lobby, page, place: `/area-inspection?sessionId=${lobby}` };
}
const photosOf = async (owner: { call(method: string, url: string): Promise<{ photos: unknown[] }> }, lobby: string) =>
  (await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos;

/** Simulates a device with this much room for files, as the browser reports it. Runs in the page. */
function simulateDisk(bytes: number): void {
  const disk = Object.assign(window, { roomLeft: bytes });
  const store = IDBObjectStore.prototype;
  const { put, delete: remove } = store;
  navigator.storage.estimate = async () => ({ usage: 0, quota: disk.roomLeft });
  store.put = function (value: { bytes?: Blob }, ...rest) {
    const { size = 0 } = value.bytes ?? {};
    if (size > disk.roomLeft) throw new DOMException('The disk is full', 'QuotaExceededError');
    disk.roomLeft -= size;
    return put.call(this, value, ...rest);
  };
  store.delete = function (key) {
    const counting = this.getAll(key);
    counting.onsuccess = () => {
      for (const { bytes } of counting.result as { bytes?: Blob }[]) disk.roomLeft += bytes?.size ?? 0;
    };
    return remove.call(this, key);
  };
}
const setRoom = (page: Page, bytes: number) =>
  page.evaluate((left) => Object.assign(window, { roomLeft: left }), bytes);
const megabytes = (count: number) => count * 1024 * 1024;

test('a device that runs out of room warns early, stops the camera, and loses no photo', async ({ person, pageOf }) => {
  const { owner, lobby, page, place } = await openLobby({ person, pageOf });
  await page.addInitScript(simulateDisk, megabytes(200));
  await page.goto(place);
  await expect(page.getByText('This device is running out of space.')).toBeVisible();
  await expectAccessible(page);

  const connect = await drop(page, 'POST', '/api/objects/upload');
  const input = page.locator('input[type=file]').first();
  await input.setInputFiles([await pictureFile('first.jpg')]);
  await expect(page.getByText('1 waiting to upload, saved on this device')).toBeVisible();
  const hasReserve = () => page.evaluate(() => (window as unknown as { roomLeft: number }).roomLeft < 190 * 1024 ** 2);
  await expect.poll(hasReserve).toBe(true);
  // The next photo uses up the reserve: it is stored, and the camera stops before a photo could not be.
  await setRoom(page, 1000);
  await input.setInputFiles([await pictureFile('second.jpg')]);
  await expect(page.getByText('2 waiting to upload, saved on this device')).toBeVisible();
  expect(await keptCount(page)).toBe(2);
  await setRoom(page, 1000);
  await expect(page.getByText('This device is full.')).toBeVisible();
  await page.getByRole('button', { name: 'Open camera' }).click();
  const camera = page.getByRole('dialog', { name: 'Lobby' });
  await expect(camera.getByText('This device has no space for another photo.')).toBeVisible();
  await expect(camera.getByRole('button', { name: 'Take photo' })).toBeDisabled();
  await camera.getByRole('button', { name: 'Done' }).click();

  // Without a reserve, a chosen photo exists only in the page, which says so.
  await input.setInputFiles([await pictureFile('third.jpg')]);
  const alert = page.getByRole('alert').filter({ hasText: 'This device is full.' });
  await expect(alert).toContainText('1 change exists only on this page. Keep the page open until it is sent.');
  await expectAccessible(page);
  expect(await keptCount(page)).toBe(2);

  await setRoom(page, megabytes(900));
  await connect();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(alert).toBeHidden();
  await expect.poll(async () => (await photosOf(owner, lobby)).length).toBe(3);
  await expect(page.getByText('This device is running out of space')).toBeHidden();
  await page.goto('/waiting-changes');
  await expect(page.getByRole('heading', { name: 'Room on this device' })).toBeVisible();
  await expect(page.getByText(/^Innspect uses [\d.]+ [KM]?B, and [\d.]+ [MG]B are left/)).toBeVisible();
  await expectAccessible(page);
});

test('a picture of more than 10 MB is shrunk on the device, upright, with its time and place', async ({
  person,
  pageOf,
}, testInfo) => {
  const { owner, lobby, page, place } = await openLobby({ person, pageOf });
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const path = testInfo.outputPath('large.jpg');
  const { size } = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:03:04 05:06:07' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toFile(path);
  expect(size).toBeGreaterThan(megabytes(10));
  // The message about the saved photo replaces this one, and says the same.
  const answer = await delayAnswers(page, 'POST', '/api/photos');
  await page.goto(place);
  await page.locator('input[type=file]').first().setInputFiles(path);
  await expect(toastOf(page, 'Photo made smaller')).toContainText(/^.*large\.jpg: 1\d(\.\d)? MB became/);
  answer();
  await expect(toastOf(page, /^Photo uploaded/i)).toContainText(/large\.jpg: 1\d(\.\d)? MB became/i);
  await expect.poll(() => photosOf(owner, lobby)).toHaveLength(1);
  const [photo] = (await photosOf(owner, lobby)) as { id: string; width: number; height: number; takenAt: string }[];
  expect(photo).toMatchObject({ takenAt: expect.stringMatching(/^2026-03-0[345]T/) });
  expect((photo?.height ?? 0) > (photo?.width ?? 0)).toBe(true);
  const original = await (await owner.request.get(`/api/photos/${photo?.id}/original`)).body();
  expect(original.length).toBeLessThanOrEqual(megabytes(10));
  expect((await sharp(original).metadata()).orientation).toBe(1);
});
