import type { Locator, Page } from '@playwright/test';
import { caseFields } from '#test/factories.ts';
import { expect, pictureFile, test } from './story.ts';

const mostStops = 80;

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(control).toBeEnabled();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expectFocusShown(control);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${control.toString()}`);
}

/** Expects a visible outline on the control, or on the label around a hidden radio button or checkbox. */
async function expectFocusShown(control: Locator): Promise<void> {
  const shown = await control.evaluate((element) =>
    [element, element.closest('label'), element.nextElementSibling, element.parentElement].some((each) => {
      const style = each && getComputedStyle(each);
      return (
        !!style && ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none')
      );
    }),
  );
  expect(shown, `the focus on ${control.toString()} can be seen`).toBe(true);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function write(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

test('an owner signs in, links a property, inspects an area and generates its plan using only the keyboard', async ({
  page,
  person,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { caseNumber } = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  // Registered before the click, because Playwright intercepts only choosers that it expects.
  const chooser = page.waitForEvent('filechooser');
  await page.goto('/inspection-setup');
  await write(page, page.getByLabel('Username'), owner.user.username);
  await write(page, page.getByLabel('Password', { exact: true }), owner.password);
  await page.keyboard.press('Enter');

  await write(page, page.getByLabel('Case Number'), caseNumber);
  await page.keyboard.press('Enter');
  await press(page, page.getByLabel('These details are correct'), 'Space');
  await press(page, button('Complete Onboarding'));
  await press(page, button('Start Inspection'));
  await press(page, page.getByRole('link', { name: /Lobby/ }));
  await press(page, button('SKIP PERMISSIONS (TEST MODE)'));

  await tabTo(page, button('Choose Files'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await pictureFile('desk.jpg'));
  const photo = button(/^Open photo of/);
  await expect(photo).toHaveCount(1);

  await press(page, photo);
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name: 'Add Finding' }).first());
  await write(page, dialog.getByLabel('Title'), 'Loose mat');
  await tabTo(page, dialog.getByLabel('Category'));
  await page.keyboard.type('Trip');
  await press(page, dialog.getByRole('button', { name: 'Add Finding' }));
  await expect(dialog.getByRole('heading', { name: 'Loose mat' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(photo).toBeFocused();

  await press(page, button('Complete Area'));
  await write(page, dialog.getByLabel('Reason'), 'Critical checks follow tomorrow');
  await press(page, dialog.getByRole('button', { name: 'Submit for Review' }));
  await expect(page).toHaveURL(/\/area-analysis/);
  await expect(page.getByText('Loose mat').first()).toBeVisible();
  await press(page, button(/Create Area PIP/));
  await expect(page.getByRole('heading', { name: 'Property improvement plan' })).toBeVisible();
});
