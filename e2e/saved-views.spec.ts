import { caseFields } from '#test/factories.ts';
import { expectAccessible } from './checks.ts';
import { expect, test } from './story.ts';

test('an administrator saves the filters of a list as a view, opens, renames and deletes it', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  const views = desk.getByRole('button', { name: 'Views', exact: true });
  const dialog = desk.getByRole('dialog');
  const choose = (name: string) => desk.getByRole('menuitem', { name }).click();

  // By keyboard: the address's parameters are saved under a name, which must be unique in the list.
  await desk.goto(`/admin?tab=cases&q=${owner.user.username}&overdue=true&sort=due`);
  await views.press('Enter');
  await expect(desk.getByText('None yet.')).toBeVisible();
  await desk.keyboard.press('Enter');
  await dialog.getByLabel('Name').fill('Late ones');
  await desk.keyboard.press('Enter');
  const late = desk.getByRole('button', { name: 'View: Late ones' });
  await expect(late).toBeVisible();
  await late.click();
  await choose('Save this view');
  await dialog.getByLabel('Name').fill('late ONES');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A saved view of this list has this name')).toBeVisible();
  await expectAccessible(desk, 'everything', dialog);
  await dialog.getByLabel('Name').fill('Second');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // Opening it drops the current filters. It is still there after a reload, and in no other list.
  await desk.getByLabel('Inspection type').selectOption('compliance');
  await desk.getByLabel('Order').selectOption('');
  await expect(views).toBeVisible();
  await desk.reload();
  await views.click();
  await choose('Late ones');
  await expect(desk).toHaveURL(`/admin?tab=cases&q=${owner.user.username}&overdue=true&sort=due`);
  await expect(desk.getByRole('button', { name: 'Overdue' })).toHaveAttribute('aria-pressed', 'true');

  await desk.setViewportSize({ width: 390, height: 844 });
  await late.click();
  await choose('Rename or delete');
  await dialog.getByRole('button', { name: 'Rename Late ones' }).click();
  await dialog.getByLabel('New name of Late ones').fill('Overdue cases');
  await desk.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete Overdue cases' }).click();
  await desk.getByRole('button', { name: 'Keep view' }).click();
  await dialog.getByRole('button', { name: 'Delete Overdue cases' }).click();
  await desk.getByRole('button', { name: 'Delete view' }).click();
  await expect(dialog.getByText('None are left.')).toBeVisible();

  // The other list has its own views.
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.goto('/admin?tab=monitoring&status=all&flagged=true&sort=newest');
  await views.click();
  await choose('Save this view');
  await dialog.getByLabel('Name').fill('My flags');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByRole('button', { name: 'View: My flags' })).toBeVisible();
  await desk.getByLabel('Order').selectOption('worst');
  await views.click();
  await expectAccessible(desk, 'everything', desk.getByRole('menu'));
  await choose('My flags');
  await expect(desk).toHaveURL('/admin?tab=monitoring&status=all&flagged=true&sort=newest');
});
