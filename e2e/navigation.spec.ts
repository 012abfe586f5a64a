import type { Page } from '@playwright/test';
import { caseFields } from '#test/factories.ts';
import { expect, startedRun, test } from './story.ts';

const bar = (page: Page) => page.getByRole('banner');
const sections = (page: Page) => bar(page).getByRole('navigation', { name: 'Main' }).getByRole('link');

async function expectActive(page: Page, label: string): Promise<void> {
  await expect(bar(page).locator('nav [aria-current=page]')).toHaveText([label]);
}

test("an owner's navigation bar shows the sections, the active one, the settings and the signed-in person [2.nav.1-6, 2.nav.9-11, 2.routes.2-7, 6.roles.6]", async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'), { width: 1440, height: 900 });
  await page.goto('/');
  await expect(sections(page)).toHaveText(['Home', 'Properties', 'Inspection', 'Reports']);
  expect((await bar(page).boundingBox())?.height).toBe(68);
  await expectActive(page, 'Home');
  for (const [label, path, heading] of [
    ['Properties', '/properties', 'My Properties'],
    ['Inspection', '/inspection-guide', 'Inspection guide'],
    ['Reports', '/reports', 'PIP Reports'],
    ['Home', '/', 'Welcome, Robin'],
  ] as const) {
    await sections(page).filter({ hasText: label }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectActive(page, label);
  }
  await page.goto('/inspection-setup');
  await expect(page.getByRole('heading', { name: 'Inspection Setup' })).toBeVisible();
  await expectActive(page, 'Inspection');
  await page.goto('/inspections');
  await expect(page.getByRole('heading', { name: 'All Inspections' })).toBeVisible();
  await expect(bar(page).locator('nav [aria-current=page]')).toHaveCount(0);
  await bar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const block = bar(page).locator('button[aria-haspopup=menu]');
  await expect(block.getByText('Robin Vale')).toBeVisible();
  await expect(block.getByText('Property Owner')).toBeVisible();
  await expect(block.getByText('RV', { exact: true })).toBeVisible();
});

test('the Inspection item opens the running inspection of an owner', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property } = await startedRun(owner, admin);
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto('/');
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inspection', exact: true });
  await expect(item).toHaveAttribute('href', `/inspection-setup?propertyId=${property.id}`);
  await item.click();
  await expect(page.getByRole('heading', { name: property.name })).toBeVisible();
  await expect(item).toHaveAttribute('aria-current', 'page');
});

test('what happens between reading the notifications and the connection for events is shown', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const page = await pageOf(owner);
  // On a phone the scripts take long, and so the page is open for long before it connects.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 20_000;
  });
  const released = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/ws/, async (socket) => {
    await released.promise;
    socket.connectToServer();
  });
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/notifications');
  await page.goto('/');
  await read;
  await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  released.resolve();
  await expect(page.getByTestId('unread-dot').first()).toBeVisible();
});

test("an admin's navigation bar has the bell with its dot, whose list marks notifications as read [2.nav.6, 2.nav.7, 2.nav.8, 2.nav.10, 2.routes.16, 2.routes.19, 6.roles.6, decisions.placeholders.6]", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/');
  await expect(sections(desk)).toHaveText(['Home', 'Properties', 'Inspection', 'Reports', 'Admin']);
  await expect(bar(desk).locator('button[aria-haspopup=menu]')).toContainText('Quinn ValeAdmin');
  await sections(desk).filter({ hasText: 'Admin' }).click();
  await expect(desk).toHaveURL('/admin');
  await expect(desk.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto('/');
  const bell = bar(page).getByRole('link', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(page.getByTestId('unread-dot')).toBeHidden();
  await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  await expect(page.getByTestId('unread-dot')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await bell.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page.getByText('New inspection case for Harbour Inn')).toBeVisible();
  await page.getByRole('button', { name: /mark all/i }).click();
  await expect(page.getByTestId('unread-dot')).toBeHidden();
});
