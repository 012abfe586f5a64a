import type { Analysis } from '../contract/analysis.ts';
import type { AreaSession } from '../contract/areas.ts';
import type { Photo } from '../contract/photos.ts';
import { passedChecks } from '#test/factories.ts';
import { expectColor } from './checks.ts';
import { changeAnswers, delayAnswers, fail } from './faults.ts';
import { lobbyOf, photosOf, withPhotos } from './lobby.ts';
import { addPhoto, expect, test, toastOf } from './story.ts';

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
