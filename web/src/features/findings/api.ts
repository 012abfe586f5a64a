import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { findingSchema, type Finding, type FindingInput, type FindingPatch } from '#contract/findings.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';
import type { Scope } from '#web/lib/scope.ts';

/** Findings of an area session or an inspection, most severe first. */
export const findingsQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'issues'], z.array(findingSchema));

const outdated = ['/api/area-sessions', '/api/inspection-runs', '/api/inspections', '/api/admin/inspections'];

/** Changes a finding: its status, its texts or its box. */
export function usePatchFinding(scope: Scope) {
  const client = useQueryClient();
  const { queryKey } = findingsQuery(scope);
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: FindingPatch }) =>
      api.patch(`/api/issues/${id}`, patch, findingSchema),
    onSuccess: async (finding: Finding) => {
      client.setQueryData(queryKey, (list) => list?.map((item) => (item.id === finding.id ? finding : item)));
      await invalidate(...outdated);
    },
    onError: (error) => toastError('Error', error),
  });
}

/** Adds a finding. The caller chooses its id, so that a retry does not add it twice. */
export function useAddFinding(scope: Scope) {
  const client = useQueryClient();
  const { queryKey } = findingsQuery(scope);
  return useMutation({
    mutationFn: (input: FindingInput) => api.post(`/api/${scope.of}/${scope.id}/issues`, input, findingSchema),
    onSuccess: async (finding: Finding) => {
      client.setQueryData(queryKey, (list) => [...(list ?? []).filter(({ id }) => id !== finding.id), finding]);
      await invalidate(...outdated);
    },
    onError: (error) => toastError('Error', error),
  });
}
