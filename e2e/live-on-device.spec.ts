import { readFile } from 'node:fs/promises';
import type { Page, Response } from '@playwright/test';
import { addedProperty } from '#test/factories.ts';
import { test } from './live-story.ts';
import { expectAccessible } from './checks.ts';
import { changeAnswers, disconnect, fail } from './faults.ts';
import { expect } from './story.ts';

declare global {
  interface Window {
    /** How long each detection on this device took, in ms. */
    detectionTimes?: number[];
  }
}
const shippedHead = new URL('../server/analysis/engine/builtin/surface-head.json', import.meta.url);
const readShipped = async () => JSON.parse(await readFile(shippedHead, 'utf8')) as { classes: string[] };
const detectionCount = (page: Page): Promise<number> => page.evaluate(() => window.detectionTimes?.length ?? 0);

// One after another: side by side, the networks of several browsers take each other's processor for minutes.
test.describe.configure({ mode: 'default' });

/** Beside other stories, a browser takes a minute and more to load its network and to detect something. */
const onDevice = { timeout: 120_000 };

/**
 * Records how long each detection of the page's worker takes. To the page none took long, because it would count a busy
 * machine as a device that is too slow; device-loop.test.ts has those.
 */
const recordDetections = (page: Page) =>
  page.addInitScript(() => {
    const { Worker } = window;
    window.detectionTimes = [];
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (data.type !== 'detected') return;
          window.detectionTimes?.push(data.milliseconds);
          data.milliseconds = Math.min(data.milliseconds, 500);
        });
      }
    };
  });

test('the page analyzes the camera itself: boxes appear without a connection, and the server confirms a finding', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 390, height: 844, detectsOnDevice: true });
  await recordDetections(page);
  const claims: string[] = [];
  page.on('request', (request) => {
    const seen = new URL(request.url()).searchParams.get('seen');
    if (seen) claims.push(seen);
  });
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByText('AI watching on this device')).toBeVisible(onDevice);
  const box = page.getByTestId('live-boxes').getByText(/^Mold \d+$/);
  await expect(box).toBeVisible();
  await expectAccessible(page);

  // The server's engine analyzes the sharpest picture and makes the finding from it.
  const inspections = async () => (await owner.call('GET', '/api/inspections')) as { id: string }[];
  const found = async () => owner.call('GET', `/api/inspections/${(await inspections())[0]?.id}/issues`);
  await expect.poll(async () => (await found()).length).toBeGreaterThan(0);
  expect(await found()).toContainEqual(
    expect.objectContaining({ category: 'mould', source: 'ai', imageUrl: expect.any(String) }),
  );
  // The device asks the server to confirm what it has seen; before it sees anything, it claims nothing.
  await expect
    .poll(() => claims.flatMap((claim) => JSON.parse(claim) as object[]))
    .toContainEqual(expect.objectContaining({ category: 'mould' }));

  await disconnect(page);
  await expect(page.getByText('AI watching, findings wait for signal')).toBeVisible();
  const before = await detectionCount(page);
  await expect.poll(() => detectionCount(page), onDevice).toBeGreaterThan(before + 3);
  await expect(box).toBeVisible();
});

const fallbackWarning = 'The server analyzes the frames, because this device cannot';

for (const [reason, breakIt] of [
  [
    'the browser has no WebAssembly',
    (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly')),
  ],
  ['the network cannot be downloaded', (page: Page) => fail(page, 'GET', /\/cells-[\w-]+\.onnx$/, 503)],
] as const)
  test(`the server analyzes the frames when ${reason}`, async ({ person, pageOf }) => {
    const owner = await person('property');
    const { id: propertyId } = await addedProperty(owner);
    const page = await pageOf(owner, { width: 390, height: 844, detectsOnDevice: true });
    await breakIt(page);
    const hasWebAssembly = () => page.evaluate(() => 'WebAssembly' in window);
    const told = page
      .waitForEvent('console', (message) => message.text().startsWith(fallbackWarning))
      .catch(() => null);
    await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
    if (await hasWebAssembly()) expect(await told).not.toBeNull();
    const answered = page.waitForResponse((response) => response.url().includes('/frames?') && response.ok());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await answered;
    await expect(page.getByText('AI watching', { exact: true })).toBeVisible();
    await expect(page.getByTestId('live-boxes').getByText(/^Mold \d+$/)).toBeVisible();
  });

test('the on-device model is cached, and detects after a reload without a connection', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 390, height: 844, installed: true, detectsOnDevice: true });
  await recordDetections(page);
  await page.goto('/settings');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect.poll(() => detectionCount(page), onDevice).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Pause recording' }).click();
  // Less than a second may have been recorded so far.
  const resume = page.getByRole('button', { name: /^(Start|Resume) recording$/ });
  await page.reload();
  await expect(resume).toBeEnabled();

  // The browser's own cache may drop downloads at any time, so it must not be needed.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.context().setOffline(true);
  await page.reload();
  await resume.click();
  await expect.poll(() => detectionCount(page), onDevice).toBeGreaterThan(1);
  await expect(page.getByTestId('live-boxes').getByText(/^Mold \d+$/)).toBeVisible();
});

test('the device uses the head that this installation has learned', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 390, height: 844, detectsOnDevice: true });
  await recordDetections(page);
  // The shipped head, with two kinds of damage swapped.
  const head = await readShipped();
  const exchanged: Record<string, string> = { mould: 'stain', stain: 'mould' };
  const classes = head.classes.map((name) => exchanged[name] ?? name);
  await changeAnswers(page, '/api/analysis/head', () => ({ number: 7, head: { ...head, classes } }));
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await expect(page.getByText('AI watching on this device')).toBeVisible(onDevice);
  await expect(page.getByTestId('live-boxes').getByText(/^Stain \d+$/)).toBeVisible();
});

test('two pages with the same inspection add a finding once, and a stopped camera removes its boxes', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const page = await pageOf(owner, { width: 390, height: 844, detectsOnDevice: true });
  const place = `/live-inspection?propertyId=${propertyId}&area=guest_rooms`;
  const record = (of: Page) => of.getByRole('button', { name: /^(Start|Resume) recording$/ });
  const boxOn = (of: Page) => of.getByTestId('live-boxes').getByText(/^Mold \d+$/);
  await recordDetections(page);
  await page.goto(place);
  await record(page).click();
  await expect(boxOn(page)).toBeVisible(onDevice);
  const beside = await page.context().newPage();
  await recordDetections(beside);
  await beside.goto(place);
  await record(beside).click();
  await expect(boxOn(beside)).toBeVisible(onDevice);
  await expect.poll(() => detectionCount(beside), onDevice).toBeGreaterThan(1);

  const inspections = (await owner.call('GET', '/api/inspections')) as { id: string }[];
  expect(inspections).toHaveLength(1);
  const found = async () => owner.call('GET', `/api/inspections/${inspections[0]?.id}/issues`);
  const moldOf = (issues: { category: string }[]) => issues.filter(({ category }) => category === 'mould');
  await expect.poll(async () => moldOf(await found()).length).toBeGreaterThan(0);
  const isFrame = (response: Response) => response.url().includes('/frames?') && response.ok();
  const answered = beside.waitForResponse(isFrame);
  await answered;
  expect(moldOf(await found())).toHaveLength(1);

  await beside.evaluate(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    if (!(srcObject instanceof MediaStream)) throw new Error('There is no camera');
    for (const track of srcObject.getVideoTracks()) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  });
  await expect(beside.getByText('The camera was disconnected.')).toBeVisible();
  await expect(boxOn(beside)).toBeHidden();
  await expect(boxOn(page)).toBeVisible(onDevice);
});
