import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { apiQuery, invalidate, queryClient, reloadingOnce } from '#web/lib/query.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hour = 3_600_000;

test('the parts of a query key form its path, which is read as JSON [7.common.2]', async () => {
  vi.useRealTimers();
  const asked: (string | undefined)[][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push([init.method, path, new Headers(init.headers).get('accept') ?? undefined]);
    return Response.json([{ id: 1 }]);
  });
  const photos = apiQuery(['/api/area-sessions', 'a1', 'photos'], z.array(z.object({ id: z.number() })));
  expect(photos.queryKey).toEqual(['/api/area-sessions', 'a1', 'photos']);
  expect(await queryClient.fetchQuery(photos)).toEqual([{ id: 1 }]);
  await queryClient.fetchQuery(apiQuery(['/api/area-sessions'], z.unknown(), { limit: 5, area: undefined }));
  expect(asked).toEqual([
    ['GET', '/api/area-sessions/a1/photos', 'application/json'],
    ['GET', '/api/area-sessions?limit=5', 'application/json'],
  ]);
});

test('data is never refetched by interval or focus and never becomes stale [7.common.8, 7.common.9, 9.queries.1, 9.queries.2]', async () => {
  const queryFn = vi.fn(async () => 'read');
  const observe = () => new QueryObserver(queryClient, { queryKey: ['a'], queryFn }).subscribe(() => undefined);
  const stop = observe();
  await vi.advanceTimersByTimeAsync(10 * hour);
  const { queries } = queryClient.getDefaultOptions();
  expect(queries).toMatchObject({ refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false });
  const stopSecond = observe();
  await vi.advanceTimersByTimeAsync(10 * hour);
  expect(
    queryClient
      .getQueryCache()
      .find({ queryKey: ['a'] })
      ?.isStale(),
  ).toBe(false);
  expect(queryFn).toHaveBeenCalledOnce();
  stop();
  stopSecond();
});

test('a series of changes reloads the data of its path once, at the end, and that of other paths at once', async () => {
  const read = { plans: vi.fn(async () => 'plans'), stats: vi.fn(async () => 'stats') };
  const stops = [
    new QueryObserver(queryClient, { queryKey: ['/api/plans', 'p1'], queryFn: read.plans }).subscribe(() => undefined),
    new QueryObserver(queryClient, { queryKey: ['/api/stats'], queryFn: read.stats }).subscribe(() => undefined),
  ];
  await vi.advanceTimersByTimeAsync(1);
  await reloadingOnce('/api/plans', async () => {
    for (let change = 0; change < 3; change += 1) await invalidate('/api/plans', '/api/stats');
    expect(read.plans).toHaveBeenCalledTimes(1);
  });
  expect([read.plans.mock.calls.length, read.stats.mock.calls.length]).toEqual([2, 4]);
  await expect(
    reloadingOnce('/api/plans', async () => {
      await invalidate('/api/plans');
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  await reloadingOnce('/api/plans', async () => undefined);
  expect(read.plans).toHaveBeenCalledTimes(3);
  await invalidate('/api/plans');
  expect(read.plans).toHaveBeenCalledTimes(4);
  for (const stop of stops) stop();
});

test('a failed query or mutation is not retried automatically [7.common.10, 7.common.11, 9.queries.3]', async () => {
  const fails = vi.fn(async () => {
    throw new Error('no');
  });
  const stop = new QueryObserver(queryClient, { queryKey: ['b'], queryFn: fails }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(hour);
  expect(fails).toHaveBeenCalledOnce();
  stop();
  const write = new MutationObserver(queryClient, { mutationFn: fails });
  await expect(write.mutate()).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(hour);
  expect(fails).toHaveBeenCalledTimes(2);
});

test('data that no component uses is kept for 5 minutes [9.queries.4]', async () => {
  const stop = new QueryObserver(queryClient, { queryKey: ['c'], queryFn: async () => 1 }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(hour);
  stop();
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(queryClient.getQueryData(['c'])).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queryClient.getQueryData(['c'])).toBeUndefined();
});

test('retries are off; if enabled they would wait 1, 2, 4, 8, 16 and then 30 s [9.queries.5]', async () => {
  const times: number[] = [];
  const began = Date.now();
  const queryFn = async () => {
    times.push((Date.now() - began) / 1000);
    throw new Error('no');
  };
  const stop = new QueryObserver(queryClient, { queryKey: ['d'], queryFn, retry: 7 }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(hour);
  expect(times).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
  stop();
});
