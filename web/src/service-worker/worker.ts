import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { answersCache, cacheOf, isKept, markedAsStored, picturesCache } from './cached-answers.ts';
import { pathOf } from './notice-link.ts';
import { renewSubscription } from './renewed-subscription.ts';

declare const self: ServiceWorkerGlobalScope;
/** The pushed message, as contract/push.ts defines it. */
interface PushedNotice {
  title: string;
  body: string;
  tag: string;
  /** Path of the screen to open. */
  link: string;
}
/** The files of this build with their revisions, filled in by the build (web/build/service-worker.ts). */
declare const PRECACHED_FILES: { url: string; revision: string | null }[];

const day = 86_400;
/** Seconds after which a request without an answer gets the cached one. */
const timeoutSeconds = 8;

const expiration = {
  [answersCache]: new ExpirationPlugin({ maxEntries: 1500, maxAgeSeconds: 30 * day, purgeOnQuotaError: true }),
  [picturesCache]: new ExpirationPlugin({ maxEntries: 1000, maxAgeSeconds: 30 * day, purgeOnQuotaError: true }),
};

// After an update, open tabs keep the old worker until they accept the new version. The very first worker takes over
// at once.
clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(PRECACHED_FILES);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|uploads|metrics|ws)(\/|$)/, /\.\w+$/],
  }),
);

// The files of the model that analyzes camera frames on the device. Their names contain a hash, so only the latest
// version is kept.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/assets\/[^/]+\.(onnx|wasm|json|mjs)$/.test(url.pathname),
  new CacheFirst({
    cacheName: 'engine',
    plugins: [new ExpirationPlugin({ maxEntries: 6, maxAgeSeconds: 90 * day, purgeOnQuotaError: true })],
  }),
);

/** How often the answers were deleted, which tells whether one was asked for before. */
let deletions = 0;
/** Stores what may be stored, and nothing that arrives after its person has signed out. */
const storing: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state) state['deletions'] = deletions;
  },
  cacheWillUpdate: async ({ response, state }) =>
    state?.['deletions'] === deletions && isKept(response) ? response : null,
  // For a person who signs out while the answer is being written.
  cacheDidUpdate: async ({ cacheName, request, state }) => {
    if (state?.['deletions'] !== deletions) await (await caches.open(cacheName)).delete(request);
  },
  cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && markedAsStored(cachedResponse),
};
const strategies = new Map(
  Object.entries(expiration).map(([cacheName, plugin]) => [
    cacheName,
    new NetworkFirst({
      cacheName,
      networkTimeoutSeconds: timeoutSeconds,
      matchOptions: { ignoreVary: true },
      plugins: [plugin, storing],
    }),
  ]),
);
for (const [cacheName, strategy] of strategies)
  registerRoute(
    ({ sameOrigin, url, request }) => sameOrigin && request.cache !== 'no-store' && cacheOf(url.pathname) === cacheName,
    strategy,
  );

/** Reads and stores the answers of these paths, one after another, so that the person's own requests go first. */
async function storeAnswers(event: ExtendableEvent, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const request = new Request(path, { credentials: 'include' });
    const strategy = strategies.get(cacheOf(new URL(request.url).pathname) ?? '');
    await strategy?.handle({ event, request }).catch(() => undefined);
  }
}

async function forgetAnswers(): Promise<void> {
  deletions += 1;
  await Promise.all(Object.values(expiration).map((plugin) => plugin.deleteCacheAndMetadata()));
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data?.type === 'STORE_ANSWERS') event.waitUntil(storeAnswers(event, event.data.paths as string[]));
  if (event.data?.type === 'FORGET_ANSWERS') event.waitUntil(forgetAnswers());
});

self.addEventListener('push', (event) => {
  const notice = event.data?.json() as PushedNotice | undefined;
  if (!notice) return;
  const { title, body, tag, link } = notice;
  const icon = '/icons/icon-192.png';
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { link } }));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(self.registration.pushManager));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data as Pick<PushedNotice, 'link'>;
  event.waitUntil(openScreen(pathOf(link, self.location.origin)));
});

/** Opens the screen in an open page, which keeps what was typed there, or else in a new one. */
async function openScreen(link: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await self.clients.openWindow(link));
  page.postMessage({ type: 'OPEN', link });
  await page.focus();
}
