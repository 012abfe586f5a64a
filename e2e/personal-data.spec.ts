import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { expect, mailTo, test, toastOf } from './story.ts';

test('a person asks for an export of their data and downloads it', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  const stop = await fail(page, 'GET', '/api/user/data-exports', 503, 'Try later');
  await page.goto('/settings?tab=account');
  const card = page.getByRole('region', { name: 'Your data' });
  await expect(card.getByText('503: Try later')).toBeVisible();
  await stop();
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('button', { name: 'Export' }).click();
  await expect(toastOf(page, 'Your data is being packed')).toBeVisible();
  await expect(card.getByRole('listitem')).toContainText(/Export of .*KB · until/);
  await mailTo(owner.user.email, 'The export of your data is ready');
  const begun = page.waitForEvent('download');
  await card.getByRole('link', { name: 'Download' }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toBe('innspect-data.zip');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Export' }).click();
  await expect(toastOf(page, 'Error')).toContainText('You asked for an export in the last 24 hours');
});
