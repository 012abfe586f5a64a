import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Reader } from '#web/lib/api.ts';

// A pressed button is disabled before the next key or tap is handled. With the default, a timer, two presses that a busy
// page handles one right after the other are two requests.
notifyManager.setScheduler(queueMicrotask);

/**
 * Data is never refetched or retried automatically; mutations and socket events invalidate it. Offline calls fail at
 * once, because a write that is sent later would surprise the person.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 5 * 60_000,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Params = Record<string, string | number | undefined | null>;

/** The set values as `?a=1&b=2`, or an empty string. */
export function queryString(params: Params): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/**
 * The options of a query whose path is its key parts joined by '/': `apiQuery(['/api/area-sessions', id, 'photos'],
 * schema)`. Each path must always use the same schema, because queries of one path share their cached data.
 */
export function apiQuery<T>(parts: readonly [string, ...string[]], schema: Reader<T>, params: Params = {}) {
  const key = [...parts.slice(0, -1), parts[parts.length - 1] + queryString(params)];
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }): Promise<T> => api.get(key.join('/'), schema, { signal }),
  });
}

/** The path whose data is not reloaded now, and whether it was invalidated since. */
let held: { path: string; outdated: boolean } | null = null;

/** Runs a series of changes, each of which would reload the data of this path: it is reloaded once, at the end. */
export async function reloadingOnce<T>(path: string, work: () => Promise<T>): Promise<T> {
  const own = (held ??= { path, outdated: false });
  try {
    return await work();
  } finally {
    held = null;
    if (own.outdated) await invalidate(own.path);
  }
}

/** Invalidates the data of these paths and of all paths below them; data in use is reloaded. */
export async function invalidate(...all: string[]): Promise<void> {
  if (held && all.includes(held.path)) held.outdated = true;
  const paths = all.filter((path) => path !== held?.path);
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = queryKey.join('/');
      return paths.some((start) => path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`));
    },
  });
}
