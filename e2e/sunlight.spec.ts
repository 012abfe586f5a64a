import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { addPhoto, expect, startedRun, test } from './story.ts';

/** The visible buttons and links that are lower than so many pixels, by name; text links within a line are as high as it. */
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
/** The contrast of the text of the page with its background. */
const bodyColors = (page: Page) =>
  page.evaluate(() => [getComputedStyle(document.documentElement).color, getComputedStyle(document.body).fontSize]);

test('in sunlight the screens of the field work have black text on white, larger, with large targets', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  await addPhoto(owner, lobby);
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
  // The page begins with the theme, before any of its code runs.
  await page.goto(place);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'glare');
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toBeVisible();
  expect(await bodyColors(page)).toEqual(['rgb(0, 0, 0)', '16.675px']);
  expect(await lowerThan(page, 48)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fail' }).first().click();
  await expectAccessible(page);
});
