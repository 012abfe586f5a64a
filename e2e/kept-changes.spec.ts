import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { expect, pictureFile, startedLobby, test, toastOf, type StoryFixtures } from './story.ts';
import { drop, fail, requestsTo } from './faults.ts';

/** Opens a screen of the lobby in a run that was just started, with the camera allowed. */
async function openLobby(
  { pageOf, person }: Pick<StoryFixtures, 'pageOf' | 'person'>,
  screen: 'area-inspection' | 'area-analysis',
) {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.goto(`/${screen}?sessionId=${lobby}`);
  return { owner, lobby, page };
}
const checks = /\/checklist\//;
const signalIsBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

test('answers given offline survive a reload and are sent once, only the last one per check', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, page } = await openLobby({ person, pageOf }, 'area-inspection');
  const busy = await fail(page, 'PATCH', checks, 503, 'Not now');
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Next on the checklist, 2 of 12')).toBeVisible();
  await expect(page.getByText('Waiting for signal')).toBeVisible();
  await busy();
  const connect = await drop(page, 'PATCH', checks);
  await page.getByText('Next on the checklist, 2 of 12').click();
  const sheet = page.getByRole('dialog', { name: 'Checklist' });
  await sheet.getByRole('button', { name: 'Fail' }).first().click();
  await expect(sheet.getByText('Waiting for signal')).toHaveCount(1);
  await expect(sheet.getByText('1 failed')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Next on the checklist, 2 of 12')).toBeVisible();
  await expect(page.getByText('Waiting for signal')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Area' })).toBeDisabled();
  const sent = requestsTo(page, 'PATCH', checks);
  await connect();
  await signalIsBack(page);
  await expect(page.getByText('Waiting for signal')).toBeHidden();
  const answers = async () => (await owner.call('GET', `/api/area-sessions/${lobby}/checklist`)).map(resultOf);
  await expect.poll(answers).toEqual(['fail', ...Array.from({ length: 11 }, () => null)]);
  expect(sent).toHaveLength(1);
  // The page that gave the answer is gone, and with it the count of elapsed time.
  const clock = JSON.parse((await sent[0]?.headerValue('device-clock')) ?? 'null');
  expect(clock).toMatchObject({ elapsedMs: null });
  expect(Date.parse(clock.takenAt)).toBeLessThan(Date.parse(clock.sentAt));
});
const resultOf = ({ result }: { result: string | null }) => result;

test('a finding and a decision on it made offline are shown after a reload, and sent in order', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, page } = await openLobby({ person, pageOf }, 'area-analysis');
  const connects = [await drop(page, 'POST', /\/issues$/), await drop(page, 'PATCH', /\/issues\//)];
  await page.getByRole('button', { name: 'Add Finding' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Finding' });
  await sheet.getByLabel('Category').selectOption('trip_hazard');
  await sheet.getByLabel('Title').fill('Loose mat');
  await sheet.getByRole('button', { name: 'Add Finding' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Loose mat' });
  await expect(row.getByText('Waiting for signal')).toBeVisible();
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('menuitem', { name: 'Already repaired' }).click();
  await expect(row.getByText('dismissed by you')).toBeVisible();

  await page.reload();
  await expect(row.getByText('dismissed by you')).toBeVisible();
  await expect(row.getByText('Waiting for signal')).toBeVisible();
  for (const connect of connects) await connect();
  await signalIsBack(page);
  await expect(row.getByText('Waiting for signal')).toBeHidden();
  const findings = () => owner.call('GET', `/api/area-sessions/${lobby}/issues`);
  await expect.poll(findings).toMatchObject([{ title: 'Loose mat', status: 'dismissed' }]);
});

test('an answer that is too late shows why, and can be discarded', async ({ person, pageOf }) => {
  const { owner, lobby, page } = await openLobby({ person, pageOf }, 'area-inspection');
  const connect = await drop(page, 'PATCH', checks);
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Waiting for signal')).toBeVisible();
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { status: 'not_applicable', reason: 'Closed' });
  await connect();
  await signalIsBack(page);
  await expect(toastOf(page, 'Not saved')).toContainText('The area is');
  await page.getByRole('button', { name: '1 answer not saved' }).click();
  const sheet = page.getByRole('dialog', { name: 'Checklist' });
  await expect(sheet.getByRole('alert')).toContainText('Not saved: The area is');
  // The list stays open while the page receives that the area is locked.
  await expect(page.getByText('Not at this property')).toBeVisible();
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await expect(sheet.getByRole('alert')).toBeHidden();
  await expect(sheet.getByText('0 of 12 checks done')).toBeVisible();
});

test('all waiting changes of the device are listed in one place, where a refused change is discarded', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, page } = await openLobby({ person, pageOf }, 'area-inspection');
  const connectAnswers = await drop(page, 'PATCH', checks);
  const connectPhotos = await drop(page, 'POST', '/api/objects/upload');
  await page.getByRole('button', { name: 'Pass' }).click();
  const chosen = await pictureFile('boiler.jpg');
  await page.locator('input[type=file]').first().setInputFiles([chosen]);
  await expect(page.getByText('1 waiting to upload, saved on this device')).toBeVisible();

  await page.goto('/waiting-changes');
  await expect(page.getByRole('heading', { name: /^Lobby/ })).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  const answer = rows.filter({ hasText: 'Check: pass' });
  const photo = rows.filter({ hasText: 'boiler.jpg' });
  await expect(answer.getByText('Waiting for signal')).toBeVisible();
  await expect(photo).toBeVisible();
  await expect(page.getByText(/^2 changes · [\d.]+ KB/)).toBeVisible();
  await expectAccessible(page);

  await connectPhotos();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(photo).toBeHidden();
  const photos = async () => (await owner.call('GET', `/api/area-sessions/${lobby}/photos`)).photos;
  await expect.poll(photos).toHaveLength(1);

  await owner.call('DELETE', `/api/photos/${(await photos())[0].id}`);
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { status: 'not_applicable', reason: 'Closed' });
  await connectAnswers();
  await page.getByRole('button', { name: 'Send Now' }).click();
  await expect(answer.getByRole('alert')).toContainText('Not saved: The area is');
  await expect(page.getByText('1 change · 1 needs you')).toBeVisible();
  await page.getByRole('button', { name: 'Discard: Check: pass' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
});

test("an answer and a correction that conflict with somebody else's are shown side by side, and a person decides", async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, page } = await openLobby({ person, pageOf }, 'area-inspection');
  const [check] = await owner.call('GET', `/api/area-sessions/${lobby}/checklist`);
  const finding = await owner.call('POST', `/api/area-sessions/${lobby}/issues`, {
    title: 'Loose mat',
    severity: 'high',
    category: 'trip_hazard',
  });
  const connects = [await drop(page, 'PATCH', checks), await drop(page, 'PATCH', /\/issues\//)];
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(page.getByText('Waiting for signal')).toBeVisible();
  await page.goto(`/area-analysis?sessionId=${lobby}`);
  const row = page.getByRole('listitem').filter({ hasText: 'Loose mat' });
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('menuitem', { name: 'Already repaired' }).click();
  await expect(row.getByText('Waiting for signal')).toBeVisible();
  await owner.call('PATCH', `/api/area-sessions/${lobby}/checklist/${check.id}`, { result: 'not_applicable' });
  await owner.call('PATCH', `/api/issues/${finding.id}`, { status: 'resolved' });
  for (const connect of connects) await connect();

  await page.goto('/waiting-changes');
  await page.getByRole('button', { name: 'Compare: Check: pass' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which version stays?' });
  await expect(dialog.getByRole('row', { name: 'Answer Not applicable Pass' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Use Mine' }).click();
  await expect(page.getByText('1 change · 1 needs you')).toBeVisible();
  await page.getByRole('button', { name: 'Compare: Finding dismissed' }).click();
  await expect(dialog.getByRole('row', { name: 'Decision resolved dismissed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep the Server’s' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect((await owner.call('GET', `/api/area-sessions/${lobby}/checklist`))[0].result).toBe('pass');
  expect((await owner.call('GET', `/api/area-sessions/${lobby}/issues`))[0].status).toBe('resolved');
});
