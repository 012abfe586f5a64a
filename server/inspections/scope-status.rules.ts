import type { PlanItemStatus } from '#contract/plans.ts';
import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';

/** The status of what photos, findings and answers belong to. */
export type ScopeStatus = AreaSessionStatus | InspectionStatus | PlanItemStatus;

/** Statuses of area sessions, inspections and items of plans in which their owner works on them. */
const workStatuses: readonly ScopeStatus[] = ['not_started', 'in_progress', 'requires_action'];

export const isOpenForWork = (status: ScopeStatus): boolean => workStatuses.includes(status);
