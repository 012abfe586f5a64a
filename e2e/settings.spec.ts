import { changeAnswers, delayAnswers, fail, requestsTo } from './faults.ts';
import { expect, mailTo, password, test, toastOf } from './story.ts';

test('the profile form validates its fields, shows a failure and saves a change [2.settings.1, 2.settings.2, 5.profile.1, 5.profile.2, 5.profile.3, 7.calls.3, 8.toasts.17, 8.success.4]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings');
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Account']);
  const form = page.getByRole('tabpanel', { name: 'Profile' });
  const save = form.getByRole('button', { name: 'Save Changes' });
  await expect(form.getByLabel('Email')).toHaveValue(owner.user.email);
  await expect(form.getByLabel('First Name')).toHaveValue('Robin');
  await expect(form.getByLabel('Last Name')).toHaveValue('Vale');
  await expect(form.getByLabel('Property Name')).toHaveValue('Harbour Inn');
  await form.getByLabel('Email').fill('nobody');
  await form.getByLabel('First Name').fill('');
  await form.getByLabel('Last Name').fill(' ');
  await form.getByLabel('Property Name').fill('');
  await save.click();
  for (const message of ['Invalid email address', 'First name is required', 'Last name is required']) {
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel('Email').fill(owner.user.email);
  await form.getByLabel('First Name').fill('Kim');
  await form.getByLabel('Last Name').fill('Lee');
  const stop = await fail(page, 'PUT', '/api/user/profile', 500, 'The disk is full');
  await save.click();
  await expect(toastOf(page, 'Error')).toContainText('500: The disk is full');
  await stop();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('alertdialog', { name: 'Discard your entries?' }).getByText('Keep editing').click();
  await expect(form.getByLabel('First Name')).toHaveValue('Kim');
  const sent = requestsTo(page, 'PUT', '/api/user/profile');
  const release = await delayAnswers(page, 'PUT', '/api/user/profile');
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await form.getByLabel('Property Name').pressSequentially('lost');
  await expect(form.getByLabel('Property Name')).toHaveValue('');
  await save.focus();
  release();
  await expect(toastOf(page, 'Profile updated')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
  expect(sent[0]?.postDataJSON()).toEqual({
    email: owner.user.email,
    firstName: 'Kim',
    lastName: 'Lee',
    propertyName: null,
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Kim');
});

test('Admin Mode saves the role 100 ms after the last switch [2.settings.3, 4.role.1, 6.roles.3, 9.timing.3, decisions.modes.4]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  // An account without the admin right in production mode sees this.
  const without = await pageOf(owner);
  await changeAnswers(without, '/api/user', (user: { abilities: object }) => ({
    ...user,
    abilities: { ...user.abilities, canSwitchRole: false },
  }));
  await without.goto('/settings?tab=account');
  await expect(without.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(without.getByRole('switch', { name: 'Admin Mode' })).toHaveCount(0);
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.clock.install();
  await page.goto('/settings?tab=account');
  const mode = page.getByRole('switch', { name: 'Admin Mode' });
  await expect(mode).not.toBeChecked();
  await expect(page.getByText(/^For testing: switches your own role/)).toBeVisible();
  const saved = requestsTo(page, 'PUT', '/api/user/profile');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await mode.click();
  await page.clock.runFor(60);
  await mode.click();
  await page.clock.runFor(200);
  expect(saved).toEqual([]);
  await mode.click();
  await page.clock.runFor(99);
  await expect(mode).toBeChecked();
  expect(saved).toEqual([]);
  const request = page.waitForRequest((each) => each.method() === 'PUT');
  await page.clock.runFor(1);
  expect((await request).postDataJSON()).toEqual({ role: 'admin' });
  await page.clock.resume();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeVisible();
  const back = page.waitForRequest((each) => each.method() === 'PUT');
  await mode.click();
  expect((await back).postDataJSON()).toEqual({ role: 'property_owner' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin' })).toHaveCount(0);
});

test('Logout ends the session and reloads the root, and a failure shows a message [2.settings.4, 2.settings.5, 4.auth.4, 7.calls.7, 8.toasts.4]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/settings?tab=account');
  const logout = page.getByRole('button', { name: 'Logout' });
  const stop = await fail(page, 'POST', '/api/logout', 503, 'Try later');
  await logout.click();
  await expect(toastOf(page, 'Logout failed')).toContainText('503: Try later');
  await stop();
  const loads = requestsTo(page, 'GET', '/');
  await logout.click();
  await expect(page).toHaveURL('/auth');
  expect(loads.map((request) => request.resourceType())).toEqual(['document']);
  expect((await owner.request.get('/api/user')).status()).toBe(401);
});

test('a person changes the password, and sees and ends sessions on other devices', async ({ person, pageOf }) => {
  const owner = await person('property');
  const [page, other] = [await pageOf(owner), await pageOf(owner, { width: 1440, height: 900 })];
  await other.context().clearCookies();
  const signInElsewhere = async (secret: string) => {
    await other.goto('/auth');
    await other.getByLabel('Username').fill(owner.user.username);
    await other.getByRole('textbox', { name: 'Password' }).fill(secret);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Welcome');
  };
  const signedIn = async () => (await (await page.request.get('/api/user/sessions')).json()).length as number;
  await signInElsewhere(password);
  await page.goto('/settings?tab=account');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveText([
    /This device/,
    /Chrome on \w+Last used just now · .+ · signed in/,
  ]);
  const end = devices.getByRole('button', { name: /^End Chrome on/ });
  await end.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'End this session?' });
  await expect(question).toContainText('Chrome on');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(end).toBeFocused();
  await end.press('Enter');
  await question.getByRole('button', { name: 'End' }).click();
  await expect(toastOf(page, 'Session ended')).toBeVisible();
  await expect(devices).toContainText('Only this device is signed in');
  await expect(devices.getByRole('button')).toHaveCount(0);
  // The other device's open page is signed out immediately.
  await expect(other).toHaveURL(/\/auth/);
  expect(await signedIn()).toBe(1);

  const form = page.getByRole('region', { name: 'Change password' });
  const change = form.getByRole('button', { name: 'Change Password' });
  const current = form.getByRole('textbox', { name: 'Current password' });
  await change.click();
  await expect(form.getByText('Current password is required')).toBeVisible();
  await expect(current).toBeFocused();
  const secret = 'three unrelated lamps';
  await current.fill('not this one');
  await form.getByRole('textbox', { name: 'New password' }).fill(secret);
  await form.getByRole('textbox', { name: 'Confirm Password' }).fill('something else');
  await change.click();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await form.getByRole('textbox', { name: 'Confirm Password' }).fill(secret);
  await change.click();
  await expect(form.getByText('This is not your current password')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(password);
  await form.getByRole('button', { name: 'Show password' }).first().click();
  await expect(current).toHaveAttribute('type', 'text');
  await current.press('Enter');
  await expect(toastOf(page, 'Password changed')).toBeVisible();
  await expect(current).toHaveValue('');
  expect((await mailTo(owner.user.email, 'Your password was changed')).text).toContain('If you did not change it');
  // The old session has ended for anybody with its token, and this page continues with the new one.
  expect((await owner.request.get('/api/user')).status()).toBe(401);

  await signInElsewhere(secret);
  await page.reload();
  await devices.getByRole('button', { name: 'End all others' }).click();
  const last = page.getByRole('alertdialog', { name: 'End all other sessions?' });
  await last.getByRole('button', { name: 'End all others' }).click();
  await expect(toastOf(page, 'All other sessions ended')).toBeVisible();
  await expect(other).toHaveURL(/\/auth/);
  expect(await signedIn()).toBe(1);
});
