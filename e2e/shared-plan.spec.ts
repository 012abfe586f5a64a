import { randomUUID } from 'node:crypto';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { delayAnswers, fail } from './faults.ts';
import { addPhotoTo, expect, startedRun, test, toastOf, type Person } from './story.ts';

async function sentPlan(owner: Person, admin: Person) {
  const { areas } = await startedRun(owner, admin);
  const areaSessionId = areas.find(({ area }) => area.code === 'guest_rooms')?.id ?? '';
  const photo = await addPhotoTo(owner, { areaSessionId });
  const mark = { id: randomUUID(), kind: 'text', at: { x: 0.1, y: 0.8 }, text: 'Damp here' };
  await owner.call('PATCH', `/api/photos/${photo.id}`, { room: '312', marks: { added: [mark] } });
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, {
    title: 'Peeling behind the bed',
    severity: 'medium',
    category: 'peeling_paint',
    photoId: photo.id,
    boundingBox: { x: 0.2, y: 0.2, width: 0.3, height: 0.4 },
  });
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/issues`, {
    title: 'Exit sign hangs loose',
    severity: 'critical',
    category: 'missing_signage',
  });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`);
  for (const { id } of pipReport.items) await admin.call('PATCH', `/api/pip-items/${id}`, { status: 'approved' });
  return admin.call('POST', `/api/pip-reports/${pipReport.id}/submit`);
}

test('a reviewer creates a link for a contractor by keyboard, a visitor reads the plan with it, and revoking ends it', async ({
  person,
  pageOf,
  page: visitor,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await sentPlan(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await desk.getByRole('button', { name: 'Share' }).focus();
  const release = await delayAnswers(desk, 'GET', `/api/pip-reports/${plan.id}/shares`);
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Share plan' });
  await expect(dialog.getByRole('status').getByText('Loading the links')).toBeVisible();
  release();
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await expectAccessible(desk);
  await expect(dialog.getByLabel('For whom')).toBeFocused();
  await desk.keyboard.type('Roofer');
  await desk.keyboard.press('Tab');
  await expect(dialog.getByLabel('Shows')).toHaveValue('1');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('7');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('ArrowRight');
  await expect(dialog.getByLabel('Without, for a contractor')).toBeChecked();
  await desk.keyboard.press('Enter');
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  expect(link).toMatch(/\/shared-plan#[\w-]{43}$/);
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectAccessibleEverywhere(desk);
  await desk.screenshot({ path: 'test-results/share-dialog.png' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'Roofer' });
  for (const text of ['version 1', 'without prices', 'Not opened yet']) await expect(row).toContainText(text);

  const sent: string[] = [];
  visitor.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  const wait = await delayAnswers(visitor, 'GET', '/api/shared-plan');
  await visitor.goto(link);
  await expect(visitor.getByRole('status').getByText('Loading the plan')).toBeVisible();
  wait();
  await expect(visitor.getByRole('heading', { name: 'Property improvement plan' })).toBeVisible();
  const lines = visitor.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('Exit sign hangs loose');
  for (const text of ['Peeling behind the bed', 'Repaint the room', 'Room 312'])
    await expect(lines.nth(1)).toContainText(text);
  await expect(lines.nth(1).getByText('Damp here')).toBeVisible();
  await expect(visitor.getByText('Version 1, sent')).toBeVisible();
  await expect(visitor.getByRole('main')).not.toContainText('$');
  const photo = visitor.getByRole('img', { name: 'Photo of: Peeling behind the bed' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessibleEverywhere(visitor);
  await visitor.screenshot({ path: 'test-results/shared-plan-390.png', fullPage: true });
  await visitor.emulateMedia({ media: 'print' });
  await expect(visitor.getByText('Your price').first()).toBeVisible();
  await visitor.emulateMedia({ media: null });
  const token = link.split('#')[1] ?? '';
  expect(sent.filter((text) => text.includes(token))).toEqual([]);
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow');

  await desk.reload();
  await desk.getByRole('button', { name: 'Share' }).click();
  await expect(row).toContainText(/Opened \d times?, last just now/);
  await row.getByRole('button', { name: 'Revoke: Roofer' }).focus();
  await desk.keyboard.press('Enter');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toastOf(desk, 'Link revoked')).toBeVisible();
  await expect(row).toContainText('Revoked');
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessibleEverywhere(visitor);
});

test('a link with prices shows amounts, one without a token does not work, and a failure can be retried', async ({
  person,
  pageOf,
  page,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await sentPlan(owner, admin);
  const { token } = await admin.call('POST', `/api/pip-reports/${plan.id}/shares`, { version: 1 });
  await page.goto('/shared-plan');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  const mend = await fail(page, 'GET', '/api/shared-plan', 503, 'Back in a minute');
  await page.goto(`/shared-plan#${token}`);
  await expect(page.getByText('503: Back in a minute')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Items' })).toContainText('$625');
  await expect(page.getByRole('heading', { name: 'Estimated cost' })).toBeVisible();
  for (const { label } of plan.costLines) await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/shared-plan-costs-390.png', fullPage: true });
  const wide = await pageOf(owner, { width: 1440, height: 900, dark: true });
  await wide.goto(`/pip-report/${plan.id}`);
  await expect(wide.getByRole('button', { name: 'Export' })).toBeVisible();
  // Only the brand can share its plan.
  await expect(wide.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await wide.goto(`/shared-plan#${token}`);
  await expect(wide.getByRole('img', { name: 'Photo of: Peeling behind the bed' })).toBeVisible();
  await wide.screenshot({ path: 'test-results/shared-plan-1440-dark.png', fullPage: true });
  await wide.pdf({ path: 'test-results/shared-plan.pdf' });
});
