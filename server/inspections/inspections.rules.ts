import type { LiveEvent } from '#contract/events.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { InspectionContext } from './inspections.repository.ts';

/*
 * in_progress ──(submit)──▶ pending_review ──(approve)──▶ approved
 *                              ▲     └──(request re-inspection)──▶ requires_action
 *                              └──────────(submit again)──────────────┘
 */
const arrows: Record<InspectionStatus, readonly InspectionStatus[]> = {
  in_progress: ['pending_review'],
  pending_review: ['approved', 'requires_action'],
  requires_action: ['pending_review'],
  approved: [],
};

export const mayBecome = (from: InspectionStatus, to: InspectionStatus): boolean => arrows[from].includes(to);
/** Approving and asking for a re-inspection are an admin's, submitting is the owner's. */
export const isDecision = (status: InspectionStatus): boolean => status === 'approved' || status === 'requires_action';
export const isOpenForWork = (status: InspectionStatus): boolean =>
  status === 'in_progress' || status === 'requires_action';

export type ChangedInspection = Pick<InspectionContext, 'inspection' | 'property' | 'runId'>;
/** What open pages hear of an inspection that is another now. */
export const changedEvent = ({ inspection, property, runId }: ChangedInspection): LiveEvent => ({
  type: 'inspection_changed',
  payload: {
    inspectionId: inspection.id,
    areaSessionId: inspection.areaSessionId,
    runId,
    propertyId: property.id,
    status: inspection.status,
  },
});
