import type { DataTag, QueryKey } from '@tanstack/react-query';
import { queryClient } from '#web/lib/query.ts';
import { answersCache } from '#web/service-worker/cached-answers.ts';

type Change<Data> = (data: Data) => Data;

let copying = Promise.resolve();

async function changeCopy<Data>(path: string, change: Change<Data>): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(answersCache);
  const [request] = await cache.keys(path, { ignoreVary: true });
  const copy = request && (await cache.match(request));
  if (copy) await cache.put(request, new Response(JSON.stringify(change((await copy.json()) as Data)), copy));
}

/**
 * Applies what the server has saved to the data of a query, if it is loaded, and to the answer that the device has
 * stored of it: without a connection, a reload shows the stored answer, which may be older than the change.
 */
export function applySaved<Data>(queryKey: DataTag<QueryKey, Data, Error>, change: Change<Data>): Promise<void> {
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data));
  // One after another, because each writes the whole answer.
  copying = copying.then(() => changeCopy(queryKey.join('/'), change)).catch(() => undefined);
  return copying;
}
