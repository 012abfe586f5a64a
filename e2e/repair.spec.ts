import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { passedChecks } from '#test/factories.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { disconnect } from './faults.ts';
import { test } from './live-story.ts';
import { addPhotoTo, expect, samplePicture, startedRun, toastOf } from './story.ts';

/** Converts the picture that these stories' camera shows. */
async function croppedForCamera(file: string) {
  const { name, buffer } = await samplePicture(file);
  return { name, buffer: await sharp(buffer).resize(1920, 1080, { fit: 'cover' }).jpeg({ quality: 90 }).toBuffer() };
}
const shot = (page: Page, name: string) =>
  process.env['SHOTS'] ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` }) : Promise.resolve();

test('a repair is photographed with the earlier photo overlaid, and a person who sees both decides', async ({
  person,
  pageOf,
}) => {
  const [owner, admin] = [await person('property'), await person('admin')];
  const { property, run, areas } = await startedRun(owner, admin);
  const session = areas[1]?.id ?? '';
  const photo = await addPhotoTo(owner, { areaSessionId: session }, await croppedForCamera('guest-bathroom-mould.jpg'));
  const issues = () => owner.call('GET', `/api/area-sessions/${session}/issues`);
  const [finding, ...others] = await issues();
  for (const { id } of others) await owner.call('PATCH', `/api/issues/${id}`, { status: 'dismissed' });
  const current = async () => (await issues()).find(({ id }: { id: string }) => id === finding.id);

  const page = await pageOf(owner, { width: 390, height: 844 });
  const query = `runId=${run.id}&sessionId=${session}&areaName=Guest%20Rooms&propertyId=${property.id}`;
  await page.goto(`/area-analysis?${query}`);
  await page.getByRole('button', { name: 'View in Photo' }).first().click();
  const repair = page.getByRole('region', { name: 'Repair' });
  await repair.getByRole('button', { name: 'Photograph the Repair' }).click();
  const camera = page.getByRole('dialog', { name: `Repair: ${finding.title}` });
  const ghost = camera.getByRole('img', { name: 'Earlier photo over the camera' });
  await expect(ghost).toHaveCSS('opacity', '0.45');
  const strength = camera.getByRole('slider', { name: 'Earlier photo' });
  await strength.press('ArrowRight');
  await expect(ghost).toHaveCSS('opacity', '0.5');
  await expectAccessible(page);
  await shot(page, 'ghost-390');
  await camera.getByRole('button', { name: 'Take photo' }).press('Enter');
  await expect(camera).toBeHidden();

  // The engine reports what it detects, but decides nothing.
  await expect(repair.getByRole('status').filter({ hasText: /The AI still sees .+, \d+%\./ })).toBeVisible();
  expect(await current()).toMatchObject({
    status: 'pending',
    repairVerdict: null,
    repairs: [{ sight: { outcome: 'still' } }],
  });
  const edge = repair.getByRole('slider', { name: 'Edge between before and after' });
  await edge.press('Home');
  await expect(edge).toHaveAttribute('aria-valuetext', '0% before, 100% after');
  await edge.fill('50');
  await edge.scrollIntoViewIfNeeded();
  await shot(page, 'pair-390');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Still There' }).click();
  await expect(toastOf(page, 'Finding is still there')).toBeVisible();
  await expect.poll(async () => (await current()).repairVerdict).toBe('still_there');

  // Without a connection the next photo waits on the device.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'View in Photo' }).first().click();
  const connect = await disconnect(page);
  await repair.locator('input[type=file]').setInputFiles({
    mimeType: 'image/jpeg',
    ...(await croppedForCamera('guest-bathroom.jpg')),
  });
  await expect(repair.getByText('1 waiting')).toBeVisible();
  await connect();
  await expect(repair.getByRole('status').filter({ hasText: /The AI no longer sees/ })).toBeVisible();
  await expect(repair.getByRole('button', { name: 'Repair photo 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Resolved', exact: true }).click();
  await expect(toastOf(page, 'Finding resolved')).toBeVisible();
  await expect.poll(async () => (await current()).status).toBe('resolved');

  // The reviewer sees the same pair.
  await passedChecks(owner, `/api/area-sessions/${session}`, 'all');
  const { inspection } = await owner.call('POST', `/api/area-sessions/${session}/complete`);
  for (const [width, dark] of [
    [1440, false],
    [820, true],
  ] as const) {
    const desk = await pageOf(admin, { width, height: 1000, dark });
    await desk.goto(`/inspection-review/${inspection?.id ?? (await current()).inspectionId}`);
    await desk.getByRole('button', { name: /^Show \d+ dismissed or resolved/ }).click();
    await expect(desk.getByText(/Repair photo: The AI no longer sees/)).toBeVisible();
    await desk.getByRole('button', { name: 'View in Photo' }).first().click();
    const pair = desk.getByRole('region', { name: 'Repair' });
    await expect(pair.getByRole('img', { name: /^Before: / })).toBeVisible();
    await expect(pair.getByText('Decided on these photos: resolved.')).toBeVisible();
    await expect(pair.getByRole('button', { name: 'Photograph Again' })).toHaveCount(0);
    await expectAccessible(desk);
    await pair.getByRole('slider').scrollIntoViewIfNeeded();
    await shot(desk, `review-${width}`);
  }
  expect(photo.id).toBe(finding.photoId);
});
