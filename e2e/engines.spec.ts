import type { Analysis } from '#contract/analysis.ts';
import type { ModelUsage } from '#contract/model-usage.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers } from './faults.ts';
import { addPhotoTo, expect, samplePicture, startedRun, test } from './story.ts';

test('if two readers of a photo disagree, a person is asked and sees which engine read it', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const { property, run, areas } = await startedRun(owner, await person('admin'));
  const session = areas[2]?.id ?? '';
  await addPhotoTo(owner, { areaSessionId: session }, await samplePicture('back-of-house-mould.jpg'));
  const [found]: Finding[] = await owner.call('GET', `/api/area-sessions/${session}/issues`);
  expect(found?.disagreement).toBeNull();

  // The stories' server uses no AI service; server/photos/photos.remote.test.ts covers that.
  const page = await pageOf(owner, { width: 1280, height: 900 });
  const asTeam = (engine: Analysis['engine']): Analysis['engine'] => ({
    ...engine,
    name: 'anthropic',
    model: 'claude-sonnet-4-5',
    places: { name: 'builtin', version: engine.version },
  });
  await changeAnswers(page, `/api/area-sessions/${session}/photos`, ({ photos }: { photos: Photo[] }) => ({
    photos: photos.map((photo) => ({
      ...photo,
      aiAnalysis: photo.aiAnalysis && { ...photo.aiAnalysis, engine: asTeam(photo.aiAnalysis.engine) },
    })),
  }));
  await changeAnswers(page, `/api/area-sessions/${session}/issues`, (issues: Finding[]) =>
    issues.map((issue) => ({ ...issue, disagreement: issue.status === 'pending' ? 'only_service' : null })),
  );
  await page.goto(`/area-analysis?runId=${run.id}&sessionId=${session}&areaName=Common&propertyId=${property.id}`);
  const row = page
    .getByRole('listitem')
    .filter({ hasText: found?.title ?? '' })
    .first();
  await expect(row).toContainText('Your decision first');
  await expect(row).toContainText('Only the AI service sees this.');
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole('button', { name: 'View in Photo' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Your decision first. Only the AI service sees this. The built-in engine does not.',
  );
  await expect(dialog).toContainText('Anthropic · claude-sonnet-4-5, located by the built-in engine');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const statuses = async () =>
    (await owner.call('GET', `/api/area-sessions/${session}/issues`)).map((each: Finding) => each.status);
  await expect.poll(statuses).toContain('confirmed');
  await expect(dialog).not.toContainText('Your decision first');
  // The page may still be reloading after the decision.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

const month = new Date().toISOString().slice(0, 7);
const usage: ModelUsage = {
  engine: 'google',
  model: 'gemini-2.5-flash',
  month,
  budget: '25.0000',
  spent: '6.2500',
  properties: [
    {
      propertyId: '7d3c0f7e-0000-4000-8000-000000000001',
      name: 'Harbour Inn',
      photos: 1200,
      standIns: 3,
      inputTokens: 2_400_000,
      outputTokens: 180_000,
      cost: '6.2409',
    },
    { propertyId: null, name: null, photos: 1, standIns: 0, inputTokens: 900, outputTokens: 40, cost: '0.0091' },
  ],
  reasons: [{ reason: 'timed_out', photos: 3 }],
};

test('an admin sees the cost of the AI service by property', async ({ person, pageOf }) => {
  const admin = await person('admin');
  const page = await pageOf(admin, { width: 1280, height: 900 });
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Audit Log' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'AI Service' })).toBeHidden();

  await changeAnswers(page, '/api/config', (config: object) => ({ ...config, aiEngine: 'google' }));
  let used: ModelUsage = { ...usage, budget: null, spent: '0.0000', properties: [], reasons: [] };
  await changeAnswers(page, '/api/admin/model-usage', () => used);
  await page.reload();
  const opener = page.getByRole('button', { name: 'AI Service' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'AI Service' });
  await expect(dialog).toContainText('No monthly budget');
  await expect(dialog).toContainText('The AI service read no photo in');
  used = usage;
  await dialog.getByLabel('Month').selectOption({ index: 1 });
  await expect(dialog).toContainText('of $25.00 this month');
  await expect(dialog.getByRole('row').filter({ hasText: 'Harbour Inn' })).toContainText('$6.24');
  await expect(dialog.getByRole('row').filter({ hasText: 'No property' })).toContainText('$0.0091');
  await expect(dialog).toContainText('Took too long to answer');
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto('/privacy');
  await expect(page.getByRole('main')).toContainText('connected an AI service, which sees copies of photos');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByRole('main')).toContainText('They are not sent to any AI service.');
});
