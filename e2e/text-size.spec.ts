import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { inspectionsOf, unique } from './monitoring-story.ts';
import { addPhoto, expect, startedLobby, test } from './story.ts';

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
