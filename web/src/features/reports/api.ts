import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  adminPipReportsSchema,
  costCatalogueSchema,
  pipItemSchema,
  pipReportSchema,
  pipTotalsSchema,
  type CostEntry,
  type exportFormats,
  type PipItemPatch,
  type PipStatus,
} from '#contract/reports.ts';
import { changedEntries, countsText, overtakenKeys, type CatalogueChange } from '#web/features/reports/catalogue.ts';
import { ApiError, hasStatus } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { apiPages, linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate, queryClient } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

const figuresAlone = { items: 'false' };
/** The plans that the caller may see, newest first, with their figures and without their items. */
const reportsPages = linkedPages('/api/pip-reports', pipReportSchema, figuresAlone);
export function useReports() {
  const list = useInfiniteQuery(reportsPages);
  return { list, reports: list.data?.pages.flatMap((page) => page.rows) };
}

/** Figures over all of them. */
export const totalsQuery = apiQuery(['/api/pip-reports/totals'], pipTotalsSchema);

/** All plans for an admin, newest first, with the counts of what the search finds. */
export const adminReportsPages = (filter: { status?: PipStatus; q?: string }) =>
  apiPages('/api/admin/pip-reports', adminPipReportsSchema, { ...filter, ...figuresAlone });

export const reportQuery = (id: string) => apiQuery(['/api/pip-reports', id], pipReportSchema);

const outdated = () => invalidate('/api/pip-reports', '/api/admin/pip-reports', '/api/user/stats');

/** Sends a draft to the owner for approval. */
export const useSubmitReport = () =>
  useMutation({
    mutationFn: (id: string) => api.post(`/api/pip-reports/${id}/submit`, undefined, pipReportSchema),
    onSuccess: ({ property }) => toast({ title: 'Plan sent for approval', description: property.name }),
    onError: (error) => toastError('The plan was not sent', error),
    onSettled: outdated,
  });

/** The owner's Accept Plan. */
export const useAcceptReport = () =>
  useMutation({
    mutationFn: (id: string) => api.post(`/api/pip-reports/${id}/accept`, undefined, pipReportSchema),
    onSuccess: ({ property }) => toast({ title: 'Plan accepted', description: property.name }),
    onError: (error) => toastError('The plan was not accepted', error),
    onSettled: outdated,
  });

/** Approve, modify, reject, start and complete: all are a change of an item. */
export const useChangeItem = () =>
  useMutation({
    mutationFn: ({ id, change }: { id: string; change: PipItemPatch }) =>
      api.patch(`/api/pip-items/${id}`, change, pipItemSchema),
    onError: (error) => toastError('The item was not changed', error),
    onSettled: outdated,
  });

export type ExportFormat = (typeof exportFormats)[number];

/** Hands the plan to the browser as a file under the server's name for it. */
async function download({ id, format }: { id: string; format: ExportFormat }): Promise<string> {
  const response = await fetch(`/api/pip-reports/${id}/export?format=${format}`, { credentials: 'include' });
  if (!response.ok) throw new ApiError(response.status, response.statusText);
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `plan.${format}`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return name;
}

export const useExportReport = () =>
  useMutation({ mutationFn: download, onError: (error) => toastError('The plan was not exported', error) });

type Catalogue = z.output<typeof costCatalogueSchema>;
const cataloguePath = '/api/admin/cost-catalogue';
/** The unit costs and durations that plans are computed with, and what is added to their sums. */
export const catalogueQuery = apiQuery([cataloguePath], costCatalogueSchema);

/** Somebody else has saved lines that are being edited: nothing was saved. */
export class CatalogueOvertaken extends Error {
  readonly keys: readonly string[];
  /** All lines as they are now. */
  readonly present: readonly CostEntry[];

  constructor(keys: readonly string[], present: readonly CostEntry[]) {
    super('Somebody else has saved some of these lines');
    this.name = 'CatalogueOvertaken';
    this.keys = keys;
    this.present = present;
  }
}

interface CatalogueSave {
  change: CatalogueChange;
  /** The lines that the person sees, on which the change was made. */
  shown: readonly CostEntry[];
}

async function saveCatalogue({ change, shown }: CatalogueSave): Promise<Catalogue> {
  const present = await api.get(cataloguePath, costCatalogueSchema);
  const keys = overtakenKeys(shown, present.entries, change);
  if (keys.length > 0) {
    queryClient.setQueryData(catalogueQuery.queryKey, present);
    throw new CatalogueOvertaken(keys, present.entries);
  }
  const entries = changedEntries(present.entries, change.set, change.remove);
  return api.put(cataloguePath, { version: present.version, entries }, costCatalogueSchema);
}

/**
 * Saves what was added, changed and removed; other lines stay as they are on the server, also those that somebody saved
 * meanwhile. Where that somebody saved one of these, it fails with CatalogueOvertaken and shows what they hold now.
 */
export const useSaveCatalogue = () =>
  useMutation({
    mutationFn: (save: CatalogueSave) =>
      saveCatalogue(save).catch((error: unknown) => {
        // Somebody saved between the two calls: read once more.
        if (hasStatus(error, 409)) return saveCatalogue(save);
        throw error;
      }),
    onSuccess: (saved, { change }) => {
      queryClient.setQueryData(catalogueQuery.queryKey, saved);
      toast({ title: 'Cost catalogue saved', description: countsText(change.counts) });
    },
    onError: (error) => {
      // The dialog says it beside the lines.
      if (!(error instanceof CatalogueOvertaken)) toastError('The cost catalogue was not saved', error);
    },
  });
