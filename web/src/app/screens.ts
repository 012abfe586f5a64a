import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { NoConnection } from '#web/lib/api-error.ts';
import { isReachable } from '#web/lib/raw.ts';

/** Typed as unknown, because a screen's type would depend on the type of the router that contains it. */
type Load = () => Promise<unknown>;

/**
 * A screen loaded as a separate chunk. When the chunk is missing because the server was updated, the router reloads
 * the page. Without a connection a reload would lose the page, so NoConnection is thrown instead.
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
