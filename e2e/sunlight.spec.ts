import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { addPhoto, expect, startedLobby, test } from './story.ts';

/** The names of visible buttons and links that are lower than this many pixels, except links within a line of text. */
const lowerThan = (page: Page, pixels: number) =>
  page.evaluate((least) => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-field] button, [data-field] footer a')];
    const seen = all.filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('.sr-only'));
    return seen
      .filter((each) => each.getBoundingClientRect().height < least - 0.5)
      .map((each) => `${each.ariaLabel ?? each.innerText}: ${each.getBoundingClientRect().height}`);
  }, pixels);
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** The text and background colors of the page. */
const bodyColors = (page: Page) =>
  page.evaluate(() => [getComputedStyle(document.documentElement).color, getComputedStyle(document.body).fontSize]);

test('in sunlight mode, field-work screens have larger black text on white and large touch targets', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  const photo = await addPhoto(owner, lobby);
  const place = `/area-inspection?sessionId=${lobby}`;
  const page = await pageOf(owner);
  await page.goto(place);
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toBeVisible();
  expect(await lowerThan(page, 48)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await page.goto('/settings?tab=account');
  await page.getByText('Sunlight', { exact: true }).click();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  // The theme is applied before any of the page's code runs.
  await page.goto(place);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'glare');
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toBeVisible();
  expect(await bodyColors(page)).toEqual(['rgb(0, 0, 0)', '16.675px']);
  // A long place and its time are not cut off.
  const time = page.locator('[data-field] time').first();
  await owner.call('PATCH', `/api/photos/${photo.id}`, { building: 'Garden wing', floor: '3', room: '312' });
  await page.reload();
  await expect(time).toContainText('312');
  expect(await time.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  expect(await lowerThan(page, 48)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fail' }).first().click();
  await expectAccessible(page);
});
