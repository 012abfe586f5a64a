import type { PipItemStatus, PipStatus } from '#contract/reports.ts';
import { words } from '#server/platform/http/problem.ts';
import { isSettled } from './reports.rules.ts';

/*
 * Report: draft ──submit──▶ pending_approval ──accept──▶ approved ──first item starts──▶ in_progress ──▶ completed
 *                                                                            (all items completed or rejected)
 * Item:   pending ──approve, modify──▶ approved ──start──▶ in_progress ──complete──▶ completed
 *               └──reject──▶ rejected
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

const running: readonly PipStatus[] = ['approved', 'in_progress'];
export const isRunning = (report: PipStatus): boolean => running.includes(report);
/** Until the owner has accepted it, a plan follows the catalogue and the findings. */
export const isOpenToRefresh = (report: PipStatus): boolean => report === 'draft' || report === 'pending_approval';

export const reportAbilities = (caller: PlanCaller, status: PipStatus) => ({
  submit: status === 'draft' && maySubmit(caller),
  accept: status === 'pending_approval' && mayAccept(caller),
  regenerate: status !== 'completed',
});

/** A self-made plan has no reviewer, so its owner may start undecided items. */
const startsFrom = (caller: PlanCaller): readonly PipItemStatus[] =>
  caller.selfMade ? ['pending', 'approved'] : ['approved'];

export const itemAbilities = (caller: PlanCaller, report: PipStatus, item: PipItemStatus) => {
  const decide = caller.isAdmin && item === 'pending' && report !== 'completed';
  return {
    decide,
    modify: decide,
    start: mayWork(caller) && isRunning(report) && startsFrom(caller).includes(item),
    complete: mayWork(caller) && isRunning(report) && item === 'in_progress',
  };
};

/** Why an item cannot change to a status now, as a sentence with its current status; null when it can. */
export function itemRefusal(
  caller: PlanCaller,
  report: PipStatus,
  from: PipItemStatus,
  to: PipItemStatus,
): string | null {
  const can = itemAbilities(caller, report, from);
  const allowed: Record<PipItemStatus, boolean> = {
    pending: false,
    approved: can.decide,
    rejected: can.decide,
    in_progress: can.start,
    completed: can.complete,
  };
  if (allowed[to]) return null;
  const work = to === 'in_progress' || to === 'completed';
  if (work && !isRunning(report) && !isSettled({ status: from })) {
    return `The plan is ${words(report)}; work starts once its owner has accepted it`;
  }
  return `The item is ${words(from)} and cannot become ${words(to)}`;
}

/** The statuses that a report passes through after a change of its items, in order; empty when it stays the same. */
export function reportSteps(report: PipStatus, items: readonly { status: PipItemStatus }[]): PipStatus[] {
  if (!isRunning(report)) return [];
  const done = items.length > 0 && items.every(isSettled);
  const begun = done || items.some((item) => item.status === 'in_progress' || item.status === 'completed');
  return [
    ...(begun && report === 'approved' ? (['in_progress'] as const) : []),
    ...(done ? (['completed'] as const) : []),
  ];
}
