import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { disconnect, fail, delayAnswers } from './faults.ts';
import {
  addPhotoTo,
  expect,
  expectAsksBeforeLoss,
  samplePicture,
  startedRun,
  test,
  toastOf,
  type Person,
} from './story.ts';

const issues = [
  ['Exit sign hangs loose', 'critical', 'missing_signage'],
  ['Door closer broken', 'high', 'door_hardware'],
  ['Carpet worn through', 'medium', 'carpet_wear'],
] as const;

/** Creates the plan of a lobby with one AI finding and three findings by a person, for a case. */
async function lobbyPlan(owner: Person, admin: Person, propertyName = 'Harbour Inn') {
  const { areas } = await startedRun(owner, admin, [], { propertyName });
  const areaSessionId = areas[0]?.id ?? '';
  await addPhotoTo(owner, { areaSessionId }, await samplePicture('guest-bathroom-mould.jpg'));
  for (const [title, severity, category] of issues)
    await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, { title, severity, category });
  // Only confirmed findings become items.
  for (const { id, status } of await owner.call('GET', `/api/area-sessions/${areaSessionId}/issues`))
    if (status === 'pending') await owner.call('PATCH', `/api/issues/${id}`, { status: 'confirmed' });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`);
  return { areaSessionId, plan: pipReport };
}

const dollars = (amount: string) => `$${Math.round(Number(amount)).toLocaleString('en-US')}`;
/** A figure with its label. */
const figure = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..');

test("a list without plans links to the guide, another owner's plan is not found, and failures can be retried [2.reports.6, 2.pip.11, 6.roles.15, 8.screen.1]", async ({
  person,
  pageOf,
}) => {
  const [admin, owner, stranger] = [await person('admin'), await person('property'), await person('property')];
  const page = await pageOf(stranger);
  await page.goto('/reports');
  await expect(page.getByText('No PIP reports yet')).toBeVisible();
  await page.getByRole('link', { name: 'Start Inspection' }).click();
  await expect(page).toHaveURL(/\/inspection-guide$/);

  const { plan } = await lobbyPlan(owner, admin);
  await page.goto(`/pip-report/${plan.id}`);
  await expect(page.getByRole('heading', { name: 'Report Not Found' })).toBeVisible();
  await expect(
    page.getByText("The PIP report you're looking for doesn't exist or you don't have permission to view it.", {
      exact: true,
    }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Reports' }).click();
  await expect(page).toHaveURL(/\/reports$/);

  const own = await pageOf(owner);
  const mend = await fail(own, 'GET', `/api/pip-reports/${plan.id}`, 503, 'Back in a minute');
  await own.goto(`/pip-report/${plan.id}`);
  await expect(own.getByText('503: Back in a minute')).toBeVisible();
  await expectAccessible(own);
  await mend();
  const release = await delayAnswers(own, 'GET', `/api/pip-reports/${plan.id}`);
  await own.getByRole('button', { name: 'Try again' }).click();
  await expect(own.getByRole('status').getByText('Loading the plan')).toBeVisible();
  await expectAccessible(own);
  release();
  await expect(own.getByRole('heading', { name: 'Property improvement plan' })).toBeVisible();
});

test('an owner reads the figures, timeline and items of a plan [domain.words.1, 2.pip.1-5, 2.pip.7-10, 2.reports.1-5, 9.severities.3-4, 2.routes.14-15, decisions.plans.10-11, decisions.routes.5]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { plan } = await lobbyPlan(owner, admin);
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto('/reports');
  await expect(figure(page, 'Total Reports')).toContainText('Total Reports1');
  await expect(figure(page, 'Total Estimated Cost')).toContainText(dollars(plan.totalCost));
  await expect(figure(page, 'Average Timeline')).toContainText(`${plan.estimatedDays} days`);
  const card = page.getByRole('listitem').getByRole('link', { name: /Harbour Inn/ });
  const today = new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
  for (const text of ['Lobby', today, dollars(plan.totalCost), `${plan.estimatedDays} days`, 'Critical', 'Draft'])
    await expect(card).toContainText(text);
  await card.click();
  await expect(page).toHaveURL(new RegExp(`/pip-report/${plan.id}$`));

  await expect(figure(page, 'Total Issues')).toContainText('Total Issues42 critical · 1 major · 1 minor');
  await expect(figure(page, 'Estimated Cost').first()).toContainText(dollars(plan.totalCost));
  await expect(figure(page, 'Timeline')).toContainText(`${plan.estimatedDays} days`);
  await expect(figure(page, 'Priority')).toContainText('Critical');

  const main = page.getByRole('main');
  const timeline = main.locator('section').filter({ hasText: 'Implementation timeline' });
  for (const [phase, window] of [
    ['Critical', '24–48 hours'],
    ['Major', 'weeks 1–2'],
    ['Minor', 'weeks 3–4'],
  ] as const)
    await expect(timeline).toContainText(new RegExp(`${phase}[^A-Z]*due in ${window}`));
  await expect(timeline).toContainText(`Total cost${dollars(plan.totalCost)}`);
  await expect(timeline).toContainText(`Estimated duration${plan.estimatedDays} days`);

  // Five days of work do not fit into 48 hours, so that window is for making the place safe.
  await expect(timeline).toContainText('day 0 to 2 · make safe');
  await expect(timeline).toContainText(/Repairs\s*day 0 to 5 · \$5,/);

  const details = main.locator('section').filter({ hasText: 'Inspection details' });
  for (const text of ['Harbour Inn', 'Lobby', 'Robin Vale', 'Draft', plan.id])
    await expect(details).toContainText(text);
  const generated = new Date(plan.createdAt).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: plan.property.timeZone,
  });
  await expect(details).toContainText(`${generated} at`);

  const items = page.getByRole('region', { name: 'Items of the plan' });
  await expect(items.getByRole('row')).toHaveCount(5);
  for (const item of plan.items) {
    const row = items.getByRole('row').filter({ hasText: item.title });
    for (const text of [item.recommendedAction, String(item.estimatedDays), 'Pending'])
      await expect(row).toContainText(text);
    await expect(row).toContainText(`$${Number(item.estimatedCost).toLocaleString('en-US')}`);
  }
  const mould = items.getByRole('row').filter({ hasText: 'Heavy mold growth' });
  await expect(mould).toContainText('Critical');
  await expect(mould).toContainText('Mold');
  await expect(mould).toContainText(/AI \d+%/);
  await expect(items.getByRole('row').filter({ hasText: 'Carpet worn through' })).toContainText('Minor');
  // There is no recording, so the photo opens with its box.
  await expect(page.getByRole('button', { name: /View in Video/ })).toHaveCount(0);
  await mould.getByRole('button', { name: /View in Photo/ }).click();
  await expect(page.getByRole('dialog').getByText('Mold', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessibleEverywhere(page);
});

test('reviewers decide the items of a plan and send it, and the owner accepts it and completes the items [2.pip.12, 2.pip.13, 2.pip.14, 4.pip.3, 6.roles.14, 2.admin.42, decisions.plans.10, decisions.placeholders.4]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = `Gull House ${owner.user.id.slice(0, 4)}`;
  const { plan } = await lobbyPlan(owner, admin, name);
  const phone = await pageOf(owner);
  await phone.goto(`/pip-report/${plan.id}`);
  await expect(phone.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(phone.getByRole('button', { name: /^(Accept Plan|Approve|Modify|Reject)/ })).toHaveCount(0);

  // Finds and opens the plan by keyboard.
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin?tab=pip-review');
  const search = desk.getByRole('searchbox', { name: 'Search plans' });
  await search.fill(name.toLowerCase());
  await expect(desk.getByRole('button', { name: 'Draft 1' })).toBeVisible();
  await desk.getByRole('button', { name: 'Draft 1' }).click();
  await expect(desk.getByRole('row')).toHaveCount(2);
  await expectAccessible(desk);
  await desk.getByRole('row', { name: new RegExp(name) }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(new RegExp(`/pip-report/${plan.id}$`));

  // Each decision moves the focus to the next one; the last one moves it to the button that sends the plan.
  await desk.getByRole('button', { name: 'Approve: Heavy mold growth' }).press('Enter');
  await expect(toastOf(desk, 'Item approved')).toBeVisible();
  const exit = desk.getByRole('button', { name: 'Approve: Exit sign hangs loose' });
  await expect(exit).toBeFocused();
  await desk.getByRole('button', { name: 'Modify: Door closer broken' }).click();
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByLabel('Cost, US dollars').fill('999');
  await desk.getByRole('dialog').getByLabel('Note').fill('Price of our own fitter');
  await desk.getByRole('button', { name: 'Save and approve' }).click();
  await expect(toastOf(desk, 'Item modified and approved')).toBeVisible();
  await expect(desk.getByRole('row').filter({ hasText: 'Door closer broken' })).toContainText('$999');
  await expect(desk.getByRole('button', { name: 'Approve: Carpet worn through' })).toBeFocused();
  await desk.getByRole('button', { name: 'Reject: Carpet worn through' }).click();
  await expectAccessible(desk);
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByRole('alertdialog')).toContainText('Enter a reason');
  await desk.getByRole('alertdialog').getByLabel('Reason').fill('Replaced last month');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByRole('row').filter({ hasText: 'Carpet worn through' })).toContainText('Rejected');
  await expect(exit).toBeFocused();
  await exit.press('Enter');
  await expect(desk.getByRole('button', { name: 'Send to owner' })).toBeFocused();
  await desk.getByRole('button', { name: 'Send to owner' }).click();
  await expect(toastOf(desk, 'Plan sent for approval')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Accept Plan' })).toHaveCount(0);
  await desk.goBack();
  await expect(desk.getByText('No plans found')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Pending Approval 1' })).toBeVisible();
  await desk.getByRole('button', { name: 'All 1', exact: true }).click();
  await expect(desk.getByRole('row', { name: new RegExp(name) })).toContainText('Pending Approval');

  // The owner's open page shows every change without a reload.
  await expect(phone.getByText('Price of our own fitter')).toBeVisible();
  // Accept Plan stays at the bottom of the screen even if the plan is long.
  await phone.getByText('Report ID').scrollIntoViewIfNeeded();
  await expect(phone.getByRole('button', { name: 'Accept Plan' })).toBeInViewport({ ratio: 1 });
  await phone.getByRole('button', { name: 'Accept Plan' }).click();
  await expect(phone.getByRole('alertdialog')).toContainText('Accept this plan?');
  await expectAccessible(phone);
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Accept Plan' }).click();
  await expect(toastOf(phone, 'Plan accepted')).toBeVisible();
  await phone.getByRole('button', { name: 'Start: Heavy mold growth' }).click();
  await expect(toastOf(phone, 'Work started')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Complete: Heavy mold growth' })).toBeFocused();
  await phone.getByRole('button', { name: 'Complete: Heavy mold growth' }).click();
  const finish = phone.getByRole('dialog', { name: 'Finish the work' });
  await finish.getByRole('button', { name: 'Send for verification' }).click();
  await expect(finish.getByRole('alert')).toHaveText('Add a photo of the finished work');
  const after = await samplePicture('guest-bathroom-mould.jpg');
  const connect = await disconnect(phone);
  await finish.locator('input[type=file]').setInputFiles(after);
  await expect(finish.getByText('1 waiting to upload, saved on this device')).toBeVisible();
  await expect(finish.getByRole('alert')).toHaveText('Wait until every photo is sent, or remove it');
  await connect();
  await expect(finish.getByRole('img', { name: 'Finished work 1' })).toBeVisible();
  await finish.getByLabel('Actual cost, US dollars').fill('2100');
  await expectAccessible(phone);
  await finish.getByRole('button', { name: 'Send for verification' }).click();
  await expect(toastOf(phone, 'Sent for verification')).toBeVisible();

  await desk.getByRole('row', { name: new RegExp(name) }).click();
  await desk.getByRole('button', { name: 'Verify: Heavy mold growth' }).click();
  const verify = desk.getByRole('dialog', { name: 'Verify the work' });
  await expect(verify.getByRole('img', { name: /^After, photo 1/ })).toBeVisible();
  await expect(verify).toContainText('actual cost $2,100');
  await expectAccessible(desk);
  await verify.getByRole('button', { name: 'Return' }).click();
  await expect(verify).toContainText('Say what is missing');
  await verify.getByLabel('Note').fill('The seal');
  await expectAsksBeforeLoss(desk);
  await verify.getByRole('button', { name: 'Verify' }).click();
  await expect(toastOf(desk, 'Work verified')).toBeVisible();
  await expect(phone.getByText(/^Completed/).first()).toBeVisible();

  // A changed price creates a second version, which the owner reads before accepting it.
  const modify = async () => {
    await desk.getByRole('button', { name: 'Modify: Exit sign hangs loose' }).click();
    await desk.getByRole('dialog').getByLabel('Cost, US dollars').fill('450');
    await desk.getByRole('button', { name: 'Save and approve' }).click();
    await expect(desk.getByRole('heading', { name: 'Changed since version 1' })).toBeVisible();
  };
  await modify();
  await toastOf(desk, 'Item modified').getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(desk, 'Change taken back')).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Changed since version 1' })).toHaveCount(0);
  await modify();
  await desk.getByRole('button', { name: 'Send version 2' }).click();
  await expect(toastOf(desk, 'Version 2 sent for approval')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Changes in version 2' })).toContainText(
    /Exit sign hangs loose, Lobby Cost: \$.* → \$450/,
  );
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Accept Plan' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Accept Plan' }).click();
  await expect(toastOf(phone, 'Plan accepted')).toBeVisible();
  expect((await owner.call('GET', `/api/pip-reports/${plan.id}`)).status).toBe('in_progress');
  await phone.goto('/notifications');
  await expect(phone.getByRole('button', { name: /Work verified: Heavy mold growth Lobby/ })).toBeVisible();
});

test('a form that a reviewer is filling in stays open when another one decides, and sending it shows the current status', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const { plan } = await lobbyPlan(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  const title = 'Door closer broken';
  await desk.getByRole('button', { name: `Modify: ${title}` }).click();
  const dialog = desk.getByRole('dialog', { name: 'Modify item' });
  await dialog.getByLabel('Note').fill('Price of our own fitter');
  const item = plan.items.find((each: { title: string }) => each.title === title);
  await second.call('PATCH', `/api/pip-items/${item.id}`, { status: 'rejected', note: 'The neighbor pays' });
  await expect(desk.getByText('The neighbor pays')).toBeAttached();
  await expect(dialog.getByLabel('Note')).toHaveValue('Price of our own fitter');
  await dialog.getByRole('button', { name: 'Save and approve' }).click();
  await expect(toastOf(desk, 'Item not changed')).toContainText(/^.*409: The item is rejected/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(desk.getByRole('row').filter({ hasText: title })).toContainText('Rejected');
  await expect(desk.getByRole('button', { name: `Modify: ${title}` })).toHaveCount(0);
});

test('a price that another reviewer entered meanwhile is not overwritten, nor taken back by an earlier Undo', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const { plan } = await lobbyPlan(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  const title = 'Door closer broken';
  const item = plan.items.find((each: { title: string }) => each.title === title);
  const enter = (estimatedCost: string) =>
    second.call('PATCH', `/api/pip-items/${item.id}`, { status: 'approved', estimatedCost });
  const row = desk.getByRole('row').filter({ hasText: title });
  const dialog = desk.getByRole('dialog', { name: 'Modify item' });
  await desk.getByRole('button', { name: `Modify: ${title}` }).click();
  await dialog.getByLabel('Cost, US dollars').fill('999');
  await enter('413');
  await expect(desk.getByText('$413').first()).toBeAttached();
  await dialog.getByRole('button', { name: 'Save and approve' }).click();
  await expect(toastOf(desk, 'Item not changed')).toContainText('409: Somebody else has changed this item meanwhile');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await desk.getByRole('button', { name: `Modify: ${title}` }).click();
  await dialog.getByLabel('Cost, US dollars').fill('500');
  await dialog.getByRole('button', { name: 'Save and approve' }).click();
  await expect(toastOf(desk, 'Item modified')).toBeVisible();
  await enter('417');
  await expect(row).toContainText('$417');
  await desk.keyboard.press('u');
  await expect(toastOf(desk, 'Decision not taken back')).toContainText('Somebody else has changed this item meanwhile');
  await expect(row).toContainText('$417');
});

test('the PIP Review tab explains an empty search result and a server failure', async ({ person, pageOf }) => {
  const desk = await pageOf(await person('admin'), { width: 1440, height: 900 });
  const mend = await fail(desk, 'GET', '/api/admin/pip-reports', 503, 'Back in a minute');
  await desk.goto('/admin?tab=pip-review&q=no-such-property');
  await expect(desk.getByText('503: Back in a minute')).toBeVisible();
  await expectAccessible(desk);
  await mend();
  await desk.getByRole('button', { name: 'Try again' }).click();
  await expect(desk.getByText('No plans found')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'All 0' })).toBeVisible();
  await expectAccessibleEverywhere(desk);
});

test('a plan shows its times in the zone of its property, like its papers, wherever it is read', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { plan } = await lobbyPlan(owner, admin);
  const generated = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(new Date(plan.createdAt))
    .replaceAll('\u202f', ' ');
  const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'long' });
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
    const page = await pageOf(owner, { width: 1440, height: 900, timezoneId });
    await page.goto(`/pip-report/${plan.id}`);
    await expect(page.getByText(generated, { exact: true })).toBeVisible();
    await expect(page.getByText(`generated ${day.format(new Date(plan.createdAt))}`)).toBeVisible();
  }
});
