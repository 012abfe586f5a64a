import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
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
