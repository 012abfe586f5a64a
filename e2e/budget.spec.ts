import { gzipSync } from 'node:zlib';
import { expect, test } from './story.ts';

test('the sign-in screen loads at most 106 KB of JavaScript before it is touched and 170 KB in all, without the uploader and the charts', async ({
  page,
}) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(
      new URL(response.url()).pathname,
      response.body().then((body) => gzipSync(body, { level: 9 }).length),
    );
  });
  const total = async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  await page.goto('/auth');
  // The app has taken over; before, none of its files may have been asked for.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  expect(await total()).toBeGreaterThan(90_000);
  expect(await total()).toBeLessThanOrEqual(106_000);
  await page.getByLabel('Username').fill('robin');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  const preloadedForm = page.waitForResponse((response) => response.url().includes('register-form'));
  await page.getByRole('tab', { name: 'Sign Up' }).hover();
  await preloadedForm;
  expect(sizes.size).toBeGreaterThan(5);
  expect(await total()).toBeLessThanOrEqual(170_000);
  for (const path of sizes.keys()) expect(path).not.toMatch(/upload|dashboard|chart|visx|live-inspection/i);
});
