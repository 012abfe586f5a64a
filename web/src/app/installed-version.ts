import { Workbox } from 'workbox-window';
import { fetchScreensAhead } from '#web/app/screens-ahead.ts';
import { queryClient } from '#web/lib/query.ts';
import { unstoredPaths } from '#web/lib/raw.ts';

let activateWaitingVersion: (() => void) | null = null;
let started = false;
const listeners = new Set<() => void>();

/** `get` returns what activates the waiting version and reloads the page; null if there is none. */
export const waitingVersion = {
  get: () => activateWaitingVersion,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Resolves once the first screen has what it has asked for and the browser is idle, or after 10 s. */
async function firstScreenIsComplete(): Promise<void> {
  const latest = performance.now() + 10_000;
  do
    await new Promise((resolve) => {
      if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 2000 });
      else setTimeout(resolve, 500);
    });
  while (queryClient.isFetching() > 0 && performance.now() < latest);
}

/** Lets the first worker store what this page has read without it. */
function storeUnstored(): void {
  const { controller } = navigator.serviceWorker;
  if (!controller || unstoredPaths.size === 0) return;
  controller.postMessage({ type: 'STORE_ANSWERS', paths: [...unstoredPaths] });
  unstoredPaths.clear();
}

/** Registers the service worker, which opens the app without a connection. */
async function register(): Promise<void> {
  const worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', () => {
    let [isAccepted, isActive] = [false, false];
    worker.addEventListener('controlling', () => {
      // Accepted in another tab: this one, which may be recording, goes on until it is accepted here as well.
      isActive = true;
      if (isAccepted) window.location.reload();
    });
    activateWaitingVersion = () => {
      isAccepted = true;
      if (isActive) window.location.reload();
      else worker.messageSkipWaiting();
    };
    for (const listener of listeners) listener();
  });
  navigator.serviceWorker.addEventListener('controllerchange', storeUnstored);
  await worker.register();
  // The first worker may have been registered by another page, and control this one already.
  storeUnstored();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void worker.update().catch(() => undefined);
  });
}

/**
 * Makes the app open without a connection, once the first screen is complete: all screens are loaded for that, and a phone
 * would be slower to show this one. Only a build can.
 */
export async function keepAppOnDevice(): Promise<void> {
  if (started || !import.meta.env.PROD) return;
  started = true;
  await firstScreenIsComplete();
  try {
    if ('serviceWorker' in navigator) return await register();
  } catch (error) {
    // If registration fails (private windows, certificates), the app still works online.
    console.warn('The app cannot be kept on this device', error);
  }
  await fetchScreensAhead();
}
