import { readFile } from 'node:fs/promises';
import { expectAccessible } from './checks.ts';
import { drop } from './faults.ts';
import { expect, pictureFile, startedRun, test, type Person, type StoryFixtures } from './story.ts';

const checks = /\/checklist\//;

/** Creates a lobby with a photo and an answer that do not reach the server. */
async function unsentLobby({ pageOf, person }: Pick<StoryFixtures, 'pageOf' | 'person'>) {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { areas } = await startedRun(owner, admin);
  const lobby = areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const page = await pageOf(owner);
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  const connects = [await drop(page, 'PATCH', checks), await drop(page, 'POST', '/api/objects/upload')];
  await page.getByRole('button', { name: 'Pass' }).click();
  const chosen = await pictureFile('boiler.jpg');
  await page.locator('input[type=file]').first().setInputFiles([chosen]);
  await expect(page.getByText('1 waiting to upload, saved on this device')).toBeVisible();
  return { owner, admin, lobby, page, chosen, connects };
}
const photosOf = async (owner: Person, lobby: string) =>
  (await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos;

test('a person who signs out with unsent work saves a ZIP, which an admin imports once', async ({
  person,
  pageOf,
}, info) => {
  const { owner, admin, lobby, page, chosen } = await unsentLobby({ person, pageOf });
  await page.goto('/settings?tab=account');
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 changes and log out?' });
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Save as a ZIP' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^unsent-.*\.zip$/);
  const archive = info.outputPath('unsent.zip');
  await saved.saveAs(archive);
  await expect(question.getByRole('status')).toContainText('2 changes saved as unsent-');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete and Log Out' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await photosOf(admin, lobby)).toEqual([]);

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=users&q=${owner.user.username}`);
  await desk.getByRole('button', { name: /^Actions for/ }).click();
  await desk.getByRole('menuitem', { name: 'Import Unsent Work' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Import unsent work of/ });
  for (const label of ['Choose the ZIP', 'Choose Another ZIP']) {
    const answered = desk.waitForResponse(/unsent-work$/);
    const chooser = desk.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: label }).click();
    await (await chooser).setFiles(archive);
    expect((await answered).status()).toBe(200);
    await expect(dialog.getByRole('status')).toContainText('All 2 changes');
  }
  await expectAccessible(desk);
  const photos = await photosOf(admin, lobby);
  expect(photos).toMatchObject([{ filename: 'boiler.jpg', userId: owner.user.id }]);
  const original = await admin.request.get(`/api/photos/${photos[0].id}/original`);
  expect((await original.body()).equals(chosen.buffer)).toBe(true);
  const answers = await admin.call('GET', `/api/area-sessions/${lobby}/checklist`);
  expect(answers[0]).toMatchObject({ result: 'pass' });
});

test("importing a ZIP and sending from its device creates nothing twice, and another person's ZIP is refused", async ({
  person,
  pageOf,
}, info) => {
  const { owner, admin, lobby, page, connects } = await unsentLobby({ person, pageOf });
  await page.goto('/waiting-changes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a ZIP' }).click();
  const archive = info.outputPath('unsent.zip');
  await (await download).saveAs(archive);
  const other = await person('property');
  const send = async (to: Person) =>
    admin.request.post(`/api/admin/users/${to.user.id}/unsent-work`, {
      data: await readFile(archive),
      headers: { 'content-type': 'application/zip', 'x-csrf-token': admin.csrfToken },
    });
  expect((await send(other)).status()).toBe(409);
  expect((await send(owner)).status()).toBe(200);
  for (const connect of connects) await connect();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await photosOf(owner, lobby)).toHaveLength(1);
});
