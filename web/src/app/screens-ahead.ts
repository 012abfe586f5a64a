import { z } from 'zod';
import { api } from '#web/lib/api.ts';

/** The files of the screens that work offline, listed by the build (web/build/service-worker.ts). */
const listFile = '/screen-files.json';

/** Resolves once the browser has fetched the file or failed to. */
const fetchAhead = (file: string): Promise<unknown> =>
  new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = file;
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });

/** Resolves once the device is online. */
async function online(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/**
 * Fetches the files of the offline screens, without running them, so that they open after the connection is lost. Only for
 * browsers without a service worker; a service worker precaches the same files.
 */
export async function fetchScreensAhead(): Promise<void> {
  const files = await api.get(listFile, z.array(z.string())).catch(() => []);
  // One at a time, so that the person's own requests go first.
  for (const file of files) {
    await online();
    await fetchAhead(file);
  }
}
