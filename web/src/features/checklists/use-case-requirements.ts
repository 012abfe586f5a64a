import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { caseRequirementsQuery } from '#web/features/checklists/api.ts';
import { useServerEvent } from '#web/lib/events.ts';

/** All requirements of a case with their evidence, read again when an area of its property changes. */
export function useCaseRequirements(caseId: string, propertyId: string | null) {
  const query = useQuery(caseRequirementsQuery(caseId));
  const { refetch } = query;
  useServerEvent(
    useCallback(
      ({ type, payload }) => {
        if (type === 'area_session_changed' && payload.propertyId === propertyId) void refetch();
      },
      [propertyId, refetch],
    ),
  );
  return query;
}
