import type { Locator, Page } from '@playwright/test';
import type { Analysis } from '../contract/analysis.ts';
import type { AreaSession } from '../contract/areas.ts';
import type { Photo } from '../contract/photos.ts';
import { passedChecks } from '#test/factories.ts';
import { expectAccessibleEverywhere, expectColor } from './checks.ts';
import { changeAnswers, fail, delayAnswers, requestsTo } from './faults.ts';
import { addPhoto, expect, pictureFile, startedRun, test, toastOf, type Person } from './story.ts';

async function lobbyOf(owner: Person, admin?: Person) {
  const { property, run, areas } = await startedRun(owner, admin ?? owner);
  const [lobby, rooms] = areas;
  const query = `runId=${run.id}&sessionId=${lobby?.id}&areaName=Lobby&propertyId=${property.id}`;
  return { property, lobby: lobby?.id ?? '', rooms: rooms?.id ?? '', query };
}

const analysis = {
  objects: Array.from({ length: 10 }, (_, index) => ({
    name: `object ${index + 1}`,
    confidence: 95 - index * 5,
    boundingBox: { x: 0.05 * index, y: 0.1, width: 0.2, height: 0.2 },
  })),
  labels: Array.from({ length: 13 }, (_, index) => ({ name: `label ${index + 1}`, confidence: 90 - index })),
  detectedIssues: [],
  overallConfidence: 83,
  complianceScore: {
    overall: 61.4,
    safety: 100,
    condition: 40,
    maintenance: 80,
    breakdown: { criticalIssues: 0, majorIssues: 1, minorIssues: 1 },
  },
  imageQuality: { usable: true, reasons: [] },
  engine: { name: 'builtin', model: 'm', version: '1', durationMs: 5 },
} satisfies Analysis;
const withPhotos = (change: Partial<Photo>) => (body: { photos: Photo[] }) => ({
  photos: body.photos.map((photo) => ({ ...photo, ...change })),
});
/** Answers with one copy of the first photo for each change. */
const copiesWith = (changes: readonly Partial<Photo>[]) => (body: { photos: Photo[] }) => ({
  photos: changes.flatMap((change, index) =>
    body.photos.slice(0, 1).map((photo) => ({
      ...photo,
      ...change,
      id: `${photo.id.slice(0, -1)}${index}`,
    })),
  ),
});
const photosOf = (session: string) => `/api/area-sessions/${session}/photos`;

/** Denies the microphone and camera permissions. */
async function refuseDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'));
  });
  await page.context().clearPermissions();
}

test('before the camera is allowed, an area shows its badge, the permissions and the test mode [2.area.1-3, 2.area.5-7, 1.purpose.8, 4.area.1, 5.gates.3, 8.toasts.24, 2.routes.8, decisions.modes.5]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner);
  await refuseDevices(page);
  await page.goto('/area-inspection?runId=x');
  await expect(page.getByText('Area not found')).toBeVisible();
  // A server in production mode would answer this.
  await changeAnswers(page, '/api/config', (config: object) => ({
    ...config,
    mode: 'production',
    skipPermissions: false,
  }));
  const skip = page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' });
  const told = page.waitForResponse('**/api/config');
  await page.goto(`/area-inspection?${query}`);
  await told;
  await expect(page.getByRole('button', { name: 'Allow camera' })).toBeVisible();
  await expect(skip).toHaveCount(0);
  await page.unrouteAll();
  await page.goto(`/area-inspection?${query}`);
  await expect(skip).toBeVisible();
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  await expect(header.getByText('Harbour Inn')).toBeVisible();
  await expect(header.getByText('Not Started', { exact: true })).toBeVisible();
  for (const [label, why] of [
    ['Camera', 'Required, to take photos'],
    ['Location', 'Optional, for geo-tagging'],
    ['Microphone', 'Optional, for voice notes'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) });
    await expect(row).toContainText(
      new RegExp(`${label}(${why}|Blocked. Allow it in the browser settings for this site)`),
    );
  }
  const closed = page.getByText('Please grant camera access to begin the inspection');
  await expect(closed).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  for (const kind of ['camera', 'location', 'microphone']) {
    await page.getByRole('button', { name: `Allow ${kind}` }).click();
    await expect(page.getByRole('alert').filter({ hasText: `Permission denied for ${kind}. ` })).toHaveText(
      `Permission denied for ${kind}. Please allow access to continue.`,
    );
  }
  const patches = requestsTo(page, 'PATCH', `/api/area-sessions/${lobby}`);
  await skip.click();
  await expect(closed).toBeHidden();
  await expect(header.getByText('In Progress', { exact: true })).toBeVisible();
  await expect
    .poll(() => patches.map((request) => request.postDataJSON()))
    .toEqual([
      { id: expect.any(String), permissionCamera: true, permissionLocation: true, permissionMicrophone: true },
    ]);
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).permissionCamera).toBe(true);
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({
    status: 'in_progress',
    permissionCamera: true,
    permissionLocation: true,
    permissionMicrophone: true,
  });
});

test('a camera that the browser blocks says what to do, and the page follows what a person changes there', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner, { width: 390, height: 844 });
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  const set = (setting: 'denied' | 'granted') =>
    browser?.send('Browser.setPermission', {
      permission: { name: 'camera' },
      setting,
      browserContextId: targetInfo.browserContextId,
    });
  await set('denied');
  await page.goto(`/area-inspection?${query}`);
  const blocked = page.getByText('Blocked. Allow it in the browser settings for this site');
  await expect(blocked).toBeVisible();
  const advice = page.getByText(/^The browser blocks the camera for this site\. Tap the icon beside the address/);
  await expect(advice).toBeVisible();
  await expect(page.getByRole('link', { name: 'Use photos instead' })).toHaveAttribute('href', /^\/photo-upload\?/);
  await expectAccessibleEverywhere(page);
  await set('granted');
  await expect(blocked).toBeHidden();
  await expect(advice).toBeHidden();
  await page.getByRole('button', { name: 'Allow camera' }).click();
  // Photos come first, and what is settled last.
  const [title, check] = [
    page.getByRole('heading', { name: 'Photos' }),
    page.getByText('Next on the checklist, 1 of 12'),
  ];
  const allowed = page.getByRole('button', { name: /Allowed: camera/ });
  await expect(allowed).toBeVisible();
  await expect(check).toBeVisible();
  const isInOrder = async (...each: Locator[]) => {
    const tops = await Promise.all(each.map(async (one) => (await one.boundingBox())?.y ?? NaN));
    return tops.every((top, index) => index === 0 || top > (tops[index - 1] ?? NaN));
  };
  expect(await isInOrder(title, check, page.getByRole('link', { name: /^Live Inspection/ }), allowed)).toBe(true);
  await expect.poll(async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).permissionCamera).toBe(true);
  // Once the area was begun, its photos stay in reach.
  await set('denied');
  const warning = page.getByRole('button', { name: /Blocked in the browser: camera/ });
  await expect(title).toBeVisible();
  expect(await isInOrder(warning, title)).toBe(true);
  await warning.click();
  await expect(blocked).toBeVisible();
  await expect(advice).toBeVisible();
  await expect(title).toBeVisible();
});

test('on a rotated phone the header of an area scrolls away, and its photos have the room', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  const page = await pageOf(owner, { width: 844, height: 390 });
  await page.goto(`/area-inspection?${query}`);
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  const check = page.getByText('Entrance doors and glass are undamaged', { exact: true });
  await expect(header).toBeInViewport({ ratio: 1 });
  await check.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect(header).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.mouse.wheel(0, 400);
  await expect(header).toBeInViewport({ ratio: 1 });
});

test('with the camera allowed, an area takes, counts and deletes photos, shows progress and can be completed [2.area.3, 2.area.4, 2.area.8-13, 4.area.1-3, 5.gates.2, 5.gates.3, 5.uploads.3, 7.calls.24, 8.success.9]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property, query, lobby } = await lobbyOf(owner, admin);
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto(`/area-inspection?${query}`);
  await page.getByRole('button', { name: 'Allow camera' }).click();
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Lobby', level: 1 }) });
  await expect(header.getByText('In Progress', { exact: true })).toBeVisible();
  await expect(header.getByText('0 of 12 checks · 0 photos · 0 findings')).toBeVisible();
  expect(await owner.call('GET', `/api/area-sessions/${lobby}`)).toMatchObject({ permissionLocation: false });
  const complete = page.getByRole('button', { name: 'Complete Area' });
  await expect(complete).toBeDisabled();
  const chooser = page.locator('input[type=file]');
  await expect(chooser).toHaveAttribute('accept', 'image/*');
  await expect(chooser).toHaveJSProperty('multiple', true);
  await chooser.setInputFiles([await pictureFile('desk.jpg'), await pictureFile('door.jpg')]);
  const photos = page.getByRole('button', { name: /^Open photo of/ });
  await expect(photos).toHaveCount(2);
  const progress = header.getByRole('progressbar', { name: 'Area Progress' });
  await expect(header.getByText('Area Progress', { exact: true })).toBeVisible();
  // Photos do not count as answered checks.
  await expect(progress).toHaveAttribute('aria-valuenow', '0');
  await page
    .getByRole('button', { name: /^Delete photo of/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page, 'Photo deleted')).toBeVisible();
  await expect(photos).toHaveCount(1);
  // Two critical checks out of twelve.
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  await expect(progress).toHaveAttribute('aria-valuenow', '17');
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, {
    title: 'Loose mat',
    severity: 'high',
    category: 'trip_hazard',
  });
  await expect(header.getByText(/· 1 photo · [1-9]\d* findings?$/)).toBeVisible();

  await changeAnswers(page, photosOf(lobby), withPhotos({ analysisStatus: 'pending', aiAnalysis: null }));
  await page.reload();
  await expect(page.getByText('AI Analyzing Photos...')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(photos).toHaveCount(1);
  await expect(page.getByText('AI Analyzing Photos...')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Save & Exit' })).toHaveAttribute(
    'href',
    `/inspection-setup?propertyId=${property.id}`,
  );
  await complete.click();
  const sheet = page.getByRole('dialog', { name: 'Finish Lobby' });
  await expect(sheet.getByText('Critical checks')).toBeVisible();
  await expect(sheet.getByText('2 of 12')).toBeVisible();
  await sheet.getByRole('button', { name: 'Submit for Review' }).click();
  await expect(page).toHaveURL(`/area-analysis?${query}`);
  // Until a reviewer opens the area, the owner can recall it.
  await page.getByRole('button', { name: 'Recall' }).click();
  await expect(toastOf(page, 'Lobby recalled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recall' })).toBeHidden();
  await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  await expect(page.getByRole('button', { name: 'Recall' })).toBeVisible();
  const { inspectionId } = await owner.call('GET', `/api/area-sessions/${lobby}`);
  await admin.call('GET', `/api/inspections/${inspectionId}`);
  await expect(page.getByRole('button', { name: 'Recall' })).toBeHidden();
  await page.goto(`/area-inspection?${query}`);
  await expect(header.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByText('Under review')).toBeVisible();
});

test('the area analysis shows figures, severities and photos, and generates the plan [2.analysis.1-9, 2.aicard.1, 2.aicard.4, 4.pip.4, 5.badges.1-3, 5.gates.1, 8.toasts.16, 8.success.11, 2.routes.9, domain.score.15]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby, rooms } = await lobbyOf(owner, admin);
  const photo = await addPhoto(owner, lobby);
  await addPhoto(owner, lobby);
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  const finding = { category: 'stain', photoId: photo.id, boundingBox: { x: 0.2, y: 0.2, width: 0.3, height: 0.3 } };
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, { ...finding, title: 'Dark stain', severity: 'high' });
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, { ...finding, title: 'Scuff', severity: 'low' });
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await changeAnswers(page, photosOf(lobby), withPhotos({ analysisStatus: 'done', aiAnalysis: analysis }));
  await changeAnswers(page, `/api/area-sessions/${lobby}`, (areaSession: object) => ({
    ...areaSession,
    complianceScore: 68.6,
  }));
  await page.goto(`/area-analysis?sessionId=${rooms}`);
  const empty = page.getByRole('button', { name: 'Create Area PIP' });
  await expect(empty).toBeDisabled();
  await expect(page.getByText('No photos yet').first()).toBeVisible();
  await expect(page.getByText('Not enough evidence: 6 critical checks and a usable photo missing')).toBeVisible();

  await page.goto(`/area-analysis?${query}`);
  const summary = page.getByRole('region', { name: 'Summary' });
  const figure = (label: string) => summary.getByText(label, { exact: true }).locator('..');
  await expect(figure('Photos Analyzed')).toContainText('Photos Analyzed2');
  await expect(figure('Issues Detected')).toContainText(/Issues Detected[2-9]/);
  await expect(figure('Average AI Confidence')).toContainText('Average AI Confidence83%');
  const { complianceScore } = await owner.call('GET', `/api/area-sessions/${lobby}`);
  // A high finding caps the score, and the score's coverage shows two of twelve checks answered.
  expect(complianceScore).toBe(69);
  await expect(figure('Compliance Score')).toContainText('Compliance Score69%2 of 12 checks · 2 photos');
  for (const badge of ['1 High', '1 Low', '0 Critical']) await expect(summary.getByText(badge)).toBeVisible();
  await summary.getByRole('button', { name: 'How this score is calculated' }).click();
  const condition = summary
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /condition/ }) })
    .last();
  await expect(condition.getByRole('heading')).toContainText('35% of the score');
  const steps = [
    'Start100.00',
    'High: Stain, 100% sure−20.00',
    'Low: Stain, 100% sure−3.00',
    'Remaining77.00',
    '× 0.3526.95',
  ];
  await expect(condition.getByRole('row')).toHaveText(steps);
  const total = '40.00 + 26.95 + 25.00 = 91.95, capped at 69 because a high finding is open';
  await expect(summary.getByText(total)).toBeVisible();

  const tile = page.getByRole('button', { name: /^Open photo of/ });
  await expect(tile).toHaveCount(2);
  // Photos are listed in the order in which they were added; the findings are on the first one.
  const line = page.getByRole('listitem').filter({ has: tile }).first();
  await expectColor(line.getByText('61%'), 'yellow');
  await expect(line.getByText('83%')).toHaveClass(/text-accent/);
  await tile.first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /Dark stain/ }).first()).toBeVisible();
  await expect(dialog.getByText('83%')).toBeVisible();
  await expectColor(dialog.getByText('61%'), 'yellow');
  await expect(dialog.getByText('Dark stain').first()).toBeVisible();
  await expect(dialog.getByText('Scuff').first()).toBeVisible();
  const objects = dialog.locator('section').filter({ has: page.getByRole('heading', { name: 'Detected objects' }) });
  await expect(objects.getByRole('listitem').filter({ hasText: 'object' })).toHaveCount(8);
  await expect(objects.getByText('object 1 95')).toHaveClass(/text-accent/);
  await expect(objects.getByText('object 7 65')).not.toHaveClass(/text-accent/);
  await objects.getByRole('button', { name: '+2 more' }).click();
  await expect(objects.getByRole('listitem').filter({ hasText: 'object' })).toHaveCount(10);
  const labels = dialog.locator('section').filter({ has: page.getByRole('heading', { name: 'Image labels' }) });
  await expect(labels.getByRole('listitem').filter({ hasText: 'label' })).toHaveCount(10);
  await expect(labels.getByRole('button', { name: '+3 more' })).toBeVisible();
  await objects.getByRole('checkbox', { name: 'Show on photo' }).check();
  await expect(dialog.getByRole('button', { name: /^object 1\b/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();

  await expect(page.getByRole('link', { name: 'Edit Area' })).toHaveAttribute('href', `/area-inspection?${query}`);
  await expect(page.getByRole('link', { name: 'View Report' })).toHaveCount(0);
  const create = page.getByRole('button', { name: 'Create Area PIP' });
  const stop = await fail(page, 'POST', /generate-pip$/, 500, 'The catalogue is empty');
  await create.click();
  await expect(toastOf(page, 'Error')).toContainText('Failed to generate PIP');
  await stop();
  const release = await delayAnswers(page, 'POST', /generate-pip$/);
  await create.click();
  await expect(page.getByRole('button', { name: 'Generating PIP...' })).toBeDisabled();
  release();
  await expect(toastOf(page, 'PIP Generated')).toBeVisible();
  await expect(page).toHaveURL(/\/pip-report\//);
  const plan = new URL(page.url()).pathname;
  await page.goto(`/area-analysis?${query}`);
  await expect(page.getByRole('link', { name: 'View Report' })).toHaveAttribute('href', plan);
  await page.getByRole('button', { name: 'Update Area PIP' }).click();
  await expect(toastOf(page, 'PIP Updated')).toBeVisible();
  await expect(page).toHaveURL(plan);
});

test('photos without an analysis or with a failed one say so, and a score has the color of its band [2.aicard.1, 2.aicard.2, 2.aicard.3, 5.badges.1, 5.badges.3, 8.screen.3]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { query, lobby } = await lobbyOf(owner, admin);
  await addPhoto(owner, lobby);
  const scores = [
    [79, 'yellow'],
    [60, 'yellow'],
    [59.4, 'red'],
  ] as const;
  const states = [
    [{ analysisStatus: 'pending', aiAnalysis: null }, 'AI analysis pending...'],
    [{ analysisStatus: 'failed', aiAnalysis: { ...analysis, error: 'Too dark to read' } }, 'AI analysis failed'],
  ] as const;
  const page = await pageOf(owner);
  const changes = scores.map(([overall]) => ({
    analysisStatus: 'done' as const,
    aiAnalysis: { ...analysis, complianceScore: { ...analysis.complianceScore, overall } },
  }));
  const clean = {
    analysisStatus: 'done' as const,
    aiAnalysis: { ...analysis, complianceScore: { ...analysis.complianceScore, overall: 100 } },
  };
  await changeAnswers(page, photosOf(lobby), copiesWith([...states.map(([change]) => change), ...changes, clean]));
  await page.goto(`/area-analysis?${query}`);
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Open photo of/ }) });
  await expect(tile).toHaveCount(states.length + scores.length + 1);
  for (const [index, [, text]] of states.entries()) {
    await expect(tile.nth(index).getByText(text)).toBeVisible();
    await tile.nth(index).getByRole('button').click();
    await expect(page.getByRole('dialog').getByText(text)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  }
  for (const [index, [overall, color]] of scores.entries()) {
    const badge = tile.nth(states.length + index).getByText(`${Math.round(overall)}%`, { exact: true });
    await expectColor(badge, color);
    await expectColor(badge, color, 'background-color');
  }

  // A photo without findings is not praised before its area is fully checked and has no open finding.
  const last = tile.nth(states.length + scores.length);
  await expect(last).toContainText('Nothing flaggedArea: 0 of 12 checks');
  await expect(last.getByText('Nothing flagged')).toHaveClass(/bg-sunken/);
  await changeAnswers(page, `/api/area-sessions/${lobby}`, (area: AreaSession) => ({
    ...area,
    complianceScore: 100,
    coverage: { ...area.coverage, answered: area.coverage.checks, criticalAnswered: area.coverage.critical },
  }));
  await page.reload();
  await expectColor(last.getByText('100%', { exact: true }), 'green');
  await expectColor(last.getByText('100%', { exact: true }), 'green', 'background-color');
});
