import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { costCatalogueSchema, costEntrySchema, type CostEntry } from '#contract/cost-catalogue.ts';
import { t } from '#contract/language.ts';
import {
  adminPlansSchema,
  planItemSchema,
  planSchema,
  planTotalsSchema,
  type exportFormats,
  type PlanItemPatch,
  type PlanStatus,
} from '#contract/plans.ts';
import { countsText, type ChangeCounts } from '#web/features/plans/catalogue.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { apiPages, linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate, queryClient } from '#web/lib/query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const withoutItems = { items: 'false' };
/** The plans that the signed-in person may see, newest first, with their figures but without items. */
const plansPages = linkedPages('/api/pip-reports', planSchema, withoutItems);
export function usePlans() {
  const list = useInfiniteQuery(plansPages);
  return { list, plans: list.data?.pages.flatMap((page) => page.rows) };
}

/** The totals over all of these plans. */
export const totalsQuery = apiQuery(['/api/pip-reports/totals'], planTotalsSchema);

/** All plans for an admin, newest or worst first, with the number of matches per status. */
export const adminPlansPages = (filter: { status?: PlanStatus; q?: string; sort?: 'worst' }) =>
  apiPages('/api/admin/pip-reports', adminPlansSchema, { ...filter, ...withoutItems });

export const planQuery = (id: string) => apiQuery(['/api/pip-reports', id], planSchema);

/** Invalidates all data that contains plans. */
export const plansOutdated = () => invalidate('/api/pip-reports', '/api/admin/pip-reports', '/api/user/stats');

/** Removes a photo from an item's completed work. */
export const useRemoveWorkPhoto = () =>
  useMutation({
    mutationFn: (id: string) => api.delete(`/api/photos/${id}`),
    onError: (error) => toastError(t('Photo not removed'), error),
    onSettled: () => invalidate('/api/pip-reports'),
  });

/** Sends a draft to the owner for approval. */
export const useSubmitPlan = () =>
  useMutation({
    mutationFn: (id: string) => api.post(`/api/pip-reports/${id}/submit`, undefined, planSchema),
    onSuccess: ({ property, versions }) =>
      toast({
        title:
          versions.length > 1
            ? t('Version {versions} sent for approval', { versions: versions.length })
            : t('Plan sent for approval'),
        description: property.name,
      }),
    onError: (error) => toastError(t('Plan not sent'), error),
    onSettled: plansOutdated,
  });

/** Accepts a plan on behalf of its owner, who is signed in. */
export const useAcceptPlan = () =>
  useMutation({
    mutationFn: ({ id, version }: { id: string; version: number | undefined }) =>
      api.post(`/api/pip-reports/${id}/accept`, { version }, planSchema),
    onSuccess: ({ property }) => toast({ title: t('Plan accepted'), description: property.name }),
    onError: (error) => toastError(t('Plan not accepted'), error),
    onSettled: plansOutdated,
  });

/** Decides on an item, or advances its work status. */
export const useChangeItem = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: PlanItemPatch }) =>
      api.patch(`/api/pip-items/${id}`, change, planItemSchema),
    onError: (error) => toastError(t('Item not changed'), error),
    onSettled: plansOutdated,
  });

export type ExportFormat = (typeof exportFormats)[number];

/** Downloads the plan; the server chooses the file name. */
const download = ({ id, format }: { id: string; format: ExportFormat }): Promise<string> =>
  saveFile(`/api/pip-reports/${id}/export?format=${format}`, `plan.${format}`);

export const useExportPlan = () =>
  useMutation({ mutationFn: download, onError: (error) => toastError(t('Plan not exported'), error) });

const cataloguePath = '/api/admin/cost-catalogue';
/** The unit costs and durations for plans, and the percentages that are added to the total. */
export const catalogueQuery = apiQuery([cataloguePath], costCatalogueSchema);

/** Replaces the catalogue. The server answers 409 if somebody else saved it after this version was loaded. */
export const useSaveCatalogue = () =>
  useMutation({
    mutationFn: ({ version, entries }: { version: string; entries: readonly CostEntry[]; counts: ChangeCounts }) =>
      api.put(
        cataloguePath,
        { version, entries: z.encode(z.array(costEntrySchema), [...entries]) },
        costCatalogueSchema,
      ),
    onSuccess: (saved, { counts }) => {
      queryClient.setQueryData(catalogueQuery.queryKey, saved);
      toast({ title: t('Cost catalog saved'), description: countsText(counts) });
    },
    onError: (error) => {
      // The dialog shows a conflict itself, next to the affected lines.
      if (!hasStatus(error, 409)) toastError(t('Cost catalog not saved'), error);
    },
  });
