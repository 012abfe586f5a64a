import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistSchema } from '#contract/checklists.ts';
import { t } from '#contract/language.ts';
import {
  areaRequirementSchema,
  areaRequirementsSchema,
  type requirementEvidenceSchema,
} from '#contract/requirements.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toastError } from '#web/lib/toast.ts';

/** The checklist of an area session or inspection with its results, in order. */
export const checklistQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checklist of an area before the inspection is started. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);

/** The requirements of the case that are inspected in an area, with what meets them. */
export const areaRequirementsQuery = (areaSessionId: string) =>
  apiQuery(['/api/area-sessions', areaSessionId, 'requirements'], areaRequirementsSchema);

interface Choice {
  position: number;
  evidence: z.input<typeof requirementEvidenceSchema>;
}

/** Chooses the photo or the check that meets a requirement of an area, or takes it away. */
export function useChooseEvidence(areaSessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ position, evidence }: Choice) =>
      api.put(`/api/area-sessions/${areaSessionId}/requirements/${position}`, evidence, areaRequirementSchema),
    onSuccess: async (changed) => {
      client.setQueryData(areaRequirementsQuery(areaSessionId).queryKey, (list) =>
        list?.map((each) => (each.position === changed.position ? changed : each)),
      );
      await invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections');
    },
    onError: (error) => toastError(t('Not saved'), error),
  });
}
