import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { eventsChannel } from '#server/platform/events/events.ts';
import { runningPostgres } from '#server/platform/postgres/postgres.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { storyServer } from './server.ts';
import { addPhoto, expect, startedRun, test, toastOf } from './story.ts';

const figures = { damaged: 10, found: 4, rightClass: 2, rightPlace: 3, clean: 12, falseAlarms: 1 };
const lesson = {
  photos: 22,
  categories: [{ category: 'water_damage', photos: 10, before: 2, after: 9 }],
  before: figures,
  after: { ...figures, found: 9, rightClass: 9, falseAlarms: 0 },
  outcomes: {},
};

/** Replaces the training, which takes minutes and is covered by server/analysis/learning/learning.test.ts. */
async function learningOf(userId: string) {
  const client = new pg.Client({ connectionString: runningPostgres(dirname(storyServer().mailFolder)).ownerUrl });
  await client.connect();
  const head = await readFile(new URL('../server/analysis/engine/builtin/surface-head.json', import.meta.url), 'utf8');
  const announce = (running: boolean) =>
    client.query('select pg_notify($1, $2)', [
      eventsChannel,
      JSON.stringify({
        to: { users: [], admins: true },
        event: { type: 'learning_changed', payload: { running } },
      }),
    ]);
  return {
    async read(photo: number) {
      await client.query(
        `insert into learning_runs (status, step, done, total, started_by) values ('running', 'reading', $1, 22, $2)`,
        [photo, userId],
      );
      await announce(true);
    },
    async finish() {
      const { rows } = await client.query(
        `insert into learned_versions (number, source, head, lesson, in_use, started_by) select coalesce(max(number), 0) + 1, 'verdicts', $1::jsonb, $2::jsonb, true, $3::uuid from learned_versions returning number`,
        [head, JSON.stringify(lesson), userId],
      );
      await client.query(
        `update learning_runs set status = 'done', version = $1, switched = true, finished_at = now() where status = 'running'`,
        [rows[0].number],
      );
      await announce(false);
      return rows[0].number as number;
    },
    close: () => client.end(),
  };
}

test('an admin sees the training examples, starts a training, and switches back to the shipped version', async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { areas } = await startedRun(owner, admin);
  const areaId = areas[0]?.id ?? '';
  const photo = await addPhoto(owner, areaId);
  await admin.call('POST', `/api/area-sessions/${areaId}/issues`, {
    title: 'Worn carpet',
    severity: 'low',
    category: 'carpet_wear',
    photoId: photo.id,
    boundingBox: { x: 0.1, y: 0.1, width: 0.4, height: 0.4 },
  });

  const page = await pageOf(admin);
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Admin' }).getByText('Learning').tap();
  await expect(page.getByRole('heading', { name: 'Learning', exact: true })).toBeVisible();
  // One photo is not enough to train any category. Other stories on this server also add and decide findings.
  const examples = page.getByRole('region', { name: 'Examples by category' });
  await expect(examples.getByRole('row').filter({ hasText: 'Carpet wear' })).toContainText(/\d more photosNot yet/);
  // Training needs fewer photos of a category than its figures do.
  await expect(page.getByText(/have judged 5 photos of it\. Its figures need 10\.$/)).toBeVisible();
  await expect(examples.getByRole('columnheader', { name: 'Needed for figures' })).toBeVisible();
  await expect(page.getByText(/There are \d photos with damage and \d+ without; learning needs/)).toBeVisible();
  const learnNow = page.getByRole('button', { name: 'Learn Now' });
  await expect(learnNow).toBeDisabled();

  const learning = await learningOf(admin.user.id);
  await learning.read(6);
  await expect(page.getByRole('progressbar', { name: 'Reading photo 7 of 22' })).toBeVisible();
  const number = await learning.finish();
  await expect(page.getByRole('status').filter({ hasText: 'read your photos better' })).toContainText(
    `Version ${number}`,
  );
  const list = page.getByRole('list', { name: 'Versions' });
  const version = list.getByRole('listitem').filter({ hasText: `Version ${number}` });
  await expect(version).toContainText('22 photos from verdicts, started by Quinn Vale');
  await expect(version.getByRole('row').filter({ hasText: 'False alarms' })).toContainText('1 of 120 of 12');
  await expect(version.getByRole('row').filter({ hasText: 'Water damage' })).toContainText('2 of 109 of 10');
  await expect(version.getByText('In use')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Use the Shipped Version' }).tap();
  await expect(toastOf(page, 'The shipped version is in use')).toBeVisible();
  await expect(version.getByText('In use')).toBeHidden();
  await version.getByRole('button', { name: `Use Version ${number}` }).tap();
  await expect(toastOf(page, `Version ${number} is in use`)).toBeVisible();
  await expect(version.getByText('In use')).toBeVisible();
  await page.getByRole('button', { name: 'Use the Shipped Version' }).tap();
  await expect(toastOf(page, 'The shipped version is in use')).toBeVisible();
  await learning.close();
  await expectAccessibleEverywhere(page);
});
