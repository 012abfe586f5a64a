import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { expect, password, test, toastOf } from './story.ts';

/** Makes these calls require the password again, as after ten minutes; returns a function to undo that. */
const requireProof = (page: Page, method: 'PUT' | 'POST' | 'DELETE', path: string) =>
  fail(page, method, path, 403, 'Type your password again before you change this', 'proof_needed');

test('changing the e-mail address asks for the password again, and is saved afterwards', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings');
  const form = page.getByRole('tabpanel', { name: 'Profile' });
  const renewed = await requireProof(page, 'PUT', '/api/user/profile');
  const email = `new.${owner.user.email}`;
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(toastOf(page, 'Error')).toContainText('Type your password again');
  await expect(form.getByLabel('Email')).toHaveValue(email);

  await form.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  await renewed();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(toastOf(page, 'Profile updated')).toBeVisible();
  expect((await (await page.request.get('/api/user')).json()).email).toBe(email);
});

test('ending other sessions asks for the password above its own confirmation', async ({
  person,
  pageOf,
  page: other,
}) => {
  const owner = await person('property');
  await other.goto('/auth');
  await other.getByLabel('Username').fill(owner.user.username);
  await other.getByRole('textbox', { name: 'Password' }).fill(password);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Welcome');
  const page = await pageOf(owner, { width: 1440, height: 900, dark: true });
  await page.goto('/settings?tab=account');
  const renewed = await requireProof(page, 'DELETE', '/api/user/sessions');
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await renewed();
  await expectAccessible(page);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'All other sessions ended')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(other).toHaveURL(/\/auth/);
});

test('disabling the account of somebody asks the admin for the password, and happens afterwards', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Ida', lastName: 'Lundqvist' })];
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('ida lundqvist');
  const row = page.getByRole('row').filter({ hasText: 'Ida Lundqvist' });
  await row.getByRole('button', { name: 'Actions for Ida Lundqvist' }).click();
  await page.getByRole('menuitem', { name: 'Disable Account' }).click();
  const renewed = await requireProof(page, 'POST', `/api/admin/users/${owner.user.id}/disable`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByText('This change affects security.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectAccessible(page);
  await expect(row.getByText('Disabled')).toHaveCount(0);
  await renewed();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(row.getByText('Disabled')).toBeVisible();
});

test('what waited for the password of one person is not done for the next one', async ({ person, pageOf }) => {
  const [admin, next] = [await person('admin'), await person('property', { firstName: 'Ines' })];
  const owner = await person('property', { firstName: 'Otto', lastName: 'Lundqvist' });
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('otto lundqvist');
  await page.getByRole('button', { name: 'Actions for Otto Lundqvist' }).click();
  await page.getByRole('menuitem', { name: 'Disable Account' }).click();
  await requireProof(page, 'POST', `/api/admin/users/${owner.user.id}/disable`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.getByLabel('Username').fill(next.user.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: /Ines/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
