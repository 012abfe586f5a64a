import type { SessionFilter } from '#web/features/monitoring/api.ts';

/** What of the address the monitoring screen shows. */
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

/** The status button that is pressed; an unknown word in the address is All. */
export const pressedStatus = (search: MonitoringSearch): StatusFilter =>
  statusFilters.find(({ value }) => value === search.status)?.value ?? 'all';

const isId = (text: string | undefined) => !!text && /^[0-9a-f-]{36}$/i.test(text);

/** The filter for the server; what it would refuse is left out. */
export function sessionFilter(search: MonitoringSearch): SessionFilter {
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

/** How many of the filters behind the Filters button are set. */
export const filterCount = ({ propertyId, from, to }: MonitoringSearch): number =>
  [propertyId, from, to].filter(Boolean).length;
