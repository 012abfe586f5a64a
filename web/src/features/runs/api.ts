import { useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { runSchema } from '#contract/runs.ts';
import { api } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const relatedPaths = [
  '/api/properties',
  '/api/inspection-runs',
  '/api/area-sessions',
  '/api/inspection-cases',
  '/api/user/stats',
];

/** Starts a run. If one is already in progress, the server returns that one. */
export const useStartRun = (propertyId: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/properties/${propertyId}/inspection-runs`, {}, runSchema),
    onSuccess: async () => {
      toast({ title: t('Inspection started') });
      await invalidate(...relatedPaths);
    },
    onError: (error) => toastError(t('Error'), error),
  });
