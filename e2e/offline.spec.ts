import type { Page } from '@playwright/test';
import { areaCodes } from '#contract/area-codes.ts';
import { passedChecks } from '#test/factories.ts';
import { expectAccessible } from './checks.ts';
import { keptCount } from './device.ts';
import { delayAnswers } from './faults.ts';
import { addPhoto, expect, pictureFile, startedLobby, startedRun, test, type StoryFixtures } from './story.ts';

/** The paths whose answers the device has cached. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('innspect-'));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Holds the answers of a path that the service worker reads from now on, until the returned function drops them. */
async function holdReads(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(`**${path}**`, async (route) => {
    if (route.request().serviceWorker() === null || route.request().method() !== 'GET') return route.fallback();
    await promise;
    await route.abort();
  });
  return resolve;
}

/** The answer of a path that the device has cached. */
const keptAnswer = (page: Page, path: string) =>
  page.evaluate(async (each) => (await caches.match(each, { ignoreVary: true }))?.json(), path);

test('a downloaded inspection opens without a connection, also after a reload, and signing out deletes it', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, property } = await startedLobby(person);
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
  await expect(page.getByText('Offline · showing data stored on this device')).toBeVisible();
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await expect(page.getByText('Next on the checklist')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(1);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('Offline · showing data stored on this device')).toBeHidden();
  expect(await keptPaths(page)).toContain(`/api/area-sessions/${lobby}/checklist`);
  expect(await keptPaths(page)).toContain(`/api/photos/${photo.id}/thumbnail`);
  await page.getByRole('button', { name: /Robin/ }).click();
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: /Log ?out/i }).click();
  await loaded;
  await expect(page).toHaveURL(/\/auth/);
  // The configuration that the sign-in screen reads belongs to nobody and may stay.
  await expect.poll(async () => (await keptPaths(page)).filter((path) => path !== '/api/config')).toEqual([]);
});

test('whoever signs in again in place keeps what is ready for offline', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas, property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner, { installed: true });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.getByRole('button', { name: 'Download for offline' }).click();
  await expect(page.getByText(/Ready for offline · \d/)).toBeVisible();
  await page.goto('/settings');
  await page.getByLabel('First Name').fill('Jo');
  // The page shares its session with this caller.
  await owner.call('POST', '/api/logout');
  // The question may come before, because the connection for events has ended as well.
  await page.getByRole('button', { name: 'Save Changes', includeHidden: true }).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('textbox', { name: 'Password', exact: true }).fill(owner.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  expect(await keptPaths(page)).toContain(`/api/area-sessions/${areas[0]?.id}/checklist`);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await expect(page.getByText(/Ready for offline · \d/)).toBeVisible();
});

test('an answer that arrives after its person has signed out is not stored', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner, { installed: true });
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const own = `/api/properties/${property.id}`;
  const [answered, released] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  await page.context().route(`**${own}`, async (route) => {
    if (route.request().serviceWorker() === null) return route.fallback();
    const response = await route.fetch();
    answered.resolve(response.status());
    await released.promise;
    await route.fulfill({ response });
  });
  await page.evaluate((path) => void fetch(path).catch(() => undefined), own);
  expect(await answered.promise).toBe(200);
  await page.getByRole('button', { name: /Robin/ }).click();
  await page.getByRole('menuitem', { name: /Log ?out/i }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const arrived = page.context().waitForEvent('requestfinished', (request) => request.url().endsWith(own));
  released.resolve();
  await arrived;
  // What is asked for later is stored after it would have been.
  await page.evaluate(() => fetch('/api/config?later').then((answer) => answer.text()));
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/api/config?later')))).toBe(true);
  expect(await keptPaths(page)).not.toContain(own);
});

test('what the server has saved is shown without a connection, also when nothing was read since', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, areas } = await startedLobby(person);
  const page = await pageOf(owner, { installed: true });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const list = `/api/area-sessions/${lobby}/checklist`;
  await expect.poll(() => keptPaths(page)).toContain(list);
  const cut = await holdReads(page, list);
  await page.getByRole('button', { name: 'Fail', exact: true }).click();
  await expect(page.getByText('It is a finding now. Take a photo that shows it.')).toBeVisible();
  const storedResults = async () => {
    const checks: { result: string | null }[] = await keptAnswer(page, list);
    return checks.map(({ result }) => result);
  };
  await expect.poll(storedResults).toContain('fail');
  await page.context().setOffline(true);
  cut();
  await page.reload();
  await expect(page.getByText('Offline · showing data stored on this device')).toBeVisible();
  await expect(page.getByText(/^Next on the checklist, 2 of/)).toBeVisible();

  // An area that is not on the device.
  await page.goto(`/area-inspection?sessionId=${areas[1]?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Could not be loaded');
  await expect(page).toHaveTitle(/^Could not be loaded/);
  await expectAccessible(page);
});

test('a submitted area, and then the inspection, are shown as the server has saved them without a connection', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, areas, property } = await startedLobby(person);
  await addPhoto(owner, lobby);
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  const leftOut = { status: 'not_applicable', reason: 'Not built' };
  for (const { id } of areas.slice(1)) await owner.call('PATCH', `/api/area-sessions/${id}`, leftOut);
  const page = await pageOf(owner, { installed: true });
  const overview = `/inspection-setup?propertyId=${property.id}`;
  const path = `/api/properties/${property.id}/active-run`;
  await page.goto(overview);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByText('0 of 1 area completed')).toBeVisible();
  await expect.poll(() => keptPaths(page)).toContain(path);
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  const complete = page.getByRole('button', { name: 'Complete Area' });
  await expect(complete).toBeEnabled();
  const cut = await holdReads(page, path);
  await complete.click();
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  const storedRun = async () => (await keptAnswer(page, path)).run;
  await expect.poll(async () => (await storedRun()).progress[0].status).toBe('completed');
  await page.context().setOffline(true);
  await page.goto(overview);
  await expect(page.getByText('1 of 1 area completed')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Submit Inspection' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect.poll(async () => (await storedRun()).status).toBe('completed');
  cut();
});

test('the first visit stores what it has read, and reads nothing again in the page', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner, { installed: true });
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.serviceWorker() === null) reads.push(new URL(request.url()).pathname);
  });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await expect(page.getByText('0 of 10 areas completed')).toBeVisible();
  // The line appears once the worker controls this page.
  await expect(page.getByText('Not all areas are on this device.')).toBeVisible();
  const own = `/api/properties/${property.id}`;
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/api/user', own, `${own}/active-run`]));
  expect(reads.filter((path) => path === own)).toHaveLength(1);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('0 of 10 areas completed')).toBeVisible();
});

test('a page that another page made installable stores what it has read', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { property } = await startedRun(owner, await person('admin'));
  const page = await pageOf(owner, { installed: true });
  // The screen is complete only once the worker that another page has registered controls it.
  const answer = await delayAnswers(page, 'GET', '/api/notifications');
  await page.addInitScript(() => void navigator.serviceWorker.register('/service-worker.js'));
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await expect(page.getByText('0 of 10 areas completed')).toBeVisible();
  await page.evaluate(
    () =>
      navigator.serviceWorker.controller ??
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve)).then(() => null),
  );
  answer();
  await expect.poll(() => keptPaths(page)).toContain(`/api/properties/${property.id}`);
});

test('on Wi-Fi that leads nowhere, the page says that it is offline until the server answers', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => true });
    for (const change of ['online', 'offline'])
      window.addEventListener(change, (event) => event.stopImmediatePropagation(), true);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/api/user', '/api/user/stats']));
  const offline = page.getByText('Offline · showing data stored on this device');
  await expect(offline).toBeHidden();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
});

test('after signing in on the first visit, the app opens without a connection', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { installed: true });
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.getByLabel('Username').fill(owner.user.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/api/user', '/api/user/stats']));

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
});

const leftOut = areaCodes.filter((code) => code !== 'lobby' && code !== 'pool');

/** Downloads a run with a lobby and a pool to its owner's device, then cuts the connection. */
async function downloadedRun({ person, pageOf }: Pick<StoryFixtures, 'person' | 'pageOf'>) {
  const owner = await person('property');
  const started = await startedRun(owner, await person('admin'), leftOut);
  const idOf = (code: string) => started.areas.find(({ area }) => area.code === code)?.id ?? '';
  const setup = `/inspection-setup?propertyId=${started.property.id}`;
  const page = await pageOf(owner, { installed: true });
  await page.goto(setup);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole('button', { name: 'Download for offline' }).click();
  await expect(page.getByText(/Ready for offline · \d/)).toBeVisible();
  await page.context().setOffline(true);
  return { owner, page, setup, run: started.run, lobby: idOf('lobby'), pool: idOf('pool') };
}

async function inspectLobby(page: Page, lobby: string, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Allow camera' }).click();
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Next on the checklist, 2 of 12')).toBeVisible();
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('button', { name: 'Complete Area' }).click();
  const sheet = page.getByRole('dialog', { name: 'Finish Lobby' });
  await expect(sheet.getByText('1 of 12')).toBeVisible();
  await expect(sheet.getByText(`0 photos, ${files.length} not uploaded yet`)).toBeVisible();
  await sheet.getByLabel('Reason').fill('The lobby opens at noon');
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page).toHaveURL(/\/area-analysis/);
  await expect(page.getByText('Submitted on this device')).toBeVisible();
  // The brand cannot review it yet.
  await expect(page.getByText('Locked while the brand reviews.')).toBeHidden();
}

test('offline, an area is submitted, another marked as missing and the inspection submitted, and each arrives once', async ({
  person,
  pageOf,
}) => {
  const { owner, page, setup, run, lobby, pool } = await downloadedRun({ person, pageOf });
  await inspectLobby(page, lobby, [await pictureFile('desk.jpg'), await pictureFile('door.jpg')]);
  await page.reload();
  await expect(page.getByText('Submitted on this device')).toBeVisible();

  await page.goto(setup);
  // What stands above the areas; a menu moves with what it belongs to.
  await expect(page.getByText(/Ready for offline · \d/)).toBeVisible();
  await page.getByRole('button', { name: 'More for Pool' }).click();
  await page.getByRole('menuitem', { name: 'Not at this property' }).click();
  await page.getByLabel('Reason').fill('There is no pool');
  await page.getByRole('button', { name: 'Not at this property' }).click();
  await expect(page.getByText('1 of 1 area completed')).toBeVisible();
  await page.getByRole('button', { name: 'Submit Inspection' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Submit Inspection' })).toBeHidden();
  await expect.poll(() => keptCount(page)).toBe(7);

  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await later.goto('/waiting-changes');
  await expect(later.getByText(/^7 changes · /)).toBeVisible();
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({
    status: 'not_started',
    photoCount: 0,
  });
  await context.setOffline(false);
  await expect(later.getByText('Everything is sent')).toBeVisible();
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({
    status: 'completed',
    photoCount: 2,
    itemsChecked: 1,
    permissionCamera: true,
    completionReason: 'The lobby opens at noon',
  });
  expect(await owner.call('GET', `/api/area-sessions/${pool}`)).toMatchObject({
    status: 'not_applicable',
    notApplicableReason: 'There is no pool',
  });
  expect((await owner.call('GET', `/api/inspection-runs/${run.id}`)).run.status).toBe('completed');
});

test('a submission with a refused photo says so, leaves the area open, and is sent without the photo', async ({
  person,
  pageOf,
}) => {
  const { owner, page, lobby } = await downloadedRun({ person, pageOf });
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture') };
  await inspectLobby(page, lobby, [await pictureFile('desk.jpg'), broken]);
  await page.context().setOffline(false);
  const note = page.getByRole('main').getByRole('alert').filter({ hasText: 'A change before this one was not saved' });
  await expect(note).toBeVisible();
  await expect
    .poll(() => owner.call('GET', `/api/area-sessions/${lobby}`))
    .toMatchObject({ status: 'in_progress', photoCount: 1 });
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toBeHidden();
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).status).toBe('completed');
});

test('a submission that has not been sent can be undone', async ({ person, pageOf }) => {
  const { page, lobby } = await downloadedRun({ person, pageOf });
  await inspectLobby(page, lobby, [await pictureFile('desk.jpg')]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Submitted on this device')).toBeHidden();
  await page.getByRole('link', { name: 'Edit Area' }).click();
  await expect(page.getByRole('button', { name: 'Complete Area' })).toBeEnabled();
});
