import { gzipSync } from 'node:zlib';
import { expect, test } from './story.ts';

test('the sign-in screen loads at most 170 KB of JavaScript, without the uploader and the charts', async ({ page }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(
      new URL(response.url()).pathname,
      response.body().then((body) => gzipSync(body, { level: 9 }).length),
    );
  });
  await page.goto('/auth');
  await page.getByLabel('Username').fill('robin');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  const preloadedForm = page.waitForResponse((response) => response.url().includes('register-form'));
  await page.getByRole('tab', { name: 'Sign Up' }).hover();
  await preloadedForm;
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(sizes.size).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(170_000);
  for (const path of sizes.keys()) expect(path).not.toMatch(/upload|dashboard|chart|visx|live-inspection/i);
});
