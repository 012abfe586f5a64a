import { useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { areaPlanSchema, generatedAreaPlanSchema } from '#contract/plans.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** The plan of the area alone; null if there is none. */
export const areaPlanQuery = (id: string) => apiQuery(['/api/pip-reports/area-session', id], areaPlanSchema);

/** Generates or updates the area's plan. */
export const useGenerateAreaPlan = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/area-sessions/${id}/generate-pip`, undefined, generatedAreaPlanSchema),
    onSuccess: async ({ isUpdate, message }) => {
      toast({ title: isUpdate ? t('PIP Updated') : t('PIP Generated'), description: message });
      await invalidate('/api/pip-reports', '/api/user/stats');
    },
    onError: (error) =>
      toast({
        title: t('Error'),
        description: t('Failed to generate PIP. {reason}', { reason: detailOf(error) }),
        variant: 'destructive',
      }),
  });
