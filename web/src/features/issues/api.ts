import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { issueSchema, type Issue, type IssueInput, type IssuePatch } from '#contract/issues.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

/** What findings belong to: an area session, or an inspection; the inspection of an area shows the area's. */
export interface FindingHolder {
  of: 'area-sessions' | 'inspections';
  id: string;
}

/** Findings of an area session or an inspection, worst first. */
export const issuesQuery = ({ of, id }: FindingHolder) => apiQuery([`/api/${of}`, id, 'issues'], z.array(issueSchema));

const outdated = ['/api/area-sessions', '/api/inspection-runs', '/api/inspections', '/api/admin/inspections'];

/** Confirms, dismisses, resolves or corrects a finding. */
export function usePatchIssue(holder: FindingHolder) {
  const client = useQueryClient();
  const { queryKey } = issuesQuery(holder);
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
export function useAddIssue(holder: FindingHolder) {
  const client = useQueryClient();
  const { queryKey } = issuesQuery(holder);
  return useMutation({
    mutationFn: (input: IssueInput) => api.post(`/api/${holder.of}/${holder.id}/issues`, input, issueSchema),
    onSuccess: async (issue: Issue) => {
      client.setQueryData(queryKey, (list) => [...(list ?? []).filter(({ id }) => id !== issue.id), issue]);
      await invalidate(...outdated);
    },
    onError: (error) => toastError('Error', error),
  });
}
