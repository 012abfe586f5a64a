import { basisText } from '#contract/coverage.ts';
import { addDays, utcDate } from '#contract/due-dates.ts';
import type { Page } from '@playwright/test';
import { caseFields, passedChecks } from '#test/factories.ts';
import { delayAnswers, fail } from './faults.ts';
import { addPhoto, addPhotoTo, expect, startedInspection, startedRun, test } from './story.ts';

const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('..');
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('a new owner sees the welcome, the figures, the cards and empty lists [2.dashboard.1-5, 2.dashboard.7, 2.dashboard.8, 2.dashboard.10-12, 6.roles.12]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property', { firstName: '', propertyName: 'Cedar Lodge Group' });
  const page = await pageOf(owner);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${owner.user.username}`);
  await expect(page.getByText('Cedar Lodge Group')).toBeVisible();
  await expect(page.getByText('Manage your property inspections and compliance')).toBeVisible();
  for (const [label, value, hint] of [
    ['Total Inspections', '0', '+0 this month'],
    ['Pending Reviews', '0', '0 due this quarter'],
    ['Active PIPs', '0', 'None awaiting approval'],
    ['Compliance Score', '–', 'Not enough evidence'],
  ] as const) {
    await expect(stat(page, label)).toHaveText(`${label}${value}${hint}`);
  }
  await expect(card(page, 'Pending Inspection Cases').getByText('No pending cases')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Next step Link a property/ })).toHaveAttribute(
    'href',
    '/inspection-setup',
  );
  await expect(page.getByRole('link', { name: /^Start New Inspection/ })).toHaveAttribute('href', '/properties');
  await expect(page.getByRole('link', { name: /^Manage Properties/ })).toHaveAttribute('href', '/properties');
  const recent = card(page, 'Recent Inspections');
  await expect(recent.getByText('No inspections yet')).toBeVisible();
  await expect(recent.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/inspections');
});

test('the dashboard shows an owner three of four cases and five of ten inspections, and an admin no cases [2.dashboard.1-2, 2.dashboard.4-6, 2.dashboard.9, 9.counts.1, 9.counts.3, 6.roles.12, decisions.placeholders.2]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin);
  await addPhoto(owner, areas[0]?.id ?? '');
  await passedChecks(owner, `/api/area-sessions/${areas[0]?.id}`);
  await owner.call('POST', `/api/area-sessions/${areas[0]?.id}/complete`);
  for (const number of [1, 2, 3, 4]) {
    const fields = caseFields(owner.user.email, {
      propertyName: `House ${number}`,
      propertyAddress: `${number} Road`,
      dueDate: addDays(utcDate(new Date()), 20 + number),
    });
    await admin.call('POST', '/api/inspection-cases', fields);
  }
  const page = await pageOf(owner, { width: 1440, height: 900 });
  const failed = await fail(page, 'GET', '/api/user/stats', 503, 'Try later');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Robin');
  await expect(page.getByText('503: Try later')).toBeVisible();
  // No step is named before it is known which inspection is to be continued.
  await expect(page.getByText('Next step')).toHaveCount(0);
  await failed();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(stat(page, 'Total Inspections')).toContainText('1+1 this month');
  await expect(stat(page, 'Pending Reviews')).toContainText(/^Pending Reviews1\d due this quarter$/);
  const { complianceScore, coverage } = await owner.call('GET', '/api/user/stats');
  await expect(stat(page, 'Compliance Score')).toContainText(
    `Compliance Score${Math.round(complianceScore)}%${basisText(coverage)}`,
  );

  const next = page.getByRole('link', { name: /^Next step Start Guest Rooms Harbour Inn · 1 of 10 areas · due / });
  await expect(next).toHaveAttribute('href', /^\/area-inspection\?/);
  const pending = card(page, 'Pending Inspection Cases');
  await expect(pending.getByText('3 of 4')).toBeVisible();
  await expect(pending.locator('a[href*="/inspection-setup"]')).toHaveCount(3);
  // The case with the earliest due date is listed first.
  await expect(pending.getByText(/^House \d$/)).toHaveText(['House 1', 'House 2', 'House 3']);
  await expect(pending.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/properties');

  const sessions = card(page, 'Recent Inspections').getByRole('listitem').getByRole('link');
  // Areas in which nobody has worked yet are not shown.
  await expect(sessions).toHaveCount(1);
  for (const area of areas.slice(2, 7))
    await owner.call('PATCH', `/api/area-sessions/${area.id}`, { permissionCamera: true });
  await page.reload();
  await expect(sessions).toHaveCount(5);
  for (const session of await sessions.all())
    await expect(session).toHaveAttribute('href', /^\/area-analysis\?sessionId=[0-9a-f-]{36}$/);
  await expect(sessions.first()).toHaveAttribute('href', `/area-analysis?sessionId=${areas[6]?.id}`);
  await sessions.first().click();
  await expect(page).toHaveURL(`/area-analysis?sessionId=${areas[6]?.id}`);

  await page.goto('/properties');
  await expect(card(page, 'Sent to your e-mail address').getByText(/^House \d$/)).toHaveText([
    'House 1',
    'House 2',
    'House 3',
    'House 4',
  ]);

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  const asked: string[] = [];
  desk.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await desk.goto('/');
  await expect(desk.getByText('Monitor and review property inspections')).toBeVisible();
  await expect(card(desk, 'Recent Inspections').getByRole('listitem').first()).toBeVisible();
  await expect(desk.getByText('Pending Inspection Cases')).toBeHidden();
  expect(asked).not.toContain('/api/inspection-cases');
});

test('what a reviewer asked for in a photo inspection leads, and Inspection opens the one that is begun', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { id } = (await startedInspection(owner)).inspection;
  const page = await pageOf(owner);
  await page.goto('/');
  const next = page.getByRole('link', { name: /^Next step/ });
  await expect(next).toHaveAccessibleName(/^Next step Continue Lobby /);
  await expect(next).toHaveAttribute('href', `/photo-upload?inspectionId=${id}`);
  await expect(card(page, 'Recent Inspections').getByText('No area-by-area inspection yet')).toBeVisible();
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inspection' });
  await expect(tab).toHaveAttribute('href', `/photo-upload?inspectionId=${id}`);

  await addPhotoTo(owner, { inspectionId: id });
  await owner.call('PUT', `/api/inspections/${id}`, { status: 'pending_review', note: 'No checklist' });
  await expect(next).toHaveAccessibleName(/^Next step Wait for the review /);
  await expect(tab).toHaveAttribute('href', '/inspection-guide');
  await admin.call('POST', `/api/admin/inspections/${id}/request-reinspection`, { note: 'Show the crack closer' });
  await expect(next).toHaveAccessibleName(/^Next step Inspect Lobby again Show the crack closer · /);
  await next.click();
  await expect(page).toHaveURL(`/photo-upload?inspectionId=${id}`);
  // Pressed before the page knows what is begun.
  const answer = await delayAnswers(page, 'GET', '/api/inspections');
  await page.goto('/');
  await tab.click();
  await expect(page).toHaveURL('/');
  answer();
  await expect(page).toHaveURL(`/photo-upload?inspectionId=${id}`);
});

test('a plan that waits for its owner is the next step until it is accepted, and then its work until that is done', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { id } = (await startedInspection(owner)).inspection;
  await addPhotoTo(owner, { inspectionId: id });
  const stain = { title: 'Stain', severity: 'high', category: 'stain' };
  await owner.call('POST', `/api/inspections/${id}/issues`, stain);
  const { pipReport } = await owner.call('POST', `/api/inspections/${id}/generate-pip`);
  await owner.call('PUT', `/api/inspections/${id}`, { status: 'pending_review', note: 'No checklist' });
  await owner.call('POST', `/api/pip-reports/${pipReport.id}/submit`);
  const page = await pageOf(owner);
  await page.goto('/');
  const next = page.getByRole('link', { name: /^Next step/ });
  await expect(next).toHaveAccessibleName(/^Next step Review and accept the plan of .+ Lobby · \d items?$/);
  await page.screenshot({ path: 'test-results/next-step-plan.png' });
  await next.click();
  await expect(page).toHaveURL(`/pip-report/${pipReport.id}`);
  await page.getByRole('button', { name: 'Accept Plan' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept Plan' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goto('/');
  await expect(next).toHaveAccessibleName(/^Next step Do the work of the plan of .+ \d items? to do$/);
  await expect(next).toHaveAttribute('href', `/pip-report/${pipReport.id}`);
  await page.screenshot({ path: 'test-results/next-step-work.png' });
  const { items } = await owner.call('GET', `/api/pip-reports/${pipReport.id}`);
  for (const item of items)
    for (const status of ['in_progress', 'completed'])
      await owner.call('PATCH', `/api/pip-items/${item.id}`, { status });
  await expect(next).toHaveAccessibleName(/^Next step Wait for the review /);
});
