import { areaCodes } from '#contract/area-codes.ts';
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts';
import { addPhotoTo, expect, samplePicture, startedRun, test, toastOf, type Person } from './story.ts';

const others = areaCodes.filter((code) => code !== 'lobby');
const lobbyIn = (areas: { id?: string; area: { code: string } }[]): string =>
  areas.find(({ area }) => area.code === 'lobby')?.id ?? '';

/** A finding of a lobby with a photo. */
async function found(owner: Person, areaId: string, fields: object): Promise<{ id: string }> {
  const photo = await addPhotoTo(owner, { areaSessionId: areaId });
  return owner.call('POST', `/api/area-sessions/${areaId}/issues`, { severity: 'high', photoId: photo.id, ...fields });
}
const planOf = async (owner: Person, areaId: string, runId: string) => {
  await owner.call('POST', `/api/area-sessions/${areaId}/complete`, { reason: 'Checks follow' });
  return (await owner.call('POST', `/api/inspection-runs/${runId}/generate-pip`)).pipReport;
};

test('an accepted plan strikes what is no longer needed, and says why changed work cannot start', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { run, areas } = await startedRun(owner, admin, others);
  const lobby = lobbyIn(areas);
  const stain = await found(owner, lobby, { title: 'Stain by the desk', category: 'stain' });
  await found(owner, lobby, { title: 'Loose tile', category: 'broken_tile' });
  const plan = await planOf(owner, lobby, run.id);
  const items: { id: string; title: string }[] = plan.items;
  for (const { id } of items) await admin.call('PATCH', `/api/pip-items/${id}`, { status: 'approved' });
  await admin.call('POST', `/api/pip-reports/${plan.id}/submit`);
  await owner.call('POST', `/api/pip-reports/${plan.id}/accept`);
  await admin.call('PATCH', `/api/issues/${stain.id}`, { status: 'dismissed' });
  const tile = items.find(({ title }) => title === 'Loose tile')?.id;
  await admin.call('PATCH', `/api/pip-items/${tile}`, { status: 'approved', estimatedCost: 470 });

  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/pip-report/${plan.id}`);
  const struck = page.getByRole('listitem').filter({ hasText: 'Stain by the desk' }).first();
  await expect(struck).toContainText('No longer needed: the finding was dismissed');
  await expect(struck.getByRole('button', { name: /^Start/ })).toHaveCount(0);
  const start = page.getByRole('button', { name: 'Start: Loose tile' });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(/Work can start once the owner accepts the new version/);
  await expect(page.getByText('Stain by the desk, Lobby no longer needed, no longer in the total')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await admin.call('POST', `/api/pip-reports/${plan.id}/submit`);
  await page.getByRole('button', { name: 'Accept Plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept Plan' }).click();
  await expect(toastOf(page, 'Plan accepted')).toBeVisible();
  await start.click();
  await expect(toastOf(page, 'Work started')).toBeVisible();
});

test('a defect that an earlier inspection found is one item once a person says so', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { run, property, areas } = await startedRun(owner, admin, others);
  const first = lobbyIn(areas);
  await found(owner, first, { title: 'Loose tile by the desk', category: 'broken_tile' });
  const earlier = await planOf(owner, first, run.id);
  await owner.call('POST', `/api/inspection-runs/${run.id}/submit`);
  const next = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`);
  const second = lobbyIn(next.progress);
  await found(owner, second, { title: 'Broken tile at reception', category: 'broken_tile' });

  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/area-analysis?sessionId=${second}`);
  const card = page.getByRole('region', { name: 'Same defect?' });
  await expect(card).toContainText('Broken tile was already found here on');
  await expectAccessible(page);
  const same = card.getByRole('button', { name: 'Same defect', exact: true });
  await same.focus();
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Kept as the same defect')).toBeVisible();
  await expect(page.getByText('Merged from 2 findings')).toBeVisible();

  const { pipReport } = await owner.call('POST', `/api/area-sessions/${second}/generate-pip`);
  // The item whose work the brand verifies counts: the first inspection is that of a case.
  await page.goto(`/pip-report/${pipReport.id}`);
  await expect(page.getByText('No longer needed: another item has the same defect')).toBeVisible();
  await page.goto(`/pip-report/${earlier.id}`);
  await expect(page.getByText('2 photos', { exact: true })).toBeVisible();
  await expect(page.getByText('No longer needed')).toHaveCount(0);
});

test('returned work is reported with a new photo, not with that of the first report', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { run, areas } = await startedRun(owner, admin, others);
  await found(owner, lobbyIn(areas), { title: 'Loose tile', category: 'broken_tile' });
  const plan = await planOf(owner, lobbyIn(areas), run.id);
  const item = `/api/pip-items/${plan.items[0].id}`;
  await admin.call('PATCH', item, { status: 'approved' });
  await admin.call('POST', `/api/pip-reports/${plan.id}/submit`);
  await owner.call('POST', `/api/pip-reports/${plan.id}/accept`);
  await owner.call('PATCH', item, { status: 'in_progress' });
  await addPhotoTo(owner, { planItemId: plan.items[0].id });
  await owner.call('PATCH', item, { status: 'awaiting_verification' });
  await admin.call('PATCH', item, { status: 'in_progress', note: 'The edge still lifts' });

  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/pip-report/${plan.id}`);
  await page.getByRole('button', { name: 'Complete: Loose tile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finish the work' });
  const send = dialog.getByRole('button', { name: 'Send for verification' });
  await expect(dialog.getByRole('img', { name: 'Finished work 1' })).toBeVisible();
  // It is kept as evidence, and the new one can be removed until it is reported.
  await expect(dialog.getByRole('button', { name: 'Remove photo 1' })).toHaveCount(0);
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Add a new photo: these are from before the work was returned');
  await expect(dialog.getByText('Photos that you reported before are kept as evidence.')).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('input[type=file]').setInputFiles(await samplePicture('guest-bathroom-mould.jpg'));
  await expect(dialog.getByRole('img', { name: 'Finished work 2' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove photo 2' })).toBeVisible();
  await send.click();
  await expect(toastOf(page, 'Sent for verification')).toBeVisible();
});
