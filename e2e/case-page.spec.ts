import { caseFields, passedChecks } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { delayAnswers, fail, requestsTo } from './faults.ts';
import { addPhotoTo, expect, expectAsksBeforeLoss, startedRun, test, toastOf } from './story.ts';

const day = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};

test('an admin opens a case from the list, sends its e-mail again, extends its due date and writes to the owner', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const requirements = ['Pool gate closes by itself', { text: 'Fire doors close', area: 'lobby', photoRequired: true }];
  const { case: opened, areas } = await startedRun(owner, admin, [], {
    requirements,
    notes: 'Please use the side entrance',
  });
  const page = await pageOf(admin, { width: 1440, height: 900 });
  const mend = await fail(page, 'GET', `/api/admin/inspection-cases/${opened?.id}`, 503, 'Back in a minute');
  await page.goto(`/admin?q=${opened?.caseNumber}`);
  await page.getByRole('link', { name: opened?.caseNumber }).click();
  await expect(page).toHaveURL(`/admin/cases/${opened?.id}`);
  await expect(page.getByText('503: Back in a minute')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: opened?.caseNumber, level: 1 })).toBeVisible();
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card('Requirements').getByRole('listitem')).toHaveText([
    /Pool gate closes by itself.*Whole property/,
    /Fire doors close.*Lobby.*Photo required/,
  ]);
  await expect(card('Case')).toContainText('Please use the side entrance');
  for (const event of ['Case opened', 'Property linked by its owner', 'Onboarding completed', 'Inspection started'])
    await expect(card('Timeline').getByText(event, { exact: true })).toBeVisible();
  await expect(card('Timeline').getByText(`Case e-mailed to ${owner.user.email}`)).toBeVisible();

  // The open page follows the field work.
  const pool = areas.find(({ area }) => area.name === 'Pool');
  await owner.call('PATCH', `/api/area-sessions/${pool?.id}`, { status: 'not_applicable', reason: 'It is closed' });
  await expect(card('Areas')).toContainText('It is closed');

  // An accepted review is not a passed one: nothing meets the requirement of the lobby.
  const lobby = areas.find(({ area }) => area.name === 'Lobby')?.id ?? '';
  await addPhotoTo(owner, { areaSessionId: lobby });
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  const { inspectionId } = await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  await admin.call('POST', `/api/admin/inspections/${inspectionId}/approve`, {});
  await expect(card('Areas').getByRole('listitem').filter({ hasText: 'Lobby' })).toContainText(
    /Approved.*Not fully checked/,
  );

  // A button that waits for its answer ignores presses, and keeps the focus.
  const sendAgain = page.getByRole('button', { name: 'Send E-mail Again' });
  const answer = await delayAnswers(page, 'POST', /\/send-again$/);
  const sent = requestsTo(page, 'POST', /\/send-again$/);
  await sendAgain.press('Enter');
  await expect(sendAgain).toBeDisabled();
  await expect(sendAgain).toBeFocused();
  await page.keyboard.press('Enter');
  answer();
  await expect(toastOf(page, 'E-mail sent again')).toBeVisible();
  await expect(sendAgain).toBeEnabled();
  await expect(sendAgain).toBeFocused();
  expect(sent).toHaveLength(1);
  await expect(card('Timeline').getByRole('listitem').first()).toContainText('Case e-mailed again');
  await page.getByRole('button', { name: 'Send E-mail Again' }).click();
  await expect(toastOf(page, 'Not sent')).toContainText('less than a minute ago');

  await page.getByRole('button', { name: 'Change Due Date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Due Date' });
  await dialog.getByLabel('New Due Date').fill('');
  await dialog.getByRole('button', { name: 'Change Due Date' }).click();
  await expect(dialog.getByText('Due date is required')).toBeVisible();
  await dialog.getByLabel('New Due Date').fill(day(40));
  await dialog.getByLabel('Reason').fill('The pool is being rebuilt');
  await expectAsksBeforeLoss(page);
  await dialog.getByRole('button', { name: 'Change Due Date' }).press('Enter');
  await expect(toastOf(page, 'Due date changed')).toBeVisible();
  await expect(card('Timeline')).toContainText('The pool is being rebuilt');
  await expect(card('Case')).toContainText('40 days left');

  await card('Repeats').getByRole('button', { name: 'Repeat Inspection' }).click();
  const repeats = page.getByRole('dialog', { name: 'Repeat Inspection' });
  await repeats.getByLabel('Every (months)').fill('0');
  await repeats.getByLabel('Every (months)').press('Enter');
  await expect(repeats.getByText('At least 1 month')).toBeVisible();
  await repeats.getByLabel('Every (months)').fill('12');
  await repeats.getByLabel('Next on').fill(day(90));
  await repeats.getByLabel('Due after (days)').fill('21');
  await repeats.getByLabel('Due after (days)').press('Enter');
  await expect(card('Repeats')).toContainText(/Opens every 12 months, next on .*, due 21 days later/);
  await expect(card('Timeline').getByRole('listitem').first()).toContainText('Set to repeat every 12 months');
  await card('Repeats').getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop repeating' }).click();
  await expect(card('Repeats')).toContainText('This inspection does not repeat');

  await card('Messages').getByRole('textbox').fill('When does the pool open?');
  await card('Messages').getByRole('button', { name: 'Send' }).click();
  await expect(card('Messages').getByRole('listitem')).toContainText('When does the pool open?');
  expect((await owner.call('GET', '/api/messages'))[0].content).toBe('When does the pool open?');
  await expectAccessibleEverywhere(page);
});

test('a pending case is canceled on its page, which only admins can open', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields('nobody-yet@example.com'));
  const page = await pageOf(admin, { width: 390, height: 844 });
  await page.goto(`/admin/cases/${opened.id}`);
  await expect(page.getByText('No account yet')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Case' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel case' }).click();
  await expect(page.getByText('Case cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Due Date' })).toHaveCount(0);
  const stranger = await pageOf(owner);
  await stranger.goto(`/admin/cases/${opened.id}`);
  await expect(stranger.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('the list of cases can be sorted by due date and filtered by type and overdue cases', async ({
  person,
  pageOf,
}) => {
  const admin = await person('admin');
  const mark = `Town ${admin.user.id.slice(0, 8)}`;
  for (const [days, inspectionType] of [
    [3, 'compliance'],
    [9, 'routine'],
  ] as const)
    await admin.call(
      'POST',
      '/api/inspection-cases',
      caseFields('nobody-yet@example.com', { propertyCity: mark, inspectionType, dueDate: day(days) }),
    );
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto(`/admin?q=${encodeURIComponent(mark)}`);
  const rows = page.getByRole('region', { name: 'Inspection Cases' }).getByRole('row').filter({ hasText: mark });
  await expect(rows).toHaveText([/routine/, /compliance/]);
  await page.getByLabel('Inspection type').selectOption('Routine Inspection');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Inspection type').selectOption('All types');
  await page.getByLabel('Order').selectOption('Soonest due first');
  await expect(page).toHaveURL(/sort=due/);
  await expect(rows).toHaveText([/compliance/, /routine/]);
  await page.getByRole('button', { name: 'Overdue' }).click();
  await expect(page.getByText('No inspection cases found')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/overdue|q=/);
});
