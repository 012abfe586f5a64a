import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Finding } from '#contract/findings.ts';
import { findingsQuery } from '#web/features/findings/api.ts';
import { withChanges } from '#web/features/findings/finding-kinds.ts';
import { useItems } from '#web/lib/use-items.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';

/** The findings of an area session or inspection with this device's changes applied; merged findings appear once. */
export function useFindings(scope: Scope, options: { enabled?: boolean } = {}): UseQueryResult<Finding[]> {
  const query = useQuery({ ...findingsQuery(scope), ...options });
  const items = useItems(scopePath(scope));
  const { data } = query;
  const findings = useMemo(
    () => data && withChanges(data, items).filter(({ mergedInto }) => mergedInto === null),
    [data, items],
  );
  return { ...query, data: findings } as UseQueryResult<Finding[]>;
}
