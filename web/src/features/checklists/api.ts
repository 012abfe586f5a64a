import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistItemSchema, checklistSchema, type checklistPatchSchema } from '#contract/checklists.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

/** Whose checks they are: an area session's, or those of an inspection of its own. */
export interface ChecklistHolder {
  of: 'area-sessions' | 'inspections';
  id: string;
}

/** The checks of an area with their results, in the order in which they are made. */
export const checklistQuery = ({ of, id }: ChecklistHolder) =>
  apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checks of an area before anybody has made one. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);

type Answer = { itemId: string } & z.input<typeof checklistPatchSchema>;

/** Records the result of a check. A failed one becomes a finding; passing it later resolves that. */
export function useAnswerCheck(holder: ChecklistHolder) {
  const client = useQueryClient();
  const { queryKey } = checklistQuery(holder);
  return useMutation({
    mutationFn: ({ itemId, ...answer }: Answer) =>
      api.patch(`/api/${holder.of}/${holder.id}/checklist/${itemId}`, answer, checklistItemSchema),
    onSuccess: async (item) => {
      client.setQueryData(queryKey, (list) => list?.map((present) => (present.id === item.id ? item : present)));
      await invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');
    },
    onError: (error) => toastError('Error', error),
  });
}
