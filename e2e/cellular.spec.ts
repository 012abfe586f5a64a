import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { expect, pictureFile, startedLobby, test } from './story.ts';

/** Simulates a phone that reports its connection, which a story can change. Runs in the page. */
function simulateConnection(): void {
  const connection = Object.assign(new EventTarget(), { type: 'cellular' });
  Object.defineProperty(navigator, 'connection', { value: connection });
}
const connectBy = (page: Page, type: string) =>
  page.evaluate((name) => {
    const { connection } = navigator as unknown as { connection: EventTarget & { type: string } };
    connection.type = name;
    connection.dispatchEvent(new Event('change'));
  }, type);

test('photos wait for Wi-Fi if a person wants that, until they are sent anyway', async ({ person, pageOf }) => {
  const { owner, lobby } = await startedLobby(person);
  const photoCount = async () => (await owner.call('GET', `/api/area-sessions/${lobby}`)).photoCount;
  const page = await pageOf(owner, { detectsOnDevice: true });
  await page.addInitScript(simulateConnection);
  await page.goto('/settings?tab=account');
  const setting = page.getByRole('switch', { name: 'Send photos over Wi-Fi alone' });
  await setting.click();
  await expect(setting).toBeChecked();
  await expectAccessible(page);

  await page.goto(`/area-inspection?sessionId=${lobby}`);
  const input = page.locator('input[type=file]').first();
  const files = await Promise.all(Array.from({ length: 10 }, () => pictureFile()));
  await input.setInputFiles(files);
  await expect(page.getByText('10 files wait for Wi-Fi')).toBeVisible();
  // Ten photos that wait for Wi-Fi do not block the next one, and an answer is sent at once.
  await input.setInputFiles([await pictureFile('eleventh.jpg')]);
  await expect(page.getByText('11 files wait for Wi-Fi')).toBeVisible();
  await page.getByRole('button', { name: 'Pass' }).click();
  const answers = async () => (await owner.call('GET', `/api/area-sessions/${lobby}/checklist`))[0]?.result;
  await expect.poll(answers).toBe('pass');
  expect(await photoCount()).toBe(0);

  await page.reload();
  await page.getByRole('link', { name: '11 files wait for Wi-Fi' }).click();
  await expect(page.getByText('Waiting for Wi-Fi')).toHaveCount(11);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Anyway' }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  expect(await photoCount()).toBe(11);

  // A new cellular connection asks again; Wi-Fi sends automatically.
  await connectBy(page, 'none');
  await connectBy(page, 'cellular');
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await input.setInputFiles([await pictureFile('later.jpg')]);
  await expect(page.getByText('1 file waits for Wi-Fi')).toBeVisible();
  await connectBy(page, 'wifi');
  await expect.poll(photoCount).toBe(12);
  await expect(page.getByText('waits for Wi-Fi')).toBeHidden();
});
