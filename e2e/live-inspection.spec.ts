import type { Locator, Page } from '@playwright/test';
import { addedProperty } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { expectTimerAt, secondsIn, secondsOf, test, timer } from './live-story.ts';
import { expect } from './story.ts';

declare global {
  interface Window {
    /** The constraints with which the page requested the camera. */
    asked?: MediaStreamConstraints[];
    /** Makes the camera available again after a story has removed it. */
    allowCamera?: () => void;
  }
}

/** The duration of a video in the page's browser, once the video is seekable. */
const playedSeconds = (page: Page, url: string): Promise<number> =>
  page.evaluate(
    (src) =>
      new Promise<number>((resolve, reject) => {
        const video = document.createElement('video');
        video.muted = true;
        const look = () => {
          if (Number.isFinite(video.duration)) resolve(video.duration);
        };
        video.addEventListener('durationchange', look);
        video.addEventListener('error', () => reject(new Error(video.error?.message)));
        video.src = src;
      }),
    url,
  );

/** The next seconds that the timer shows. An observer misses none, while polling might on a busy machine. */
const ticksOf = (timerText: Locator, count: number): Promise<number[]> =>
  timerText.evaluate(
    (element, wanted) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const observer = new MutationObserver(() => {
          seen.push(Number(element.textContent?.slice(-2)));
          if (seen.length < wanted) return;
          observer.disconnect();
          resolve(seen);
        });
        observer.observe(element, { characterData: true, childList: true, subtree: true });
      }),
    count,
  );

test('an owner inspects the guest rooms with a recording camera [1.purpose.10, 2.live.1-9, 2.routes.10, 4.live.1-3, 7.calls.29, 7.live.1-3, 8.success.5, 8.toasts.18, 9.timing.1, 9.timing.2]', async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.addInitScript(() => {
    const asked: MediaStreamConstraints[] = [];
    window.asked = asked;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) => {
      if (constraints) asked.push(constraints);
      return open(constraints);
    };
  });
  for (const query of [`propertyId=${propertyId}`, 'area=lobby', '']) {
    await page.goto(`/live-inspection?${query}`);
    await expect(page).toHaveURL(/\/properties$/);
  }

  // Paused: the camera is open, but no inspection has started.
  await page.goto(`/inspection-setup?propertyId=${propertyId}`);
  await page.getByRole('button', { name: 'Live Inspection' }).click();
  await page.getByRole('menuitem', { name: 'Guest Rooms' }).click();
  await expect(page).toHaveURL(new RegExp(`/live-inspection\\?propertyId=${propertyId}&area=guest_rooms`));
  await expect(page.getByRole('heading', { name: 'Guest Rooms' })).toBeVisible();
  const start = page.getByRole('button', { name: 'Start recording' });
  await expect(start).toBeEnabled();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(timer(page)).toHaveText('00:00');
  const constraints = await page.evaluate(() => window.asked?.at(-1));
  expect(constraints).toMatchObject({ audio: true, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  const shown = await page.getByLabel('Camera picture').evaluate((video: HTMLVideoElement) => {
    const stream = video.srcObject instanceof MediaStream ? video.srcObject : null;
    return { width: video.videoWidth, height: video.videoHeight, sound: stream?.getAudioTracks().length };
  });
  expect(shown).toEqual({ width: 1920, height: 1080, sound: 1 });
  await expect(page.getByText('0 of 16 checks done', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take Photo' })).toBeDisabled();
  expect(await owner.call('GET', '/api/inspections')).toEqual([]);

  // A refused inspection shows a message, and nothing is recorded.
  const refusal = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Somebody else was faster' };
  await page.route('**/api/inspections', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) })
      : route.continue(),
  );
  await start.click();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('409: Somebody else was faster', { exact: true })).toBeVisible();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.unroute('**/api/inspections');

  // The first resume starts the inspection.
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/api/inspections')),
    start.click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    propertyId,
    propertyName: 'Cedar Lodge',
    area: 'Guest Rooms',
    sessionId: expect.stringMatching(/^[\w-]{21}$/),
  });
  await expect(page.getByText('Inspection started', { exact: true })).toBeVisible();
  await expect(page.getByText('Recording', { exact: true })).toBeVisible();
  const [begun, ...others] = await owner.call('GET', '/api/inspections');
  expect([begun, others]).toMatchObject([
    { propertyId, area: 'Guest Rooms', status: 'in_progress', totalItems: 16 },
    [],
  ]);
  const inspection = `/api/inspections/${begun.id}`;
  const [first = 0, second = 0, third = 0] = await ticksOf(timer(page), 3);
  for (const step of [second - first, third - second]) expect([1, 2]).toContain(step);

  // A repeated detection is listed with its second, drawn on the picture and shown in the checklist.
  await expect(page.getByTestId('live-boxes').getByText(/^Mold \d\d$/)).toBeVisible();
  const finding = page.getByRole('listitem').filter({ hasText: /Heavy mold growth.*\d\d:\d\d · AI, \d\d% sure/ });
  await expect(finding).toBeVisible();
  const [mould] = await owner.call('GET', `${inspection}/issues`);
  expect(mould).toMatchObject({ category: 'mould', source: 'ai', videoTimestamp: expect.any(Number) });
  await expect
    .poll(async () =>
      (await admin.call('GET', `/api/admin/audit-logs?entityType=inspection&entityId=${begun.id}`)).find(
        ({ action }: { action: string }) => action === 'inspection.live_update',
      ),
    )
    .toMatchObject({
      userId: owner.user.id,
      details: { detection: { issueId: mould.id }, timestamp: mould.videoTimestamp },
    });

  // The timer stops during a pause, also while checks are answered.
  await page.getByRole('button', { name: 'Pause recording' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  const paused = await secondsOf(page);
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Next on the checklist, 2 of 16')).toBeVisible();
  await expect(page.getByText('1 of 16 checks', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next on the checklist, 2 of 16' }).click();
  await expect(page.getByText(/AI saw: Heavy mold growth, \d\d% sure/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Take Photo' }).click();
  await expect(page.getByText('1 photo uploaded')).toBeVisible();
  await expect
    .poll(async () =>
      (await owner.call('GET', `${inspection}/photos`)).filter(({ width }: { width: number }) => width === 1920),
    )
    .toMatchObject([{ source: 'live', category: 'guest_rooms' }]);
  await finding.getByRole('button', { name: /^Confirm Heavy mold growth at \d\d:/ }).click();
  await expect(finding).toContainText('confirmed');
  await expectAccessibleEverywhere(page);
  expect(await secondsOf(page)).toBe(paused);
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await expectTimerAt(page, paused + 2);

  // Leaving the page asks first, until the recording is saved.
  const quick = page.getByRole('region', { name: 'Quick actions' });
  const upload = quick.getByRole('link', { name: 'Upload Photos' });
  await expect(upload).toHaveAttribute(
    'href',
    `/photo-upload?inspectionId=${begun.id}&category=guest_rooms&aiRequest=false`,
  );
  await upload.click();
  await expect(page.getByRole('alertdialog', { name: 'Save the recording and leave?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  const total = await secondsIn(page.getByRole('dialog').getByText(/^\d\d:\d\d$/));
  expect(total).toBeGreaterThanOrEqual(paused + 2);
  await page.getByRole('button', { name: 'Review First' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${begun.id}`));

  // The recording exists, is seekable, and is as long as the timer showed.
  const { recordings } = await owner.call('GET', `${inspection}/recordings`);
  expect(recordings).toHaveLength(1);
  expect(Math.abs(recordings[0].durationSeconds - total)).toBeLessThanOrEqual(1);
  expect(await owner.call('GET', inspection)).toMatchObject({ videoUrl: recordings[0].url, itemsChecked: 1 });
  const range = await owner.request.get(recordings[0].url, { headers: { range: 'bytes=0-99' } });
  expect([range.status(), (await range.body()).length]).toEqual([206, 100]);
  await expect.poll(async () => (await owner.call('GET', `${inspection}/recordings`)).recordings[0].ready).toBe(true);
  expect(Math.abs((await playedSeconds(page, recordings[0].url)) - total)).toBeLessThanOrEqual(2);
});

test('a refused camera shows a message, a failed upload is retried, and the inspection continues on the next page [2.live.11, 2.nav.4, 8.screen.5]', async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    window.allowCamera = () => {
      navigator.mediaDevices.getUserMedia = open;
    };
  });
  const address = `/live-inspection?propertyId=${propertyId}&area=Pool`;
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('Permission denied for camera. Please allow access to continue.');
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeDisabled();
  await expectAccessibleEverywhere(page);
  await expect(page.getByRole('button', { name: 'Use photos instead' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => window.allowCamera?.());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('13 checks, answered while you record')).toBeVisible();
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expectTimerAt(page, 2);
  await expect(page.getByRole('link', { name: 'Inspection', exact: true })).toHaveAttribute('aria-current', 'page');

  // A wide screen shows all checks, and failing one adds a finding.
  const check = page.getByRole('group', { name: 'Rescue hook is present' });
  await check.getByRole('button', { name: 'Fail' }).click();
  const hook = page.getByRole('listitem').filter({ hasText: 'Rescue hook missing' });
  await expect(hook).toContainText('Added manually');
  // A finding added by a person gets the current second of the recording.
  await page.getByRole('button', { name: 'Add Finding' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Finding' });
  await expect(sheet).toContainText(/^Add FindingAt \d\d:\d\d of the recording\./);
  await sheet.getByLabel('Title').fill('Loose ladder');
  await sheet.getByLabel('Category').selectOption({ index: 1 });
  await sheet.getByRole('button', { name: 'Add Finding' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Loose ladder' })).toContainText(
    /\d\d:\d\d · Added manually/,
  );

  // The storage refuses the upload, so the device keeps the recording and a retry sends it.
  const refusal = JSON.stringify({ type: 'about:blank', title: 'Invalid input', status: 400, detail: 'No room left' });
  await page.route('**/api/s3/**', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: refusal }),
  );
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('button', { name: 'Review First' }).click();
  await expect(
    page.getByText(/The recording could not be saved: No room left\. It is stored on this device/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Recording upload failed.')).toBeVisible();
  await page.unroute('**/api/s3/**');
  await page.getByRole('link', { name: 'Upload Photos' }).click();
  await page.getByRole('button', { name: 'Save & Leave' }).click();
  await expect(page).toHaveURL(/\/photo-upload\?.*category=pool/);

  // Going back continues the same inspection at the same second.
  const [begun] = await owner.call('GET', '/api/inspections');
  const { duration } = await owner.call('GET', `/api/inspections/${begun.id}`);
  expect(duration).toBeGreaterThanOrEqual(2);
  await page.getByRole('link', { name: 'Back to Live Inspection' }).click();
  await expect(page).toHaveURL(/\/live-inspection\?propertyId=.*&area=Pool/);
  await expect(page.getByRole('button', { name: 'Resume recording' })).toBeEnabled();
  expect(await secondsOf(page)).toBe(duration);
  await page.getByRole('button', { name: 'Resume recording' }).click();
  await expectTimerAt(page, duration + 1);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByLabel('Reason').fill('The pool is closed for the season');
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page).toHaveURL(new RegExp(`/inspection-review/${begun.id}`));
  expect(await owner.call('GET', '/api/inspections')).toMatchObject([{ id: begun.id, status: 'pending_review' }]);
  const { recordings } = await owner.call('GET', `/api/inspections/${begun.id}/recordings`);
  expect(recordings.map(({ offsetSeconds }: { offsetSeconds: number }) => offsetSeconds)).toEqual([0, duration]);

  // A property of another owner, and one that does not exist.
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(address);
  await expect(desk.getByRole('heading', { name: "Only the property's owner can inspect it" })).toBeVisible();
  await desk.goto('/live-inspection?propertyId=00000000-0000-4000-8000-000000000000&area=lobby');
  await expect(desk.getByRole('heading', { name: 'Property not found.' })).toBeVisible();
});

test('without a camera, a live inspection leads to the photo inspection', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('None', 'NotFoundError'));
  });
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=Lobby`);
  await expect(page.getByRole('alert')).toContainText('No camera was found on this device.');
  await page.getByRole('button', { name: 'Use photos instead' }).tap();
  await expect(page).toHaveURL(/\/photo-upload\?inspectionId=[0-9a-f-]{36}$/);
  await expect(page.getByText('Lobby').first()).toBeVisible();
});
