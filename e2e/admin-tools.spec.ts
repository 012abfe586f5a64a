import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere, expectNoSidewaysScroll } from './checks.ts';
import { changeAnswers, fail, delayAnswers, requestsTo } from './faults.ts';
import { expect, startedRun, test, toastOf, type Person } from './story.ts';

const cataloguePath = '/api/admin/cost-catalogue';
interface Line {
  category: string;
  action: string;
  costLow: number;
  leadDays: number;
}
const linesOf = async (admin: Person, category: string): Promise<Line[]> =>
  (await admin.call('GET', cataloguePath)).entries.filter((line: Line) => line.category === category);

/** Checks the dialog in both themes and at all widths, and that the page does not become wider. */
async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize();
  await expectAccessibleEverywhere(page);
  if (before) await page.setViewportSize(before);
}

test('an admin invites another admin on a phone; errors are shown at the field and the e-mail is in the Outbox', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const email = `invited-${process.pid}@example.com`;
  const page = await pageOf(admin);
  await page.goto('/admin');
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.tap();
  await expect(page.getByRole('menuitem')).toHaveText(['Audit Log', 'Retention', 'Invite Admin']);
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Invite Admin' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Invite Admin' });
  // The second time the dialog opens immediately, while the menu closes.
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(more).toBeFocused();
  await more.tap();
  await page.getByRole('menuitem', { name: 'Invite Admin' }).tap();
  await expect(dialog).toContainText('Admins see all properties');
  await expect(dialog).toContainText('It works once, within seven days.');
  await expect(dialog).toContainText('the e-mail goes to the Outbox on the Inspection Cases tab');

  const field = dialog.getByLabel('E-mail address');
  const send = dialog.getByRole('button', { name: 'Send Invitation' });
  await field.fill('nobody at example');
  await send.tap();
  await expect(field).toHaveAccessibleDescription(/^Invalid email address/);
  await expect(field).toBeFocused();
  await field.fill(owner.user.email);
  await send.tap();
  await expect(field).toHaveAccessibleDescription(/^This e-mail address already has an account/);
  await expect(field).toBeFocused();
  await expectFit(page);

  const mended = await fail(page, 'POST', '/api/admin/invitations', 503, 'The mail is not ready');
  await field.fill(email);
  await send.tap();
  await expect(toastOf(page, 'Invitation not sent')).toContainText('503: The mail is not ready');
  await expect(field).toHaveValue(email);
  await mended();
  const release = await delayAnswers(page, 'POST', '/api/admin/invitations');
  await field.press('Enter');
  await expect(send).toBeDisabled();
  release();
  await expect(toastOf(page, 'Invitation created')).toContainText(email);
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();

  const letters = async () => JSON.stringify(await admin.call('GET', '/api/admin/outbox'));
  await expect.poll(letters).toContain(email);
  await page.getByRole('button', { name: 'Outbox' }).tap();
  await page.getByRole('button').filter({ hasText: email }).tap();
  await expect(page.getByRole('dialog').getByRole('link', { name: /\/invite\?token=/ })).toBeVisible();

  await page.goto('/admin');
  await more.tap();
  await page.getByRole('menuitem', { name: 'Invite Admin' }).tap();
  const open = dialog.getByRole('listitem').filter({ hasText: email });
  await expect(open).toContainText(/ · expires /);
  await expectAccessible(page);
  await expectFit(page);
  await open.getByRole('button', { name: `Revoke the invitation of ${email}` }).tap();
  await expect(toastOf(page, 'Invitation revoked')).toContainText(email);
  await expect(open).toHaveCount(0);
});

const low = (table: Locator, line: string) => table.getByLabel(`Low, $, ${line}`);

test('an admin searches and edits the cost catalog, sees errors and unsaved changes, and saves while another admin edits', async ({
  person,
  pageOf,
}) => {
  const [admin, other] = [await person('admin'), await person('admin')];
  const before = await admin.call('GET', cataloguePath);
  const page = await pageOf(admin, { width: 1440, height: 900 });
  const saves = requestsTo(page, 'PUT', cataloguePath);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'PIP Review' }).click();
  const mended = await fail(page, 'GET', cataloguePath, 500, 'The catalogue is away');
  const opener = page.getByRole('button', { name: 'Cost Catalog' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cost Catalog' });
  await expect(dialog.getByRole('alert')).toContainText('The catalogue is away');
  await expectAccessible(page);
  await mended();
  const release = await delayAnswers(page, 'GET', cataloguePath);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  release();
  const table = dialog.getByRole('table', { name: 'Cost catalog' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Category',
    'Action',
    'Unit',
    'Low, $',
    'High, $',
    'Days',
    'Lead days',
    'Actions',
  ]);
  const rows = table.getByRole('rowheader');
  await expect(rows).toHaveCount(before.entries.length);
  await expect(dialog).toContainText('Planning estimates, not quotes');
  await expect(dialog).toContainText('Existing plans keep their figures until they are generated again.');
  await expect(dialog).toContainText(`${before.freightPercent}% freight and tax`);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();

  const search = dialog.getByRole('searchbox', { name: 'Search the cost catalog' });
  await search.fill('remediation');
  await expect(rows).toHaveText([/^Mold\s*Critical$/]);
  await search.fill('no such work');
  await expect(dialog.getByText('No line matches')).toBeVisible();
  // The first Escape only clears the search box.
  await search.press('Escape');
  await expect(rows).toHaveCount(before.entries.length);
  await search.fill('treat');
  await expect(rows.filter({ hasText: 'Pest' })).toHaveCount(1);

  const pest = low(table, 'Pests, any severity').or(low(table, 'Pest, any severity'));
  const row = table.locator('tbody', { has: page.getByRole('rowheader', { name: /^Pest/ }) });
  const high = row.getByLabel(/^High, \$/);
  await pest.fill('500');
  await expect(row.getByRole('rowheader')).toContainText('changed');
  await expect(table.getByText('changed')).toHaveCount(1);
  await row.getByLabel(/^Lead days/).fill('-3');
  await search.focus();
  await expect(high).toHaveAccessibleDescription('The high cost is below the low one');
  await expect(row.getByLabel(/^Lead days/)).toHaveAccessibleDescription('Lead days cannot be negative');
  await search.fill('carpet');
  await expect(pest).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(high).toBeFocused();
  expect(saves).toHaveLength(0);
  await expectFit(page);

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard the changes?' });
  await expect(question).toContainText('Not saved in the cost catalog: 1 line changed.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(pest).toHaveValue('500');
  await row.getByRole('button', { name: /^Undo the changes of Pest/ }).click();
  await expect(pest).toHaveValue(String((await linesOf(admin, 'pest'))[0]?.costLow));
  await expect(row.getByLabel(/^Action/)).toBeFocused();
  await expect(dialog.getByText('No unsaved changes')).toBeVisible();
  await pest.fill('70');
  await page.goBack();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  expect(saves).toHaveLength(0);

  await page.getByRole('link', { name: 'PIP Review' }).click();
  await opener.click();
  await pest.fill('75.50');
  await row.getByLabel(/^Action/).fill('Treat and seal');
  // Somebody else saves another line meanwhile. The typed values are shown next to their line, and none of the other
  // admin's changes are lost.
  const entries = before.entries.map((line: Line) =>
    line.category === 'accessibility' ? { ...line, leadDays: 7 } : line,
  );
  await other.call('PUT', cataloguePath, { version: before.version, entries });
  await row.getByLabel(/^Action/).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Not saved: somebody else saved the catalog meanwhile.');
  const theirs = table.locator('tbody', { has: page.getByRole('rowheader', { name: /^Accessibility/ }) });
  await expect(theirs.getByLabel(/^Lead days/)).toHaveValue('7');
  await expect(theirs).not.toContainText('Yours');
  await expect(row).toContainText('Yours: Treat and seal · $75.50');
  await row.getByRole('button', { name: /^Put back Pest/ }).click();
  await expect(pest).toHaveValue('75.50');
  const releaseSave = await delayAnswers(page, 'PUT', cataloguePath);
  await row.getByLabel(/^Action/).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  releaseSave();
  await expect(toastOf(page, 'Cost catalog saved')).toContainText('1 line changed');
  await expect(table.getByText('changed')).toHaveCount(0);
  await expect(pest).toHaveValue('75.5');
  expect(await linesOf(admin, 'pest')).toMatchObject([{ costLow: 75.5, action: 'Treat and seal' }]);
  expect(await linesOf(admin, 'accessibility')).toMatchObject([{ leadDays: 7 }]);

  const refused = await fail(page, 'PUT', cataloguePath, 503, 'Try later');
  await pest.fill('80');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'Cost catalog not saved')).toContainText('503: Try later');
  await expect(pest).toHaveValue('80');
  await refused();

  // On a phone each line is a card, which keeps the values typed at desktop width.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = dialog.locator('tbody').filter({ has: page.getByRole('button', { name: /^Pest/ }) });
  await expect(card).toContainText('changed');
  await card.getByRole('button', { name: /^Pest/ }).click();
  await expect(card.getByLabel('Low, $')).toHaveValue('80');
  await card.getByLabel('Low, $').fill('90');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('No unsaved changes')).toBeVisible();
  expect(await linesOf(admin, 'pest')).toMatchObject([{ costLow: 90 }]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  const { version } = await admin.call('GET', cataloguePath);
  await admin.call('PUT', cataloguePath, { version, entries: before.entries });
});

test('an admin sees how long data is kept, and what the latest deletion removed', async ({ person, pageOf }) => {
  const page = await pageOf(await person('admin'), { width: 1440, height: 900 });
  await page.goto('/admin');
  const mended = await fail(page, 'GET', '/api/admin/retention', 500, 'The settings are away');
  await page.getByRole('button', { name: 'Retention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retention' });
  await expect(dialog.getByRole('alert')).toContainText('The settings are away');
  await mended();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Notifications' })).toContainText('For good');
  await expect(dialog).toContainText('Nothing was deleted yet.');
  await page.keyboard.press('Escape');
  await changeAnswers(page, '/api/admin/retention', ({ kept }: { kept: object[] }) => ({
    kept: kept.map((each) => ({ ...each, days: 30 })),
    lastDeletion: {
      at: '2026-11-20T03:35:00.000Z',
      counts: { photos: 1, notifications: 1234, mails: 0, clientAddresses: 0 },
    },
  }));
  await page.getByRole('button', { name: 'Retention' }).click();
  await expect(dialog).toContainText('1 photo, 1,234 notifications.');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Notifications' })).toContainText('30 days');
  await expectFit(page);
});

test('an admin reads, filters, pages through and verifies the audit log', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Mara', lastName: 'Quill' })];
  const { case: opened } = await startedRun(owner, admin);
  for (let time = 0; time < 50; time += 1)
    await owner.call('PUT', '/api/user/profile', { propertyName: `Inn ${time}` });
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin');
  const mended = await fail(page, 'GET', '/api/admin/audit-logs', 500, 'The log is away');
  const opener = page.getByRole('button', { name: 'Audit Log' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Audit Log' });
  await expect(dialog.getByRole('alert')).toContainText('The log is away');
  await mended();
  const release = await delayAnswers(page, 'GET', '/api/admin/audit-logs');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(
    dialog.getByRole('status', { name: 'Loading audit log' }).or(dialog.getByText('Loading audit log')),
  ).toBeAttached();
  release();
  const list = dialog.getByRole('list', { name: 'Entries of the audit log' });
  await expect(list.getByRole('listitem')).toHaveCount(50);
  await expect(list.getByRole('listitem').first()).toHaveText(
    /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M\s*Mara Quill\s*Changed a profile\s*Own account$/,
  );
  await dialog.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(50);
  await expect(list.getByText(/^[a-z_]+\.[a-z_]+$/)).toHaveCount(0);

  await dialog.getByLabel('Type').selectOption('Case');
  await expect(list.getByText('Changed a profile')).toHaveCount(0);
  const created = list.getByRole('button', { name: 'Created a case' }).filter({ hasText: opened.caseNumber });
  await expect(created).toContainText('Quinn Vale');
  await expect(created).toHaveAttribute('aria-expanded', 'false');
  await created.focus();
  await page.keyboard.press('Enter');
  await expect(created).toHaveAttribute('aria-expanded', 'true');
  await expect(list).toContainText(`Owner email${owner.user.email}`);
  await expect(list).toContainText(opened.id);
  await list.getByRole('button', { name: 'Only this case' }).click();
  await expect(dialog.getByText(`Entries about ${opened.caseNumber}`)).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(4);
  for (const text of [
    'Started the inspection of a case',
    'Confirmed the property of a case',
    'Linked a case to a property',
  ])
    await expect(list.getByRole('button', { name: text })).toContainText('Mara Quill');
  await expectFit(page);
  await dialog.getByRole('button', { name: 'Show all' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('Changed a profile');

  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByRole('status')).toContainText(/The log is intact: [\d,]+ entries checked/);
  await changeAnswers(page, '/api/admin/audit-logs/verify', () => ({ ok: false, entries: 1056, brokenAt: 1057 }));
  await changeAnswers(page, '/api/admin/audit-logs', () => []);
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog.getByRole('status')).toContainText(
    'The log is broken at entry 1,057: it was changed or is missing. The 1,056 entries before it are intact.',
  );
  await dialog.getByLabel('Type').selectOption('Recording');
  await expect(dialog.getByText('No changes of this type yet.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});
