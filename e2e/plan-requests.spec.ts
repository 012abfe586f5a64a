import { addDays, formatDueDate, utcDate } from '../contract/due-dates.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { expect, expectAsksBeforeLoss, startedRun, test, toastOf } from './story.ts';

test('an owner requests a waiver on a phone, and the brand replies and grants it until a date', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin);
  const area = `/api/area-sessions/${areas[0]?.id}`;
  await owner.call('POST', `${area}/issues`, { title: 'Worn carpet', severity: 'medium', category: 'carpet_wear' });
  const { pipReport: plan } = await owner.call('POST', `${area}/generate-pip`);

  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${plan.id}`);
  const card = phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name: 'Worn carpet' }) });
  await card.getByRole('button', { name: /^Ask the brand/ }).click();
  const asking = phone.getByRole('dialog', { name: 'Ask the brand' });
  await asking.getByRole('button', { name: 'Send request' }).click();
  await expect(asking.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await asking.getByLabel('You ask for').selectOption('alternative');
  await expect(asking.getByLabel('What to do instead')).toBeVisible();
  await asking.getByLabel('You ask for').selectOption('waiver');
  await asking.getByLabel('Reason').fill('The lobby is rebuilt in spring.');
  await expectAsksBeforeLoss(phone);
  await expect(asking.getByLabel('Reason')).toHaveValue('The lobby is rebuilt in spring.');
  await expectAccessible(phone);
  await asking.getByRole('button', { name: 'Send request' }).click();
  await expect(toastOf(phone, 'Request sent')).toBeVisible();
  await expect(card).toContainText('Waiver waits for an answer');

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await expect(desk.getByText('1 request of the owner to answer before you can send the plan.')).toBeVisible();
  const row = desk.getByRole('row').filter({ hasText: 'Worn carpet' });
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Answer/ }).click();
  const answering = desk.getByRole('dialog', { name: 'Answer the request' });
  await expect(answering).toContainText('The lobby is rebuilt in spring.');
  await answering.getByLabel('Answer or message').fill('When does it begin?');
  await answering.getByRole('button', { name: 'Send message' }).click();
  await expect(answering.getByRole('listitem').filter({ hasText: 'When does it begin?' })).toBeVisible();

  await card.getByRole('button', { name: /^Request/ }).click();
  const thread = phone.getByRole('dialog', { name: 'Request' });
  await expect(thread).toContainText('When does it begin?');
  await thread.getByLabel('Message').fill('On March 1.');
  await thread.getByRole('button', { name: 'Send message' }).click();
  await expect(answering.getByRole('listitem').filter({ hasText: 'On March 1.' })).toBeVisible();

  const last = addDays(utcDate(new Date()), 90);
  await answering.getByLabel('Waived until').fill(last);
  await answering.getByLabel('Answer or message').fill('Waived until the rebuild is done.');
  await expectAccessible(desk);
  await answering.getByRole('button', { name: 'Grant' }).click();
  await expect(toastOf(desk, 'Request granted')).toBeVisible();
  for (const text of [
    `Waiver granted until ${formatDueDate(last)}`,
    'Waived',
    'Reviewer: Waived until the rebuild is done.',
  ])
    await expect(row).toContainText(text);
  await expectAccessibleEverywhere(desk);
  await expect(thread).toContainText('Waived until the rebuild is done.');
  await expectAccessibleEverywhere(phone);
});
