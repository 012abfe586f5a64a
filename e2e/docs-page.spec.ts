import { storyServer } from './server.ts';
import { expect, test } from './story.ts';

test('the page of the API is styled under a policy without inline styles and scripts', async ({ page }) => {
  const answer = await page.goto('/api/docs/');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']{22,}'; style-src 'self' 'nonce-/);
  expect(policy).not.toContain('unsafe');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('heading', { name: 'Innspect', level: 1 })).toBeVisible();
  await expect(page.getByText('curl').first()).toBeAttached();
  await expect(page.getByText(/Ask AI|Generate MCP|Developer Tools/)).toHaveCount(0);
  // A style element that the policy forbids has no sheet.
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll('style')].map((each) => each.sheet?.cssRules.length ?? 0),
  );
  expect(sheets.length).toBeGreaterThan(2);
  expect(Math.min(...sheets)).toBeGreaterThan(0);
  const again = (await page.reload())?.headers()['content-security-policy'] ?? '';
  expect(again).not.toBe(policy);
});

test('a style that somebody gets into a page does not apply', async ({ browser }) => {
  // Not the page of the other stories, in which the error that the browser reports would fail the story.
  const page = await browser.newPage({ baseURL: storyServer().origin });
  for (const path of ['/auth', '/api/docs/']) {
    await page.goto(path);
    const applied = await page.evaluate(() => {
      const place = document.createElement('div');
      document.body.append(place);
      place.insertAdjacentHTML(
        'beforeend',
        '<style>.injected { z-index: 7 }</style><i class="injected" style="order: 7"></i>',
      );
      const { zIndex, order } = getComputedStyle(document.querySelector('.injected') ?? place);
      return [zIndex, order];
    });
    expect([path, ...applied]).toEqual([path, 'auto', '0']);
  }
  await page.close();
});
