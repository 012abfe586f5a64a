import { readFile } from 'node:fs/promises';
import { caseFields } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { expect, mailTo, test, toastOf } from './story.ts';

const head = 'Property name,Address,City,State,ZIP code,Owner e-mail,Due date';
const line = (name: string, email: string, due = '12/31/2099') =>
  `${name},12 Quay Street,Portland,ME,04101,${email},${due}`;
const fileOf = (...lines: string[]) => ({
  name: 'cases.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...lines].join('\r\n')),
});

test('an admin imports cases from a CSV file and sees the errors of each line before any case is created', async ({
  person,
  pageOf,
}) => {
  const admin = await person('admin');
  const address = (name: string) => `${name}-${admin.user.username}@example.com`;
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(address('twice')));
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Import Cases' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import Cases' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save a Template' }).click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template).toContain('Owner e-mail');

  const choose = async (file: ReturnType<typeof fileOf>) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /^Choose/ }).click();
    await (await chooser).setFiles(file);
  };
  await choose({ name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,City\nInn,Bath') });
  await expect(dialog.getByRole('alert')).toContainText('does not name these columns');
  await choose({ name: 'cases.csv', mimeType: 'text/csv', buffer: Buffer.from(template) });
  await expect(dialog.getByRole('status')).toContainText('1 case in the file, none with errors');

  await choose(
    fileOf(
      line('Harbour Inn', address('twice')),
      line('Import Lodge', address('one')),
      line('Faulty Lodge', 'nobody', '31/12/2099'),
      line('Comma Lodge, The', address('three')),
      line('Import Court', address('two')).replace(',ME,04101,', ',Main,abc,'),
    ),
  );
  await expect(dialog.getByRole('status')).toHaveText(
    '5 cases in the file, 2 with errors, 1 possible duplicate, 1 to check',
  );
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(row('Harbour Inn')).toContainText(`Case ${opened.caseNumber} is open for this property and owner.`);
  await expect(row('Harbour Inn').getByRole('checkbox')).not.toBeChecked();
  await expect(row('Faulty Lodge')).toContainText('Due date: Write the due date as');
  await expect(row('Faulty Lodge').getByRole('checkbox')).toBeDisabled();
  await expect(row('Comma Lodge')).toContainText('Put quotes around texts with commas');
  await expect(row('Import Court')).toContainText('State: “Main” is not a state of the United States');
  await expect(row('Import Court')).toContainText('ZIP code: “abc” is not a ZIP code such as 04101');
  await expect(row('Import Court').getByRole('checkbox')).toBeChecked();
  await expectAccessibleEverywhere(page, dialog);
  await page.setViewportSize({ width: 390, height: 844 });
  await row('Import Court').getByRole('checkbox').press('Space');
  await expect(row('Import Court').getByRole('checkbox')).not.toBeChecked();
  const before = await admin.call('GET', '/api/admin/inspection-cases?q=Import');
  expect(before.cases).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 1 Case', exact: true }).click();
  await expect(toastOf(page, '1 case imported')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Import Lodge').first()).toBeVisible();
  await mailTo(address('one'), /Inspection case/);
  expect((await admin.call('GET', '/api/admin/inspection-cases?q=Import')).cases).toHaveLength(1);
});
