import { loadLanguage } from '#web/lib/language.ts';

/** The files of the screen, each after those that it imports, which inline/load.js has the browser fetch; none during development. */
const { appFiles = [] } = globalThis as { appFiles?: readonly string[] };

/** Not a timer where there is better: browsers make a chain of timers wait 4 ms each. */
const nextTask = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));

// Modules read translated texts while they load, so the language must be loaded before any module of the app.
await loadLanguage();
// Each file runs in a task of its own, so that a phone answers to a touch between them. One that fails is loaded again by the app,
// which says so.
for (const file of appFiles) {
  await import(/* @vite-ignore */ file).catch(() => undefined);
  await nextTask();
}
const { startApp } = await import('#web/app/start.tsx');
startApp();
