import type { RequestKind } from '#contract/plan-requests.ts';
import { planItemStatuses, type PlanItemStatus } from '#contract/plans.ts';
import type { PlanItemRow, PlanRow, PlanVersionRow } from '#server/schema/plans.tables.ts';
import { blocksSteps } from './requests/requests.rules.ts';
import { itemsInPlans } from './versions/versions.rules.ts';
import { itemAbilities, sharedAbilities, type PlanCaller } from './workflow.rules.ts';

/** The plans that show an item, with their sent versions. They decide together about its steps. */
export type Showings = readonly { plan: PlanRow; versions: PlanVersionRow[] }[];

/**
 * The steps of an item that the caller may take now. Nobody can decide or work on what is no longer needed, or while the
 * brand's answer to the owner's open request is missing.
 */
export const itemSteps = (
  caller: PlanCaller,
  showing: Showings,
  item: PlanItemRow,
  openRequest: { kind: RequestKind } | undefined,
) =>
  sharedAbilities(
    caller,
    item.noLongerNeeded || (openRequest && blocksSteps(openRequest)) ? [] : itemsInPlans(showing, item),
  );

/** Whether the caller may start or finish the work on an item. */
export const isWorkable = ({
  start,
  report,
  complete,
}: Pick<ReturnType<typeof itemSteps>, 'start' | 'report' | 'complete'>) => start || report || complete;

const owners: readonly PlanCaller[] = [true, false].map((selfMade) => ({ isAdmin: false, isOwner: true, selfMade }));
const unchanged = { isAccepted: true, isChanged: false, isDecisionSent: true, isManual: false, isModified: false };
/** The statuses in which an item of an accepted plan can be workable. */
export const workableStatuses: readonly PlanItemStatus[] = planItemStatuses.filter((status) =>
  owners.some((owner) =>
    isWorkable(itemAbilities(owner, { status: 'approved', everAccepted: true }, { ...unchanged, status })),
  ),
);

/** Whether the brand has returned the work on an item since it was last found again, so that its note says why. */
export const wasReturned = ({ returnedAt, reopenedAt }: Pick<PlanItemRow, 'returnedAt' | 'reopenedAt'>): boolean =>
  returnedAt !== null && (reopenedAt === null || returnedAt > reopenedAt);

/** Whether the brand has returned the reported work on an item, and its owner has not reported it again. */
export const isReturned = (item: PlanItemRow): boolean => item.status === 'in_progress' && wasReturned(item);
