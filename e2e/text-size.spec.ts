import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { changeAnswers } from './faults.ts';
import { inspectionsOf, unique } from './monitoring-story.ts';
import { addPhoto, addPhotoTo, expect, samplePicture, startedInspection, startedLobby, test } from './story.ts';

/** The texts of labels and buttons that reach beyond the right edge of the window. */
const beyondTheEdge = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main span, main button')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > window.innerWidth)
      .map((each) => each.innerText),
  );

test('texts follow the font size that is set in the browser, and nothing is cut off sideways', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  await addPhoto(owner, lobby);
  const page = await pageOf(owner);
  const browser = await page.context().newCDPSession(page);
  const bodySize = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await bodySize()).toBe('14.5px');
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 20 } });
  for (const path of [
    '/',
    '/properties',
    '/reports',
    '/inspections',
    '/settings',
    `/area-inspection?sessionId=${lobby}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await bodySize(), path).toBe('18.125px');
    await expectNoSidewaysScroll(page);
  }
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toBeVisible();
  await expectAccessible(page);
});

test('nothing is cut off sideways on phones in texts of twice the size', async ({ person, pageOf }) => {
  const { owner, lobby, property } = await startedLobby(person);
  await addPhoto(owner, lobby);
  const page = await pageOf(owner);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of [
    '/',
    '/settings',
    '/inspection-guide',
    `/inspection-setup?propertyId=${property.id}`,
    `/area-inspection?sessionId=${lobby}`,
    `/area-analysis?sessionId=${lobby}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
    }
  }
  await page.goto('/');
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(tabs).toHaveCount(4);
  for (const tab of await tabs.all())
    expect(await tab.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0);
});

test('long Spanish words are not cut off sideways on phones in texts of twice the size', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner);
  const picture = await samplePicture('guest-bathroom-mould.jpg');
  const photo = await addPhotoTo(owner, { inspectionId: inspection.id }, picture);
  await owner.call('POST', `/api/inspections/${inspection.id}/issues`, {
    title: 'Spalled stucco',
    severity: 'high',
    category: 'spall',
    description: 'A piece has come off beside the entrance.',
    photoId: photo.id,
    boundingBox: { x: 0.55, y: 0.4, width: 0.05, height: 0.2 },
  });
  const page = await pageOf(owner, { locale: 'es-MX' });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of [
    '/settings?tab=account',
    `/photo-upload?inspectionId=${inspection.id}`,
    `/inspection-review/${inspection.id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoSidewaysScroll(page);
    // Cards and photos cut off what is wider than they are.
    expect.soft(await beyondTheEdge(page), path).toEqual([]);
  }
});

test('a long name of a sample account does not widen the sign-in screen', async ({ page }) => {
  const account = { name: 'Dana Whitfield of Harbour Resorts', username: 'dana', password: 'secret', role: 'admin' };
  await changeAnswers(page, '/api/config', (config: object) => ({
    ...config,
    sampleData: { state: 'ready', percent: 100, accounts: [account] },
  }));
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: /^Use Dana/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a card of the monitoring keeps its texts apart in texts of twice the size', async ({ person, pageOf }) => {
  const admin = await person('admin');
  const owner = await person('property');
  const name = unique('Text Size Inn', owner);
  const { lobbyId } = await inspectionsOf(owner, admin, name);
  const page = await pageOf(admin);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.goto('/admin?tab=monitoring');
  await page.getByRole('searchbox').fill(name);
  const card = page.locator(`#inspection-${lobbyId}`);
  const lines = [card.getByText('Robin Vale'), card.getByText('Pending Review'), card.getByText(/\d findings?$/)];
  await expect(lines[2] ?? card).toBeVisible();
  const edges = await Promise.all([card, ...lines].map((line) => line.boundingBox()));
  const [outer, ...inner] = edges.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  for (const [index, box] of inner.entries()) {
    expect(box.x + box.width).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    for (const other of inner.slice(index + 1)) expect(other.y).toBeGreaterThanOrEqual(box.y + box.height);
  }
});
