import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { api, getPage, type LinkedPage, type Reader } from '#web/lib/api.ts';
import { queryString } from '#web/lib/query.ts';

type Params = Parameters<typeof queryString>[0];

/** The pages of a reload that were requested at once, by where they begin; the signal identifies the reload. */
const requested = new WeakMap<AbortSignal, Map<unknown, Promise<unknown>>>();

/**
 * Query options for a list that is loaded page by page. A reload loads all loaded pages again, each of which begins where the one
 * before it ends. If the first one still ends in the same place, the others are requested at once instead of one after another;
 * one that begins elsewhere by now is requested when that is known.
 */
function pages<Page>(
  list: string,
  first: string | null,
  load: (start: string | null, signal: AbortSignal) => Promise<Page>,
  nextOf: (page: Page) => string | null,
) {
  return infiniteQueryOptions({
    queryKey: [list, 'pages'],
    async queryFn({ pageParam: start, client, queryKey, signal }): Promise<Page> {
      const early = requested.get(signal)?.get(start) as Promise<Page> | undefined;
      if (early) return early;
      const page = await load(start, signal);
      const starts = client.getQueryData<InfiniteData<Page, string | null>>(queryKey)?.pageParams.slice(1);
      if (starts && nextOf(page) === starts[0]) {
        const requests = new Map(starts.map((each) => [each, load(each, signal)]));
        // A failed request is reported where its page is needed.
        void Promise.allSettled(requests.values());
        requested.set(signal, requests);
      }
      return page;
    },
    initialPageParam: first,
    getNextPageParam: nextOf,
  });
}

/** Query options for a list that is paged by cursor. */
export const apiPages = <Page extends { nextCursor: string | null }>(
  path: string,
  schema: Reader<Page>,
  params: Params = {},
) =>
  pages(
    path + queryString(params),
    null,
    (cursor, signal) => api.get(path + queryString({ ...params, cursor }), schema, { signal }),
    ({ nextCursor }) => nextCursor,
  );

/** Query options for a list that is paged by Link header; `schema` describes one row. */
export function linkedPages<T>(path: string, schema: Reader<T>, params: Params = {}) {
  const first = path + queryString(params);
  return pages(
    first,
    first,
    (address, signal): Promise<LinkedPage<T>> => getPage(address ?? first, schema, { signal }),
    ({ next }) => next,
  );
}
