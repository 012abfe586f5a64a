import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '#web/lib/api.ts';

/**
 * Data is never refetched or retried on its own; mutations and socket events invalidate it. Offline calls fail at once, because a
 * delayed write would surprise the person.
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

/** `?a=1&b=2` from the values that are set, or an empty string. */
export function queryString(params: Params): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/**
 * The options of a query whose key parts, joined by '/', are its path: `apiQuery(['/api/area-sessions', id, 'photos'], schema)`.
 * One path has one schema, because queries of the same path share their cached data.
 */
export function apiQuery<S extends z.ZodType>(parts: readonly [string, ...string[]], schema: S, params: Params = {}) {
  const key = [...parts.slice(0, -1), parts[parts.length - 1] + queryString(params)];
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }): Promise<z.output<S>> => api.get(key.join('/'), schema, { signal }),
  });
}

/** Invalidates the data of these paths and of paths below them; data in use is reloaded. */
export async function invalidate(...paths: string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = queryKey.join('/');
      return paths.some((start) => path === start || path.startsWith(`${start}/`) || path.startsWith(`${start}?`));
    },
  });
}
