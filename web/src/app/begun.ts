import { useQuery } from '@tanstack/react-query';
import type { Begun } from '#web/app/nav.ts';
import { openInspectionsQuery } from '#web/features/inspections/open-inspections.ts';
import { activeRunsQuery } from '#web/features/runs/active-runs.ts';
import { queryClient } from '#web/lib/query.ts';

const toBegun = (runs: { propertyId: string }[], open: Begun['open']): Begun => ({
  running: runs.map(({ propertyId }) => propertyId),
  open,
});

/** What an owner has begun; null until it is known, and undefined where it cannot be and for anybody else. */
export function useBegun(isOwner: boolean): Begun | null | undefined {
  const runs = useQuery({ ...activeRunsQuery, enabled: isOwner });
  const open = useQuery({ ...openInspectionsQuery, enabled: isOwner });
  if (runs.data && open.data) return toBegun(runs.data, open.data);
  return isOwner && !(runs.error ?? open.error) ? null : undefined;
}

/** The same, as soon as it is known. */
export const loadBegun = (): Promise<Begun | undefined> =>
  Promise.all([queryClient.ensureQueryData(activeRunsQuery), queryClient.ensureQueryData(openInspectionsQuery)]).then(
    ([runs, open]) => toBegun(runs, open),
    () => undefined,
  );
