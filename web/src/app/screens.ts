import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { NoConnection } from '#web/lib/api-error.ts';
import { raw } from '#web/lib/raw.ts';

/** Unknown, because the type of a screen depends on the type of the router. */
type Load = () => Promise<unknown>;

const preloadedScreens: Load[] = [];

/** Whether the server responds; a device can be online without reaching it. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await raw('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * A screen that is loaded as a chunk of its own. When the chunk is missing because the server was updated, the router reloads the
 * page; without a connection a reload would lose the page, so a NoConnection is thrown instead.
 */
export function screen(load: Load): RouteComponent {
  return lazyRouteComponent(async () => {
    try {
      return (await load()) as { default: RouteComponent };
    } catch (error) {
      throw (await isReachable()) ? error : new NoConnection(error);
    }
  });
}

/** A screen for every signed-in person. It is loaded in advance, so that it opens without a connection. */
export function preloadedScreen(load: Load): RouteComponent {
  preloadedScreens.push(load);
  return screen(load);
}

/** Resolves once the device is online. */
async function online(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/**
 * Loads the screens in advance while the browser is idle. A browser does not retry a failed import before the page is reloaded,
 * so none is tried offline.
 */
export function preloadScreens(): void {
  const fetchAll = async () => {
    for (const load of preloadedScreens) {
      await online();
      await load().catch(() => undefined);
    }
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void fetchAll(), { timeout: 5000 });
  else setTimeout(() => void fetchAll(), 2000);
}
