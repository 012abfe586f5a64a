import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { expect, mailTo, password, test, toastOf } from './story.ts';

test('a person creates an API key, a program calls the API with it, and the person revokes it', async ({
  person,
  pageOf,
  request,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  const stop = await fail(page, 'GET', '/api/user/api-keys', 503, 'Try later');
  await page.goto('/settings?tab=account');
  const card = page.getByRole('region', { name: 'API keys' });
  await expect(card.getByText('503: Try later')).toBeVisible();
  await stop();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('A key lets a program call the API')).toBeVisible();

  await card.getByRole('button', { name: 'Make a Key' }).click();
  const form = page.getByRole('dialog', { name: 'Make an API key' });
  await form.getByRole('button', { name: 'Make Key' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Choose at least one right')).toBeVisible();
  await form.getByLabel('Name').fill('Front desk');
  await form.getByLabel('Expires after').selectOption('7 days');
  await form.getByLabel('Properties').selectOption('Read and write');
  await form.getByLabel('Cases').selectOption('Read');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make Key' }).click();
  const shown = page.getByRole('dialog', { name: 'API key Front desk' });
  const key = await shown.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(key).toMatch(/^inn_[0-9a-f]{12}_[\w-]{43}$/);
  await expect(shown).toContainText('It is not shown again.');
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I Have Kept It' }).click();
  await expect(card.getByRole('listitem')).toContainText(
    /Front deskinn_[0-9a-f]{12}….*Never used.*Cases \(read\), Properties \(read and write\)/,
  );
  await mailTo(owner.user.email, 'An API key was made');

  const call = () =>
    request.get(new URL('/api/properties', page.url()).href, { headers: { authorization: `Bearer ${key}` } });
  expect((await call()).status()).toBe(200);
  await page.reload();
  await expect(card.getByRole('listitem')).toContainText('Last used');
  await expect(card.getByText(key)).toHaveCount(0);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Revoke Front desk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toastOf(page, 'API key revoked')).toContainText('Front desk');
  await expect(card.getByRole('listitem')).toHaveCount(0);
  expect((await call()).status()).toBe(401);
});

test('a person who changes the password is asked about the API keys, and revokes them with it', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto('/settings?tab=account');
  const form = page.getByRole('region', { name: 'Change password' });
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys.getByText('A key lets a program call the API')).toBeVisible();
  await expect(form.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['Night audit', 'Front desk'])
    await owner.call('POST', '/api/user/api-keys', { name, scopes: ['inspections:read'] });
  await page.reload();
  await form.getByRole('checkbox', { name: 'Revoke my API keys too (2)' }).check();
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Current password' }).fill(password);
  for (const name of ['New password', 'Confirm Password'])
    await form.getByRole('textbox', { name }).fill('three unrelated lamps');
  await form.getByRole('button', { name: 'Change Password' }).click();
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(keys.getByRole('listitem')).toHaveCount(0);
  await expect(form.getByRole('checkbox')).toHaveCount(0);
});

test('an admin sees the API keys of all people and revokes one', async ({ person, pageOf }) => {
  const [owner, admin] = [await person('property', { lastName: 'Keyes' }), await person('admin')];
  await owner.call('POST', '/api/user/api-keys', { name: 'Night audit', scopes: ['inspections:read'] });
  const page = await pageOf(admin, { width: 1440, height: 900 });
  const stop = await fail(page, 'GET', '/api/admin/api-keys', 503, 'Try later');
  await page.goto('/admin?tab=integrations');
  await expect(page.getByText('Failed to fetch API keys')).toBeVisible();
  await stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Night audit' });
  await expect(item).toContainText('Robin Keyes · Never used');
  await expectAccessible(page);
  await item.getByRole('button', { name: 'Revoke Night audit' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(item).toHaveCount(0);
  await mailTo(owner.user.email, 'An admin revoked an API key of yours');
});
