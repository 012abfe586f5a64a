import type { InspectionFilter } from '#web/features/monitoring/api.ts';

/** The query parameters of the monitoring screen. */
export interface MonitoringSearch {
  status?: string;
  sort?: string;
  q?: string;
  inspectionId?: string;
  propertyId?: string;
  flagged?: 'true';
  from?: string;
  to?: string;
}

export const statusFilters = [
  { value: 'all', label: 'All' },
  { value: 'pending_review', label: 'Pending Review' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'requires_action', label: 'Requires Action' },
] as const;
export type StatusFilter = (typeof statusFilters)[number]['value'];

/** Whether the list is narrowed by anything other than the status. */
export const isSearching = ({ q, propertyId, flagged, from, to }: MonitoringSearch): boolean =>
  [q, propertyId, flagged, from, to].some(Boolean);

/** The selected status: by default the pending reviews, or all while a search is active. */
export const pressedStatus = (search: MonitoringSearch): StatusFilter =>
  statusFilters.find(({ value }) => value === search.status)?.value ??
  (search.status !== undefined || isSearching(search) ? 'all' : 'pending_review');

export const sortings = [
  { value: 'worst', label: 'Most severe first' },
  { value: 'newest', label: 'Newest first' },
] as const;
export type Sorting = (typeof sortings)[number]['value'];

/** The sort order: by default most severe first for pending reviews, newest first otherwise. */
export const chosenSorting = (search: MonitoringSearch): Sorting =>
  sortings.find(({ value }) => value === search.sort)?.value ??
  (pressedStatus(search) === 'pending_review' ? 'worst' : 'newest');

const isId = (text: string | undefined) => !!text && /^[0-9a-f-]{36}$/i.test(text);

/** The filter to send to the server, without values that it would refuse. */
export function inspectionFilter(search: MonitoringSearch): InspectionFilter {
  const status = pressedStatus(search);
  return {
    status: status === 'all' ? undefined : status,
    sort: chosenSorting(search) === 'worst' ? 'worst' : undefined,
    q: search.q,
    propertyId: isId(search.propertyId) ? search.propertyId : undefined,
    flagged: search.flagged,
    from: search.from,
    to: search.to,
  };
}

/** How many filters behind the Filters button are set. */
export const filterCount = ({ propertyId, from, to }: MonitoringSearch): number =>
  [propertyId, from, to].filter(Boolean).length;
