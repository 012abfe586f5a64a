import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiPages } from '#web/lib/pages.ts';
import { invalidate, queryClient } from '#web/lib/query.ts';

const list = apiPages('/api/rows', z.object({ rows: z.array(z.number()), nextCursor: z.string().nullable() }));

/** Answers requests for pages of two of these rows; a cursor is the last row of the page before. Requests wait while it is held. */
function serve(rows: number[]) {
  const asked: string[] = [];
  const held: (() => void)[] = [];
  const server = {
    rows,
    asked,
    hold: false,
    release: () => held.splice(0).forEach((answer) => answer()),
  };
  vi.stubGlobal('fetch', async (path: string) => {
    const cursor = new URL(path, 'http://x').searchParams.get('cursor');
    asked.push(cursor ?? 'first');
    if (server.hold) await new Promise<void>((answer) => held.push(answer));
    const from = cursor === null ? 0 : server.rows.indexOf(Number(cursor)) + 1;
    const page = server.rows.slice(from, from + 2);
    return Response.json({ rows: page, nextCursor: from + 2 < server.rows.length ? String(page.at(-1)) : null });
  });
  return server;
}

async function loaded(rows: number[]) {
  const server = serve(rows);
  const observer = new InfiniteQueryObserver(queryClient, list);
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  server.asked.length = 0;
  const shown = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.rows);
  expect(shown()).toEqual(rows);
  return { server, shown, stop };
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a reload requests all further pages at once while the first one ends where it did', async () => {
  const { server, shown, stop } = await loaded([9, 8, 7, 6, 5, 4, 3]);
  server.hold = true;
  const reload = invalidate('/api/rows');
  await vi.waitFor(() => expect(server.asked).toEqual(['first']));
  server.release();
  await vi.waitFor(() => expect(server.asked).toEqual(['first', '8', '6', '4']));
  server.release();
  await reload;
  expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3]);
  expect(server.asked).toHaveLength(4);
  stop();
});

test('after a change of the order it shows each row once, and one page of each', async () => {
  const { server, shown, stop } = await loaded([9, 8, 7, 6, 5, 4]);
  // One more at the top moves all pages, so that none is requested early.
  server.rows = [10, 9, 8, 7, 6, 5, 4];
  await invalidate('/api/rows');
  expect(shown()).toEqual([10, 9, 8, 7, 6, 5]);
  expect(server.asked).toEqual(['first', '9', '7']);
  server.asked.length = 0;
  // One fewer on the second page moves only those after it.
  server.rows = [10, 9, 7, 6, 5, 4];
  await invalidate('/api/rows');
  expect(shown()).toEqual([10, 9, 7, 6, 5, 4]);
  expect(server.asked).toEqual(['first', '9', '7', '6']);
  stop();
});

test('a page that fails is an error, and the list stays', async () => {
  const { server, shown, stop } = await loaded([9, 8, 7, 6, 5, 4]);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('cursor') ? Response.json({ detail: 'Broken' }, { status: 500 }) : fetch(path),
  );
  await invalidate('/api/rows');
  expect(queryClient.getQueryState(list.queryKey)?.error?.message).toContain('500');
  expect(shown()).toEqual([9, 8, 7, 6, 5, 4]);
  expect(server.asked).toEqual(['first']);
  stop();
});
