import { linkOf } from '#test/mail.ts';
import { expect, mailTo, password, test } from './story.ts';

test('a new owner signs up, lands on the requested page, and signs out', async ({ page }) => {
  await page.goto('/properties');
  await expect(page).toHaveURL(/\/auth/);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  const username = `owner-${Date.now()}`;
  await page.getByLabel('First Name').fill('Robin');
  await page.getByLabel('Last Name').fill('Vale');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Property Name').fill('Harbour Inn');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('another one');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/properties/);
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth/);
});

test('a wrong password shows a message; the right one opens the dashboard', async ({ page, person }) => {
  const owner = await person('property');
  await page.goto('/auth');
  await page.getByLabel('Username').fill(owner.user.username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('401: Invalid username or password', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: /Robin/ })).toBeVisible();
});

test('the link in the e-mail sets a new password [2.auth.8, decisions.placeholders.7]', async ({ page, person }) => {
  const owner = await person('property');
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await page.getByLabel('Email').fill(owner.user.email);
  await page.getByRole('button', { name: /link/i }).click();
  const link = linkOf(await mailTo(owner.user.email, /password/i)).href;
  await page.goto(link);
  await page.getByRole('textbox', { name: /^New password/i }).fill('a better secret');
  await page.getByRole('textbox', { name: /confirm/i }).fill('a better secret');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.getByLabel('Username').fill(owner.user.username);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a better secret');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: /Robin/ })).toBeVisible();

  // The link works once, and the page leads to a new one.
  await page.goto(link);
  await page.getByRole('textbox', { name: /^New password/i }).fill('another secret');
  await page.getByRole('textbox', { name: /confirm/i }).fill('another secret');
  await page.getByRole('button', { name: 'Set New Password' }).click();
  await expect(page.getByRole('alert')).toContainText('410: This link is no longer valid. Ask for a new one');
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});
