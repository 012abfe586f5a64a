import type { InspectionFilter } from '#web/features/monitoring/api.ts';

/** The query parameters of the monitoring screen. */
export interface MonitoringSearch {
  status?: string;
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

/** The pressed status button; All for an unknown status in the address. */
export const pressedStatus = (search: MonitoringSearch): StatusFilter =>
  statusFilters.find(({ value }) => value === search.status)?.value ?? 'all';

const isId = (text: string | undefined) => !!text && /^[0-9a-f-]{36}$/i.test(text);

/** The filter for the server, without the values that it would refuse. */
export function inspectionFilter(search: MonitoringSearch): InspectionFilter {
  const status = pressedStatus(search);
  return {
    status: status === 'all' ? undefined : status,
    q: search.q,
    propertyId: isId(search.propertyId) ? search.propertyId : undefined,
    flagged: search.flagged,
    from: search.from,
    to: search.to,
  };
}

/** The number of filters set behind the Filters button. */
export const filterCount = ({ propertyId, from, to }: MonitoringSearch): number =>
  [propertyId, from, to].filter(Boolean).length;
