import { useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { runPlanSchema } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { detailOf } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** Generates or updates the property-wide plan of a run. */
export const useGenerateRunPlan = (runId: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/inspection-runs/${runId}/generate-pip`, undefined, runPlanSchema),
    onSuccess: async ({ items }) => {
      toast({ title: t('Property-Wide PIP Generated'), description: plural(items.length, 'item') });
      await invalidate('/api/pip-reports', '/api/inspection-runs', '/api/properties', '/api/user/stats');
    },
    onError: (error) =>
      toast({
        title: t('PIP Generation Failed'),
        description: detailOf(error) || t('Failed to generate property-wide PIP'),
        variant: 'destructive',
      }),
  });
