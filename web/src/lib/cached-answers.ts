import { forgetFirstAnswers } from '#web/lib/raw.ts';
import { answersCache, picturesCache } from '#web/service-worker/cached-answers.ts';

/** Deletes the answers of the person who was signed in: those of the service worker, and those that came before the app ran. */
export async function forgetCachedAnswers(): Promise<void> {
  forgetFirstAnswers();
  if (!('caches' in globalThis)) return;
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_ANSWERS' });
  await Promise.all([answersCache, picturesCache].map((name) => caches.delete(name).catch(() => false)));
}
