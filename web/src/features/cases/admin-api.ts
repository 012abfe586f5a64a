import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { casePageSchema, type dueDateChangeSchema, type RepeatInput } from '#contract/case-page.ts';
import { casePlacesSchema } from '#contract/case-places.ts';
import { dueDateOf, formatDueDate, localDate } from '#contract/due-dates.ts';
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
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toast, toastError } from '#web/lib/toast.ts';

export interface CaseFilter {
  status?: CaseStatus;
  q?: string;
  type?: string;
  overdue?: 'true';
  sort?: 'due';
}

/** All cases for an admin, with the number of matches per status. */
export const adminCasesPages = (filter: CaseFilter) =>
  apiPages('/api/admin/inspection-cases', adminCasesSchema, {
    ...filter,
    today: filter.overdue && localDate(new Date()),
  });

const invalidateRelated = () => invalidate('/api/admin/inspection-cases', '/api/inspection-cases', '/api/admin/outbox');

/** The places whose name, address or city contains the text. Read again each time, because cases are opened meanwhile. */
export const casePlacesQuery = (q: string, zipCode?: string) => ({
  ...apiQuery(['/api/admin/case-places'], casePlacesSchema, { q, zipCode }),
  staleTime: 0,
});

/** Extracts the requirements from a PDF; empty if the PDF has no text layer. */
export async function readRequirements(file: File): Promise<string[]> {
  const pdf = new Blob([file], { type: 'application/pdf' });
  return (await api.post('/api/admin/requirements-text', pdf, requirementsTextSchema)).lines;
}

export const useCreateCase = () =>
  useMutation({
    mutationFn: (input: CaseInput) => api.post('/api/inspection-cases', input, caseSchema),
    onSuccess: async ({ caseNumber, ownerEmail }) => {
      toast({ title: 'Inspection case created', description: `${caseNumber} was sent to ${ownerEmail}` });
      await invalidateRelated();
    },
    onError: (error) => toastError('Error', error),
  });

/** A case with its owner and its timeline. */
/** Read again by each visit, because events about areas outdate only the page that is open. */
export const casePageQuery = (id: string) => ({
  ...apiQuery(['/api/admin/inspection-cases', id], casePageSchema),
  staleTime: 0,
});

/** Sends a case's e-mail again. */
export const useSendAgain = (id: string) =>
  useMutation({
    mutationFn: () => api.post(`/api/admin/inspection-cases/${id}/send-again`, undefined, casePageSchema),
    onSuccess: ({ case: { ownerEmail } }) => toast({ title: 'E-mail sent again', description: `To ${ownerEmail}` }),
    onError: (error) => toastError('Not sent', error),
    onSettled: invalidateRelated,
  });

export const useChangeDueDate = (id: string) =>
  useMutation({
    mutationFn: (change: z.input<typeof dueDateChangeSchema>) =>
      api.put(`/api/admin/inspection-cases/${id}/due-date`, change, casePageSchema),
    onSuccess: ({ case: { dueDate } }) =>
      toast({ title: 'Due date changed', description: `Due ${formatDueDate(dueDateOf(dueDate))}` }),
    onError: (error) => toastError('Due date not changed', error),
    onSettled: invalidateRelated,
  });

export const useSetRepeat = (id: string) =>
  useMutation({
    mutationFn: (repeat: RepeatInput) => api.put(`/api/admin/inspection-cases/${id}/repeat`, repeat, casePageSchema),
    onSuccess: ({ repeat }) =>
      toast({ title: 'Inspection repeats', description: repeat ? `Next on ${formatDueDate(repeat.nextOn)}` : '' }),
    onError: (error) => toastError('Not saved', error),
    onSettled: invalidateRelated,
  });

export const useStopRepeat = (id: string) =>
  useMutation({
    mutationFn: () => api.delete(`/api/admin/inspection-cases/${id}/repeat`, undefined, casePageSchema),
    onSuccess: () => toast({ title: 'Inspection repeats no more' }),
    onError: (error) => toastError('Not stopped', error),
    onSettled: invalidateRelated,
  });

export const useCancelCase = () =>
  useMutation({
    mutationFn: ({ id }: Pick<InspectionCase, 'id'>) =>
      api.put(`/api/inspection-cases/${id}`, { status: 'cancelled' }, caseSchema),
    onSuccess: ({ caseNumber }) => toast({ title: 'Case updated', description: `${caseNumber} is cancelled` }),
    onError: (error) => toastError('Error', error),
    // Reloaded after a refusal as well, because somebody else may have changed the case.
    onSettled: invalidateRelated,
  });
