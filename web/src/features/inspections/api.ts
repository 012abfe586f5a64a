import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { inspectionSchema, type Inspection, type inspectionInputSchema } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { api } from '#web/lib/api.ts';
import { linkedPages } from '#web/lib/pages.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export const inspectionQuery = (id: string) => apiQuery(['/api/inspections', id], inspectionSchema);

export interface StandaloneFilter {
  propertyId?: string | undefined;
  area?: string | undefined;
  /** Only so many, without a button for more. */
  limit?: number | undefined;
}

/** The newest standalone inspections, live and photo, of one property or of all that the signed-in person may see. */
export const standaloneInspectionsQuery = (filter: { propertyId?: string; limit?: number }) =>
  apiQuery(['/api/inspections'], z.array(inspectionSchema), { ...filter, standalone: 'true' });

/** The same in pages, and of an area. */
export const standaloneInspectionPages = (filter: StandaloneFilter) =>
  linkedPages('/api/inspections', inspectionSchema, { ...filter, standalone: 'true' });

/**
 * Starts a live or photo inspection. Retrying with the same sessionId returns the same inspection instead of a second
 * one.
 */
export const startInspection = (input: z.input<typeof inspectionInputSchema>): Promise<Inspection> =>
  api.post('/api/inspections', input, inspectionSchema);

/** Starts a live or photo inspection and shows a toast. */
export const useStartInspection = () =>
  useMutation({
    mutationFn: startInspection,
    onSuccess: async ({ propertyName, area }) => {
      toast({ title: t('Inspection started'), description: `${propertyName} - ${area}` });
      await invalidate('/api/inspections', '/api/user/stats');
    },
    onError: (error) => toastError(t('Error'), error),
  });

/** Submits a live or photo inspection for review, which locks its photos and findings until the reviewer decides. */
export function useSubmitInspection(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string | null) =>
      api.put(`/api/inspections/${id}`, { status: 'pending_review', note }, inspectionSchema),
    onSuccess: (inspection) => {
      client.setQueryData(inspectionQuery(id).queryKey, inspection);
      toast({ title: t('Submitted for review'), description: t('You are notified when the reviewer decides.') });
    },
    onError: (error) => toastError(t('The inspection was not submitted'), error),
    // Reloaded after a refusal as well, because it may have been submitted from another device.
    onSettled: () => invalidate('/api/inspections', '/api/admin/inspections', '/api/user/stats'),
  });
}

/** Recalls the submission of a live or photo inspection, as long as no reviewer has opened it. */
export function useRecallInspection(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/api/inspections/${id}/recall`, undefined, inspectionSchema),
    onSuccess: (inspection) => {
      client.setQueryData(inspectionQuery(id).queryKey, inspection);
      toast({ title: t('Submission recalled'), description: t('You can change it and submit it again.') });
    },
    onError: (error) => toastError(t('Not recalled'), error),
    // Reloaded after a refusal as well, because a reviewer may have opened it meanwhile.
    onSettled: () => invalidate('/api/inspections', '/api/admin/inspections', '/api/user/stats'),
  });
}

/** Downloads the inspection as a PDF. */
export const useInspectionReport = (id: string) =>
  useMutation({
    mutationFn: () => saveFile(`/api/inspections/${id}/report`, 'inspection.pdf'),
    onError: (error) => toastError(t('Report not made'), error),
  });
