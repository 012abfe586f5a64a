import type { Page } from '@playwright/test';
import { addedProperty } from '#test/factories.ts';
import { disconnect } from './faults.ts';
import { expectTimerAt, secondsOf, test } from './live-story.ts';
import { expect, type Person } from './story.ts';

const recordingOf = async (page: Page, owner: Person): Promise<string> => {
  const { id } = await addedProperty(owner);
  await page.goto(`/live-inspection?propertyId=${id}&area=guest_rooms`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expectTimerAt(page, 2);
  const [begun] = await owner.call('GET', '/api/inspections');
  return begun.id;
};

test('a session that ends during a recording is renewed in place, and nothing is lost', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  const id = await recordingOf(page, owner);

  // The page shares its session with this caller; ending it makes a new photo wait.
  await owner.call('POST', '/api/logout');
  const bar = page.getByRole('alert').filter({ hasText: 'Authorization required. Sign in again to continue' });
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Take Photo' }).click();
  await expect(page.getByText('1 waiting to upload, saved on this device')).toBeVisible();
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();
  const until = await page.getByRole('timer', { name: 'Recorded' }).textContent();

  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await bar.getByRole('button', { name: 'Sign In' }).click();
  await again.getByLabel('Password', { exact: true }).fill('not this one');
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again.getByText('401: Invalid username or password')).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(owner.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expect(bar).toBeHidden();

  // The waiting photo is uploaded, and the recording has not stopped.
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expect(page.getByText('AI watching')).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Review First' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${id}`));
  const { recordings } = await page.request.get(`/api/inspections/${id}/recordings`).then((answer) => answer.json());
  const [minutes = 0, seconds = 0] = (until ?? '').split(':').map(Number);
  expect(recordings).toHaveLength(1);
  expect(recordings[0].durationSeconds).toBeGreaterThanOrEqual(minutes * 60 + seconds);
});

test('without a connection no inspection starts, and none is submitted before its photos are uploaded', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  const { id: propertyId } = await addedProperty(owner);
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
  const start = page.getByRole('button', { name: 'Start recording' });
  await expect(start).toBeEnabled();
  let back = await disconnect(page);
  await start.click();
  const sentence = 'No connection to the server. Try again when you are online.';
  await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect(start).toBeEnabled();
  await back();
  await start.click();
  await expectTimerAt(page, 2);

  back = await disconnect(page);
  await page.getByRole('button', { name: 'Take Photo' }).click();
  await expect(page.getByText('1 waiting to upload, saved on this device')).toBeVisible();
  await expect(page.getByText(/^Offline\. .+ of .+ to upload$/)).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  const sheet = page.getByRole('dialog', { name: 'Finish the inspection' });
  await expect(sheet.getByText('0 photos, 1 not uploaded yet')).toBeVisible();
  const submit = sheet.getByRole('button', { name: 'Submit for Review' });
  await expect(submit).toBeDisabled();
  await back();
  await expect(sheet.getByText('1 photo', { exact: true })).toBeVisible();
  await sheet.getByLabel('Reason').fill('The lobby opens at noon');
  await submit.click();
  await expect(page).toHaveURL(/\/inspection-review\//);
  const [inspection] = await owner.call('GET', '/api/inspections');
  expect(inspection).toMatchObject({ status: 'pending_review', photoCount: 1 });
  expect((await owner.call('GET', `/api/inspections/${inspection.id}/recordings`)).recordings).toHaveLength(1);
});

test('after a page is killed, the next page saves its recording on the same timeline', async ({ person, pageOf }) => {
  const owner = await person('property');
  const first = await pageOf(owner, { width: 390, height: 844 });
  const id = await recordingOf(first, owner);
  await expectTimerAt(first, 4);
  const context = first.context();

  // A second page leaves a recording alone that is still being made.
  const beside = await context.newPage();
  await beside.goto('/settings');
  await expect(beside.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expectTimerAt(first, 6);
  expect((await owner.call('GET', `/api/inspections/${id}/recordings`)).recordings).toEqual([]);
  await beside.close();

  // Closes the page abruptly, as a phone does to free memory; the next page finds its recording.
  await first.close();
  const page = await context.newPage();
  const url = `/live-inspection?propertyId=${(await owner.call('GET', `/api/inspections/${id}`)).propertyId}&area=guest_rooms`;
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Resume recording' })).toBeEnabled();
  const before = await secondsOf(page);
  expect(before).toBeGreaterThanOrEqual(5);
  await expect
    .poll(async () => (await owner.call('GET', `/api/inspections/${id}/recordings`)).recordings)
    .toMatchObject([{ durationSeconds: before }]);
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await expectTimerAt(page, before + 2);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Review First' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${id}`));
  const { recordings } = await owner.call('GET', `/api/inspections/${id}/recordings`);
  expect(recordings).toMatchObject([{ offsetSeconds: 0 }, { offsetSeconds: before }]);
  await expect
    .poll(async () => (await owner.call('GET', `/api/inspections/${id}/recordings`)).recordings[0].preparation)
    .toBe('done');
});

test('a muted or removed camera pauses the recording, and a retry continues it', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  const id = await recordingOf(page, owner);

  // On a phone held sideways only the picture and its buttons are shown.
  const stage = page.getByRole('region', { name: 'Camera' });
  const pause = page.getByRole('button', { name: 'Pause recording' });
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(async () => (await stage.boundingBox())?.height).toBe(390);
  for (const button of ['Take Photo', 'Finish'])
    await expect(page.getByRole('button', { name: button })).toBeInViewport();
  await expect(pause).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();

  // During a call, a phone mutes the track and later unmutes it.
  const tell = (name: 'mute' | 'unmute' | 'ended') =>
    page.getByLabel('Camera picture').evaluate((video: HTMLVideoElement, event) => {
      const [track] = video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks() : [];
      track?.dispatchEvent(new Event(event));
    }, name);
  await tell('mute');
  await expect(page.getByText('The device paused the camera. It will resume automatically.')).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await tell('unmute');
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();

  await tell('ended');
  await expect(page.getByRole('alert').filter({ hasText: 'The camera was disconnected.' })).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  const before = await secondsOf(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await expectTimerAt(page, before + 2);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Review First' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${id}`));
  const { recordings } = await owner.call('GET', `/api/inspections/${id}/recordings`);
  expect(recordings.map(({ offsetSeconds }: { offsetSeconds: number }) => offsetSeconds)).toHaveLength(2);
});
