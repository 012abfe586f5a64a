import type { AreaSession, AreaSessionPatch } from '#contract/areas.ts';
import type { ServerEvent } from '#contract/events.ts';
import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';
import { plural } from '#contract/texts.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { AreaSessionContext, LockedArea } from './areas.repository.ts';
import type { Figures } from '../figures/figures.rules.ts';
import { isNewEvidenceMissing, mayRecall } from '../inspections.rules.ts';
import { isOpenForWork } from '../scope-status.rules.ts';

/*
 * Area session: not_started ──(a permission, or the first photo, answer or finding)──▶ in_progress ──(complete)──▶ completed
 *               not_started, in_progress ──(marked as not applicable)──▶ not_applicable ──(restored)──▶ in_progress
 *               completed ──(an admin requests re-inspection, or the owner recalls it)──▶ in_progress
 */

/** Photos and findings are frozen from submission until the review is decided. */
export const isUnderReview = (review: InspectionStatus | null): boolean =>
  review === 'pending_review' || review === 'approved';

/** SPEC.md point 9: ten per checked item, capped at 100. An item counts as checked once its check has an answer. */
export const progressOfItems = (itemsChecked: number): number => Math.min(100, itemsChecked * 10);

/**
 * What was submitted, in words that stay true when they are read later: "Submitted with 2 photos and 1 open finding.", or the
 * number of photos that were not analyzed while their findings are unknown.
 */
export const submittedText = ({
  photoCount,
  pendingPhotos,
  openFindings,
}: Pick<Figures, 'photoCount' | 'pendingPhotos' | 'openFindings'>): string =>
  pendingPhotos > 0
    ? `Submitted with ${plural(photoCount, 'photo')}, ${pendingPhotos} not yet analyzed.`
    : `Submitted with ${plural(photoCount, 'photo')} and ${plural(openFindings, 'open finding')}.`;

export const areaSessionChanged = ({ areaSession, run, property }: LockedArea): ServerEvent => ({
  type: 'area_session_changed',
  payload: { areaSessionId: areaSession.id, runId: run.id, propertyId: property.id },
});

/** The status after the patch, undefined if unchanged. Granting a permission starts the area. */
export function nextStatus(current: AreaSessionStatus, patch: AreaSessionPatch): AreaSessionStatus | undefined {
  if (patch.status) return patch.status;
  const granted = patch.permissionCamera || patch.permissionLocation || patch.permissionMicrophone;
  return granted && current === 'not_started' ? 'in_progress' : undefined;
}

export function toAreaSession(
  { areaSession, area, run, property, inspection, caseNumber }: AreaSessionContext,
  figures: Figures,
  actor: Pick<Actor, 'id'>,
): AreaSession {
  const isOwner = property.userId === actor.id;
  const work = isOwner && isOpenForWork(areaSession.status) && !isUnderReview(inspection?.status ?? null);
  return {
    ...areaSession,
    lastActivity: areaSession.lastActivity.toISOString(),
    createdAt: areaSession.createdAt.toISOString(),
    completedAt: areaSession.completedAt?.toISOString() ?? null,
    property: { id: property.id, name: property.name },
    area: { name: area.name, code: area.code, description: area.description, icon: area.icon },
    caseNumber,
    issuesDetected: figures.openFindings,
    photoCount: figures.photoCount,
    complianceScore: figures.score,
    coverage: figures.coverage,
    worstSeverity: figures.worst,
    inspectionId: inspection?.id ?? null,
    reviewStatus: inspection?.status ?? null,
    reviewNote: inspection?.reviewNote ?? null,
    newEvidenceMissing: isNewEvidenceMissing(inspection, figures),
    completionReason: areaSession.status === 'completed' ? (inspection?.submissionReason ?? null) : null,
    abilities: {
      work,
      recall: isOwner && areaSession.status === 'completed' && mayRecall(inspection),
      complete: work && areaSession.status === 'in_progress' && figures.photoCount > 0,
      generatePip: figures.openFindings > 0,
      leaveOut: work && figures.lastEvidenceAt === null,
      restore: isOwner && areaSession.status === 'not_applicable' && run.status === 'in_progress',
    },
  };
}
