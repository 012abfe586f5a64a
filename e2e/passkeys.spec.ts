import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { storyServer } from './server.ts';
import { expect, mailTo, test, toastOf, type Person } from './story.ts';

/** Browsers bind passkeys to domain names, so these stories open the server by name. */
const byName = (path: string) => storyServer().origin.replace('127.0.0.1', 'localhost') + path;

/**
 * Adds an authenticator that stores passkeys and whose person always confirms. The browser does everything else
 * itself.
 */
async function withDevice(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setPresent: (enabled: boolean) =>
      devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    setVerified: (isUserVerified: boolean) =>
      devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function typePassword(page: Page, person: Person): Promise<void> {
  await page.goto(byName('/auth?next=/settings?tab=account'));
  await page.getByLabel('Username').fill(person.user.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function add(page: Page, name: string): Promise<void> {
  await cardOf(page).getByRole('button', { name: 'Add Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

test('a passkey is added, signs in without a username, and is removed', async ({ person, page }) => {
  const owner = await person('property');
  const device = await withDevice(page);
  // Otherwise the authenticator would answer the autofill request of the username field.
  await device.setPresent(false);
  await typePassword(page, owner);
  await expect(cardOf(page).getByRole('button', { name: 'Add Passkey' })).toBeVisible();
  await device.setPresent(true);
  await add(page, 'Work phone');
  const codes = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [code = ''] = await codes.getByRole('listitem').allInnerTexts();
  await expectAccessible(page);
  await codes.getByRole('button', { name: 'I Have Kept Them' }).click();
  const row = cardOf(page).getByRole('listitem').filter({ hasText: 'Work phone' });
  await expect(row).toContainText('Not used yet');
  await mailTo(owner.user.email, 'A passkey was added');
  await add(page, 'The same again');
  await expect(toastOf(page, 'Error')).toContainText('This device has a passkey for your account already');
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Rename Work phone' }).click();
  const naming = page.getByRole('dialog', { name: 'Rename the passkey' });
  await naming.getByLabel('Name').fill('');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming.getByText('Name is required')).toBeVisible();
  await naming.getByLabel('Name').fill('My phone');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(cardOf(page)).toContainText('My phone');
  await expectAccessible(page);

  await page.context().clearCookies();
  await device.setPresent(false);
  await page.goto(byName('/auth?next=/settings?tab=account'));
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await device.setPresent(true);
  await button.click();
  await expect(page.getByText(`Signed in as ${owner.user.username}`)).toBeVisible();
  await expect(cardOf(page)).toContainText('Last used');

  await page.context().clearCookies();
  await device.setPresent(false);
  await typePassword(page, owner);
  const form = page.getByRole('form', { name: 'Code' });
  await expect(form.getByText('Use a passkey as well.')).toBeVisible();
  await expect(form.getByLabel('Recovery code')).toBeVisible();
  await expectAccessible(page);
  await device.setPresent(true);
  await form.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText(`Signed in as ${owner.user.username}`)).toBeVisible();

  await page.context().clearCookies();
  await device.setPresent(false);
  await typePassword(page, owner);
  await form.getByLabel('Recovery code').fill(code);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  await cardOf(page).getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toastOf(page, 'Passkey removed')).toBeVisible();
  await expect(cardOf(page).getByRole('listitem')).toHaveCount(0);
  await mailTo(owner.user.email, 'A passkey was removed');
});

test("a passkey from the browser's autofill of the username signs in", async ({ person, page }) => {
  const owner = await person('property');
  const device = await withDevice(page);
  await device.setPresent(false);
  await typePassword(page, owner);
  await expect(cardOf(page).getByRole('button', { name: 'Add Passkey' })).toBeVisible();
  await device.setPresent(true);
  await add(page, '');
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(cardOf(page).getByRole('listitem')).toContainText('Chrome');
  await page.context().clearCookies();
  // No button is pressed: the authenticator answers the pending autofill request.
  await page.goto(byName('/auth?next=/settings?tab=account'));
  await expect(page.getByText(`Signed in as ${owner.user.username}`)).toBeVisible();
});

test('an authenticator that does not verify its person cannot sign in', async ({ person, page }) => {
  const owner = await person('property');
  const device = await withDevice(page);
  await device.setPresent(false);
  await typePassword(page, owner);
  await expect(cardOf(page).getByRole('button', { name: 'Add Passkey' })).toBeVisible();
  await device.setPresent(true);
  await device.setVerified(false);
  await add(page, 'Phone of a thief');
  await expect(
    page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Continue' }),
  ).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(cardOf(page).getByRole('listitem')).toHaveCount(0);
});
