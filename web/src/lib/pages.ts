import { infiniteQueryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, getPage, type LinkedPage } from '#web/lib/api.ts';
import { queryString } from '#web/lib/query.ts';

type Params = Parameters<typeof queryString>[0];

/** Query options for a list that is paged by cursor. */
export function apiPages<S extends z.ZodType<{ nextCursor: string | null }>>(
  path: string,
  schema: S,
  params: Params = {},
) {
  return infiniteQueryOptions({
    queryKey: [path + queryString(params), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<z.output<S>> =>
      api.get(path + queryString({ ...params, cursor: pageParam }), schema, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: z.output<S>) => page.nextCursor,
  });
}

/** Query options for a list that is paged by Link header; `schema` describes one row. */
export function linkedPages<S extends z.ZodType>(path: string, schema: S, params: Params = {}) {
  const first = path + queryString(params);
  return infiniteQueryOptions({
    queryKey: [first, 'pages'],
    queryFn: ({ pageParam, signal }): Promise<LinkedPage<z.output<S>>> => getPage(pageParam, schema, { signal }),
    initialPageParam: first,
    getNextPageParam: (page: LinkedPage<z.output<S>>) => page.next,
  });
}
