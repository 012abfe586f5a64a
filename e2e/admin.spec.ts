import { caseFields } from '#test/factories.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { expect, test, toastOf } from './story.ts';

test('each of the four tabs has its own address and can be reached by keyboard [2.admin.1, 2.admin.3]', async ({
  person,
  pageOf,
}) => {
  const desk = await pageOf(await person('admin'), { width: 1440, height: 900 });
  await desk.goto('/admin');
  await expect(desk.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible();
  await expect(desk.getByText('Monitor and manage property inspections', { exact: true })).toBeVisible();
  const tabs = desk.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(tabs).toHaveText([
    'Inspection Cases',
    'Inspection Monitoring',
    'PIP Review',
    'Analytics',
    'Portfolio',
    'Learning',
    'Users',
    'Integrations',
  ]);
  await tabs.first().focus();
  for (const [index, title] of ['Inspection Cases', 'Inspection Sessions', 'PIP Review'].entries()) {
    await desk.keyboard.press('Enter');
    await expect(tabs.nth(index)).toHaveAttribute('aria-current', 'page');
    await expect(desk.getByRole('heading', { name: title, level: 2 })).toBeVisible();
    // The screen moves the focus to its content only when the path changes.
    await expect(tabs.nth(index)).toBeFocused();
    await desk.keyboard.press('Tab');
  }
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/admin\?tab=analytics$/);
  await desk.goBack();
  await expect(tabs.nth(2)).toHaveAttribute('aria-current', 'page');
});

test('the case form keeps its input and refuses past days, by mouse and keyboard [5.case.8, 5.case.16]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?q=${opened.caseNumber}`);
  const dialog = desk.getByRole('dialog', { name: 'Create New Inspection Case' });
  await desk.getByRole('button', { name: 'Create Case' }).first().click();
  await expectAccessible(desk);
  await dialog.getByLabel('Due Date').fill('2020-01-01');
  await dialog.getByLabel('Total Rooms').fill('-3');
  await dialog.getByRole('button', { name: 'Create Case' }).click();
  await expect(dialog.getByText('Due date cannot be in the past', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Rooms must be a positive number', { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });

  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('alertdialog')).toContainText('Your entries are not saved.');
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Total Rooms')).toHaveValue('-3');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);

  const cancel = desk.getByRole('button', { name: `Cancel case ${opened.caseNumber}` });
  await cancel.focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('alertdialog')).toContainText('This cannot be undone');
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await desk.keyboard.press('Enter');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Cancel case' }).focus();
  await desk.keyboard.press('Enter');
  await expect(toastOf(desk, 'Case updated')).toContainText(opened.caseNumber);
});
