import { useMutation } from '@tanstack/react-query';
import { t } from '#contract/language.ts';
import { lineOptionsSchema, type NewPlanLine } from '#contract/plan-line-input.ts';
import type { PlanOverheadsInput } from '#contract/plan-overheads.ts';
import type { ItemVendorsInput } from '#contract/plan-quotes.ts';
import { planItemSchema, planSchema, type PlanItem } from '#contract/plans.ts';
import { plansOutdated } from '#web/features/plans/api.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** The templates for lines with their prices, and the areas of the plan. */
export const lineOptionsQuery = (planId: string) =>
  apiQuery(['/api/pip-reports', planId, 'line-options'], lineOptionsSchema);

/** Adds a line to a plan, or edits the line with this item id. The dialog shows a refusal itself. */
export const useSaveLine = (planId: string, itemId: string | null) =>
  useMutation({
    mutationFn: (input: NewPlanLine) =>
      itemId === null
        ? api.post(`/api/pip-reports/${planId}/lines`, input, planItemSchema)
        : api.put(`/api/pip-items/${itemId}/line`, input, planItemSchema),
    onSettled: plansOutdated,
  });

/** Saves who does the work of an item, and its quotes. */
export const useSaveVendors = (itemId: string) =>
  useMutation({
    mutationFn: (input: ItemVendorsInput) => api.put(`/api/pip-items/${itemId}/vendors`, input, planItemSchema),
    onSettled: plansOutdated,
  });

export const useRemoveLine = () =>
  useMutation({
    mutationFn: ({ id }: Pick<PlanItem, 'id' | 'title'>) =>
      api.delete(`/api/pip-items/${id}/line`, undefined, planSchema),
    // Handled here, because the caller is unmounted together with the removed line.
    onSuccess: (_plan, { title }) => toast({ title: t('Line removed'), description: title }),
    onError: (error) => toastError(t('Line not removed'), error),
    onSettled: plansOutdated,
  });

/** Sets the overheads of a plan. */
export const useSaveOverheads = (planId: string) =>
  useMutation({
    mutationFn: (input: PlanOverheadsInput) => api.put(`/api/pip-reports/${planId}/overheads`, input, planSchema),
    onSettled: plansOutdated,
  });
