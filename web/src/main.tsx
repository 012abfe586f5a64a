import { loadLanguage } from '#web/lib/language.ts';

await loadLanguage();
// Modules read translated texts while they load, so the language must be loaded before any module of the app.
await import('#web/app/start.tsx');
