import { randomUUID } from 'node:crypto';
import type { ChecklistItem } from '#contract/checklists.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { addedProperty } from '#test/factories.ts';
import { test } from './live-story.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers, disconnect } from './faults.ts';
import {
  addPhotoTo,
  expect,
  expectAsksBeforeLoss,
  pictureFile,
  samplePicture,
  startedInspection,
  startedRun,
} from './story.ts';

const rail = { title: 'Loose rail', description: 'Moves by hand', severity: 'high', category: 'trip_hazard' };

test('the photo of a failed check becomes the evidence of its finding, also without a connection', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const [lobby] = areas;
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/area-inspection?sessionId=${lobby?.id}`);
  await page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' }).click();
  await expect(page.getByRole('button', { name: 'Fail' })).toBeVisible();
  const reconnect = await disconnect(page);
  await page.getByRole('button', { name: 'Fail' }).click();
  const failed = page.getByRole('group', { name: /^Failed: / });
  const chooser = page.waitForEvent('filechooser');
  await failed.getByRole('button', { name: 'Add a Photo' }).click();
  await (await chooser).setFiles(await pictureFile());
  await expect(failed).toContainText('1 waiting to upload');
  await failed.getByLabel('Note').fill('Behind the front desk');
  await failed.getByRole('button', { name: 'Save' }).click();
  await reconnect();
  const findings = (): Promise<Finding[]> => owner.call('GET', `/api/area-sessions/${lobby?.id}/issues`);
  const photos = async (): Promise<Photo[]> =>
    (await owner.call('GET', `/api/area-sessions/${lobby?.id}/photos`)).photos;
  await expect.poll(async () => (await photos()).length).toBe(1);
  const [photo] = await photos();
  await expect
    .poll(async () => (await findings()).filter(({ source }) => source === 'person'))
    .toMatchObject([{ description: 'Behind the front desk', photoId: photo?.id }]);
  await page.getByRole('button', { name: /^Next on the checklist/ }).click();
  await expect(failed).toContainText('1 photo of this check');
  await expect(failed).toContainText('Medium · Behind the front desk');
  await expectAccessible(page);
});

test('a finding added by a person is corrected in the list, and the plan uses the action that the person entered [domain.defects.4]', async ({
  person,
  pageOf,
}) => {
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
  await expect(sheet.getByLabel('Required action')).toHaveValue('');
  await sheet.getByLabel('Required action').fill('Weld the rail to its posts');
  await expectAccessibleEverywhere(page);
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'PATCH'),
    sheet.getByRole('button', { name: 'Save Changes' }).tap(),
  ]);
  const recommendedAction = 'Weld the rail to its posts';
  expect(request.postDataJSON()).toEqual({
    id: expect.any(String),
    basedOn: [expect.objectContaining({ title: 'Loose rail' })],
    title: 'Loose handrail',
    severity: 'critical',
    recommendedAction,
  });
  await expect(sheet).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'Loose handrail' });
  await expect(row).toContainText('Critical');
  await expect(row).toContainText(recommendedAction);
  const stored = async () => (await owner.call('GET', `/api/area-sessions/${session}/issues`))[0].recommendedAction;
  await expect.poll(stored).toBe(recommendedAction);
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${session}/generate-pip`);
  await page.goto(`/pip-report/${pipReport.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Loose handrail' })).toContainText(recommendedAction);
});

test('during a live inspection a finding is corrected, dismissed and restored', async ({ person, pageOf }) => {
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
  // Nothing is recorded yet, so a new finding has no time in the recording.
  await page.getByRole('button', { name: 'Add Finding' }).tap();
  const adding = page.getByRole('dialog', { name: 'Add Finding' });
  await expect(adding).toContainText('To mark it in a photo, add it there.');
  await expect(adding).not.toContainText('of the recording');
  await adding.getByLabel('Title').fill('Loose tile');
  await expectAsksBeforeLoss(page);
  await expect(adding.getByLabel('Title')).toHaveValue('Loose tile');
  await adding.getByRole('button', { name: 'Cancel' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).tap();

  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Loose handrail' });
  await row.getByRole('button', { name: 'Dismiss Loose handrail' }).tap();
  await page.getByRole('menuitem', { name: 'Already repaired' }).tap();
  await expect(row).toContainText('dismissed');
  await expect(row).toContainText('Already repaired');
  await row.getByRole('button', { name: 'Undo Loose handrail' }).tap();
  await expect(row).not.toContainText('dismissed');
  await expect(row).not.toContainText('Already repaired');
  await expect
    .poll(() => owner.call('GET', `/api/inspections/${begun.id}/issues`))
    .toMatchObject([{ title: 'Loose handrail', status: 'confirmed' }]);
});

test('a failed check asks for its severity and a note and can be undone, and the other checks pass at once', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const [lobby] = areas;
  const findings = () => owner.call('GET', `/api/area-sessions/${lobby?.id}/issues`);
  const page = await pageOf(owner);
  await page.goto(`/area-inspection?sessionId=${lobby?.id}`);
  await page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' }).click();
  await page.getByRole('button', { name: 'Fail' }).click();
  const failed = page.getByRole('group', { name: /^Failed: / });
  await expectAccessible(page);
  await failed.getByLabel('Severity').selectOption({ label: 'Low' });
  await failed.getByLabel('Note').fill('Behind the front desk');
  await failed.getByRole('button', { name: 'Save' }).click();
  await expect(failed).toBeHidden();
  await expect
    .poll(findings)
    .toMatchObject([{ severity: 'low', description: 'Behind the front desk', status: 'confirmed' }]);

  // What was entered is kept without Save, because a person may go on to the next check.
  await page.getByRole('button', { name: 'Fail' }).click();
  await failed.getByLabel('Severity').selectOption({ label: 'High' });
  await failed.getByLabel('Note').fill('At the left door');
  await page.getByRole('button', { name: 'Not applicable' }).click();
  await expect(failed).toBeHidden();
  await expect
    .poll(async () => (await findings()).map(({ description, severity }: Finding) => `${description}, ${severity}`))
    .toEqual(expect.arrayContaining(['Behind the front desk, low', 'At the left door, high']));
  await page.getByRole('button', { name: /^Next on the checklist/ }).click();
  const list = page.getByRole('dialog', { name: 'Checklist' });
  const kept = list.getByRole('group', { name: /^Failed: / }).filter({ hasText: 'Low · Behind the front desk' });
  await kept.getByRole('button', { name: 'Edit' }).click();
  await expect(list.getByLabel('Severity')).toHaveValue('low');
  await list.getByRole('button', { name: 'Save' }).click();
  await expect(kept).toBeVisible();
  const doors = list.getByRole('group', { name: /^Failed: / }).filter({ hasText: 'High · At the left door' });
  await doors.getByRole('button', { name: 'Undo' }).click();
  await expect(doors).toBeHidden();
  await list.getByRole('button', { name: 'Close' }).click();
  const statuses = async () => (await findings()).map(({ status }: { status: string }) => status).toSorted();
  await expect.poll(statuses).toEqual(['confirmed', 'resolved']);

  await page.getByRole('button', { name: /^Next on the checklist/ }).click();
  const all = page.getByRole('dialog', { name: 'Checklist' });
  await all.getByRole('button', { name: /^Pass the rest \(\d+\)$/ }).click();
  await expect(all.getByRole('button', { name: /^Pass the rest/ })).toHaveCount(0);
  const open = async () => {
    const checks: ChecklistItem[] = await owner.call('GET', `/api/area-sessions/${lobby?.id}/checklist`);
    return checks.filter(({ critical, result }) => !critical && result === null).length;
  };
  // The answers are sent one after the other.
  await expect.poll(open).toBe(0);
});

test("a decision on a photo's finding opens the next pending one", async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner);
  for (const name of ['guest-bathroom-mould.jpg', 'exterior-column.jpg'])
    await addPhotoTo(owner, { inspectionId: inspection.id }, await samplePicture(name));
  const waiting = async () =>
    (await owner.call('GET', `/api/inspections/${inspection.id}/issues`)).filter(
      ({ status }: { status: string }) => status === 'pending',
    ).length;
  const count = await waiting();
  expect(count).toBeGreaterThan(1);
  const page = await pageOf(owner, { width: 390, height: 844 });
  // What the engine names besides its first choice depends on the engine.
  await changeAnswers(page, `/api/inspections/${inspection.id}/photos`, (photos: Photo[]) =>
    photos.map((each) => ({
      ...each,
      aiAnalysis: each.aiAnalysis && {
        ...each.aiAnalysis,
        detectedIssues: each.aiAnalysis.detectedIssues.map((issue) => ({
          ...issue,
          alternatives: ['grout_caulk', 'dirt'] as const,
        })),
      },
    })),
  );
  await page.goto(`/inspection-review/${inspection.id}`);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const edited = page.getByRole('dialog', { name: 'Edit Finding' });
  await expect(edited.getByRole('group', { name: 'Most likely classes' }).getByRole('button')).toHaveCount(3);
  await edited.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'View in Photo' }).first().click();
  const photo = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Back' }) });
  // The likeliest classes are one tap each, and the tap also confirms.
  const classes = photo.getByRole('group', { name: 'Most likely classes' });
  await expect(classes.getByRole('button')).toHaveCount(3);
  await expectAccessible(page);
  // One way to edit, also once the finding is decided on.
  await expect(photo.getByRole('button', { name: /^Edit/ })).toHaveText(['Edit finding']);
  await classes.getByRole('button', { name: 'Dirt' }).tap();
  const named = async () =>
    (await owner.call('GET', `/api/inspections/${inspection.id}/issues`)).filter(
      ({ status, category, title }: Finding) => status === 'confirmed' && category === 'dirt' && title === 'Dirt',
    ).length;
  await expect.poll(named).toBe(1);
  for (let left = count - 1; left > 0; left -= 1) {
    await expect(photo.getByRole('button', { name: 'Confirm' })).toBeVisible();
    // The first one was decided by a chip; after that the keyboard stays on Confirm, whichever photo is opened.
    if (left > 1) await photo.getByRole('button', { name: 'Confirm' }).press('Enter');
    if (left > 1) await expect(photo.getByRole('button', { name: 'Confirm' })).toBeFocused();
  }
  await photo.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('menuitem', { name: 'Not part of the property' }).click();
  await expect(photo.getByText(/^Dismissed by /)).toBeVisible();
  await expect(photo.getByRole('button', { name: /^Edit/ })).toHaveText(['Edit finding']);
  await expect.poll(waiting).toBe(0);
});

test('an edit stays that of its finding when the analysis finds another one meanwhile', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const path = `/api/area-sessions/${areas[0]?.id}`;
  const { id: photoId } = await addPhotoTo(owner, { areaSessionId: areas[0]?.id ?? '' });
  const own = await owner.call('POST', `${path}/issues`, { ...rail, photoId });
  await owner.call('PATCH', path, { permissionCamera: true });
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto(`/area-inspection?sessionId=${areas[0]?.id}`);
  await page.getByRole('button', { name: /^Open photo of/ }).click();
  const photo = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Back' }) });
  await photo.getByRole('button', { name: 'Edit finding' }).click();
  await photo.getByLabel('Description').fill('Moves by hand, two screws are missing');
  await changeAnswers(page, `${path}/issues`, (findings: Finding[]) => [
    ...findings
      .filter(({ id }) => id === own.id)
      .map((each) => ({ ...each, id: randomUUID(), status: 'pending', title: 'Mold' })),
    ...findings,
  ]);
  const reloaded = page.waitForResponse((answer) => answer.url().endsWith(`${path}/issues`));
  await owner.call('PATCH', `/api/photos/${photoId}`, { room: '12' });
  await (await reloaded).finished();
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'PATCH'),
    photo.getByRole('button', { name: 'Save Changes' }).click(),
  ]);
  expect(request.url()).toMatch(new RegExp(`/api/issues/${own.id}$`));
  expect(request.postDataJSON()).toMatchObject({ description: 'Moves by hand, two screws are missing' });
  expect(request.postDataJSON()).not.toHaveProperty('title');
});

test('in a list, Confirm and Dismiss lead to the next undecided finding by keyboard', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { areas } = await startedRun(owner, await person('admin'));
  const [lobby] = areas;
  const photos: { id: string }[] = [];
  for (const name of ['guest-bathroom-mould.jpg', 'exterior-column.jpg'])
    photos.push(await addPhotoTo(owner, { areaSessionId: lobby?.id ?? '' }, await samplePicture(name)));
  const hinge = { title: 'Loose hinge', severity: 'low', category: 'door_hardware', photoId: photos[0]?.id };
  await owner.call('POST', `/api/area-sessions/${lobby?.id}/issues`, hinge);
  const page = await pageOf(owner);
  await page.goto(`/area-analysis?sessionId=${lobby?.id}`);
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await expect(confirm.first()).toBeVisible();
  // A photo opens with the finding that was pressed, although another one of it is undecided.
  const row = page.getByRole('listitem').filter({ hasText: 'Loose hinge' });
  await row.getByRole('button', { name: 'View in Photo' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Loose hinge' })).toBeVisible();
  await page.keyboard.press('Escape');
  const count = await confirm.count();
  expect(count).toBeGreaterThan(1);
  await confirm.first().press('Enter');
  await expect(confirm).toHaveCount(count - 1);
  await expect(confirm.first()).toBeFocused();
  // The last one has no next.
  for (let left = count - 1; left > 0; left -= 1) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Dismiss', exact: true }).and(page.locator(':focus'))).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Not a defect' }).press('Enter');
    await expect(confirm).toHaveCount(left - 1);
    if (left > 1) await expect(confirm.first()).toBeFocused();
  }
});
