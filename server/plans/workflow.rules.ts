import { planStatuses, type PlanItemStatus, type PlanStatus } from '#contract/plans.ts';
import type { PlanItemRow, PlanRow } from '#server/schema/plans.tables.ts';
import { statusText } from '#server/platform/http/problem.ts';
import { isInPlan, isSettled, isSettledStatus } from './plans.rules.ts';

/*
 * Plan: draft ──submit──▶ pending_approval ──accept──▶ approved ──first item starts──▶ in_progress ──▶ completed
 *                                ▲                          │                              │
 *                                └── submit the changes since the last version ────────────┘ ◀── a new item ──┘
 *                                                                  (all items completed, rejected or waived)
 * Item:   pending ──approve, modify──▶ approved ──start──▶ in_progress ──report──▶ awaiting_verification ──verify──▶ completed
 *            ▲ ├──reject──▶ rejected                            │  ▲                     │
 *            │ └──waive───▶ waived                              │  └──return, with a note─┘
 *            └──take back, until it is sent (approved too)      └──complete (a plan without a brand)──▶ completed
 *         completed ──its finding is found again──▶ in_progress
 */

/** The caller's relation to a plan. `selfMade`: the plan does not belong to a case. */
export interface PlanCaller {
  isAdmin: boolean;
  isOwner: boolean;
  selfMade: boolean;
}

export const callerOf = (
  actor: { id: string; isAdmin: boolean },
  plan: { property: { userId: string | null }; caseId: string | null },
): PlanCaller => ({
  isAdmin: actor.isAdmin,
  isOwner: plan.property.userId === actor.id,
  selfMade: plan.caseId === null,
});

export const maySubmit = (caller: PlanCaller): boolean => caller.isAdmin || (caller.isOwner && caller.selfMade);
export const mayAccept = (caller: PlanCaller): boolean => caller.isOwner && !caller.isAdmin;
export const mayWork = (caller: PlanCaller): boolean => caller.isAdmin || caller.isOwner;

/** Whether the caller decides what a plan contains: the brand, or the owner of a plan without one. */
export const mayEditLines = (caller: PlanCaller): boolean => caller.isAdmin || (caller.isOwner && caller.selfMade);
/** A manual line may be changed and removed until work on it begins. */
export const isLineOpen = ({ status, addedBy }: Pick<PlanItemRow, 'status' | 'addedBy'>): boolean =>
  addedBy !== null && (status === 'pending' || status === 'approved');

/** The fields of an item that determine which plans show it. */
export type PlacedItem = Pick<PlanItemRow, 'pipReportId' | 'areaSessionId'> & { furtherAreaIds: readonly string[] };
/** The areas of an item's findings. */
export const areasOf = ({ areaSessionId, furtherAreaIds }: Omit<PlacedItem, 'pipReportId'>): string[] => [
  ...new Set([...(areaSessionId ? [areaSessionId] : []), ...furtherAreaIds]),
];
/** Whether a plan shows an item: the item is its own, or one of the item's findings is in its area. */
export const shows = (plan: Pick<PlanRow, 'id' | 'areaSessionId'>, item: PlacedItem): boolean =>
  item.pipReportId === plan.id || (plan.areaSessionId !== null && areasOf(item).includes(plan.areaSessionId));

/** The items that an area's plan counts in sums of several plans: a visit shared by areas counts in that of its first one. */
export const countedOnce = <Item extends PlacedItem>(plan: PlanRow, items: readonly Item[]): readonly Item[] =>
  plan.source === 'property' || plan.areaSessionId === null
    ? items
    : items.filter((item) => item.areaSessionId === null || item.areaSessionId === plan.areaSessionId);

const running: readonly PlanStatus[] = ['approved', 'in_progress'];
export const isRunning = (plan: PlanStatus): boolean => running.includes(plan);
/** A plan follows the catalogue and the findings until the owner has accepted a version of it. */
export const isOpenToRefresh = (plan: { status: PlanStatus; approvedAt: Date | null }): boolean =>
  plan.approvedAt === null && (plan.status === 'draft' || plan.status === 'pending_approval');

/** The facts of a plan, besides its status, that determine the possible steps. */
export interface PlanProgress {
  status: PlanStatus;
  /** The number of items without a reviewer's decision; 0 for a self-made plan, which has no reviewer. */
  undecided: number;
  /** The number of the owner's requests that the brand has not answered. */
  openRequests: number;
  /** Whether it differs from the last sent version. */
  changed: boolean;
  /** Whether the owner has accepted a version of it, which need not be the last one. */
  everAccepted: boolean;
}

/** A draft can be sent, and later the changes since the last version. */
export const canBeSent = ({ status, changed }: Pick<PlanProgress, 'status' | 'changed'>): boolean =>
  status === 'draft' || (status !== 'completed' && changed);

export const planAbilities = (caller: PlanCaller, plan: PlanProgress) => ({
  submit: canBeSent(plan) && plan.undecided === 0 && plan.openRequests === 0 && maySubmit(caller),
  accept: plan.status === 'pending_approval' && mayAccept(caller),
  regenerate: plan.status !== 'completed',
  share: maySubmit(caller),
  addLine: plan.status !== 'completed' && mayEditLines(caller),
});

/** The number of items without a reviewer's decision; a self-made plan has no reviewer. */
export const undecidedOf = (caller: Pick<PlanCaller, 'selfMade'>, pendingItems: number): number =>
  caller.selfMade ? 0 : pendingItems;

/** A self-made plan has no reviewer, so its owner may start undecided items. */
const startsFrom = (caller: PlanCaller): readonly PlanItemStatus[] =>
  caller.selfMade ? ['pending', 'approved'] : ['approved'];

/** The facts of an item that determine its possible steps. */
export interface ItemProgress {
  status: PlanItemStatus;
  /** Whether the owner accepted it with a version of the plan. */
  isAccepted: boolean;
  /** Whether its cost or scope has changed since then. */
  isChanged: boolean;
  /** Whether the current decision on it is part of what was sent. */
  isDecisionSent: boolean;
  /** Whether a person added it: it is approved from the start, so there is no decision to take back. */
  isManual: boolean;
  /** Whether it was changed with its approval or later, and not sent since. */
  isModified: boolean;
}

type PlanOfItem = Pick<PlanProgress, 'status' | 'everAccepted'>;

/** Work that has begun continues while the next version waits for acceptance. */
const allowsWork = ({ status, everAccepted }: PlanOfItem): boolean =>
  isRunning(status) || (status === 'pending_approval' && everAccepted);

const isDecided = ({ status, isManual }: ItemProgress): boolean =>
  status === 'rejected' || status === 'waived' || (status === 'approved' && !isManual);

/**
 * The status to which the last decision is taken back: an approval that was sent, and that of a line added by hand, stand,
 * and only what was changed since is taken back; null when there is nothing to take back.
 */
export function statusTakenBack(item: ItemProgress): 'pending' | 'approved' | null {
  if (isDecided(item) && !item.isDecisionSent) return 'pending';
  return item.status === 'approved' && item.isModified ? 'approved' : null;
}

export const itemAbilities = (caller: PlanCaller, plan: PlanOfItem, item: ItemProgress) => {
  const decides = caller.isAdmin && plan.status !== 'completed';
  const decide = decides && item.status === 'pending';
  const starts = mayWork(caller) && item.isAccepted && startsFrom(caller).includes(item.status);
  const worked = mayWork(caller) && allowsWork(plan) && item.status === 'in_progress';
  return {
    decide,
    modify: decides && (item.status === 'pending' || item.status === 'approved'),
    start: starts && isRunning(plan.status) && !item.isChanged,
    startWaits: starts && allowsWork(plan) && item.isChanged,
    restore: decides && statusTakenBack(item) !== null,
    report: worked && !caller.selfMade,
    complete: worked && caller.selfMade,
    verify: caller.isAdmin && allowsWork(plan) && item.status === 'awaiting_verification',
  };
};

/** An item's progress in one of the plans that show it. */
export interface ItemInPlan {
  plan: PlanOfItem;
  item: ItemProgress;
}

/** An item allows each step that any of its plans allows, so that work accepted with one plan can start. */
export function sharedAbilities(caller: PlanCaller, showings: readonly ItemInPlan[]) {
  const each = showings.map(({ plan, item }) => itemAbilities(caller, plan, item));
  const isAllowed = (step: keyof ReturnType<typeof itemAbilities>) => each.some((can) => can[step]);
  return {
    decide: isAllowed('decide'),
    modify: isAllowed('modify'),
    start: isAllowed('start'),
    startWaits: isAllowed('startWaits') && !isAllowed('start'),
    restore: isAllowed('restore'),
    report: isAllowed('report'),
    complete: isAllowed('complete'),
    verify: isAllowed('verify'),
  };
}

const decisions: readonly PlanItemStatus[] = ['pending', 'approved', 'rejected', 'waived'];
/** Whether only the brand may take a step: a decision, or in a plan with a brand the verdict on reported work. */
export const isBrandsStep = (caller: PlanCaller, from: PlanItemStatus, to: PlanItemStatus): boolean =>
  decisions.includes(to) || (!caller.selfMade && (to === 'completed' || from === 'awaiting_verification'));

export const changeNotAccepted =
  'The cost or scope of this item has changed since the owner accepted it. Work can start once the owner accepts the new version';

/** Why an item cannot change to a status now, as a sentence with its current status; null when it can. */
export function itemRefusal(
  caller: PlanCaller,
  plan: PlanOfItem,
  item: ItemProgress,
  to: PlanItemStatus,
  modifies = false,
): string | null {
  const { status: from } = item;
  const can = itemAbilities(caller, plan, item);
  const allowed: Record<PlanItemStatus, boolean> = {
    pending: can.restore,
    approved: can.decide || (can.modify && modifies),
    rejected: can.decide,
    waived: can.decide,
    in_progress: can.start || can.verify,
    awaiting_verification: can.report,
    completed: can.complete || can.verify,
  };
  if (allowed[to]) return null;
  const work = to === 'in_progress' || to === 'awaiting_verification' || to === 'completed';
  if (work && !allowsWork(plan) && !isSettledStatus(from)) {
    return `The plan is ${statusText(plan.status)}; work starts once its owner has accepted it`;
  }
  if (to === 'pending' && item.isDecisionSent && isDecided(item)) {
    return `The item is ${statusText(from)}, and the decision was sent to the owner; it can no longer be taken back`;
  }
  if (to === 'in_progress' && can.startWaits) return changeNotAccepted;
  if (to === 'in_progress' && !item.isAccepted && startsFrom(caller).includes(from)) {
    return 'The item is not in the version that the owner accepted; send the plan again';
  }
  return `The item is ${statusText(from)} and cannot become ${statusText(to)}`;
}

/**
 * The same for an item that several plans show: null when one of them allows it, otherwise the reason of the plan that
 * has come furthest.
 */
export function sharedRefusal(
  caller: PlanCaller,
  showings: readonly ItemInPlan[],
  to: PlanItemStatus,
  modifies: boolean,
): string | null {
  const furthestFirst = showings.toSorted(
    (a, b) => planStatuses.indexOf(b.plan.status) - planStatuses.indexOf(a.plan.status),
  );
  const refusals = furthestFirst.map(({ plan, item }) => itemRefusal(caller, plan, item, to, modifies));
  return refusals.includes(null) ? null : (refusals[0] ?? null);
}

const workStatuses: readonly PlanItemStatus[] = ['in_progress', 'awaiting_verification', 'completed'];
/** Whether work on the item has begun. */
export const isWorkedOn = ({ status }: { status: PlanItemStatus }): boolean => workStatuses.includes(status);

/** The statuses that a plan passes through after its items changed, in order; empty when its status stays the same. */
export function planSteps(
  plan: PlanStatus,
  items: readonly Pick<PlanItemRow, 'status' | 'noLongerNeeded'>[],
): PlanStatus[] {
  // A plan of which nothing is left was not done: its next version says so.
  const isEmptied = items.some(({ noLongerNeeded }) => noLongerNeeded !== null) && !items.some(isInPlan);
  const done = items.length > 0 && items.every(isSettled) && !isEmptied;
  if (plan === 'completed') return done || items.length === 0 ? [] : ['in_progress'];
  if (!isRunning(plan)) return [];
  const begun = done || items.some(isWorkedOn);
  return [
    ...(begun && plan === 'approved' ? (['in_progress'] as const) : []),
    ...(done ? (['completed'] as const) : []),
  ];
}
