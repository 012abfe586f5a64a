import { useEffect } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ServerEvent } from '#contract/events.ts';
import type { Inspection } from '#contract/inspections.ts';
import { adminInspectionsPages } from '#web/features/monitoring/api.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { inspectionFilter, type MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import { useServerEvent } from '#web/lib/events.ts';
import { gather } from '#web/lib/gather.ts';
import { invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

const refresh = gather<string>(500, (paths) => void invalidate(...paths));

/**
 * Scores and counts change with photos and findings, which the general refresh on events does not cover for this
 * list.
 */
function refreshFigures({ type }: ServerEvent) {
  if (type === 'photo_analysed' || type === 'photo_changed' || type === 'issue_changed')
    refresh(['/api/admin/inspections']);
}

/** The inspections that match the search, loaded page by page and kept up to date. */
export function useInspections(search: MonitoringSearch) {
  useServerEvent(refreshFigures);
  const list = useInfiniteQuery({
    ...adminInspectionsPages(inspectionFilter(search)),
    placeholderData: keepPreviousData,
  });
  return {
    list,
    rows: list.data?.pages.flatMap((page) => page.inspections),
    counts: list.data?.pages[0]?.counts,
    oldestPendingAt: list.data?.pages[0]?.oldestPendingAt ?? null,
  };
}
export type InspectionPages = ReturnType<typeof useInspections>;

/** Loads the next page, so that a reviewer who works by keyboard does not stop at its beginning; gives its first row. */
export async function loadNextRow({ list, rows }: InspectionPages): Promise<Inspection | undefined> {
  if (list.isFetchingNextPage) return undefined;
  const { data } = await list.fetchNextPage();
  return data?.pages.flatMap((page) => page.inspections)[rows?.length ?? 0];
}

/** The inspection whose review is open. While it loads, its row from the list is used. */
export function useOpenInspection(id: string | undefined, { rows }: InspectionPages) {
  const row = rows?.find((inspection) => inspection.id === id);
  const query = useQuery({ ...inspectionQuery(id ?? ''), enabled: !!id, placeholderData: row });
  const { error } = query;
  // A link may point to an inspection that was deleted or never existed.
  useEffect(() => {
    if (id && error) toastError('This inspection could not be opened', error);
  }, [id, error]);
  return id ? query.data : undefined;
}
