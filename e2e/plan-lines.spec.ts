import { addDays, formatDueDate, utcDate } from '../contract/due-dates.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { addPhotoTo, expect, startedRun, test, toastOf, type Person } from './story.ts';

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

test('a line of a plan names its place, quantity, due date, evidence, decision and proof, and a reviewer changes quantity and date [domain.words.5, domain.defects.3]', async ({
  person,
  pageOf,
}) => {
  test.setTimeout(120_000);
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await planOf(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
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
