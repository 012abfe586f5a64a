import { answersCache, picturesCache } from '#web/service-worker/cached-answers.ts';

/** Deletes the service worker's cached answers of the person who was signed in. */
export async function forgetCachedAnswers(): Promise<void> {
  if (!('caches' in globalThis)) return;
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_ANSWERS' });
  await Promise.all([answersCache, picturesCache].map((name) => caches.delete(name).catch(() => false)));
}
