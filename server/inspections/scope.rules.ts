import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { AreaSessionContext } from './areas/areas.repository.ts';
import { isUnderReview } from './areas/areas.rules.ts';
import { closedForWork, onlyOwnerDoesFieldWork } from './inspections.errors.ts';
import type { InspectionContext } from './inspections.repository.ts';
import type { PlanItemOfScope } from './plan-items.repository.ts';
import type { ScopeKey } from './scope-key.rules.ts';
import { isOpenForWork } from './scope-status.rules.ts';

export interface Scope extends ScopeKey {
  ownerId: string | null;
  /** The inspection that an admin reviews; an area has one once it was completed. */
  reviewId: string | null;
  /** The finding that the plan item repairs. */
  repairOf?: string | null;
  /** When finished work of the plan item was last found wanting; the photos that were received before stay as evidence. */
  wantingSince?: Date | null;
  /** The name of the area. */
  area: string;
  /** Whether the owner may currently add and remove photos and findings. */
  open: boolean;
  /** The status that decides whether it is open: that of the review, or else that of the area session. */
  status: string;
}

/** Throws 403 unless the caller owns the property, and 409 unless field work may continue. */
export function requireOpen(actor: Actor, scope: Authorized<Scope>): void {
  if (scope.ownerId !== actor.id) throw onlyOwnerDoesFieldWork();
  if (scope.open) return;
  const what = scope.planItemId ? 'item' : scope.areaSessionId ? 'area' : 'inspection';
  throw closedForWork(what, scope.status);
}

export function scopeOfArea({ areaSession, property, inspection, area }: AreaSessionContext): Scope {
  const underReview = inspection !== null && isUnderReview(inspection.status);
  return {
    areaSessionId: areaSession.id,
    inspectionId: null,
    ownerId: property.userId,
    reviewId: inspection?.id ?? null,
    area: area.name,
    open: isOpenForWork(areaSession.status) && !underReview,
    status: underReview ? inspection.status : areaSession.status,
  };
}

/** The scope of a standalone inspection. */
export const scopeOfInspection = ({ inspection, property }: InspectionContext): Scope => ({
  areaSessionId: null,
  inspectionId: inspection.id,
  ownerId: property.userId,
  reviewId: inspection.id,
  area: inspection.area,
  open: isOpenForWork(inspection.status),
  status: inspection.status,
});

const latestOf = (a: Date | null, b: Date | null): Date | null => (a && b && a > b ? a : (b ?? a));

/** The scope of a plan item, to which the owner adds photos of the finished work until it is reported. */
export const scopeOfPlanItem = (item: PlanItemOfScope): Scope => ({
  areaSessionId: null,
  inspectionId: null,
  planItemId: item.id,
  repairOf: item.issueId,
  wantingSince: latestOf(item.returnedAt, item.reopenedAt),
  ownerId: item.ownerId,
  reviewId: null,
  area: item.area ?? '',
  open: isOpenForWork(item.status),
  status: item.status,
});
