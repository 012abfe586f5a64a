/**
 * A whole offline inspection in a real browser: 200 photos, 60 answers and 20 findings, three reloads, a browser that
 * is killed twice, and a new version of the app while changes are being sent. Finally it counts what arrived on the
 * server.
 */
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { areaSessionSchema } from '#contract/areas.ts';
import { checklistSchema } from '#contract/checklists.ts';
import { findingSchema } from '#contract/findings.ts';
import { photoListSchema } from '#contract/photos.ts';
import { propertySchema } from '#contract/properties.ts';
import { runSchema } from '#contract/runs.ts';
import { checkBudget } from '../scripts/budget.ts';
import { ensureWebBuilt } from '../scripts/lib/project.mjs';
import { startBrowser, type OwnBrowser } from './own-browser.ts';
import { client, startServer } from './server.ts';

const areaCount = 5;
const photosOf = { area: 40, batch: 10 };
const answersOfArea = 12;
const findingsOfArea = 4;
const worker = fileURLToPath(new URL('../dist/web/service-worker.js', import.meta.url));

type Owner = Awaited<ReturnType<typeof client>>;
type PictureFile = { name: string; mimeType: string; buffer: Buffer };

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A unique photo with the size in bytes of a phone's photo. */
async function photo(index: number): Promise<PictureFile> {
  const noise = { type: 'gaussian', mean: 120, sigma: 26 } as const;
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 72 })
    .toBuffer();
  return { name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** The number of changes stored on the device. */
const keptCount = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const opening = indexedDB.open('innspect');
    opening.onsuccess = () => {
      const counting = opening.result.transaction('entries').objectStore('entries').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  })`);

/** Reports the progress, because the run takes minutes. */
const reportProgress = (text: string) => process.stderr.write(`${text}\n`);

/** Waits until a figure reaches a minimum. */
async function waitForAtLeast(what: string, figure: () => Promise<number>, least: number): Promise<void> {
  const started = performance.now();
  for (;;) {
    const now = await figure();
    if (now >= least) return;
    if (performance.now() - started > 180_000) throw new Error(`${what}: ${now} of ${least} after three minutes`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Place {
  address: string;
  owner: Owner;
  device: string;
}

/** Opens a page in which the owner is signed in: a browser that is killed soon after the sign-in has not stored its cookie. */
async function openPage(browser: OwnBrowser, { address, owner }: Place, offline: boolean): Promise<Page> {
  await browser.context.setOffline(offline);
  const expires = Date.now() / 1000 + 86_400;
  await browser.context.addCookies(
    owner
      .cookie()
      .split('; ')
      .map((pair) => pair.split(/=(.*)/s))
      .map(([name = '', value = '']) => ({ name, value, url: address, expires })),
  );
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  page.setDefaultTimeout(60_000);
  return page;
}

/** Downloads a run to its owner's device; returns its areas. */
async function download(page: Page, address: string, owner: Owner) {
  const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
  const { id } = await owner.call('POST', '/api/properties', propertySchema, { ...place, name: 'Field' });
  const run = await owner.call('POST', `/api/properties/${id}/inspection-runs`, runSchema, {});
  const areas = run.progress.slice(0, areaCount);
  for (const area of areas)
    await owner.call('PATCH', `/api/area-sessions/${area.id}`, areaSessionSchema, { permissionCamera: true });
  await page.goto(`${address}/inspection-setup?propertyId=${id}`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await page.getByRole('button', { name: 'Download for offline' }).click();
  await page.getByText(/Ready for offline · \d/).waitFor();
  return areas.map((area) => area.id);
}

interface Walk {
  page: Page;
  address: string;
  /** How many changes the device must have stored by now. */
  kept: number;
}

async function workArea(walk: Walk, area: string, photos: readonly PictureFile[]): Promise<void> {
  const { page, address } = walk;
  const add = async (count: number) => {
    walk.kept += count;
    await waitForAtLeast('Changes on the device', () => keptCount(page), walk.kept);
  };
  await page.goto(`${address}/area-inspection?sessionId=${area}`);
  for (let from = 0; from < photos.length; from += photosOf.batch) {
    const batch = photos.slice(from, from + photosOf.batch);
    await page.locator('input[type=file]').first().setInputFiles(batch);
    await add(batch.length);
    // Wait until earlier photos only wait for a connection, so that there is room for the next ten.
    await waitForAtLeast(
      'Photos that wait',
      () => page.getByText('Waiting for signal', { exact: true }).count(),
      from + batch.length,
    );
  }
  for (let answer = 0; answer < answersOfArea; answer += 1) {
    await page.getByRole('button', { name: 'Pass', exact: true }).first().click();
    await add(1);
  }
  await page.goto(`${address}/area-analysis?sessionId=${area}`);
  for (let finding = 0; finding < findingsOfArea; finding += 1) {
    await page.getByRole('button', { name: 'Add Finding' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Add Finding' });
    await sheet.getByLabel('Category').selectOption('trip_hazard');
    await sheet.getByLabel('Title').fill(`Loose mat ${finding + 1}`);
    await sheet.getByRole('button', { name: 'Add Finding' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await add(1);
  }
}

/** Milliseconds from opening the app on a freshly started device until a first photo is taken. */
async function firstPhoto(page: Page, address: string, area: string): Promise<{ screen: number; photo: number }> {
  const started = performance.now();
  await page.goto(`${address}/area-inspection?sessionId=${area}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Open camera' }).click();
  const screen = performance.now() - started;
  await page.getByRole('button', { name: 'Take photo' }).click();
  await page.getByAltText('Latest shot').waitFor();
  const taken = performance.now() - started;
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  return { screen, photo: taken };
}

async function photosOnServer(owner: Owner, areas: readonly string[]) {
  const lists = await Promise.all(
    areas.map((area) => owner.call('GET', `/api/area-sessions/${area}/photos`, photoListSchema)),
  );
  return lists.flatMap(({ photos }) => photos);
}

/** Counts what the server has; throws when something is missing, duplicated or changed. */
async function count(owner: Owner, areas: readonly string[], files: readonly PictureFile[]) {
  const photos = await photosOnServer(owner, areas);
  const hashes = new Set(photos.map((each) => each.sha256));
  const equal = files.filter(({ buffer }) => hashes.has(sha256(buffer))).length;
  const checks = await Promise.all(
    areas.map((area) => owner.call('GET', `/api/area-sessions/${area}/checklist`, checklistSchema)),
  );
  const findings = await Promise.all(
    areas.map((area) => owner.call('GET', `/api/area-sessions/${area}/issues`, z.array(findingSchema))),
  );
  const titles = findings.flatMap((list, area) => list.map(({ title }) => `${area} ${title}`));
  const answers = checks.flat().filter(({ result }) => result === 'pass').length;
  const found = { photos: photos.length, hashes: hashes.size, equal, answers, findings: titles.length };
  const expected = {
    // One more for the photo that was taken with the camera.
    photos: files.length + 1,
    hashes: files.length + 1,
    equal: files.length,
    answers: areaCount * answersOfArea,
    findings: areaCount * findingsOfArea,
  };
  const same = JSON.stringify(found) === JSON.stringify(expected) && new Set(titles).size === titles.length;
  if (!same) throw new Error(`The server has ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  return found;
}

const mb = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

/** The memory of a browser that was just started, on the page of an area whose photos wait. */
async function memoryWhileWaiting(place: Place, area: string) {
  const browser = await startBrowser(place.device);
  const page = await openPage(browser, place, true);
  await page.goto(area);
  await page.getByText(`${photosOf.area} waiting to upload`).first().waitFor();
  return { browser, page, bytes: await browser.memory() };
}

/** Does all work offline, with three reloads and a browser that is killed three times. Returns the figures and the expected results. */
async function walkOffline(place: Place) {
  const { address, device, owner } = place;
  let browser = await startBrowser(device);
  const walk: Walk = { page: await openPage(browser, place, false), address, kept: 0 };
  const areas = await download(walk.page, address, owner);
  const [first = ''] = areas;
  reportProgress('The run is on the device');
  await browser.context.setOffline(true);
  const firstArea = `${address}/area-inspection?sessionId=${first}`;
  await walk.page.goto(firstArea);
  await walk.page.getByRole('button', { name: 'Open camera' }).waitFor();
  const empty = await browser.memory();
  let few = 0;
  const files: PictureFile[] = [];
  let start = { screen: 0, photo: 0 };
  for (const [index, area] of areas.entries()) {
    const photos = await Promise.all(Array.from({ length: photosOf.area }, (_, at) => photo(files.length + at)));
    files.push(...photos);
    await workArea(walk, area, photos);
    reportProgress(`Area ${index + 1} of ${areaCount}: ${walk.kept} changes on the device`);
    if (index < 3) await walk.page.reload();
    if (index === 0) {
      await browser.kill();
      ({ browser, page: walk.page, bytes: few } = await memoryWhileWaiting(place, firstArea));
    }
    if (index !== 2) continue;
    await browser.kill();
    browser = await startBrowser(device);
    walk.page = await openPage(browser, place, true);
    start = await firstPhoto(walk.page, address, areas[4] ?? '');
    walk.kept += 1;
    await waitForAtLeast('Changes on the device', () => keptCount(walk.page), walk.kept);
  }
  if ((await photosOnServer(owner, areas)).length > 0) throw new Error('A photo arrived without a connection');
  await browser.kill();
  const last = await memoryWhileWaiting(place, firstArea);
  return { ...last, areas, files, start, empty, few, waiting: last.bytes, kept: walk.kept };
}

/** With a connection, a new version takes over while changes are being sent, and the browser is killed once more. */
async function send(place: Place, before: Awaited<ReturnType<typeof walkOffline>>) {
  const { address, device, owner } = place;
  const { areas, kept } = before;
  const started = performance.now();
  const arrived = async () => (await photosOnServer(owner, areas)).length;
  await appendFile(worker, '\n// A newer version.\n');
  await before.browser.context.setOffline(false);
  await before.page.goto(`${address}/waiting-changes`);
  await waitForAtLeast('Photos on the server', arrived, 20);
  reportProgress('A new version takes over');
  // Makes the app look for a new version, as it does when a user returns to it; the browser alone would wait until
  // nothing is being sent.
  await before.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await before.page.getByRole('button', { name: 'Update', exact: true }).click();
  await waitForAtLeast('Photos on the server', arrived, 60);
  await before.browser.kill();
  reportProgress('The browser was killed while it sent');
  const browser = await startBrowser(device);
  const page = await openPage(browser, place, false);
  await page.goto(`${address}/waiting-changes`);
  await waitForAtLeast('Changes that were sent', async () => kept - (await keptCount(page)), kept);
  await page.getByText('Everything is sent').waitFor();
  await browser.kill();
  return (performance.now() - started) / 1000;
}

export async function benchField(): Promise<Record<string, string>> {
  ensureWebBuilt();
  const { bytes } = await checkBudget();
  const folder = await mkdtemp(join(tmpdir(), 'bench-field-'));
  await copyFile(worker, join(folder, 'service-worker.js'));
  const { server, address } = await startServer(join(folder, 'data'));
  try {
    const place = { address, owner: await client(address), device: join(folder, 'device') };
    const walk = await walkOffline(place);
    const seconds = await send(place, walk);
    const found = await count(place.owner, walk.areas, walk.files);
    return {
      'photos that arrived, each once': `${found.photos}, ${found.equal} of ${walk.files.length} chosen ones byte for byte`,
      'answers and findings that arrived, each once': `${found.answers} and ${found.findings}`,
      'sent, with an update and a killed browser between': `${seconds.toFixed(0)} s`,
      'first screen from a cold start without a connection': `${(walk.start.screen / 1000).toFixed(2)} s`,
      'first photo from a cold start without a connection': `${(walk.start.photo / 1000).toFixed(2)} s`,
      'memory of the browser with nothing waiting': mb(walk.empty),
      [`memory of the browser with ${photosOf.area} photos waiting`]: mb(walk.few),
      'memory of the browser with 200 photos waiting': mb(walk.waiting),
      'JavaScript before signing in': `${bytes['sign-in'].toLocaleString('en-US')} bytes gzip`,
    };
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await copyFile(join(folder, 'service-worker.js'), worker);
    await rm(folder, { recursive: true, force: true });
  }
}
