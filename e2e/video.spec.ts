import type { Locator, Page } from '@playwright/test';
import { addedRecording } from '#test/factories.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers } from './faults.ts';
import { expect, filmDefect, startedInspection, test } from './story.ts';

/** The player's current time; -1 before its metadata has loaded. */
const position = (player: Locator) =>
  player
    .locator('video')
    .evaluate((video) => (video instanceof HTMLVideoElement && video.readyState > 0 ? video.currentTime : -1));
const expectAt = (player: Locator, seconds: number) => expect.poll(() => position(player)).toBeCloseTo(seconds, 0);
const playerOf = (within: Page | Locator) => within.getByRole('region', { name: 'Recording', exact: true });

test('a finding opens the recording at its second in review, plan and admin [2.pip.6, 2.pip.8, 2.admin.35, decisions.plans.11, decisions.placeholders.3]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { inspection } = await startedInspection(owner, 'Guest Rooms');
  const page = await pageOf(owner);
  await page.goto(`/inspection-review/${inspection.id}`);
  await expect(page.getByText('No photos yet')).toBeVisible();
  await expect(playerOf(page)).toHaveCount(0);
  await filmDefect(owner, inspection.id, 'guest-bathroom-mould.jpg');
  await addedRecording(owner, inspection.id);

  // The open page shows both without a reload.
  await expectAt(playerOf(page), 0);
  await page.getByRole('button', { name: 'View in Video · 00:03' }).click();
  await expectAt(playerOf(page), 3);
  // Seeks back in the player, then presses the finding again.
  await playerOf(page).getByRole('button', { name: 'Play' }).focus();
  await page.keyboard.press('j');
  await expectAt(playerOf(page), 0);
  await page.getByRole('button', { name: 'View in Video · 00:03' }).click();
  await expectAt(playerOf(page), 3);
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('confirmed by Robin Vale')).toBeVisible();
  await page.getByRole('button', { name: 'Generate PIP' }).click();
  await expect(page.getByRole('heading', { name: 'Property improvement plan' })).toBeVisible();
  await expect(page.getByText(/Mold · AI \d+% · confirmed by Robin Vale · 00:03/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'View in Photo: Heavy mold growth' })).toBeVisible();
  const toVideo = page.getByRole('button', { name: 'View in Video: Heavy mold growth' });
  await toVideo.click();
  const dialog = page.getByRole('dialog', { name: 'Heavy mold growth' });
  await expect(dialog).toContainText('At 00:03');
  await expectAt(playerOf(dialog), 3);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(toVideo).toBeFocused();

  await owner.call('PUT', `/api/inspections/${inspection.id}`, { status: 'pending_review' });
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/admin?tab=monitoring&inspectionId=${inspection.id}`);
  const panel = desk.getByRole('complementary', { name: /^Inspection Review:/ });
  await expectAt(playerOf(panel), 0);
  await panel.getByRole('button', { name: /Heavy mold growth.*00:03/ }).click();
  await expectAt(playerOf(panel), 3);
  await expect(panel.getByText('1 of 1')).toBeVisible();
  await expectAccessible(desk);
  await panel.getByRole('link', { name: 'Open Inspection' }).click();
  await expect(desk).toHaveURL(new RegExp(`/inspection-review/${inspection.id}$`));
  await expect(desk.getByRole('note')).toContainText('Pending Review');

  const sha256 = 'ab'.repeat(32);
  await changeAnswers(desk, `/api/inspections/${inspection.id}/recordings`, (body: { recordings: object[] }) => ({
    recordings: body.recordings.map((each) => ({ ...each, sha256, filesDeletedAt: '2026-11-20T03:35:00.000Z' })),
  }));
  await desk.reload();
  await expect(desk.getByText('The recording was deleted')).toBeVisible();
  await expect(desk.getByText(sha256)).toBeVisible();
  await expect(playerOf(desk)).toHaveCount(0);
  await expectAccessibleEverywhere(desk);
});
