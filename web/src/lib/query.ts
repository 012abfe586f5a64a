import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#web/lib/api.ts';

/**
 * Data never refetches on its own and is never retried: changes arrive by invalidation, from mutations and the socket.
 * Without a connection a call fails at once and says so; held back until later, it would take its person by surprise.
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

/** `?a=1&b=2` of what is set, or an empty text. */
export function queryString(params: Params): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/**
 * Options of a query whose key parts, joined by '/', are the path it reads:
 * `apiQuery(['/api/area-sessions', id, 'photos'], schema)`.
 */
export function apiQuery<S extends z.ZodType>(parts: readonly [string, ...string[]], schema: S, params: Params = {}) {
  const key = [...parts.slice(0, -1), parts[parts.length - 1] + queryString(params)];
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }): Promise<z.output<S>> => api.get(key.join('/'), schema, { signal }),
  });
}

/** Marks everything read from these paths, and from paths below them, as outdated; what is on screen loads again. */
export async function invalidate(...paths: string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = queryKey.join('/');
      return paths.some((start) => path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`));
    },
  });
}
