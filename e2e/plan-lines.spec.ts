import { addDays, formatDueDate, utcDate } from '../contract/due-dates.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { loseAnswer } from './faults.ts';
import { addPhotoTo, expect, expectAsksBeforeLoss, startedRun, test, toastOf, type Person } from './story.ts';

async function planOf(owner: Person, admin: Person) {
  const { areas } = await startedRun(owner, admin);
  const areaSessionId = areas.find(({ area }) => area.code === 'guest_rooms')?.id ?? '';
  const photo = await addPhotoTo(owner, { areaSessionId });
  await owner.call('PATCH', `/api/photos/${photo.id}`, { room: '312' });
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, {
    title: 'Peeling behind the bed',
    description: 'Paint flakes off the wall in three patches',
    severity: 'medium',
    category: 'peeling_paint',
    photoId: photo.id,
  });
  return (await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`)).pipReport;
}

test('a plan line shows its place, quantity, due date, evidence, decision and proof, and a reviewer changes quantity and date [domain.words.5, domain.defects.3]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await planOf(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  // Its card cuts off a focus ring around the table.
  const table = desk.getByRole('region', { name: 'Items of the plan' });
  await table.focus();
  await expect(table).toHaveCSS('outline-offset', '-2px');
  const row = desk.getByRole('row').filter({ hasText: 'Peeling behind the bed' });
  const due = formatDueDate(addDays(utcDate(new Date(plan.createdAt)), 28));
  const line = [
    'Paint flakes off the wall in three patches',
    'Repaint the room',
    'PlaceRoom 312',
    'Quantity1 room × $625',
    `Due${due}`,
    'Evidence1 photo',
    'DecisionNot decided',
    'Completion proofNone yet',
    '$350–900',
  ];
  for (const text of line) await expect(row).toContainText(text);

  await row.getByRole('button', { name: /^Modify/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'Modify item' });
  await dialog.getByLabel('Quantity, room').fill('0');
  await dialog.getByRole('button', { name: 'Save and approve' }).click();
  await expect(dialog.getByLabel('Quantity, room')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Quantity, room').fill('2');
  await expect(dialog.getByLabel('Cost, US dollars')).toHaveValue('1250.00');
  await dialog.getByLabel('Due date').fill('2027-03-01');
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Save and approve' }).click();
  await expect(toastOf(desk, 'Item modified and approved')).toBeVisible();
  for (const text of ['Quantity2 rooms × $625', 'DueMar 01, 2027', 'DecisionApproved', '$1,250', '$700–1,800'])
    await expect(row).toContainText(text);
  await expectAccessibleEverywhere(desk);

  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${plan.id}`);
  const card = phone.getByRole('listitem').filter({ hasText: 'Peeling behind the bed' });
  for (const text of ['PlaceRoom 312', 'Quantity2 rooms × $625', 'DueMar 01, 2027', 'Completion proofNone yet'])
    await expect(card).toContainText(text);
  await expectAccessibleEverywhere(phone);
});

test('a line whose answer was lost is added once when it is sent again', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await planOf(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await desk.getByRole('button', { name: 'Add a line' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByLabel('Start from').selectOption({ label: 'Guest room carpet' });
  await loseAnswer(desk, 'POST', `/api/pip-reports/${plan.id}/lines`);
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(toastOf(desk, 'Line not saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(toastOf(desk, 'Line added')).toBeVisible();
  const { items } = await admin.call('GET', `/api/pip-reports/${plan.id}`);
  expect(items.filter(({ addedByHand }: { addedByHand: boolean }) => addedByHand)).toHaveLength(1);
});

test('a reviewer adds a line from a template, edits and removes it; the owner sees it among the findings', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await planOf(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await desk.getByRole('button', { name: 'Add a line' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByLabel('Start from').selectOption({ label: 'Guest room carpet' });
  await expect(dialog.getByLabel('Required action')).toHaveValue('Replace carpet and pad');
  await expect(dialog.getByLabel('Unit', { exact: true })).toHaveValue('key');
  await dialog.getByLabel('Quantity').fill('0');
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(dialog.getByLabel('Quantity')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Quantity').fill('84');
  await expect(dialog.getByRole('status')).toHaveText('84 keys × $1,450 = $121,800');
  // The template's price per room does not apply to square feet.
  await dialog.getByLabel('Unit', { exact: true }).selectOption('square_foot');
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(dialog.getByText('Enter a unit price: the cost catalog has none for this unit')).toBeVisible();
  await dialog.getByLabel('Unit', { exact: true }).selectOption('key');
  await dialog.getByLabel('Room or place').fill('Floors 2 to 4');
  await expectAccessible(desk);
  await dialog.getByRole('button', { name: 'Add line' }).click();
  await expect(toastOf(desk, 'Line added')).toBeVisible();
  const row = desk.getByRole('row').filter({ hasText: 'Guest room carpet' });
  const facts = [
    'Added by Quinn Vale',
    'PlaceFloors 2 to 4',
    'Quantity84 keys × $1,450',
    'ClassSoft goods, capital',
    'EvidenceAdded by hand',
    'DecisionApproved',
    '$121,800',
  ];
  for (const text of facts) await expect(row).toContainText(text);

  await row.getByRole('button', { name: /^Edit/ }).click();
  const change = desk.getByRole('dialog', { name: 'Change the line' });
  await change.getByLabel('Quantity').fill('10');
  await change.getByLabel('Spending').selectOption('operating');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(desk, 'Line changed')).toBeVisible();
  for (const text of ['Quantity10 keys × $1,450', 'ClassSoft goods, operating', '$14,500', '$9,000–20,000'])
    await expect(row).toContainText(text);
  await expectAccessibleEverywhere(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });

  await desk.getByRole('button', { name: 'Overheads' }).click();
  const overheads = desk.getByRole('dialog', { name: 'Overheads of this plan' });
  await overheads.getByLabel('Contingency').fill('-5');
  await overheads.getByRole('button', { name: 'Save' }).click();
  await expect(overheads.getByLabel('Contingency')).toHaveAttribute('aria-invalid', 'true');
  await overheads.getByLabel('Contingency').fill('0');
  await overheads.getByLabel('Mobilization').fill('2500');
  await overheads.getByLabel('Regional factor').fill('4');
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');
  await desk.getByRole('alertdialog', { name: 'Discard your entries?' }).getByText('Keep editing').click();
  await overheads.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(desk, 'Overheads saved')).toBeVisible();
  await expect(desk.getByText('Regional factor, 4% of construction cost')).toBeVisible();
  await expect(desk.getByText('Mobilization', { exact: true })).toBeVisible();

  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${plan.id}`);
  const card = phone.getByRole('listitem').filter({ hasText: 'Guest room carpet' });
  for (const text of ['Added by Quinn Vale', 'Quantity10 keys × $1,450', '$14,500'])
    await expect(card).toContainText(text);
  await expect(phone.getByRole('button', { name: 'Add a line' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expectAccessibleEverywhere(phone);

  await row.getByRole('button', { name: /^Remove/ }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(desk, 'Line removed')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(card).toHaveCount(0);
});

test('an owner adds a line to their own plan on a phone, and closes work with a photo or the reason why there is none', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, undefined);
  const areaSessionId = areas.find(({ area }) => area.code === 'guest_rooms')?.id ?? '';
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, {
    title: 'Peeling behind the bed',
    severity: 'medium',
    category: 'peeling_paint',
  });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`);
  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${pipReport.id}`);
  await phone.getByRole('button', { name: 'Add a line' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByLabel('Title').fill('Televisions');
  await dialog.getByLabel('Required action').fill('Replace the television');
  await dialog.getByLabel('Class').selectOption('technology');
  await dialog.getByLabel('Quantity').fill('12');
  await dialog.getByLabel('Unit price').fill('349.50');
  await expect(dialog.getByRole('status')).toHaveText('12 each × $349.50 = $4,194');
  await expectAccessible(phone);
  await dialog.getByRole('button', { name: 'Add line' }).click();
  const card = phone.getByRole('listitem').filter({ has: phone.getByRole('heading', { name: 'Televisions' }) });
  for (const text of ['Quantity12 each × $349.50', 'ClassTechnology, capital', '$4,194'])
    await expect(card).toContainText(text);

  for (const step of ['submit', 'accept']) await owner.call('POST', `/api/pip-reports/${pipReport.id}/${step}`);
  await phone.getByRole('button', { name: 'Start: Televisions' }).click();
  await phone.getByRole('button', { name: 'Complete: Televisions' }).click();
  const finish = phone.getByRole('dialog', { name: 'Finish the work' });
  await finish.getByRole('button', { name: 'Complete' }).click();
  await expect(finish.getByRole('alert')).toHaveText(
    'Add a photo of the finished work, or write in the note why there is none',
  );
  await finish.getByLabel('Note').fill('The rooms are let until Friday');
  await expectAsksBeforeLoss(phone);
  await finish.getByRole('button', { name: 'Complete' }).click();
  await expect(toastOf(phone, 'Work completed')).toBeVisible();
  await expect(card).toContainText('Completed without a photo');
  await expect(card).toContainText('The rooms are let until Friday');
});
