import { useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { inspectionPlanSchema } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** Generates or updates the plan of an inspection. */
export const useGenerateInspectionPlan = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/inspections/${id}/generate-pip`, undefined, inspectionPlanSchema),
    onSuccess: async ({ pipReport: { itemCount } }) => {
      toast({
        title: t('PIP Generated Successfully'),
        description: t('The plan has {items}.', { items: plural(itemCount, 'item') }),
      });
      await invalidate('/api/pip-reports', '/api/admin/pip-reports', '/api/user/stats');
    },
    onError: (error) =>
      toast({
        title: t('PIP Generation Failed'),
        // Without an answer from the server, the error's message is not meant for people.
        description: error instanceof ApiError ? error.message : t('Failed to generate PIP. Please try again.'),
        variant: 'destructive',
      }),
  });
