import type { Page } from '@playwright/test';
import { expectColor } from './checks.ts';
import { delayAnswers, disconnect, drop, fail, requestsTo } from './faults.ts';
import { expect, password, test, toastOf } from './story.ts';

const passwordBox = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

async function fillLogin(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await passwordBox(page).fill(secret);
}

async function expectCenteredSpinner(page: Page): Promise<void> {
  const spinner = page
    .getByRole('status', { name: 'Loading' })
    .or(page.getByRole('status').filter({ hasText: 'Loading' }));
  await expect(spinner.locator('svg')).toBeVisible();
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  // The guard's spinner replaces the first one; measure after that.
  const distance = async () => {
    const box = await spinner.boundingBox();
    if (!box) return Infinity;
    return Math.hypot(box.x + box.width / 2 - screen.width / 2, box.y + box.height / 2 - screen.height / 2);
  };
  await expect.poll(distance).toBeLessThan(2);
}

async function expectPending(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeDisabled();
  await expect(button.locator('svg.animate-spin')).toBeVisible();
}

test('the sign-in form has its tabs, fields and messages [2.routes.1, 2.routes.19, 2.auth.2-5, 2.auth.7, 2.auth.14-15, 4.tab.1, 5.login.1-3, 1.purpose.1, 1.purpose.14, 9.layout.2, 6.roles.1, decisions.placeholders.7-8]', async ({
  page,
}) => {
  await page.goto('/auth');
  const tabs = page.getByRole('tablist', { name: 'Account' });
  await expect(tabs.getByRole('tab')).toHaveText(['Sign In', 'Sign Up']);
  await expect(tabs.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await expect(form.getByLabel('Username')).toHaveJSProperty('type', 'text');
  await expect(passwordBox(page)).toHaveJSProperty('type', 'password');
  const choice = form.getByRole('group', { name: 'Sign in as' });
  await expect(choice.locator('label')).toHaveText(['Property Owner', 'Admin/QA']);
  await expect(choice.getByRole('radio', { name: 'Property Owner' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
  await expect(form.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', '/forgot-password');

  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(form.getByText('Username is required')).toBeVisible();
  await expect(form.getByText('Password is required')).toBeVisible();

  await expect(page.getByRole('heading', { name: 'AI-Powered Property Inspections' })).toBeVisible();
  for (const text of [
    'Live video streaming with AI detection',
    'Comprehensive property compliance',
    'Automated PIP report generation',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(`© ${new Date().getFullYear()} Innspect`)).toBeVisible();
  for (const [name, path] of [
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Contact', '/contact'],
  ] as const) {
    await page.goto('/auth');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toBeHidden();
  }
});

test('a refused sign-in shows a message, a slow one a spinner, and a successful one the dashboard [2.auth.11, 2.auth.12, 4.auth.3, 8.toasts.2, 8.toasts.1]', async ({
  page,
  person,
}) => {
  const owner = await person('property');
  const tokens = requestsTo(page, 'GET', '/api/csrf-token');
  const sent = requestsTo(page, 'POST', '/api/login');
  await page.goto('/auth');
  await fillLogin(page, owner.user.username, 'not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const refusal = toastOf(page, 'Login failed');
  await expect(refusal.getByText('401: Invalid username or password', { exact: true })).toBeVisible();
  await expectColor(refusal, 'red', 'border-top-color');
  await expect(page).toHaveURL('/auth');

  const release = await delayAnswers(page, 'POST', '/api/login');
  await passwordBox(page).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectPending(page, 'Sign In');
  release();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Robin' })).toBeVisible();
  // Earlier than it would close by itself.
  await expect(refusal).toBeHidden({ timeout: 1000 });
  expect(sent.at(-1)?.postDataJSON()).toEqual({
    username: owner.user.username,
    password,
    role: 'property',
    rememberMe: false,
  });

  // The next change is sent with the token from the sign-in's answer.
  const before = tokens.length;
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByLabel('Property Name').fill('Cedar Lodge');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saved).status()).toBe(200);
  expect(tokens).toHaveLength(before);
});

test('the sign-up form has its fields and messages, refuses a taken name, and leads to the dashboard [2.auth.9-11, 2.auth.13, 4.auth.3, 4.tab.1, 5.register.1-5, 6.roles.2, 8.toasts.3]', async ({
  page,
  person,
}) => {
  const taken = await person('property');
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  const form = page.getByRole('tabpanel', { name: 'Sign Up' });
  for (const label of ['First Name', 'Last Name', 'Username', 'Property Name']) {
    await expect(form.getByLabel(label, { exact: true })).toHaveJSProperty('type', 'text');
  }
  await expect(form.getByLabel('Email')).toHaveJSProperty('type', 'email');
  for (const label of ['Password', 'Confirm Password']) {
    await expect(form.getByRole('textbox', { name: label, exact: true })).toHaveJSProperty('type', 'password');
  }
  const choice = form.getByRole('group', { name: 'Account Type' });
  await expect(choice.locator('label')).toHaveText(['Property Owner', 'Admin/QA']);

  const submit = form.getByRole('button', { name: 'Create Account' });
  await submit.click();
  for (const message of ['Username is required', 'Invalid email address', 'Confirm password is required']) {
    await expect(form.getByText(message)).toBeVisible();
  }
  const confirm = form.getByRole('textbox', { name: 'Confirm Password' });
  await form.getByLabel('First Name').fill('Ada');
  await form.getByLabel('Last Name').fill('Ames');
  await form.getByLabel('Username').fill(taken.user.username);
  await form.getByLabel('Email').fill(`new-${taken.user.email}`);
  await form.getByLabel('Property Name').fill('Cedar Lodge');
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await confirm.fill(password.toUpperCase());
  await submit.click();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await expect(confirm).toHaveAccessibleDescription("Passwords don't match");

  await confirm.fill(password);
  await submit.click();
  const refusal = toastOf(page, 'Registration failed');
  await expect(refusal.getByText('409: This username is taken', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');

  const username = `new-${taken.user.username}`;
  await form.getByLabel('Username').fill(username);
  await choice.getByText('Admin/QA').click();
  const sent = requestsTo(page, 'POST', '/api/register');
  const release = await delayAnswers(page, 'POST', '/api/register');
  await submit.click();
  await expectPending(page, 'Create Account');
  release();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await expect(refusal).toBeHidden({ timeout: 1000 });
  expect(sent[0]?.postDataJSON()).toEqual({
    username,
    email: `new-${taken.user.email}`,
    password,
    role: 'admin',
    firstName: 'Ada',
    lastName: 'Ames',
    propertyName: 'Cedar Lodge',
  });
});

test('the access guard shows a spinner, then the screen or the sign-in [2.guard.1-3, 2.auth.1, 2.routes.18, 4.auth.1-2, 6.roles.4-5, 7.calls.1, 8.general.1, decisions.routes.6-7]', async ({
  page,
  person,
  pageOf,
}) => {
  const release = await delayAnswers(page, 'GET', '/api/user');
  const code = /\/assets\/guarded-/;
  const releaseCode = await delayAnswers(page, 'GET', code);
  await page.goto('/properties');
  // On a slow connection the guard's code loads later, and the spinner must not move at that time.
  await expectCenteredSpinner(page);
  const loaded = page.waitForResponse((response) => code.test(response.url()));
  releaseCode();
  await loaded;
  await expectCenteredSpinner(page);
  release();
  await expect(page).toHaveURL('/auth?next=%2Fproperties');

  for (const path of [
    '/',
    '/inspections',
    '/settings',
    '/inspection-guide',
    '/inspection-setup',
    '/area-inspection',
    '/area-analysis',
    '/live-inspection',
    '/photo-upload',
    '/photo-inspection',
    '/reports',
    '/admin',
    '/notifications',
    '/messages',
    '/pip-report/00000000-0000-4000-8000-000000000000',
    '/inspection-review/00000000-0000-4000-8000-000000000000',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  for (const path of [
    '/privacy',
    '/terms',
    '/contact',
    '/forgot-password',
    '/reset-password?token=x',
    '/invite?token=x',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page).toHaveURL(path);
  }

  const signedIn = await pageOf(await person('property'));
  await signedIn.goto('/properties');
  await expect(signedIn.getByRole('heading', { name: 'My Properties' })).toBeVisible();
  await signedIn.goto('/auth');
  await expect(signedIn).toHaveURL('/');
  const restore = await fail(signedIn, 'GET', '/api/user', 503, 'The database is away');
  await signedIn.goto('/properties');
  await expect(signedIn.getByText('503: The database is away')).toBeVisible();
  await restore();
  await signedIn.getByRole('button', { name: 'Try again' }).click();
  await expect(signedIn.getByRole('heading', { name: 'My Properties' })).toBeVisible();
});

test('an unknown path shows the not-found screen [2.routes.17, 2.notfound.1, 2.notfound.2]', async ({
  page,
  person,
  pageOf,
}) => {
  for (const each of [page, await pageOf(await person('property'))]) {
    for (const path of ['/nowhere', '/admin/deeper/still']) {
      await each.goto(path);
      await expect(each.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
      await expect(each.getByText('Did you forget to add the page to the router?')).toBeVisible();
    }
  }
});

test('the licenses of the libraries used in the pages are published', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('link', { name: 'these licenses' }).click();
  await expect(page).toHaveURL('/third-party-licenses.txt');
  for (const text of ['## react-dom - ', '## lucide-react - ', 'Inter (OFL-1.1)', 'SIL OPEN FONT LICENSE']) {
    await expect(page.locator('body')).toContainText(new RegExp(text.replaceAll(/[()]/g, '\\$&'), 'i'));
  }
});

test('a sign-in link never leads to another site', async ({ page, person }) => {
  const owner = await person('property');
  await page.goto(`/auth?next=${encodeURIComponent('https://evil.example/')}`);
  await fillLogin(page, owner.user.username);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
});

test('the sign-in of a first visit loads the rest of the app when it is needed, and leads to its pages without a reload', async ({
  page,
  person,
}) => {
  const owner = await person('property');
  const router = requestsTo(page, 'GET', /\/assets\/router-/);
  const release = await delayAnswers(page, 'GET', /\/assets\/router-/);
  await page.goto('/auth?next=/properties');
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const isSameDocument = () => page.evaluate(() => 'sameDocument' in window);
  await expect(page.getByRole('region', { name: 'Sample accounts' })).toHaveCount(0);
  expect(router).toEqual([]);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/auth?tab=register&next=%2Fproperties');
  await page.getByRole('tab', { name: 'Sign In' }).click();
  expect(router).toEqual([]);
  await page.getByRole('link', { name: 'Terms of Service' }).hover();
  await expect.poll(() => router.length).toBe(1);

  // Pressed again and again, because nothing seems to happen; it is one page to go back from.
  for (const name of ['Terms of Service', 'Privacy Policy', 'Privacy Policy'])
    await page.getByRole('link', { name }).click();
  release();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  // The link to the page that is shown says so, and adds nothing to go back over.
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/^[^?]+\/auth\?.*next=%2Fproperties/);
  await fillLogin(page, owner.user.username);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/properties');
  expect(await isSameDocument()).toBe(true);
});

test('the sign-in of a first visit says that there is no connection when a page of it cannot be loaded', async ({
  page,
}) => {
  await page.goto('/auth');
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await page.getByLabel('Username').fill('robin');
  const reconnect = await disconnect(page);
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'This screen could not be shown' });
  await expect(told).toContainText('No connection');
  // What was typed stays, and the link can be pressed again.
  await expect(page.getByLabel('Username')).toHaveValue('robin');
  await reconnect();
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test('whoever has signed in when the connection is lost can try again to open what follows', async ({
  page,
  person,
}) => {
  const owner = await person('property');
  const mends = [await drop(page, 'GET', /\/assets\/router-/), await drop(page, 'GET', '/api/health')];
  await page.goto('/auth?next=/properties');
  await fillLogin(page, owner.user.username);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'This screen could not be shown' });
  await expect(failure).toContainText('No connection');
  for (const mend of mends) await mend();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/properties');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page opened from the sign-in of a first visit can be left while it loads, and the sign-in stays where it was scrolled', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/auth');
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  const release = await delayAnswers(page, 'GET', /\/assets\/privacy-/);
  const privacy = page.getByRole('link', { name: 'Privacy Policy' });
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await privacy.click();
  await expect(page).toHaveURL('/privacy');
  await expect(loading).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Username')).toBeVisible();
  const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/privacy-'));
  release();
  await loaded;
  await expect(page).toHaveURL('/auth');
  await expect(page).toHaveTitle('Sign In · Innspect');

  await page.reload();
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const top = await page.evaluate(() => window.scrollY);
  expect(top).toBeGreaterThan(0);
  await privacy.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
  await page.goBack();
  await expect(page.getByLabel('Username')).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
});

test('after the sign-in of a first visit a spinner waits for the next screen, and nobody can sign in twice', async ({
  page,
  person,
}) => {
  const owner = await person('property');
  const release = await delayAnswers(page, 'GET', /\/assets\/home-/);
  const sent = requestsTo(page, 'POST', '/api/login');
  await page.goto('/auth');
  await fillLogin(page, owner.user.username);
  await passwordBox(page).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  expect(sent).toHaveLength(1);
});
