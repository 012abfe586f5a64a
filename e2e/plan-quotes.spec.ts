import { expectAccessible } from './checks.ts';
import { expect, startedRun, test, toastOf } from './story.ts';

test('an owner keeps quotes of an item on a phone, and the brand gives it a sample and a window of months by keyboard', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin);
  const areaSessionId = areas[0]?.id ?? '';
  const finding = { title: 'Worn carpet', severity: 'medium', category: 'carpet_wear' };
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, finding);
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`);

  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${pipReport.id}`);
  await phone.getByRole('button', { name: 'Quotes: Worn carpet' }).click();
  const vendors = phone.getByRole('dialog', { name: 'Vendors and quotes' });
  await vendors.getByLabel('Responsible party').fill('Acme Floors');
  await vendors.getByLabel('Vendor 1').fill('Acme Floors');
  await vendors.getByRole('button', { name: 'Save' }).click();
  await expect(vendors.getByText('Enter an amount').first()).toBeVisible();
  await vendors.getByLabel('Quoted, US dollars').first().fill('1410.50');
  await vendors.getByLabel('Chosen').first().check();
  await expectAccessible(phone);
  await phone.keyboard.press('Escape');
  await phone.getByRole('alertdialog', { name: 'Discard your entries?' }).getByText('Keep editing').click();
  await vendors.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(phone, 'Vendors saved')).toBeVisible();
  const card = phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name: 'Worn carpet' }) });
  for (const text of ['ResponsibleAcme Floors', 'Quoted$1,410.50', 'Acme Floors $1,410.50, chosen'])
    await expect(card).toContainText(text);

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${pipReport.id}`);
  const modify = desk.getByRole('button', { name: 'Modify: Worn carpet' });
  await modify.focus();
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Modify item' });
  await dialog.getByLabel('Building').fill('B');
  await dialog.getByLabel('Found in').fill('6');
  await dialog.getByLabel('Looked at').fill('10');
  await dialog.getByLabel('In all').fill('84');
  await expect(dialog.getByText('6 ÷ 10 × 84 = 50.4, so 51')).toBeVisible();
  await dialog.getByLabel('To be done').selectOption('12');
  await expectAccessible(desk);
  await dialog.getByLabel('In all').press('Enter');
  await expect(toastOf(desk, 'Item modified and approved')).toBeVisible();
  const row = desk.getByRole('row').filter({ hasText: 'Worn carpet' });
  for (const text of ['Building B', 'Quantity51 rooms', 'within 12 months']) await expect(row).toContainText(text);
  await desk.getByText('Show each item').click();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Worn carpet · Lobby' })).toBeVisible();
  await expectAccessible(desk);
});
