import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { caseRequirementsQuery } from '#web/features/checklists/api.ts';
import { useServerEvent } from '#web/lib/events.ts';
import { invalidate } from '#web/lib/query.ts';

/** All requirements of a case with their evidence, read again when an area of its property changes. */
export function useCaseRequirements(caseId: string, propertyId: string | null) {
  useServerEvent(
    useCallback(
      ({ type, payload }) => {
        if (type === 'area_session_changed' && payload.propertyId === propertyId)
          void invalidate(caseRequirementsQuery(caseId).queryKey.join('/'));
      },
      [caseId, propertyId],
    ),
  );
  return useQuery(caseRequirementsQuery(caseId));
}
