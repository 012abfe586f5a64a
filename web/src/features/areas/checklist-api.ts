import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistItemSchema, checklistSchema, type checklistPatchSchema } from '#contract/checklists.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import { toastError } from '#web/lib/toast.ts';

/** The checks of an area with their results, in the order in which they are made. */
export const checklistQuery = (sessionId: string) =>
  apiQuery(['/api/area-sessions', sessionId, 'checklist'], checklistSchema);

type Answer = { itemId: string } & z.input<typeof checklistPatchSchema>;

/** Records the result of a check. A failed one becomes a finding; passing it later resolves that. */
export function useAnswerCheck(sessionId: string) {
  const client = useQueryClient();
  const { queryKey } = checklistQuery(sessionId);
  return useMutation({
    mutationFn: ({ itemId, ...answer }: Answer) =>
      api.patch(`/api/area-sessions/${sessionId}/checklist/${itemId}`, answer, checklistItemSchema),
    onSuccess: async (item) => {
      client.setQueryData(queryKey, (list) => list?.map((present) => (present.id === item.id ? item : present)));
      await invalidate('/api/area-sessions', '/api/inspection-runs');
    },
    onError: (error) => toastError('Error', error),
  });
}
