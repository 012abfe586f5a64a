import type { Locator, Page } from '@playwright/test';
import { passedChecks } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers, requestsTo } from './faults.ts';
import { lobbyOf, photosOf, withPhotos } from './lobby.ts';
import { expect, pictureFile, test, toastOf } from './story.ts';

/** Denies the microphone and camera permissions. */
async function refuseDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  });
  await page.context().clearPermissions();
}

test('before the camera is allowed, an area shows its badge, the permissions and the test mode [2.area.1-3, 2.area.5-7, 1.purpose.8, 4.area.1, 5.gates.3, 8.toasts.24, 2.routes.8, decisions.modes.5]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner);
  await refuseDevices(page);
  await page.goto('/area-inspection?runId=x');
  await expect(page.getByText('Area not found')).toBeVisible();
  // A server in production mode would answer this.
  await changeAnswers(page, '/api/config', (config: object) => ({
    ...config,
    mode: 'production',
    skipPermissions: false,
  }));
  const skip = page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' });
  const told = page.waitForResponse('**/api/config');
  await page.goto(`/area-inspection?${query}`);
  await told;
  await expect(page.getByRole('button', { name: 'Allow camera' })).toBeVisible();
  await expect(skip).toHaveCount(0);
  await page.unrouteAll();
  await page.goto(`/area-inspection?${query}`);
  await expect(skip).toBeVisible();
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  await expect(header.getByText('Harbour Inn')).toBeVisible();
  await expect(header.getByText('Not Started', { exact: true })).toBeVisible();
  for (const [label, why] of [
    ['Camera', 'Required, to take photos'],
    ['Location', 'Optional, for geo-tagging'],
    ['Microphone', 'Optional, for voice notes'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) });
    await expect(row).toContainText(
      new RegExp(`${label}(${why}|Blocked. Allow it in the browser settings for this site)`),
    );
  }
  const closed = page.getByText('Please grant camera access to begin the inspection');
  await expect(closed).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  for (const kind of ['camera', 'location', 'microphone']) {
    await page.getByRole('button', { name: `Allow ${kind}` }).click();
    await expect(page.getByRole('alert').filter({ hasText: `Permission denied for ${kind}. ` })).toHaveText(
      `Permission denied for ${kind}. Please allow access to continue.`,
    );
  }
  const patches = requestsTo(page, 'PATCH', `/api/area-sessions/${lobby}`);
  await skip.click();
  await expect(closed).toBeHidden();
  await expect(header.getByText('In Progress', { exact: true })).toBeVisible();
  await expect
    .poll(() => patches.map((request) => request.postDataJSON()))
    .toEqual([
      { id: expect.any(String), permissionCamera: true, permissionLocation: true, permissionMicrophone: true },
    ]);
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).permissionCamera).toBe(true);
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({
    status: 'in_progress',
    permissionCamera: true,
    permissionLocation: true,
    permissionMicrophone: true,
  });
});

test('a camera that the browser blocks says what to do, and the page follows what a person changes there', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner, { width: 390, height: 844 });
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  const set = (setting: 'denied' | 'granted') =>
    browser?.send('Browser.setPermission', {
      permission: { name: 'camera' },
      setting,
      browserContextId: targetInfo.browserContextId,
    });
  await set('denied');
  await page.goto(`/area-inspection?${query}`);
  const blocked = page.getByText('Blocked. Allow it in the browser settings for this site');
  await expect(blocked).toBeVisible();
  const advice = page.getByText(/^The browser blocks the camera for this site\. Tap the icon beside the address/);
  await expect(advice).toBeVisible();
  await expect(page.getByRole('link', { name: 'Use photos instead' })).toHaveAttribute('href', /^\/photo-upload\?/);
  await expectAccessibleEverywhere(page);
  await set('granted');
  await expect(blocked).toBeHidden();
  await expect(advice).toBeHidden();
  await page.getByRole('button', { name: 'Allow camera' }).click();
  // Photos come first, and what is settled last.
  const [title, check] = [
    page.getByRole('heading', { name: 'Photos' }),
    page.getByText('Next on the checklist, 1 of 12'),
  ];
  const allowed = page.getByRole('button', { name: /Allowed: camera/ });
  await expect(allowed).toBeVisible();
  await expect(check).toBeVisible();
  const isInOrder = async (...each: Locator[]) => {
    const tops = await Promise.all(each.map(async (one) => (await one.boundingBox())?.y ?? NaN));
    return tops.every((top, index) => index === 0 || top > (tops[index - 1] ?? NaN));
  };
  expect(await isInOrder(title, check, page.getByRole('link', { name: /^Live Inspection/ }), allowed)).toBe(true);
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).permissionCamera).toBe(true);
  // Once the area was begun, its photos stay in reach.
  await set('denied');
  const warning = page.getByRole('button', { name: /Blocked in the browser: camera/ });
  await expect(title).toBeVisible();
  expect(await isInOrder(warning, title)).toBe(true);
  await warning.click();
  await expect(blocked).toBeVisible();
  await expect(advice).toBeVisible();
  await expect(title).toBeVisible();
});

test('on a rotated phone the header of an area scrolls away, and its photos have the room', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const page = await pageOf(owner, { width: 844, height: 390 });
  await page.goto(`/area-inspection?${query}`);
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  const check = page.getByText('Entrance doors and glass are undamaged', { exact: true });
  await expect(header).toBeInViewport({ ratio: 1 });
  await check.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(header).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.wheel(0, 400);
  await expect(header).toBeInViewport({ ratio: 1 });
});

test('with the camera allowed, an area takes, counts and deletes photos, shows progress and can be completed [2.area.3, 2.area.4, 2.area.8-13, 4.area.1-3, 5.gates.2, 5.gates.3, 5.uploads.3, 7.calls.24, 8.success.9]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property, query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto(`/area-inspection?${query}`);
  await page.getByRole('button', { name: 'Allow camera' }).click();
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  await expect(header.getByText('In Progress', { exact: true })).toBeVisible();
  await expect(header.getByText('0 of 12 checks · 0 photos · 0 findings')).toBeVisible();
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({ permissionLocation: false });
  const complete = page.getByRole('button', { name: 'Complete Area' });
  await expect(complete).toBeDisabled();
  const chooser = page.locator('input[type=file]');
  await expect(chooser).toHaveAttribute('accept', 'image/*');
  await expect(chooser).toHaveJSProperty('multiple', true);
  await chooser.setInputFiles([await pictureFile('desk.jpg'), await pictureFile('door.jpg')]);
  const photos = page.getByRole('button', { name: /^Open photo of/ });
  await expect(photos).toHaveCount(2);
  const progress = header.getByRole('progressbar', { name: 'Area Progress' });
  await expect(header.getByText('Area Progress', { exact: true })).toBeVisible();
  // Photos do not count as answered checks.
  await expect(progress).toHaveAttribute('aria-valuenow', '0');
  await page
    .getByRole('button', { name: /^Delete photo of/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Photo deleted')).toBeVisible();
  await expect(photos).toHaveCount(1);
  // Two critical checks out of twelve.
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  await expect(progress).toHaveAttribute('aria-valuenow', '17');
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, {
    title: 'Loose mat',
    severity: 'high',
    category: 'trip_hazard',
  });
  await expect(header.getByText(/· 1 photo · [1-9]\d* findings?$/)).toBeVisible();

  await changeAnswers(page, photosOf(lobby), withPhotos({ analysisStatus: 'pending', aiAnalysis: null }));
  await page.reload();
  await expect(page.getByText('AI Analyzing Photos...')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(photos).toHaveCount(1);
  await expect(page.getByText('AI Analyzing Photos...')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Save & Exit' })).toHaveAttribute(
    'href',
    `/inspection-setup?propertyId=${property.id}`,
  );
  await complete.click();
  const sheet = page.getByRole('dialog', { name: 'Finish Lobby' });
  await expect(sheet.getByText('Critical checks')).toBeVisible();
  await expect(sheet.getByText('2 of 12')).toBeVisible();
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page).toHaveURL(`/area-analysis?${query}`);
  // Until a reviewer opens the area, the owner can recall it.
  await page.getByRole('button', { name: 'Recall' }).click();
  await expect(toastOf(page, 'Lobby recalled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recall' })).toBeHidden();
  await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  await expect(page.getByRole('button', { name: 'Recall' })).toBeVisible();
  const { inspectionId } = await owner.call('GET', `/api/area-sessions/${lobby}`);
  await admin.call('GET', `/api/inspections/${inspectionId}`);
  await expect(page.getByRole('button', { name: 'Recall' })).toBeHidden();
  await page.goto(`/area-inspection?${query}`);
  await expect(header.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText('Under review')).toBeVisible();
});
