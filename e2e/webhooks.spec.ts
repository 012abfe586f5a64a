import { caseFields } from '#test/factories.ts';
import { refusalOf, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { expect, test, toastOf } from './story.ts';

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
test.afterAll(() => receiver.close());

test('an admin adds a webhook, sees deliveries, sends one again, renews the secret and deletes it', async ({
  person,
  pageOf,
}) => {
  const admin = await person('admin');
  const page = await pageOf(admin, { width: 1440, height: 900 });
  const stop = await fail(page, 'GET', '/api/admin/webhooks', 503, 'Try later');
  await page.goto('/admin?tab=integrations');
  const card = page.getByRole('region', { name: 'Webhooks' });
  await expect(card.getByText('Failed to fetch webhooks')).toBeVisible();
  await stop();
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('button', { name: 'Add Webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Address is required')).toBeVisible();
  await form.getByLabel('Name').fill('Front desk system');
  await form.getByLabel('Address').fill(receiver.url);
  await expect(form.getByRole('checkbox', { name: 'A case is opened' })).toBeChecked();
  await form.getByRole('checkbox', { name: 'The owner accepts a plan' }).uncheck();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of Front desk system' });
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I Have Kept It' }).click();
  const item = card.getByRole('listitem').filter({ hasText: 'Front desk system' });
  await expect(item).toContainText('6 events · Nothing sent yet');
  await expectAccessible(page);

  await admin.call('POST', '/api/inspection-cases', caseFields('hook@example.com'));
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received.map((each) => refusalOf(each, secret))).toEqual([null]);
  const choose = async (action: string) => {
    await item.getByRole('button', { name: 'Actions for Front desk system' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Deliveries');
  const log = page.getByRole('dialog', { name: 'Deliveries to Front desk system' });
  const delivery = log.getByRole('listitem');
  await expect
    .poll(async () => {
      await log.getByRole('button', { name: 'Reload' }).click();
      return delivery.textContent();
    })
    .toMatch(/A case is openedDelivered.*1 try · Answered 204/);
  await expectAccessible(page);
  await delivery.getByRole('button', { name: 'Send Again' }).click();
  await expect(toastOf(page, 'On its way again')).toBeVisible();
  await expect.poll(() => receiver.received.length).toBe(2);
  await page.keyboard.press('Escape');

  await choose('Renew Secret');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  await expect(shown.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(secret);
  await shown.getByRole('button', { name: 'I Have Kept It' }).click();
  await choose('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await expect(edit.getByLabel('Address')).toHaveValue(receiver.url);
  await edit.getByRole('checkbox', { name: 'On', exact: false }).last().uncheck();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(item.getByText('Off', { exact: true })).toBeVisible();
  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Webhook deleted')).toBeVisible();
  await expect(item).toHaveCount(0);
});
