import { readFile } from 'node:fs/promises';
import { expectAccessible } from './checks.ts';
import { fail } from './faults.ts';
import { addPhotoTo, expect, startedRun, test, toastOf } from './story.ts';

test('an owner exports an inspection as a PDF by keyboard, and sees why an export failed', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin);
  const areaSessionId = areas[0]?.id ?? '';
  await addPhotoTo(owner, { areaSessionId });
  await owner.call('POST', `/api/area-sessions/${areaSessionId}/complete`);
  const { inspectionId } = await owner.call('GET', `/api/area-sessions/${areaSessionId}`);
  const page = await pageOf(owner);
  await page.goto(`/inspection-review/${inspectionId}`);
  const button = page.getByRole('button', { name: 'Export PDF' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  const mend = await fail(page, 'GET', `/api/inspections/${inspectionId}/report`, 503, 'Back in a minute');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Report not made')).toBeVisible();
  await mend();
  const downloading = page.waitForEvent('download');
  await button.focus();
  await page.keyboard.press('Enter');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^Inspection-Harbour-Inn-[\w-]+\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
