import { holdAreaSession, refreshAreaSession } from '#server/areas/area-state.service.ts';
import type { AreasService, AreaSessionContext } from '#server/areas/areas.service.ts';
import { isOpen, isUnderReview } from '#server/areas/area-state.service.ts';
import type { InspectionContext, InspectionsService } from '#server/inspections/inspections.service.ts';
import { holdInspection, isOpenForWork, refreshInspection } from '#server/inspections/inspections.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { conflict, forbidden, words } from '#server/platform/http/problem.ts';

/** What photos and findings belong to: an area session, or an inspection that stands alone. */
export interface Evidence {
  areaSessionId: string | null;
  /** The stand-alone inspection's id; null for an area's. */
  inspectionId: string | null;
  ownerId: string | null;
  /** The inspection that findings are shown under; an area has one once it was completed. */
  reviewId: string | null;
  propertyName: string;
  area: string;
  /** The owner may add and remove evidence now. */
  open: boolean;
  /** An admin is looking at it or has decided. */
  underReview: boolean;
  state: string;
}

export interface EvidenceService {
  ofAreaSession(target: Authorized<AreaSessionContext>): Authorized<Evidence>;
  ofInspection(actor: Actor, target: Authorized<InspectionContext>): Promise<Authorized<Evidence>>;
  /** Loads what a photo or finding belongs to, for whoever may read it. */
  load(
    actor: Actor,
    holder: { areaSessionId: string | null; inspectionId: string | null },
  ): Promise<Authorized<Evidence> | null>;
}

/** Throws 403 unless the caller owns the property, 409 unless evidence may change. */
export function requireOpen(actor: Actor, evidence: Authorized<Evidence>): void {
  if (evidence.ownerId !== actor.id) throw forbidden("Only the property's owner does the field work");
  if (!evidence.open)
    throw conflict(
      `The ${evidence.areaSessionId ? 'area' : 'inspection'} is ${evidence.state} and cannot be changed now`,
    );
}

/** Holds what evidence belongs to until the commit, before any of its photos and findings is touched. */
export async function holdEvidence(change: Change, holder: Pick<Evidence, 'areaSessionId' | 'inspectionId'>) {
  if (holder.areaSessionId) return holdAreaSession(change, holder.areaSessionId);
  return holder.inspectionId ? holdInspection(change, holder.inspectionId) : null;
}

/** Holds it and throws 409 when it was completed or submitted since it was loaded. */
export async function holdOpen(change: Change, evidence: Authorized<Evidence>): Promise<void> {
  const status = await holdEvidence(change, evidence);
  const open = status === 'not_started' || status === 'in_progress' || status === 'requires_action';
  if (!open) throw conflict(`It is ${words(status ?? 'gone')} since a moment ago and cannot be changed now`);
}

/** Counts anew beside a change of photos or findings. */
export async function refreshEvidence(
  change: Change,
  evidence: Pick<Evidence, 'areaSessionId' | 'inspectionId'>,
): Promise<void> {
  if (evidence.areaSessionId) await refreshAreaSession(change, evidence.areaSessionId);
  else if (evidence.inspectionId) await refreshInspection(change, evidence.inspectionId);
}

export function createEvidenceService(deps: { areas: AreasService; inspections: InspectionsService }): EvidenceService {
  function ofAreaSession(target: Authorized<AreaSessionContext>): Authorized<Evidence> {
    const { session, property, inspection, area } = target;
    const review = inspection?.status ?? null;
    return authorize({
      areaSessionId: session.id,
      inspectionId: null,
      ownerId: property.userId,
      reviewId: inspection?.id ?? null,
      propertyName: property.name,
      area: area.name,
      open: isOpen(session.status) && !isUnderReview(review),
      underReview: isUnderReview(review),
      state: words(review && isUnderReview(review) ? review : session.status),
    });
  }

  async function ofInspection(actor: Actor, target: Authorized<InspectionContext>): Promise<Authorized<Evidence>> {
    const { inspection, property } = target;
    if (inspection.areaSessionId) {
      const session = await deps.areas.load(actor, inspection.areaSessionId);
      if (session) return ofAreaSession(session);
    }
    return authorize({
      areaSessionId: null,
      inspectionId: inspection.id,
      ownerId: property.userId,
      reviewId: inspection.id,
      propertyName: property.name,
      area: inspection.area,
      open: isOpenForWork(inspection.status),
      underReview: isUnderReview(inspection.status),
      state: words(inspection.status),
    });
  }

  return {
    ofAreaSession,
    ofInspection,
    async load(actor, { areaSessionId, inspectionId }) {
      if (areaSessionId) {
        const session = await deps.areas.load(actor, areaSessionId);
        return session ? ofAreaSession(session) : null;
      }
      const inspection = inspectionId ? await deps.inspections.load(actor, inspectionId) : null;
      return inspection ? ofInspection(actor, inspection) : null;
    },
  };
}
