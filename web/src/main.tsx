import { loadLanguage } from '#web/lib/language.ts';

/** The files of the screen, each after those that it imports, which inline/load.js has the browser fetch; none during development. */
const { appFiles = [] } = globalThis as { appFiles?: readonly string[] };

const patience = 2000;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Not a timer where there is better: browsers make a chain of timers wait 4 ms each. */
const nextTask = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : after(0);

// Modules read translated texts while they load, so the language must be loaded before any module of the app.
await loadLanguage();
// Each file runs in a task of its own, so that a phone answers to a touch between them. One that fails or does not come is left to
// the app, which needs some of them only later.
for (const file of appFiles) {
  await Promise.race([import(/* @vite-ignore */ file).catch(() => undefined), after(patience)]);
  await nextTask();
}
const { startApp } = await import('#web/app/start.tsx');
startApp();
