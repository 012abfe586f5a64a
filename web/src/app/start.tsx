import { startTransition, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app/app.tsx';
import { router } from '#web/app/router.tsx';
import { keepTyped } from '#web/lib/typed-early.ts';
import { NoConnection } from '#web/lib/api-error.ts';
import { keepInstallOffer } from '#web/lib/install.ts';

function render(): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root element');
  const app = createRoot(element, {
    onCaughtError(error) {
      if (error instanceof NoConnection) console.warn(error.message);
      else console.error(error);
    },
  });
  const show = () =>
    app.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  keepTyped();
  // The form of the first paint is replaced at once, or a key that is pressed meanwhile would be lost. Other screens are rendered in
  // short tasks, so that a phone answers to a touch between them.
  if (document.documentElement.dataset['shownFirst'] === 'sign-in') flushSync(show);
  else startTransition(show);
}

/** Shows the app as soon as its screen is loaded; until then the first paint, and what was typed into it, stay. */
export function startApp(): void {
  keepInstallOffer();
  void router
    .load()
    .catch(() => undefined)
    .then(render);
}
