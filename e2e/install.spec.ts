import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { expect, test } from './story.ts';

/** Offers to install the app, as Chromium does; a headless browser never offers it. Runs in the page. */
function offerInstallation(): void {
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  Object.assign(offer, {
    prompt: async () => {
      document.documentElement.dataset['asked'] = 'yes';
      window.dispatchEvent(new Event('appinstalled'));
      return { outcome: 'accepted' };
    },
  });
  window.dispatchEvent(offer);
}
const asked = (page: Page) => page.evaluate(() => document.documentElement.dataset['asked'] ?? 'no');

test('a phone shows once how to install the app, and Settings keep the instructions', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings?tab=account');
  await expect(page.getByText('choose Install or Add to Home Screen')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Recent Inspections' })).toBeVisible();
  const hint = page.getByRole('heading', { name: 'Install Innspect on this phone' });
  await expect(hint).toBeHidden();
  await page.evaluate(offerInstallation);
  await expect(hint).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(hint).toBeHidden();

  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Install Innspect' }).click();
  await expect(page.getByText('Innspect is installed on this device.')).toBeVisible();
  expect(await asked(page)).toBe('yes');
});
