import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import {
  areaSchema,
  areaSessionSchema,
  areaSessionTotalsSchema,
  type AreaSession,
  type AreaSessionPatch,
} from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areaScoreSchema } from '#contract/scores.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** The five area sessions with the latest field work that the signed-in person may see. */
export const recentAreaSessionsQuery = apiQuery(['/api/area-sessions'], z.array(areaSessionSchema), {
  limit: 5,
  started: 'true',
});
/** The area sessions that the signed-in person may see, of a property and area or of all, newest first, in pages of 50. */
export const areaSessionPages = (filter: { propertyId: string | undefined; area: string | undefined }) =>
  linkedPages('/api/area-sessions', areaSessionSchema, { limit: 50, ...filter });
/** How many there are without a filter, and the properties to filter by. */
export const areaSessionTotalsQuery = apiQuery(['/api/area-sessions/totals'], areaSessionTotalsSchema);
/** The latest area session of a property, from any run. */
export const latestAreaSessionQuery = (propertyId: string) =>
  apiQuery(['/api/area-sessions'], z.array(areaSessionSchema), { propertyId, limit: 1 });

export const areasQuery = apiQuery(['/api/inspection-areas'], z.array(areaSchema));
export const areaSessionQuery = (id: string) => apiQuery(['/api/area-sessions', id], areaSessionSchema);
/** The calculation of the area's score. */
export const areaScoreQuery = (id: string) => apiQuery(['/api/area-sessions', id, 'score'], areaScoreSchema);

const relatedPaths = ['/api/area-sessions', '/api/inspection-runs', '/api/properties', '/api/inspection-cases'];

/** Changes permissions or whether the area applies. The caller shows the error. */
export function usePatchAreaSession(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: AreaSessionPatch) => api.patch(`/api/area-sessions/${id}`, patch, areaSessionSchema),
    onSuccess: async (areaSession) => {
      client.setQueryData(areaSessionQuery(id).queryKey, areaSession);
      await invalidate(...relatedPaths);
    },
  });
}

/** Recalls the submission of an area, as long as no reviewer has opened it. */
export function useRecallArea(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/api/area-sessions/${id}/recall`, undefined, areaSessionSchema),
    onSuccess: (areaSession: AreaSession) => {
      toast({
        title: t('{name} recalled', { name: areaSession.area.name }),
        description: t('You can change it and submit it again.'),
      });
      client.setQueryData(areaSessionQuery(id).queryKey, areaSession);
    },
    onError: (error) => toastError(t('Not recalled'), error),
    // Reloaded after a refusal as well, because a reviewer may have opened the area meanwhile.
    onSettled: () => invalidate(...relatedPaths, '/api/inspections', '/api/user/stats'),
  });
}
