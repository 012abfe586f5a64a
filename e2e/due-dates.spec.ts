import { expect, test } from './story.ts';

const zones = [
  // At these times the date in UTC differs from the date in the zone.
  { timezoneId: 'America/New_York', offset: '-05:00', time: '23:30:00' },
  { timezoneId: 'Asia/Tokyo', offset: '+09:00', time: '00:30:00' },
  { timezoneId: 'UTC', offset: 'Z', time: '12:00:00' },
];

for (const { timezoneId, offset, time } of zones) {
  test(`a due date picked in ${timezoneId} is the same date in the list and the e-mail, and overdue the day after [2.admin.11, 2.admin.12]`, async ({
    person,
    pageOf,
  }) => {
    const admin = await person('admin');
    const page = await pageOf(admin, { width: 1440, height: 900, timezoneId });
    const on = (date: string) => page.clock.setFixedTime(new Date(`${date}T${time}${offset}`));
    await on('2098-11-20');
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Create Case' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create New Inspection Case' });
    const name = `Quay House ${admin.user.username}`;
    const email = `owner-of-${admin.user.username}@example.com`;
    for (const [label, value] of [
      ['Property Name', name],
      ['Address', '1 Long Wharf'],
      ['City', 'Boston'],
      ['State', 'MA'],
      ['ZIP Code', '02110'],
      ['Owner Email', email],
      ['Due Date', '2098-11-21'],
    ] as const) {
      await form.getByLabel(label, { exact: true }).fill(value);
    }
    await expect(form.getByLabel('Due Date')).toHaveAttribute('min', '2098-11-20');
    await form.getByRole('button', { name: 'Create Case' }).click();
    const row = page.getByRole('region', { name: 'Inspection Cases' }).getByRole('row').filter({ hasText: name });
    await expect(row.getByText('Nov 21, 2098', { exact: true })).toBeVisible();

    await on('2098-11-21');
    await page.reload();
    await expect(row.getByText('Nov 21, 2098', { exact: true })).toBeVisible();
    await on('2098-11-22');
    await page.reload();
    await expect(row.getByText('Nov 21, 2098 (Overdue)', { exact: true })).toBeVisible();

    await expect.poll(async () => JSON.stringify(await admin.call('GET', '/api/admin/outbox'))).toContain(email);
    await page.getByRole('button', { name: 'Outbox' }).click();
    await page.getByRole('button').filter({ hasText: email }).click();
    await expect(page.getByRole('dialog')).toContainText('Due date: November 21, 2098');
  });
}
