import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistItemSchema, checklistSchema, type checklistPatchSchema } from '#contract/checklists.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The checks of an area with their results, in the order in which they are made. */
export const checklistQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checks of an area before anybody has made one. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);

type Answer = { itemId: string } & z.input<typeof checklistPatchSchema>;

/** Records the result of a check. A failed one becomes a finding; passing it later resolves that. */
export function useAnswerCheck(scope: Scope) {
  const client = useQueryClient();
  const { queryKey } = checklistQuery(scope);
  return useMutation({
    mutationFn: ({ itemId, ...answer }: Answer) =>
      api.patch(`/api/${scope.of}/${scope.id}/checklist/${itemId}`, answer, checklistItemSchema),
    onSuccess: async (item) => {
      client.setQueryData(queryKey, (list) => list?.map((present) => (present.id === item.id ? item : present)));
      await invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');
    },
    onError: (error) => toastError('Error', error),
  });
}
