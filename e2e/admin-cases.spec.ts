import type { Page } from '@playwright/test';
import { caseFields, linkedCase } from '#test/factories.ts';
import { expectAccessible, expectColor } from './checks.ts';
import { changeAnswers, fail, delayAnswers, requestsTo } from './faults.ts';
import { expect, startedRun, test, toastOf } from './story.ts';

const table = (page: Page) => page.getByRole('region', { name: 'Inspection Cases' }).getByRole('table');
const day = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};

test('a person without the admin role sees a refusal and a link back [2.admin.2, 6.roles.6, 6.roles.10, 8.screen.2]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('the case form validates its fields and creates a case [2.admin.1, 2.admin.4-5, 2.admin.14-16, 3.caseform.1-6, 5.case.1-5, 5.case.9, 5.case.12, 5.case.14-16, 7.calls.45, 8.toasts.19, 8.success.12, 9.layout.1, 9.types.1-2]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('admin'), { width: 1440, height: 1000 });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('Monitor and manage property inspections')).toBeVisible();
  const open = page.getByRole('button', { name: 'Create Case' }).first();
  await open.click();
  const form = page.getByRole('dialog', { name: 'Create New Inspection Case' });
  await expect(form.getByText('Schedule an inspection for a property')).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await open.click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await open.click();

  await expect(form.locator('label')).toHaveText([
    'Property Name',
    'Address',
    'City',
    'State',
    'ZIP Code',
    'Property Type',
    'Brand Standard (optional)',
    'Total Rooms (optional)',
    'Owner Email',
    'Owner Name (optional)',
    'Inspection Type',
    'Due Date',
    'Inspection Requirements (optional)',
    'Admin Notes (optional)',
  ]);
  for (const [label, hint] of [
    ['Owner Email', 'The case will be sent to this e-mail'],
    ['Due Date', 'The inspection must be completed by this date'],
    ['Inspection Requirements', 'Specific items to check, one per line'],
    ['Admin Notes', 'Instructions for the owner'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(hint);
  }
  const [type, inspection] = [form.getByLabel('Property Type'), form.getByLabel('Inspection Type')];
  await expect(type).toHaveValue('hotel');
  await expect(type.locator('option')).toHaveText(['Hotel', 'Motel', 'Resort', 'Boutique']);
  await expect(inspection).toHaveValue('routine');
  const types = await inspection
    .locator('option')
    .evaluateAll((all) => all.map((option) => [option.getAttribute('value'), option.textContent]));
  expect(types).toEqual([
    ['routine', 'Routine Inspection'],
    ['compliance', 'Compliance Audit'],
    ['reinspection', 'Re-inspection'],
    ['quality_assurance', 'Quality Assurance'],
  ]);
  const [due, requirements] = [form.getByLabel('Due Date'), form.getByLabel('Inspection Requirements')];
  await expect(due).toHaveAttribute('min', day(0));
  const height = (await requirements.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThanOrEqual(100);
  expect(height).toBeLessThan(160);

  const create = form.getByRole('button', { name: 'Create Case' });
  await create.click();
  for (const message of [
    'Property name is required',
    'Property address is required',
    'City is required',
    'State is required',
    'ZIP code is required',
    'Valid email is required',
    'Due date is required',
  ]) {
    await expect(form.getByText(message)).toBeVisible();
  }
  const name = `Quay House ${Date.now()}`;
  for (const [label, value] of [
    ['Property Name', name],
    ['Address', '1 Long Wharf'],
    ['City', 'Boston'],
    ['State', 'MA'],
    ['ZIP Code', '02110'],
    ['Owner Email', 'owner@example.com'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await inspection.selectOption('quality_assurance');
  await due.fill(day(10));
  await requirements.fill('Pool gate\n\n  \n Fire doors ');
  const stop = await fail(page, 'POST', '/api/inspection-cases', 500, 'The disk is full');
  await create.click();
  await expect(toastOf(page, 'Error')).toContainText('500: The disk is full');
  await stop();
  const sent = requestsTo(page, 'POST', '/api/inspection-cases');
  const release = await delayAnswers(page, 'POST', '/api/inspection-cases');
  await create.click();
  await expect(form.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  release();
  await expect(toastOf(page, 'Inspection case created')).toContainText(/CASE-\d{8}-[2-9A-Z]{4}/);
  await expect(form).toBeHidden();
  expect(sent[0]?.postDataJSON()).toMatchObject({
    propertyName: name,
    propertyType: 'hotel',
    inspectionType: 'quality_assurance',
    requirements: ['Pool gate', 'Fire doors'],
  });
  await expect(table(page).getByRole('row', { name: new RegExp(name) })).toContainText(/quality assurance/i);
});

test('the table of cases has its columns and filters, cancels cases, and shows empty and failed states [2.admin.6-13, 4.case.2-3, 4.case.5, 7.calls.43, 7.calls.46, 8.screen.6, 8.toasts.25, 8.success.13, 9.dates.1]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const mark = `Wing${Date.now()}`;
  const pending = await admin.call(
    'POST',
    '/api/inspection-cases',
    caseFields('somebody@example.com', {
      propertyCity: mark,
      inspectionType: 'quality_assurance',
      dueDate: new Date(`${day(5)}T12:00:00`).toISOString(),
    }),
  );
  const { case: started } = await startedRun(owner, admin);
  const page = await pageOf(admin, { width: 1440, height: 900 });
  const stop = await fail(page, 'GET', '/api/admin/inspection-cases', 503, 'Try later');
  await page.goto('/admin');
  await expect(page.getByText('Failed to fetch cases')).toBeVisible();
  await stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Case Number',
    'Property',
    'Type',
    'Due Date',
    'Status',
    'Actions',
  ]);
  const filters = page.getByRole('group', { name: 'Status of cases' });
  await expect(filters.getByRole('button')).toHaveText([/^All/, /^Pending/, /^In Progress/, /^Completed/, /^Expired/]);
  const row = table(page).getByRole('row').filter({ hasText: pending.caseNumber });
  await expect(row.getByText('quality assurance')).toBeVisible();
  const due = new Date(`${day(5)}T12:00:00`).toLocaleDateString('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
  });
  await expect(row.getByText(due, { exact: true })).not.toHaveClass(/text-critical/);
  const running = table(page).getByRole('row').filter({ hasText: started.caseNumber });
  await expect(running.getByRole('button')).toHaveCount(0);
  await filters.getByRole('button', { name: 'In Progress' }).click();
  await expect(row).toBeHidden();
  await expect(running).toBeVisible();
  await filters.getByRole('button', { name: 'Expired' }).click();
  await page.getByLabel('Search cases').fill('nothing is called like this');
  await expect(page.getByText('No inspection cases found')).toBeVisible();

  await page.clock.setFixedTime(new Date(Date.now() + 9 * 86_400_000));
  await changeAnswers(page, '/api/admin/inspection-cases', (body: { cases: { propertyName: string }[] }) => ({
    ...body,
    cases: body.cases.map((each) => ({ ...each, propertyName: '' })),
  }));
  await page.goto(`/admin?q=${pending.caseNumber}`);
  await expect(row.getByText('Unknown')).toBeVisible();
  await expectColor(row.getByText(`${due} (Overdue)`), 'red');
  expect((await admin.call('GET', `/api/inspection-cases/${pending.id}`)).status).toBe('pending');

  const cancel = row.getByRole('button', { name: `Cancel case ${pending.caseNumber}` });
  const refused = await fail(page, 'PUT', `/api/inspection-cases/${pending.id}`, 409, 'The case is in progress');
  await cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel case' }).click();
  await expect(toastOf(page, 'Error')).toContainText('409: The case is in progress');
  await refused();
  await page.keyboard.press('Escape');
  await cancel.click();
  const sent = requestsTo(page, 'PUT', `/api/inspection-cases/${pending.id}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel case' }).click();
  await expect(toastOf(page, 'Case updated')).toBeVisible();
  expect(sent[0]?.postDataJSON()).toEqual({ status: 'cancelled' });
  await expect(row.getByText('Cancelled')).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('a known property fills the form, and its open case is named before a second one is created', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = `Tern House ${owner.user.username}`;
  const { case: opened } = await linkedCase(owner, admin, { propertyName: name, propertyAddress: '7 Tern Road' });
  const page = await pageOf(admin, { width: 390, height: 844 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Create Case' }).first().tap();
  const form = page.getByRole('dialog', { name: 'Create New Inspection Case' });
  await form.getByLabel('Property Name').fill(name.slice(0, -1));
  const place = form.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(place).toContainText('7 Tern Road, Portland, ME · open case, due');
  await expectAccessible(page, 'everything', form);
  await place.tap();
  for (const [label, value] of [
    ['Property Name', name],
    ['Address', '7 Tern Road'],
    ['ZIP Code', '04101'],
    ['Owner Email', owner.user.email],
  ] as const)
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(value);
  await expect(form.getByText('This property already has an open case:')).toContainText(opened.caseNumber);
  await expectAccessible(page, 'everything', form);
  // Another address is another property; another name at the same address may be the same one.
  await form.getByLabel('Address', { exact: true }).fill('8 Tern Road');
  await expect(form.getByText('This property already has an open case:')).toHaveCount(0);
  await form.getByLabel('Address', { exact: true }).fill('7 Tern road');
  await form.getByLabel('Property Name').fill('The Tern');
  await expect(form.getByText(`${name}, at this address, has an open case:`)).toContainText(opened.caseNumber);
  await expect(place).toBeVisible();
  await form.getByLabel('ZIP Code').fill('04102');
  await expect(form.getByText('has an open case')).toHaveCount(0);

  // A case that was opened meanwhile is named too, although the name was searched before.
  const other = `Heron House ${owner.user.username}`;
  const asked = page.waitForResponse((answer) => answer.url().includes('case-places?q=Heron'));
  await form.getByLabel('Property Name').fill(other);
  await asked;
  await admin.call('POST', '/api/inspection-cases', {
    ...caseFields('nobody-yet@example.com', { propertyName: other, propertyAddress: '9 Heron Road' }),
    propertyZipCode: '04102',
  });
  await form.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap();
  await page.getByRole('button', { name: 'Create Case' }).first().tap();
  await form.getByLabel('Property Name').fill(other);
  await expect(form.getByRole('button', { name: new RegExp(`^${other}`) })).toContainText('open case, due');
});
