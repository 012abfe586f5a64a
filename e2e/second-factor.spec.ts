import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible } from './checks.ts';
import { changeAnswers, fail } from './faults.ts';
import { expect, mailTo, test, toastOf, type Person } from './story.ts';

/** The code for the current or a later time step. Each code is accepted once, and one step ahead is allowed. */
const codeOf = (key: string, steps = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** The code of the previous step, early enough in this one that it is still accepted when the server gets it. */
async function previousCodeOf(key: string): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await delay(left);
  return codeOf(key, -1);
}

/** Sets up the app in a dialog or on a screen, up to the recovery codes. */
async function setUp(place: Locator, person: Person): Promise<{ key: string; codes: string[] }> {
  await place.getByLabel('Current password').fill(person.password);
  await place.getByRole('button', { name: 'Continue' }).click();
  await expect(place.getByRole('img', { name: /QR code/ })).toBeVisible();
  const key = (await place.locator('code').innerText()).replaceAll(/\s/g, '');
  const address = await place.getByRole('link', { name: 'Open the App' }).getAttribute('href');
  expect(address).toContain(`secret=${key}`);
  await place.getByLabel('Code', { exact: true }).fill(await previousCodeOf(key));
  await place.getByRole('button', { name: 'Turn On' }).click();
  const list = place.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  return { key, codes: await list.allInnerTexts() };
}

async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(person.user.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Your password is right.')).toBeVisible();
}

test('an authenticator app is set up, required at sign-in, and turned off', async ({ person, pageOf, page }) => {
  const owner = await person('property');
  const desk = await pageOf(owner, { width: 1440, height: 900 });
  await desk.goto('/settings?tab=account');
  const card = desk.getByRole('region', { name: 'Authenticator app' });
  await card.getByRole('button', { name: 'Set Up' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Current password is required')).toBeVisible();
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is not your current password')).toBeVisible();
  const { key, codes } = await setUp(dialog, owner);
  await expectAccessible(desk);
  const file = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await file).suggestedFilename()).toBe('innspect-recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(card).toContainText('10 recovery codes left');
  await mailTo(owner.user.email, 'An authenticator app was turned on');

  await signIn(page, owner);
  const form = page.getByRole('form', { name: 'Code' });
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByText('Enter the code', { exact: true })).toBeVisible();
  await form.getByLabel('Code', { exact: true }).fill('not a code');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByText('This code is wrong or was used before')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Robin');

  await card.getByRole('button', { name: 'New Recovery Codes' }).click();
  const renewing = desk.getByRole('dialog', { name: 'New recovery codes' });
  await renewing.getByLabel('Current password').fill(owner.password);
  await renewing.getByRole('button', { name: 'Use a recovery code' }).click();
  await renewing.getByLabel('Recovery code').fill(codes[0] ?? '');
  await renewing.getByRole('button', { name: 'Make New Codes' }).click();
  const list = renewing.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const [renewed = '', another = ''] = await list.allInnerTexts();
  expect(codes).not.toContain(renewed);
  await renewing.getByRole('button', { name: 'I Have Kept Them' }).click();

  await page.context().clearCookies();
  await signIn(page, owner);
  await form.getByRole('button', { name: 'Use a recovery code' }).click();
  await form.getByLabel('Recovery code').fill(codes[1] ?? '');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByText('This code is wrong or was used before')).toBeVisible();
  await form.getByLabel('Recovery code').fill(renewed.toUpperCase());
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Robin');

  await card.getByRole('button', { name: 'Turn Off' }).click();
  const off = desk.getByRole('dialog', { name: 'Turn off the authenticator app' });
  await off.getByLabel('Current password').fill(owner.password);
  await off.getByRole('button', { name: 'Use a recovery code' }).click();
  await off.getByLabel('Recovery code').fill(another);
  await off.getByRole('button', { name: 'Turn Off' }).click();
  await expect(toastOf(desk, 'Authenticator app turned off')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Set Up' })).toBeVisible();
});

test('after too many wrong codes, the sign-in asks for the password again', async ({ person, pageOf, page }) => {
  const owner = await person('property');
  const phone = await pageOf(owner, { dark: true });
  await phone.goto('/settings?tab=account');
  await phone.getByRole('button', { name: 'Set Up' }).click();
  await setUp(phone.getByRole('dialog', { name: 'Set up an authenticator app' }), owner);
  await expectAccessible(phone);
  await signIn(page, owner);
  const form = page.getByRole('form', { name: 'Code' });
  for (let tries = 0; tries < 5; tries += 1) {
    await form.getByLabel('Code', { exact: true }).fill(`wrong ${tries}`);
    const answer = page.waitForResponse('**/api/login/code');
    await form.getByRole('button', { name: 'Sign In' }).click();
    expect((await answer).status()).toBe(403);
    await expect(form.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  }
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(toastOf(page, 'Login failed')).toContainText('Sign in with your password again');
  await expect(page.getByLabel('Username')).toHaveValue(owner.user.username);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await form.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('an admin without an app can open nothing else if the server requires one', async ({ person, pageOf }) => {
  const admin = await person('admin');
  const page = await pageOf(admin);
  let required = true;
  await changeAnswers(page, '/api/user', (user: { abilities: object }) => ({
    ...user,
    abilities: { ...user.abilities, mustSetUpSecondFactor: required },
  }));
  await page.goto('/admin?tab=users');
  const screen = page.getByRole('main');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Set up a second factor');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expectAccessible(page);
  await setUp(screen, admin);
  required = false;
  await screen.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByRole('heading', { name: 'Users', exact: true })).toBeVisible();
  const own = page.getByRole('listitem').filter({ hasText: '(you)' });
  await expect(own).toContainText('Admin · Second factor');
});

test('an ended session is renewed in place with the password and a code', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings?tab=account');
  await page.getByRole('button', { name: 'Set Up' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const { key } = await setUp(setup, owner);
  await setup.getByRole('button', { name: 'I Have Kept Them' }).click();
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('First Name').fill('Kim');
  const recover = await fail(page, 'PUT', '/api/user/profile', 401, 'Sign in first');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await recover();
  await again.getByRole('textbox', { name: 'Password', exact: true }).fill(owner.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  const code = again.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await expect(again.getByText('Enter the code of your authenticator app as well')).toHaveCount(0);
  await expectAccessible(page);
  await code.fill('not a code');
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again.getByText('This code is wrong or was used before')).toBeVisible();
  await code.fill(codeOf(key));
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('First Name')).toHaveValue('Kim');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page, 'Profile updated')).toBeVisible();
});
