import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { pipItemSchema, pipReportSchema, type exportFormats, type PipItemPatch } from '#contract/reports.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** The plans that the caller may see, newest first, with their figures and without their items. */
const reportsPages = linkedPages('/api/pip-reports', pipReportSchema, { limit: 200 });
export function useReports() {
  const list = useInfiniteQuery(reportsPages);
  return { list, reports: list.data?.pages.flatMap((page) => page.rows) };
}

export const reportQuery = (id: string) => apiQuery(['/api/pip-reports', id], pipReportSchema);

const outdated = () => invalidate('/api/pip-reports', '/api/user/stats');

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
