import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { expect, mailTo, test, toastOf } from './story.ts';

test('an admin finds a user, signs them out, and disables and enables the account', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Wanda', lastName: 'Quillon' })];
  const theirs = await pageOf(owner);
  await theirs.goto('/');
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=users');
  const table = page.getByRole('table');
  const own = table.getByRole('row').filter({ hasText: '(you)' });
  await expect(own).toContainText(admin.user.email);
  await expect(own.getByRole('button')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('wanda q');
  await expect(table.getByRole('row')).toHaveCount(2);
  const row = table.getByRole('row').filter({ hasText: 'Wanda Quillon' });
  await expect(row).toContainText(`${owner.user.username}${owner.user.email}Property Owner`);
  await expect(row).toContainText('1 device');
  await expectAccessible(page);

  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Wanda Quillon' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Sign Out Everywhere');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(toastOf(page, 'Signed out everywhere')).toBeVisible();
  await expect(row).toContainText('Not signed in');
  await expect(theirs).toHaveURL(/\/auth/);

  await choose('Disable Account');
  const dialog = page.getByRole('alertdialog', { name: 'Disable Wanda Quillon?' });
  await expectAccessible(page);
  const stop = await fail(page, 'POST', `/api/admin/users/${owner.user.id}/disable`, 500, 'The disk is full');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(toastOf(page, 'Error')).toContainText('500: The disk is full');
  await stop();
  await choose('Disable Account');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(row.getByText('Disabled')).toBeVisible();
  await mailTo(owner.user.email, 'Your Innspect account is disabled');
  await theirs.getByLabel('Username').fill(owner.user.username);
  await theirs.getByLabel('Password', { exact: true }).fill(owner.password);
  await theirs.getByRole('button', { name: 'Sign In' }).click();
  await expect(toastOf(theirs, 'Login failed')).toContainText('401: Invalid username or password');

  await page.getByRole('button', { name: 'Disabled', exact: true }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await choose('Enable Account');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(table.getByRole('row').filter({ hasText: '(you)' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Sign In' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Welcome, Wanda');
});

test("an admin withdraws another admin's role, on a phone and by keyboard", async ({ person, pageOf }) => {
  const [admin, other] = [await person('admin'), await person('admin', { firstName: 'Otto', lastName: 'Brandvold' })];
  const page = await pageOf(admin, { dark: true });
  await page.goto(`/admin?tab=users&status=admins&q=${other.user.username}`);
  const item = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(item).toContainText('Admin · Last sign-in');
  await expectAccessible(page);
  await item.getByRole('button', { name: 'Actions for Otto Brandvold' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Withdraw Admin' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw the admin right of Otto Brandvold?' });
  await expect(dialog).toContainText('In evaluation mode everybody can switch');
  await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(toastOf(page, 'Admin right withdrawn')).toBeVisible();
  await expect(page.getByText('No users found')).toBeVisible();
  await mailTo(other.user.email, 'You are no longer an Innspect admin');
});

test('the list explains a loading failure, and loads more', async ({ person, pageOf }) => {
  const admin = await person('admin');
  for (let n = 0; n < 3; n += 1) await person('property', { lastName: 'Pagerson' });
  const page = await pageOf(admin, { width: 820, height: 1180 });
  const stop = await fail(page, 'GET', '/api/admin/users', 503, 'Try later');
  await page.goto('/admin?tab=users&q=pagerson');
  await expect(page.getByText('Failed to fetch users')).toBeVisible();
  await stop();
  await page.route('**/api/admin/users?q=pagerson', (route) =>
    route.continue({ url: `${route.request().url()}&limit=2` }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  const items = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(items).toHaveCount(2);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(items).toHaveCount(3);
});

test("an admin erases a person's data", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Edda', lastName: 'Farewell' })];
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=users&q=Farewell');
  await page.getByRole('button', { name: 'Actions for Edda Farewell' }).click();
  await page.getByRole('menuitem', { name: 'Erase Person' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Erase Edda Farewell?' });
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(toastOf(page, 'The person is being erased')).toBeVisible();
  const item = page.getByRole('table').getByRole('row').filter({ hasText: 'Erased' });
  await expect(async () => {
    await page.goto(`/admin?tab=users&q=${owner.user.id}`);
    await expect(item).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(item).toContainText('Erased Account');
  await expect(item.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
});
