import type { Page } from '@playwright/test';
import { fail } from './faults.ts';
import { expect, test, toastOf } from './story.ts';

const saved = (page: Page) => toastOf(page, 'Profile updated');

/** Saves the profile under another name, which shows a toast. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('First Name').fill(name);
  await page.getByRole('button', { name: 'Save Changes' }).click();
}

/** Advances the page's paused clock in small steps until something appears. */
async function runUntil(page: Page, there: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(10);
    expect(await there()).toBe(true);
  }).toPass();
}

test('a toast stays for 5 s, replaces the previous one, is swiped to the right and reached by F8 [4.toast.1, 9.toasts.1, 9.toasts.2, 9.toasts.4, 9.toasts.5, 9.toasts.6]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'), { width: 1440, height: 900 });
  await page.clock.install();
  await page.goto('/settings');
  await expect(page.getByLabel('First Name')).toHaveValue('Robin');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await save(page, 'Ada');
  await runUntil(page, () => saved(page).isVisible());
  await page.clock.runFor(4900);
  await expect(saved(page)).toBeVisible();
  await page.clock.runFor(120);
  await expect(saved(page)).toHaveCount(0);
  await page.clock.resume();

  await save(page, 'Eve');
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus')).toHaveCount(1);
  const box = await saved(page).boundingBox();
  const viewport = await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list').boundingBox();
  expect(viewport?.width).toBe(420);
  if (!box) throw new Error('The message is not drawn');

  // A second toast replaces the first, which stays open while it has the focus.
  await save(page, 'Kim');
  await expect(page.locator('li[data-swipe-direction]')).toHaveCount(1);
  const drag = async (distance: number) => {
    await page.mouse.move(box.x + 60, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 75, box.y + 20, { steps: 3 });
    await page.mouse.move(box.x + 60 + distance, box.y + 20, { steps: 3 });
    await page.mouse.up();
  };
  await drag(48);
  await expect(saved(page)).toBeVisible();
  await drag(-80);
  await expect(saved(page)).toBeVisible();
  await drag(52);
  await expect(saved(page)).toHaveCount(0);
});

test('a toast on a phone has the width of the screen [9.toasts.6]', async ({ person, pageOf }) => {
  const page = await pageOf(await person('property'));
  await page.goto('/settings');
  await save(page, 'Ada');
  await expect(saved(page)).toBeVisible();
  const viewport = await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list').boundingBox();
  expect(viewport?.width).toBe(390);
});

test('a tooltip opens after 700 ms, and the next one within 300 ms opens at once [9.tooltips.1]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const place = { address: '3 Bay Road', city: 'Bath', state: 'ME', zipCode: '04530' };
  await owner.call('POST', '/api/properties', { name: 'Bay House', ...place });
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.clock.install();
  await page.goto('/properties');
  const tip = (name: string) => page.getByRole('tooltip', { name });
  // Moves in several steps, because the first one leaves the path from the button to its tooltip.
  const over = async (name: string) => {
    for (const x of [8, 12, 16]) await page.getByRole('button', { name }).hover({ position: { x, y: 12 } });
  };
  await expect(page.getByRole('button', { name: 'Edit Bay House' })).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await over('Edit Bay House');
  await page.clock.runFor(690);
  await expect(tip('Edit Bay House')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tip('Edit Bay House')).toBeVisible();
  await over('Delete Bay House');
  await page.clock.runFor(20);
  await expect(tip('Delete Bay House')).toBeVisible();

  await page.mouse.move(900, 600, { steps: 5 });
  await page.clock.runFor(320);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await over('Edit Bay House');
  await page.clock.runFor(100);
  await expect(tip('Edit Bay House')).toHaveCount(0);
  await page.clock.runFor(650);
  await expect(tip('Edit Bay House')).toBeVisible();
});

test('Escape closes the dialog below a newer toast', async ({ person, pageOf }) => {
  const page = await pageOf(await person('property'));
  await page.goto('/properties');
  await page.getByRole('button', { name: 'Other ways to add a property' }).click();
  await page.getByRole('menuitem', { name: 'Add Property' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Property' });
  for (const [label, value] of [
    ['Property Name', 'Bay House'],
    ['Address', '3 Bay Road'],
    ['City', 'Bath'],
    ['State', 'ME'],
    ['ZIP Code', '04530'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
  }
  await fail(page, 'POST', '/api/properties', 500, 'The disk is full');
  await dialog.getByRole('button', { name: 'Add Property' }).click();
  await expect(toastOf(page, 'Error')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add Property' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(toastOf(page, 'Error')).toHaveCount(0);
});
