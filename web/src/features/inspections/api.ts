import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { inspectionSchema, type Inspection, type inspectionInputSchema } from '#contract/inspections.ts';
import { inspectionPipSchema } from '#contract/reports.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export const inspectionQuery = (id: string) => apiQuery(['/api/inspections', id], inspectionSchema);

/** The newest live and photo inspections, of one property or of all that the caller may see. */
export const standaloneInspectionsQuery = (filter: { propertyId?: string; limit?: number }) =>
  apiQuery(['/api/inspections'], z.array(inspectionSchema), { ...filter, standalone: 'true' });

/** Starts a live or photo inspection. The same sessionId again answers the same one, so that a retry never makes two. */
export const startInspection = (input: z.input<typeof inspectionInputSchema>): Promise<Inspection> =>
  api.post('/api/inspections', input, inspectionSchema);

/** Starts an inspection of its own by a click, and tells of it. */
export const useStartInspection = () =>
  useMutation({
    mutationFn: startInspection,
    onSuccess: async ({ propertyName, area }) => {
      toast({ title: 'Inspection started', description: `${propertyName} - ${area}` });
      await invalidate('/api/inspections', '/api/user/stats');
    },
    onError: (error) => toastError('Error', error),
  });

/** Sends an inspection of its own to review; until the decision its evidence stands still. */
export function useSubmitInspection(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.put(`/api/inspections/${id}`, { status: 'pending_review' }, inspectionSchema),
    onSuccess: (inspection) => {
      client.setQueryData(inspectionQuery(id).queryKey, inspection);
      toast({ title: 'Submitted for review', description: 'You are told as soon as the reviewer has decided.' });
    },
    onError: (error) => toastError('The inspection was not submitted', error),
    // Also after a refusal: it may have been submitted from another device.
    onSettled: () => invalidate('/api/inspections', '/api/admin/inspections', '/api/user/stats'),
  });
}

/** Makes the plan of an inspection, or brings the present one up to date. */
export const useInspectionPip = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/inspections/${id}/generate-pip`, undefined, inspectionPipSchema),
    onSuccess: async ({ pipReport: { itemCount } }) => {
      toast({
        title: 'PIP Generated Successfully',
        description: itemCount === 1 ? 'The plan has 1 item.' : `The plan has ${itemCount} items.`,
      });
      await invalidate('/api/pip-reports', '/api/admin/pip-reports', '/api/user/stats');
    },
    onError: (error) =>
      toast({
        title: 'PIP Generation Failed',
        // Without an answer of the server there is no sentence for a person.
        description: error instanceof ApiError ? error.message : 'Failed to generate PIP. Please try again.',
        variant: 'destructive',
      }),
  });
