import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ServerEvent } from '#contract/events.ts';
import { adminInspectionsPages } from '#web/features/monitoring/api.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { sessionFilter, type MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import { useServerEvent } from '#web/lib/events.ts';
import { invalidate } from '#web/lib/query.ts';

/** Scores and counts of the table follow photos and findings, which the general live updates do not tell it. */
function refreshFigures({ type }: ServerEvent) {
  if (type === 'photo_analysed' || type === 'photo_changed' || type === 'issue_changed')
    void invalidate('/api/admin/inspections');
}

/** The sessions that the search finds, read page by page and kept up to date. */
export function useSessions(search: MonitoringSearch) {
  useServerEvent(refreshFigures);
  const list = useInfiniteQuery({
    ...adminInspectionsPages(sessionFilter(search)),
    placeholderData: keepPreviousData,
  });
  return {
    list,
    rows: list.data?.pages.flatMap((page) => page.inspections),
    counts: list.data?.pages[0]?.counts,
    oldestPendingAt: list.data?.pages[0]?.oldestPendingAt ?? null,
  };
}
export type Sessions = ReturnType<typeof useSessions>;

/** The session whose review is open; a row that is on the page is shown at once. */
export function useOpenSession(id: string | undefined, { rows }: Sessions) {
  const row = rows?.find((inspection) => inspection.id === id);
  const query = useQuery({ ...inspectionQuery(id ?? ''), enabled: !!id, placeholderData: row });
  return { open: id ? query.data : undefined, error: id ? query.error : null, refetch: query.refetch };
}
