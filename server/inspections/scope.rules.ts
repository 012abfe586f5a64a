import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { AreaSessionContext } from './areas.repository.ts';
import { isUnderReview } from './areas.rules.ts';
import { closedForWork, onlyOwnerDoesFieldWork } from './inspections.errors.ts';
import type { InspectionContext } from './inspections.repository.ts';
import type { PlanItemOfScope } from './plan-items.repository.ts';
import type { ScopeKey } from './scope-key.rules.ts';
import { isOpenForWork } from './scope-status.rules.ts';

export interface Scope extends ScopeKey {
  ownerId: string | null;
  /** The inspection that an admin reviews; an area has one once it was completed. */
  reviewId: string | null;
  /** The finding that the item of a plan repairs. */
  repairOf?: string | null;
  /** Name of the area. */
  area: string;
  /** The owner may add and remove photos and findings now. */
  open: boolean;
  /** The status that decides whether it is open: the review's, or else the area session's. */
  status: string;
}

/** Throws 403 unless the caller owns the property, 409 unless field work may go on. */
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

/** Of a live or photo inspection. */
export const scopeOfInspection = ({ inspection, property }: InspectionContext): Scope => ({
  areaSessionId: null,
  inspectionId: inspection.id,
  ownerId: property.userId,
  reviewId: inspection.id,
  area: inspection.area,
  open: isOpenForWork(inspection.status),
  status: inspection.status,
});

/** Of the item of a plan: its owner adds photos of the finished work until it is reported. */
export const scopeOfPlanItem = (item: PlanItemOfScope): Scope => ({
  areaSessionId: null,
  inspectionId: null,
  planItemId: item.id,
  repairOf: item.issueId,
  ownerId: item.ownerId,
  reviewId: null,
  area: item.area ?? '',
  open: isOpenForWork(item.status),
  status: item.status,
});
