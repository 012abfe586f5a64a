import { randomUUID } from 'node:crypto';
import { startedInspection as inspectionOf } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers, delayAnswers } from './faults.ts';
import { inspections, inspectionsOf, panelOf, rowOf, statuses, unique } from './monitoring-story.ts';
import { expect, expectAsksBeforeLoss, startedInspection, test, toastOf } from './story.ts';

test('the list starts with the most severe pending inspection, and several are approved and undone together', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Godwit House', owner);
  const { lobbyId, roomsId } = await inspectionsOf(owner, admin, name);
  const desk = await pageOf(admin, { width: 820, height: 1100 });
  await desk.goto('/admin?tab=monitoring');
  await expect(statuses(desk).filter({ hasText: 'Pending Review' })).toHaveAttribute('aria-pressed', 'true');
  await expect(desk.getByLabel('Order')).toHaveValue('worst');
  await desk.getByPlaceholder('Search inspections...').fill(name);
  await expect(statuses(desk).first()).toHaveAttribute('aria-pressed', 'true');
  await statuses(desk).filter({ hasText: 'Pending Review' }).click();
  const areas = inspections(desk).getByRole('row').filter({ hasText: name });
  await expect(areas).toHaveCount(2);
  await expect(areas.first()).toContainText('Lobby');
  await expect(areas.last()).toContainText('Guest Rooms');
  await desk.getByLabel('Order').selectOption('newest');
  await expect(areas.first()).toContainText('Guest Rooms');

  await desk.getByRole('checkbox', { name: `Select ${name}, Lobby` }).check();
  const bar = desk.getByRole('region', { name: 'Selected inspections' });
  await expect(bar).toContainText('1 inspection selected');
  await expect(panelOf(desk)).toHaveCount(0);
  await rowOf(desk, 'Guest Rooms').focus();
  await desk.keyboard.press('x');
  await expect(bar).toContainText('2 inspections selected');
  await expectAccessibleEverywhere(desk);
  await desk.setViewportSize({ width: 820, height: 1100 });
  await bar.getByRole('button', { name: 'Approve 2' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Approve 2 inspections?' });
  await expect(question).toContainText('2 inspections, 1 with open findings.');
  await question.getByRole('button', { name: 'Approve 2' }).click();
  await expect(desk.getByText('No inspections found matching your criteria.')).toBeVisible();
  const statusOf = async (id: string) => (await owner.call('GET', `/api/inspections/${id}`)).status;
  expect([await statusOf(lobbyId), await statusOf(roomsId)]).toEqual(['approved', 'approved']);
  await toastOf(desk, '2 inspections approved').getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(desk, 'Decision taken back')).toBeVisible();
  await expect(areas).toHaveCount(2);
  expect([await statusOf(lobbyId), await statusOf(roomsId)]).toEqual(['pending_review', 'pending_review']);
});

test('a reviewer decides inspections by keyboard, and each decision opens the next one', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Avocet Lodge', owner);
  const { lobbyId, roomsId } = await inspectionsOf(owner, admin, name);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&status=pending_review&sort=newest&q=${encodeURIComponent(name)}`);
  const [rooms, lobby] = [rowOf(desk, 'Guest Rooms'), rowOf(desk, 'Lobby')];
  const panel = panelOf(desk);
  await expect(rooms).toBeVisible();
  await desk.keyboard.press('j');
  await expect(rooms).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(panel).toContainText('Guest Rooms');
  // Enter on the open row moves the focus into the panel, where the keys scroll and move.
  await desk.keyboard.press('Enter');
  await expect(panel.locator(':focus')).toContainText('AI Detection Summary');
  await desk.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rooms).toBeFocused();
  await desk.keyboard.press('Enter');

  // Closing the review or canceling its dialog returns the focus to the row.
  await panel.getByRole('button', { name: 'Close review' }).press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(rooms).toBeFocused();
  await desk.keyboard.press('a');
  await expect(toastOf(desk, 'Inspection approved')).toBeVisible();
  await expect(rooms).toHaveCount(0);
  await expect(lobby).toBeFocused();
  expect((await owner.call('GET', `/api/inspections/${roomsId}`)).status).toBe('approved');

  // Within ten seconds the decision is undone.
  await desk.keyboard.press('u');
  await expect(toastOf(desk, 'Decision taken back')).toBeVisible();
  await expect(rooms).toBeFocused();
  expect((await owner.call('GET', `/api/inspections/${roomsId}`)).status).toBe('pending_review');

  // In the open review, a decision opens the next inspection in its place.
  await desk.keyboard.press('Enter');
  await expect(panel).toContainText('Guest Rooms');
  await desk.keyboard.press('a');
  await expect(panel).toContainText('Lobby');
  await expect(rooms).toHaveCount(0);
  await expect(lobby).toBeFocused();
  expect((await owner.call('GET', `/api/inspections/${roomsId}`)).status).toBe('approved');

  // Keys typed after the shortcut go into the note and trigger no button.
  await desk.keyboard.press('r');
  await expect(desk.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await desk.keyboard.type('A second try, a closer one');
  await expectAsksBeforeLoss(desk);
  await expect(desk.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await desk.keyboard.press('ControlOrMeta+Enter');
  await expect(toastOf(desk, 'Re-inspection requested')).toBeVisible();
  await expect(desk.getByText('No inspections found matching your criteria.')).toBeVisible();
  expect(await owner.call('GET', `/api/inspections/${lobbyId}`)).toMatchObject({
    status: 'requires_action',
    reviewNote: 'A second try, a closer one',
  });

  // If decided inspections stay in the list, the focus also moves on.
  await statuses(desk).first().click();
  await rooms.focus();
  await desk.keyboard.press('?');
  await expect(desk.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Send the note');
  await desk.keyboard.press('Escape');
  await expect(rooms).toBeFocused();
});

test('an approval that is answered late leaves the reviewer where they have gone on to', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Dunlin Court', owner);
  const { lobbyId, roomsId } = await inspectionsOf(owner, admin, name);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&status=pending_review&sort=newest&q=${encodeURIComponent(name)}`);
  const release = await delayAnswers(desk, 'POST', `/api/admin/inspections/${roomsId}/approve`);
  await rowOf(desk, 'Guest Rooms').focus();
  await desk.keyboard.press('a');
  await desk.keyboard.press('j');
  await expect(rowOf(desk, 'Lobby')).toBeFocused();
  await desk.keyboard.press('r');
  const note = desk.getByRole('dialog').getByRole('textbox');
  await note.fill('Photograph the vent again');
  release();
  await expect(toastOf(desk, 'Inspection approved')).toBeVisible();
  await expect(rowOf(desk, 'Guest Rooms')).toHaveCount(0);
  await expect(note).toHaveValue('Photograph the vent again');
  await desk.keyboard.press('ControlOrMeta+Enter');
  await expect(toastOf(desk, 'Re-inspection requested')).toBeVisible();
  expect((await owner.call('GET', `/api/inspections/${lobbyId}`)).status).toBe('requires_action');
});

test('a list of hundreds renders only the rows near the view, and keys move through all of them', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { inspection, property } = await startedInspection(owner);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await changeAnswers(desk, '/api/admin/inspections', (body: { inspections: object[] }) => ({
    ...body,
    inspections: Array.from({ length: 300 }, (_, index) => ({
      ...body.inspections[0],
      id: index === 0 ? inspection.id : randomUUID(),
      propertyName: `House ${index}.`,
    })),
  }));
  await desk.goto(`/admin?tab=monitoring&status=in_progress&propertyId=${property.id}`);
  const row = (index: number) => rowOf(desk, `House ${index}.`);
  const cells = (index: number) => row(index).getByRole('cell');
  await expect(inspections(desk).getByRole('row')).toHaveCount(301);
  await expect(cells(0)).toHaveCount(7);
  await expect(cells(250)).toHaveCount(1);
  await row(0).focus();
  for (let step = 0; step < 45; step += 1) await desk.keyboard.press(step % 2 === 0 ? 'j' : 'ArrowDown');
  await expect(row(45)).toBeFocused();
  await expect(cells(45)).toHaveCount(7);
  await desk.keyboard.press('k');
  await expect(row(44)).toBeFocused();

  // The focus stays on a row while its content is removed and rendered again.
  await row(299).scrollIntoViewIfNeeded();
  await expect(cells(299)).toHaveCount(7);
  await expect(cells(44)).toHaveCount(1);
  await expect(row(44)).toBeFocused();
  await desk.keyboard.press('j');
  await expect(row(45)).toBeFocused();
  await expect(cells(45)).toHaveCount(7);
});

test('of hundreds of pending inspections as many are selected as can be approved together', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Sanderling Court', owner);
  await inspectionsOf(owner, admin, name);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await changeAnswers(desk, '/api/admin/inspections', (body: { inspections: object[] }) => ({
    ...body,
    inspections: Array.from({ length: 250 }, (_, index) => ({
      ...body.inspections[0],
      id: randomUUID(),
      propertyName: `House ${index}.`,
    })),
  }));
  await desk.goto(`/admin?tab=monitoring&status=pending_review&q=${encodeURIComponent(name)}`);
  const bar = desk.getByRole('region', { name: 'Selected inspections' });
  await rowOf(desk, 'House 240.').focus();
  await desk.keyboard.press('x');
  await bar.getByRole('button', { name: 'Select the first 200' }).click();
  await expect(bar).toContainText('200 inspections selected');
  await rowOf(desk, 'House 240.').focus();
  await desk.keyboard.press('x');
  await expect(bar).toContainText('201 inspections selected, at most 200 at once');
  await expect(bar.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await desk.keyboard.press('x');
  await expect(bar.getByRole('button', { name: 'Approve 200' })).toBeEnabled();
});

test('j loads the next page at the end of the list and moves on to it', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property } = await startedInspection(owner);
  const pageLength = 50;
  for (let count = 1; count <= pageLength; count += 1) await inspectionOf(owner, property, `Room ${count}.`);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&status=in_progress&propertyId=${property.id}`);
  const rows = inspections(desk).getByRole('row');
  await expect(rows).toHaveCount(pageLength + 1);
  await rows.nth(pageLength).focus();
  await desk.keyboard.press('j');
  await expect(rows).toHaveCount(pageLength + 2);
  await expect(rows.nth(pageLength + 1)).toBeFocused();
  await desk.keyboard.press('j');
  await expect(rows.nth(pageLength + 1)).toBeFocused();
  await desk.keyboard.press('k');
  await expect(rows.nth(pageLength)).toBeFocused();
});
