import { requestsTo } from './faults.ts';
import { addPhoto, expect, pictureFile, startedRun, test } from './story.ts';

test('a permission that was allowed in one area is not asked for in the next', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas, run, property } = await startedRun(owner, admin);
  const [lobby, rooms, pool] = areas;
  if (!lobby || !rooms || !pool) throw new Error('A run has ten areas');
  const page = await pageOf(owner);
  const open = ({ id, area }: { id: string; area: { name: string } }) =>
    page.goto(
      `/area-inspection?runId=${run.id}&sessionId=${id}&areaName=${encodeURIComponent(area.name)}&propertyId=${property.id}`,
    );
  await open(lobby);
  const allow = page.getByRole('button', { name: 'Allow camera' });
  await allow.click();
  await expect(page.getByRole('button', { name: /Allowed: camera/ })).toBeVisible();
  await page.evaluate(() => {
    for (const kind of ['location', 'microphone']) localStorage.setItem(`innspect.allowed-${kind}`, 'yes');
  });
  const patches = requestsTo(page, 'PATCH', `/api/area-sessions/${rooms.id}`);
  await open(rooms);
  await expect(page.getByRole('button', { name: /Allowed: camera, location, microphone/ })).toBeVisible();
  await expect(allow).toHaveCount(0);
  await expect(page.getByText('0 of 16 checks · 0 photos · 0 findings')).toBeVisible();
  // Looking at an area, through its camera too, does not start it; its first photo does.
  await page.getByRole('button', { name: 'Open camera' }).click();
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await owner.call('GET', `/api/area-sessions/${rooms.id}`)).toMatchObject({ status: 'not_started' });
  await page.locator('input[type=file]').setInputFiles(await pictureFile('bed.jpg'));
  await expect
    .poll(() => owner.call('GET', `/api/area-sessions/${rooms.id}`))
    .toMatchObject({ status: 'in_progress', permissionCamera: true, permissionMicrophone: true, photoCount: 1 });
  // One by one: a server in production refuses all three at once.
  expect(patches.map((request) => request.postDataJSON())).toEqual(
    ['Camera', 'Location', 'Microphone'].map((kind) => ({ id: expect.any(String), [`permission${kind}`]: true })),
  );
  // Blocked in the browser since, it has to be allowed again. Photos that the area has can be seen all the same.
  await addPhoto(owner, pool.id);
  await page.context().clearPermissions();
  await open(pool);
  await expect(allow).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(1);
  expect(await owner.call('GET', `/api/area-sessions/${pool.id}`)).toMatchObject({ permissionCamera: false });
});
