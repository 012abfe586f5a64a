import { caseFields } from '#test/factories.ts';
import { addPhoto, expect, samplePicture, startedRun, test } from './story.ts';

test('an unknown address, and an admin page without the right to it, show a message', async ({ person, pageOf }) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible();
  await page.goto('/pip-report/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Report Not Found')).toBeVisible();
});

test('an open page shows a finished analysis and a decision without a reload', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property, run, areas } = await startedRun(owner, admin);
  const lobby = areas[0]?.id ?? '';
  const page = await pageOf(owner, { width: 820, height: 1180 });
  const query = `runId=${run.id}&sessionId=${lobby}&areaName=Lobby&propertyId=${property.id}`;
  await page.goto(`/area-analysis?${query}`);
  await expect(page.getByRole('heading', { name: 'Lobby' }).first()).toBeVisible();

  // The photo is taken on another device.
  const { buffer: bytes } = await samplePicture('guest-bathroom-mould.jpg');
  const { uploadURL } = await owner.call('POST', '/api/objects/upload', {});
  await owner.request.put(uploadURL, { data: bytes, headers: { 'content-type': 'image/jpeg' } });
  await owner.call('POST', '/api/photos', {
    areaSessionId: lobby,
    filename: 'vent.jpg',
    url: uploadURL,
    category: 'lobby',
  });
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(1);
  const confirm = page.getByRole('button', { name: 'Confirm' }).first();
  await expect(confirm).toBeVisible();
  await confirm.click();
  await expect(page.getByText(/confirmed by Robin Vale/)).toBeVisible();

  await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  const { inspectionId } = await owner.call('GET', `/api/area-sessions/${lobby}`);
  await admin.call('POST', `/api/admin/inspections/${inspectionId}/request-reinspection`, {
    note: 'From closer, please',
  });
  await expect(page.getByText('From closer, please')).toBeVisible();
});

test("an owner's open dashboard shows a new case and a canceled one", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const page = await pageOf(owner);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Pending Inspection Cases' })).toBeVisible();
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const shown = page.getByRole('main').getByText(opened.caseNumber);
  // As the next step and among the pending cases.
  await expect(shown).toHaveCount(2);
  await admin.call('PUT', `/api/inspection-cases/${opened.id}`, { status: 'cancelled' });
  await expect(shown).toHaveCount(0);
});

test('a reviewer moves through inspections using only the keyboard', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property', { firstName: 'Keyboard' })];
  const { areas } = await startedRun(owner, admin);
  for (const area of areas.slice(0, 2)) {
    await addPhoto(owner, area.id);
    await owner.call('POST', `/api/area-sessions/${area.id}/complete`);
  }
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin?tab=monitoring');
  await expect(desk.getByRole('heading', { name: 'Inspection Sessions' })).toBeVisible();
  await desk.keyboard.press('/');
  await expect(desk.getByPlaceholder('Search inspections...')).toBeFocused();
  await desk.keyboard.type('keyboard');
  await expect(desk.getByRole('row')).toHaveCount(3);
  // Leaves the search box, so that letters are shortcuts again.
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('j');
  await desk.keyboard.press('a');
  await expect(desk.getByText('Inspection approved', { exact: true })).toBeVisible();
  await expect(desk.getByRole('row').filter({ hasText: 'Keyboard' }).filter({ hasText: 'Approved' })).toHaveCount(1);
});
