import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, getPage, type LinkedPage, type Reader } from '#web/lib/api.ts';
import { queryString } from '#web/lib/query.ts';

type Params = Parameters<typeof queryString>[0];

/** Query options for a list that is paged by cursor. */
export function apiPages<Page extends { nextCursor: string | null }>(
  path: string,
  schema: Reader<Page>,
  params: Params = {},
) {
  return infiniteQueryOptions({
    queryKey: [path + queryString(params), 'pages'],
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api.get(path + queryString({ ...params, cursor: pageParam }), schema, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
  });
}

/** Query options for a list that is paged by Link header; `schema` describes one row. */
export function linkedPages<T>(path: string, schema: Reader<T>, params: Params = {}) {
  const first = path + queryString(params);
  return infiniteQueryOptions({
    queryKey: [first, 'pages'],
    queryFn: ({ pageParam, signal }): Promise<LinkedPage<T>> => getPage(pageParam, schema, { signal }),
    initialPageParam: first,
    getNextPageParam: (page: LinkedPage<T>) => page.next,
  });
}
