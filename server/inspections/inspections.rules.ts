import type { ServerEvent } from '#contract/events.ts';
import { severityRank, type Severity } from '#contract/finding-categories.ts';
import { undoSeconds, type Inspection } from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { plural } from '#contract/texts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { displayName } from '#server/users/users.rules.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import type { Figures } from './figures/figures.rules.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { isOpenForWork } from './scope-status.rules.ts';

/*
 * in_progress ──(submit)──▶ pending_review ──(approve)──▶ approved
 *  ▲──(recall, until it is opened)──┘ ▲  └──(request re-inspection)──▶ requires_action
 *                              └──(submit again; recall returns it)───┘
 * Only the reviewer who decided can undo the decision, for some seconds, which returns it to pending_review.
 */
const transitions: Record<InspectionStatus, readonly InspectionStatus[]> = {
  in_progress: ['pending_review'],
  pending_review: ['approved', 'requires_action', 'in_progress'],
  requires_action: ['pending_review'],
  approved: [],
};

type Decided = Pick<InspectionRow, 'status' | 'reviewedBy' | 'reviewedAt' | 'decisionBefore'>;

export const mayBecome = (from: InspectionStatus, to: InspectionStatus): boolean => transitions[from].includes(to);

/** A submission can be recalled until a reviewer has opened it. */
export const mayRecall = (inspection: Pick<InspectionRow, 'status' | 'openedAt'> | null): boolean =>
  inspection?.status === 'pending_review' && inspection.openedAt === null;

export const undoGraceSeconds = 5;

/** Whether this user has just made the decision, and may still undo it. */
export const mayUndo = (
  { status, reviewedBy, reviewedAt, decisionBefore }: Decided,
  userId: string,
  now: Date,
): boolean =>
  (status === 'approved' || status === 'requires_action') &&
  decisionBefore !== null &&
  reviewedBy === userId &&
  reviewedAt !== null &&
  now.getTime() - reviewedAt.getTime() <= (undoSeconds + undoGraceSeconds) * 1000;

/** Ranks the worst open finding: 0 without one, 1 for low to 4 for critical. */
export const worstRank = (worst: Severity | null): number => (worst === null ? 0 : severityRank(worst) + 1);

/** Whether a reviewer sent it back and no photo or recording was added since. */
export const isNewEvidenceMissing = (
  inspection: Pick<InspectionRow, 'status' | 'reviewedAt'> | null,
  { lastEvidenceAt }: Pick<Figures, 'lastEvidenceAt'>,
): boolean =>
  inspection?.status === 'requires_action' &&
  inspection.reviewedAt !== null &&
  (lastEvidenceAt === null || lastEvidenceAt <= inspection.reviewedAt);

export type ChangedInspection = Pick<InspectionContext, 'inspection' | 'property' | 'runId'>;
export const inspectionChanged = ({ inspection, property, runId }: ChangedInspection): ServerEvent => ({
  type: 'inspection_changed',
  payload: {
    inspectionId: inspection.id,
    areaSessionId: inspection.areaSessionId,
    runId,
    propertyId: property.id,
    status: inspection.status,
  },
});

/** The link at which the owner continues after a decision. */
export function areaLink({ inspection, runId, property }: ChangedInspection): string {
  if (!inspection.areaSessionId) return `/inspection-review/${inspection.id}`;
  const query = new URLSearchParams({
    runId: runId ?? '',
    sessionId: inspection.areaSessionId,
    areaName: inspection.area,
    propertyId: property.id,
  });
  return `/area-analysis?${query.toString()}`;
}

type Named = Pick<InspectionContext['inspector'], 'firstName' | 'lastName'>;

/** The parts of an inspection and of its related rows that its view needs. */
export interface ViewedInspection {
  inspection: InspectionRow;
  property: Pick<InspectionContext['property'], 'userId'>;
  inspector: Named;
  runId: string | null;
  flagger: (Named & { username: string }) | null;
}

/** The flag of an inspection. */
function flagOf({ inspection: { flagNote, flaggedAt }, flagger }: ViewedInspection): Inspection['flag'] {
  if (!flaggedAt) return null;
  return { note: flagNote, by: flagger ? displayName(flagger) : 'Somebody', at: flaggedAt.toISOString() };
}

export function toInspection(context: ViewedInspection, figures: Figures, actor: Actor): Inspection {
  const { inspection, property, inspector, runId } = context;
  const isOwner = property.userId === actor.id;
  const standalone = inspection.areaSessionId === null;
  // While an area is being worked on, show its current count; after submission, show the submitted one.
  const begun = !standalone && isOpenForWork(inspection.status);
  return {
    ...inspection,
    runId,
    itemsChecked: begun ? figures.coverage.answered : inspection.itemsChecked,
    issuesDetected: figures.openFindings,
    createdAt: inspection.createdAt.toISOString(),
    updatedAt: inspection.updatedAt.toISOString(),
    completedAt: inspection.completedAt?.toISOString() ?? null,
    reviewedAt: inspection.reviewedAt?.toISOString() ?? null,
    openedAt: inspection.openedAt?.toISOString() ?? null,
    flag: actor.isAdmin ? flagOf(context) : null,
    user: { firstName: inspector.firstName, lastName: inspector.lastName },
    photoCount: figures.photoCount,
    pendingPhotos: figures.pendingPhotos,
    complianceScore: figures.score,
    coverage: figures.coverage,
    worstSeverity: figures.worst,
    newEvidenceMissing: isNewEvidenceMissing(inspection, figures),
    abilities: {
      submit: standalone && isOwner && mayBecome(inspection.status, 'pending_review'),
      recall: standalone && isOwner && mayRecall(inspection),
      review: actor.isAdmin && inspection.status === 'pending_review',
      work: isOwner && isOpenForWork(inspection.status),
      generatePip: figures.openFindings > 0,
      flag: actor.isAdmin,
    },
  };
}

/** How approvals of one property that its owner has not read are gathered into one notification. */
export const gatheredApprovals = ({ id, name }: { id: string; name: string }) => ({
  under: id,
  link: `/properties/${id}`,
  texts: (count: number) => ({
    title: `${name}: ${count} of your inspections approved`,
    body: 'The page of the property shows them.',
  }),
});

/** How submissions of one property are gathered into one notification, because an owner submits ten areas in a row. */
export const gatheredSubmissions = ({ id, name }: { id: string; name: string }, last?: string) => ({
  under: id,
  texts: (count: number) => ({
    title: `${name}: ${plural(count, 'submission was', 'submissions were')} sent for review`,
    body: last ?? 'The owner has taken one back.',
  }),
});
