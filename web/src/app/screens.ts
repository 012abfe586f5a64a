import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { NoConnection } from '#web/lib/api-error.ts';

/** Unknown, because a screen's own type depends on that of the router that names it. */
type Load = () => Promise<unknown>;

const ownScreens: Load[] = [];

/** Whether the server answers at all; a network can be there without a way to it. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * A screen that is a chunk of its own. Where it is missing from a newer server the page is loaded anew; without a connection
 * that would end the page, so there it says so.
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

/** A screen of every signed-in person's: fetched ahead, so that it opens in a basement as well. */
export function ownScreen(load: Load): RouteComponent {
  ownScreens.push(load);
  return screen(load);
}

/** Resolves at once with a connection, else when it comes back. */
async function connected(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/**
 * Fetches what is missing of the signed-in person's screens, once nothing else is to be done. A browser remembers an import
 * that failed until the page is loaded anew, so none is tried without a connection.
 */
export function fetchOwnScreens(): void {
  const fetchAll = async () => {
    for (const load of ownScreens) {
      await connected();
      await load().catch(() => undefined);
    }
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void fetchAll(), { timeout: 5000 });
  else setTimeout(() => void fetchAll(), 2000);
}
