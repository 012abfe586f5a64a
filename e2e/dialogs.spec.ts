import type { Locator, Page } from '@playwright/test';
import { caseFields } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { addPhoto, expect, startedRun, test } from './story.ts';

/**
 * Opens a dialog, closes it with Escape and expects the focus to return. Then checks it at every width and in both
 * themes.
 */
async function checkDialog(
  page: Page,
  name: string | RegExp,
  opener: Locator,
  open: () => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));
  const openDialog = async () => {
    await open();
    // The dialog handles keys once it has the focus and the tooltip of its button is closed.
    await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  const closeDialog = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  };
  await openDialog();
  await closeDialog();
  await expect(opener).toBeFocused();
  await openDialog();
  // The content behind it cannot be reached, and is checked with its own screen.
  await expectAccessibleEverywhere(page, dialog);
  await closeDialog();
}

const byPress = (page: Page, name: string | RegExp) => {
  const opener = page.getByRole('button', { name });
  return [opener, () => opener.press('Enter')] as const;
};
const byMenu = (page: Page, menu: string, item: string) => {
  const opener = page.getByRole('button', { name: menu });
  const open = async () => {
    await opener.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  return [opener, open] as const;
};

test("an owner's dialogs are accessible and return the focus", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property, run, areas } = await startedRun(owner, admin);
  const [lobby] = areas;
  await addPhoto(owner, lobby?.id ?? '');
  await owner.call('POST', '/api/properties', {
    name: 'Mill House',
    address: '3 Weir Lane',
    city: 'Bath',
    state: 'ME',
    zipCode: '04530',
    propertyType: 'boutique',
  });
  const page = await pageOf(owner);

  await page.goto('/properties');
  await expect(page.getByRole('heading', { name: 'Mill House' })).toBeVisible();
  await checkDialog(page, 'Add Property', ...byMenu(page, 'Other ways to add a property', 'Add Property'));
  await checkDialog(page, 'Edit Property', ...byPress(page, 'Edit Mill House'));
  await checkDialog(page, /Remove Mill House/, ...byPress(page, 'Delete Mill House'));

  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await expect(page.getByRole('link', { name: /Lobby/ })).toBeVisible();
  await checkDialog(page, /Is Pool not at this property/, ...byMenu(page, 'More for Pool', 'Not at this property'));

  await page.goto(`/area-inspection?runId=${run.id}&sessionId=${lobby?.id}&areaName=Lobby&propertyId=${property.id}`);
  await page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' }).click();
  const photo = page.getByRole('button', { name: /^Open photo of/ });
  await expect(photo).toHaveCount(1);
  await checkDialog(page, /Photo/, ...byPress(page, /^Open photo of/));
  await checkDialog(page, /Delete/, ...byPress(page, /^Delete photo of/));
  await checkDialog(page, 'Checklist', ...byPress(page, /on the checklist/));
  await checkDialog(page, 'Lobby', ...byPress(page, 'Open camera'));

  await page.goto(`/area-analysis?runId=${run.id}&sessionId=${lobby?.id}&areaName=Lobby&propertyId=${property.id}`);
  await checkDialog(page, 'Add Finding', ...byPress(page, 'Add Finding'));
});

test("an administrator's dialogs are accessible and return the focus", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { caseNumber } = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const desk = await pageOf(admin, { width: 1440 });
  await desk.goto(`/admin?q=${caseNumber}`);
  await expect(desk.getByText(caseNumber)).toBeVisible();
  await checkDialog(desk, 'Create New Inspection Case', ...byPress(desk, 'Create Case'));
  await checkDialog(desk, /Cancel/, ...byPress(desk, /^Cancel/));
  await checkDialog(desk, 'Outbox', ...byPress(desk, 'Outbox'));
});

test('a press outside a form closes it unless something was typed', async ({ person, pageOf }) => {
  const page = await pageOf(await person('property'));
  await page.goto('/properties');
  const open = async () => {
    await page.getByRole('button', { name: 'Other ways to add a property' }).click();
    await page.getByRole('menuitem', { name: 'Add Property' }).click();
    await expect(form.locator(':focus')).toHaveCount(1);
  };
  const form = page.getByRole('dialog', { name: 'Add Property' });
  await open();
  await page.mouse.click(195, 10);
  await expect(form).toBeHidden();
  await open();
  await form.getByLabel('Property Name').fill('Quay House');
  await page.mouse.click(195, 10);
  await expect(form.getByLabel('Property Name')).toHaveValue('Quay House');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
});
