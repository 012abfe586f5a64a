import type { Locator, Page } from '@playwright/test';
import { filmOf } from './fake-camera.ts';
import { expect, test as base } from './story.ts';

/** The camera of these stories shows a moldy bathroom wall. */
export const test = base.extend<object, { film: string }>({
  // oxlint-disable-next-line no-empty-pattern
  film: [async ({}, use) => use(await filmOf('guest-bathroom-mould.jpg')), { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, film }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${film}`] }),
    { scope: 'worker' },
  ],
});

export const timer = (page: Page) => page.getByRole('timer', { name: 'Recorded' });
export const secondsIn = async (shown: Locator): Promise<number> => {
  const [minutes = 0, seconds = 0] = ((await shown.textContent()) ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
};
export const secondsOf = (page: Page): Promise<number> => secondsIn(timer(page));
export const expectTimerAt = (page: Page, seconds: number) =>
  expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(seconds);
