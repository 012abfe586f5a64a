import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { issueSchema, type Issue, type IssueInput, type IssuePatch } from '#contract/issues.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

/** Findings of an area session, worst first. */
export const areaIssuesQuery = (sessionId: string) =>
  apiQuery(['/api/area-sessions', sessionId, 'issues'], z.array(issueSchema));

const outdated = ['/api/area-sessions', '/api/inspection-runs', '/api/inspections'];

/** Confirms, dismisses, resolves or corrects a finding. */
export function usePatchIssue(sessionId: string) {
  const client = useQueryClient();
  const { queryKey } = areaIssuesQuery(sessionId);
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: IssuePatch }) =>
      api.patch(`/api/issues/${id}`, patch, issueSchema),
    onSuccess: async (issue: Issue) => {
      client.setQueryData(queryKey, (list) => list?.map((present) => (present.id === issue.id ? issue : present)));
      await invalidate(...outdated);
    },
    onError: (error) => toastError('Error', error),
  });
}

/** Adds a finding by hand. The caller chooses its id, so that trying again adds no second one. */
export function useAddIssue(sessionId: string) {
  const client = useQueryClient();
  const { queryKey } = areaIssuesQuery(sessionId);
  return useMutation({
    mutationFn: (input: IssueInput) => api.post(`/api/area-sessions/${sessionId}/issues`, input, issueSchema),
    onSuccess: async (issue: Issue) => {
      client.setQueryData(queryKey, (list) => [...(list ?? []).filter(({ id }) => id !== issue.id), issue]);
      await invalidate(...outdated);
    },
    onError: (error) => toastError('Error', error),
  });
}
