import { addedProperty } from '#test/factories.ts';
import { test } from './live-story.ts';
import { expect, startedRun } from './story.ts';

const rail = { title: 'Loose rail', description: 'Moves by hand', severity: 'high', category: 'trip_hazard' };

test('a finding that was added by hand is corrected where it is listed', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { property, run, areas } = await startedRun(owner, await person('admin'));
  const session = areas[0]?.id;
  await owner.call('POST', `/api/area-sessions/${session}/issues`, rail);
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/area-analysis?runId=${run.id}&sessionId=${session}&areaName=Lobby&propertyId=${property.id}`);
  await page.getByRole('button', { name: 'Edit Loose rail' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Edit Finding' });
  await expect(sheet.getByLabel('Title')).toHaveValue('Loose rail');
  await expect(sheet.getByLabel('Description')).toHaveValue('Moves by hand');
  await sheet.getByLabel('Title').fill('');
  await sheet.getByRole('button', { name: 'Save Changes' }).tap();
  await expect(sheet.getByText('Title is required')).toBeVisible();
  await sheet.getByLabel('Title').fill('Loose handrail');
  await sheet.getByText('Critical', { exact: true }).tap();
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'PATCH'),
    sheet.getByRole('button', { name: 'Save Changes' }).tap(),
  ]);
  expect(request.postDataJSON()).toEqual({ title: 'Loose handrail', severity: 'critical' });
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Loose handrail' })).toContainText('Critical');
});

test('during a live inspection a finding is corrected, dismissed and brought back', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { id: propertyId } = await addedProperty(owner);
  const begun = await owner.call('POST', '/api/inspections', {
    propertyId,
    propertyName: 'Cedar Lodge',
    sessionId: 'findings-of-a-story-1',
    area: 'Pool',
  });
  await owner.call('POST', `/api/inspections/${begun.id}/issues`, rail);
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=pool`);
  await page.getByRole('button', { name: 'Edit Loose rail' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Edit Finding' });
  await sheet.getByLabel('Title').fill('Loose handrail');
  await sheet.getByRole('button', { name: 'Save Changes' }).tap();
  await expect(sheet).toBeHidden();

  const row = page.getByRole('listitem').filter({ hasText: 'Loose handrail' });
  await row.getByRole('button', { name: 'Dismiss Loose handrail' }).tap();
  await expect(row).toContainText('dismissed');
  await row.getByRole('button', { name: 'Undo Loose handrail' }).tap();
  await expect(row).not.toContainText('dismissed');
  expect(await owner.call('GET', `/api/inspections/${begun.id}/issues`)).toMatchObject([
    { title: 'Loose handrail', status: 'confirmed' },
  ]);
});
