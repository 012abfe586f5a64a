import type { PlanItemStatus } from '#contract/plans.ts';
import type { AreaSessionStatus, InspectionStatus } from '#contract/statuses.ts';

/** The status of an area session, inspection or plan item. */
export type ScopeStatus = AreaSessionStatus | InspectionStatus | PlanItemStatus;

/** The statuses in which the owner may work on an area session, inspection or plan item. */
const workStatuses: readonly ScopeStatus[] = ['not_started', 'in_progress', 'requires_action'];

export const isOpenForWork = (status: ScopeStatus): boolean => workStatuses.includes(status);
