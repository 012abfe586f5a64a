import { useMutation } from '@tanstack/react-query';
import {
  adminCasesSchema,
  caseSchema,
  requirementsTextSchema,
  type CaseInput,
  type CaseStatus,
  type InspectionCase,
} from '#contract/cases.ts';
import { api } from '#web/lib/api.ts';
import { apiPages } from '#web/lib/pages.ts';
import { invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

/** All cases for an admin, newest first, with the number of matches in each status. */
export const adminCasesPages = (filter: { status?: CaseStatus; q?: string }) =>
  apiPages('/api/admin/inspection-cases', adminCasesSchema, filter);

const outdated = () => invalidate('/api/admin/inspection-cases', '/api/inspection-cases', '/api/admin/outbox');

/** The requirements in a PDF; none where the PDF has no text layer. */
export async function readRequirements(file: File): Promise<string[]> {
  const pdf = new Blob([file], { type: 'application/pdf' });
  return (await api.post('/api/admin/requirements-text', pdf, requirementsTextSchema)).lines;
}

export const useCreateCase = () =>
  useMutation({
    mutationFn: (input: CaseInput) => api.post('/api/inspection-cases', input, caseSchema),
    onSuccess: async ({ caseNumber, ownerEmail }) => {
      toast({ title: 'Inspection case created', description: `${caseNumber} was sent to ${ownerEmail}` });
      await outdated();
    },
    onError: (error) => toastError('Error', error),
  });

export const useCancelCase = () =>
  useMutation({
    mutationFn: ({ id }: Pick<InspectionCase, 'id'>) =>
      api.put(`/api/inspection-cases/${id}`, { status: 'cancelled' }, caseSchema),
    onSuccess: ({ caseNumber }) => toast({ title: 'Case updated', description: `${caseNumber} is cancelled` }),
    onError: (error) => toastError('Error', error),
    // Reloaded after a refusal too, because somebody else may have changed the case.
    onSettled: outdated,
  });
