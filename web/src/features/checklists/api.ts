import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistItemSchema, checklistSchema, type checklistPatchSchema } from '#contract/checklists.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';
import type { Scope } from '#web/lib/scope.ts';

/** The checklist of an area session or inspection with its results, in order. */
export const checklistQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checklist of an area before the inspection is started. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);

type Answer = { itemId: string } & z.input<typeof checklistPatchSchema>;

/** Saves the result of a check. A failed check adds a finding, which passing it later resolves. */
export function useAnswerCheck(scope: Scope) {
  const client = useQueryClient();
  const { queryKey } = checklistQuery(scope);
  return useMutation({
    mutationFn: ({ itemId, ...answer }: Answer) =>
      api.patch(`/api/${scope.of}/${scope.id}/checklist/${itemId}`, answer, checklistItemSchema),
    onSuccess: async (item) => {
      client.setQueryData(queryKey, (list) => list?.map((other) => (other.id === item.id ? item : other)));
      await invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');
    },
    onError: (error) => toastError('Error', error),
  });
}
