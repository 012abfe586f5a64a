import { expectAccessibleEverywhere } from './checks.ts';
import { addPhotoTo, expect, pictureFile, startedRun, test, type Person } from './story.ts';

async function guestRoomsOf(owner: Person, admin: Person) {
  const { property, run, areas } = await startedRun(owner, admin);
  const rooms = areas.find(({ area }) => area.code === 'guest_rooms');
  const query = `runId=${run.id}&sessionId=${rooms?.id}&areaName=Guest Rooms&propertyId=${property.id}`;
  await owner.call('PATCH', `/api/area-sessions/${rooms?.id}`, { permissionCamera: true });
  return { id: rooms?.id ?? '', query };
}

test('photos are taken room by room, and the same defect in three rooms is raised by one class [decisions.settled.7, domain.severity.5]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { id, query } = await guestRoomsOf(owner, admin);
  for (const room of ['Room 310', '311']) {
    const photo = await addPhotoTo(owner, { areaSessionId: id });
    await owner.call('PATCH', `/api/photos/${photo.id}`, { room });
    const finding = { title: `Stain in ${room}`, category: 'stain', severity: 'medium', photoId: photo.id };
    await owner.call('POST', `/api/area-sessions/${id}/issues`, finding);
  }
  const page = await pageOf(owner);
  await page.goto(`/area-inspection?${query}`);
  await page.getByLabel('Building').fill('B');
  await page.getByLabel('Floor').fill('3');
  await page.getByLabel('Room or place').fill('312');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose Files' }).click();
  await (await chooser).setFiles([await pictureFile('room.jpg')]);
  const photos = page.getByRole('region', { name: 'Photos' });
  await expect(photos.getByText('Building B, Floor 3, Room 312 ·')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Room or place')).toHaveValue('312');
  await expect(page.getByLabel('Building')).toHaveValue('B');
  await expectAccessibleEverywhere(page);

  await photos
    .getByRole('listitem')
    .filter({ hasText: 'Room 312' })
    .getByRole('button', { name: /^Open photo/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Finding' }).click();
  await expect(dialog.getByLabel('Room or place')).toHaveValue('312');
  await expect(dialog.getByLabel('Floor')).toHaveValue('3');
  await dialog.getByLabel('Category').selectOption('stain');
  await dialog.getByLabel('Title').fill('Stain at the window');
  await dialog.getByRole('button', { name: 'Add Finding' }).click();
  await expect(dialog.getByText('Raised: also in rooms 310, 311')).toBeVisible();
  await expectAccessibleEverywhere(page);

  const desk = await pageOf(owner, { width: 1440, height: 900 });
  await desk.goto(`/area-analysis?${query}`);
  const row = desk.getByRole('listitem').filter({ hasText: 'Stain in Room 310' });
  await expect(row).toContainText('High');
  await expect(row).toContainText('Raised: also in rooms 311, B 312');

  // After moving the photo to another room, the defect is in only two rooms.
  await dialog.getByRole('button', { name: 'Change place' }).click();
  await dialog.getByLabel('Building').fill('');
  await dialog.getByLabel('Room or place').fill('room 311');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Raised/)).toHaveCount(0);
  await expect(row).not.toContainText('Raised');
  await expect(row).toContainText('Medium');
});
