import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { App } from '#web/app/app.tsx';
import { showInPage } from '#web/app/providers.tsx';
import { router } from '#web/app/router.tsx';
import { keepTyped } from '#web/lib/typed-early.ts';
import { keepInstallOffer } from '#web/lib/install.ts';

const show = () => showInPage(<App />);

/** Shows the app in place of the sign-in form at once, or a key that is pressed meanwhile would be lost. */
function replaceForm(): void {
  keepTyped();
  flushSync(show);
}

/** Shows the app as soon as its screen is loaded; until then the first paint, and what was typed into it, stay. */
export async function start(): Promise<void> {
  keepInstallOffer();
  await router.load().catch(() => undefined);
  // Other screens are rendered in short tasks, so that a phone answers to a touch between them.
  if (document.documentElement.dataset['shownFirst'] === 'sign-in') replaceForm();
  else startTransition(show);
}

/** Takes over from the sign-in that the visit began with: shows the same screen, from which the router opens the page. */
export async function takeOver(page?: string): Promise<void> {
  await router.load().catch(() => undefined);
  const top = window.scrollY;
  replaceForm();
  if (top > 0) {
    // The router scrolls what it shows first to the top, and comes back only to a place that it has seen scrolled.
    window.scrollTo(0, top);
    document.dispatchEvent(new Event('scroll'));
  }
  if (page) await router.navigate({ to: page });
}
