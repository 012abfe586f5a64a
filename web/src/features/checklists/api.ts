import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { checklistSchema } from '#contract/checklists.ts';
import { t } from '#contract/language.ts';
import {
  areaRequirementSchema,
  areaRequirementsSchema,
  caseRequirementsSchema,
  type requirementEvidenceSchema,
} from '#contract/requirements.ts';
import { api } from '#web/lib/api.ts';
import { apiQuery, invalidate } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toastError } from '#web/lib/toast.ts';

/** The checklist of an area session or inspection with its results, in order. */
export const checklistQuery = ({ of, id }: Scope) => apiQuery([`/api/${of}`, id, 'checklist'], checklistSchema);

/** The checklist of an area before its inspection has started. */
export const blankChecklistQuery = (areaId: string) =>
  apiQuery(['/api/inspection-areas', areaId, 'checklist'], checklistSchema);

/** The requirements of the case that apply to an area, with their evidence. */
export const areaRequirementsQuery = (areaSessionId: string) =>
  apiQuery(['/api/area-sessions', areaSessionId, 'requirements'], areaRequirementsSchema);

/** All requirements of a case with their evidence. Read again by each visit, because events outdate only open pages. */
export const caseRequirementsQuery = (caseId: string) => ({
  ...apiQuery(['/api/inspection-cases', caseId, 'requirements'], caseRequirementsSchema),
  staleTime: 0,
});

interface Choice {
  position: number;
  evidence: z.input<typeof requirementEvidenceSchema>;
}

/** Chooses or removes the photo or check that is the evidence for a requirement. */
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
