import { Workbox } from 'workbox-window';
import { fetchScreensAhead } from '#web/app/screens-ahead.ts';
import { queryClient } from '#web/lib/query.ts';

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

/** Registers the service worker, which opens the app without a connection. Only a build has one. */
export function startServiceWorker(): void {
  if (started || !import.meta.env.PROD) return;
  started = true;
  if (!('serviceWorker' in navigator)) return fetchScreensAhead();
  const worker = new Workbox('/service-worker.js');
  worker.addEventListener('waiting', () => {
    activateWaitingVersion = () => {
      worker.addEventListener('controlling', () => window.location.reload());
      worker.messageSkipWaiting();
    };
    for (const listener of listeners) listener();
  });
  worker.addEventListener('activated', ({ isUpdate }) => {
    // Reload what this page read before the first worker was active, so that the worker caches it.
    if (!isUpdate) void queryClient.invalidateQueries();
  });
  worker.register().catch((error: unknown) => {
    // If registration fails (private windows, certificates), the app still works online.
    console.warn('The app cannot be kept on this device', error);
    fetchScreensAhead();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void worker.update().catch(() => undefined);
  });
}
