import { loadLanguage } from '#web/lib/language.ts';

await loadLanguage();
// Modules read their texts while they load, so nothing of the app may load before.
await import('#web/app/start.tsx');
