import { loadLanguage } from '#web/lib/language.ts';
import { nextTask } from '#web/lib/next-task.ts';

/** The files of the screen, each after those that it imports, which inline/load.js has the browser fetch; none during development. */
const { appFiles = [] } = globalThis as { appFiles?: readonly string[] };

const patience = 2000;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

// Modules read translated texts while they load, so the language must be loaded before any module of the app.
await loadLanguage();
// Each file runs in a task of its own, so that a phone answers to a touch between them. One that fails or does not come is left to
// the app, which needs some of them only later.
for (const file of appFiles) {
  await Promise.race([import(/* @vite-ignore */ file).catch(() => undefined), after(patience)]);
  await nextTask();
}
// Most first visits are to the sign-in, which does without the router. inline/load.js decides alike.
const signsIn = location.pathname === '/auth' && document.documentElement.dataset['signedIn'] === undefined;
const { start } = await (signsIn ? import('#web/app/start-sign-in.tsx') : import('#web/app/start.tsx'));
start();
