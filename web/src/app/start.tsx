import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { App } from '#web/app/app.tsx';
import { showInPage } from '#web/app/providers.tsx';
import { router } from '#web/app/router.tsx';
import { keepTyped } from '#web/lib/typed-early.ts';
import { keepInstallOffer } from '#web/lib/install.ts';

const show = () => showInPage(<App />);

/** Shows the app as soon as its screen is loaded; until then the first paint, and what was typed into it, stay. */
export async function start(): Promise<void> {
  keepInstallOffer();
  await router.load().catch(() => undefined);
  keepTyped();
  // The form of the first paint is replaced at once, or a key that is pressed meanwhile would be lost. Other screens are rendered in
  // short tasks, so that a phone answers to a touch between them.
  if (document.documentElement.dataset['shownFirst'] === 'sign-in') flushSync(show);
  else startTransition(show);
}

/** Shows a page in place of the sign-in that the visit began with, as soon as its screen is loaded. */
export async function continueAt(path: string, replaces: boolean): Promise<void> {
  if (replaces) router.history.replace(path);
  else router.history.push(path);
  await router.load().catch(() => undefined);
  startTransition(show);
}
