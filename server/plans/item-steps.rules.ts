import type { RequestKind } from '#contract/plan-requests.ts';
import type { PlanItemRow, PlanRow, PlanVersionRow } from '#server/schema/plans.tables.ts';
import { blocksSteps } from './requests/requests.rules.ts';
import { itemsInPlans } from './versions/versions.rules.ts';
import { sharedAbilities, type PlanCaller } from './workflow.rules.ts';

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

/** Whether the brand has returned the reported work on an item, and its owner has not reported it again. */
export const isReturned = ({ status, returnedAt, reopenedAt }: PlanItemRow): boolean =>
  status === 'in_progress' && returnedAt !== null && (reopenedAt === null || returnedAt > reopenedAt);
