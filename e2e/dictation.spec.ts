import type { Page } from '@playwright/test';
import { expectAccessible } from './checks.ts';
import { expect, startedLobby, test, toastOf } from './story.ts';

interface Recognizer {
  onresult: ((event: object) => void) | null;
  onerror: ((event: object) => void) | null;
  onend: (() => void) | null;
}
declare global {
  interface Window {
    /** The recognizer that was started last. */
    heard?: Recognizer;
  }
}

/**
 * Simulates a browser's dictation that hears what a story says; the real one needs a service of the browser's maker.
 * Runs in the page.
 */
function simulateRecognition(): void {
  class SpeechRecognition implements Recognizer {
    onresult: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    lang = '';
    start() {
      window.heard = this;
    }
    stop() {
      this.onend?.();
    }
    abort() {
      this.onend?.();
    }
  }
  Object.assign(window, { SpeechRecognition });
}
const say = (page: Page, transcript: string) =>
  page.evaluate((said) => {
    window.heard?.onresult?.({ resultIndex: 0, results: [{ isFinal: true, 0: { transcript: said } }] });
  }, transcript);
const fail = (page: Page, error: string) =>
  page.evaluate((name) => {
    window.heard?.onerror?.({ error: name });
    window.heard?.onend?.();
  }, error);

test('the note of a failed check is dictated and saved as it was heard', async ({ person, pageOf }) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(simulateRecognition);
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Fail' }).click();
  await page.getByLabel('Note').fill('Left door:');
  await page.getByLabel('Note').press('End');
  await page.getByRole('button', { name: 'Dictate' }).click();
  await say(page, 'glass cracked at the lower hinge');
  await expect(page.getByLabel('Note')).toHaveValue('Left door: glass cracked at the lower hinge');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop dictating' }).click();

  await page.getByRole('button', { name: 'Dictate' }).click();
  await fail(page, 'network');
  await expect(toastOf(page, 'Dictation stopped')).toContainText('needs a connection');
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const note = async () => (await owner.call('GET', `/api/area-sessions/${lobby}/checklist`))[0]?.note;
  await expect.poll(note).toBe('Left door: glass cracked at the lower hinge');
});

test('a browser without dictation has no button for it', async ({ person, pageOf }) => {
  const { owner, lobby } = await startedLobby(person);
  const page = await pageOf(owner);
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
      Object.defineProperty(window, name, { value: undefined });
  });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByLabel('Note')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeHidden();
});
