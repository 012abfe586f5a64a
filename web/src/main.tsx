import { loadLanguage } from '#web/lib/language.ts';

/** Resolves after the next paint; at once where the page is in the background, which is not painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
    // A window that others cover may not be painted either.
    setTimeout(resolve, 200);
  });

// The first paint in the page comes before the app runs, which takes a phone long enough to notice a white screen.
await Promise.all([loadLanguage(), painted()]);
// Modules read translated texts while they load, so the language must be loaded before any module of the app.
await import('#web/app/start.tsx');
