import type { PipItemStatus, PipStatus } from '#contract/reports.ts';
import { words } from '#server/platform/http/problem.ts';
import { isSettled } from './reports.rules.ts';

/*
 * Report: draft ──submit──▶ pending_approval ──accept──▶ approved ──first item starts──▶ in_progress ──▶ completed
 *                                                                            (all items completed or rejected)
 * Item:   pending ──approve, modify──▶ approved ──start──▶ in_progress ──complete──▶ completed
 *               └──reject──▶ rejected
 */

/** Who the caller is to a report. `selfMade`: no case of an admin is behind it. */
export interface Standing {
  isAdmin: boolean;
  isOwner: boolean;
  selfMade: boolean;
}

export const maySubmit = (who: Standing): boolean => who.isAdmin || (who.isOwner && who.selfMade);
export const mayAccept = (who: Standing): boolean => who.isOwner && !who.isAdmin;
export const mayWork = (who: Standing): boolean => who.isAdmin || who.isOwner;

const running: readonly PipStatus[] = ['approved', 'in_progress'];
export const isRunning = (report: PipStatus): boolean => running.includes(report);
/** Until the owner has accepted it, a plan follows the catalogue and the findings. */
export const isOpenToRefresh = (report: PipStatus): boolean => report === 'draft' || report === 'pending_approval';

export const reportAbilities = (who: Standing, status: PipStatus) => ({
  submit: status === 'draft' && maySubmit(who),
  accept: status === 'pending_approval' && mayAccept(who),
  regenerate: status !== 'completed',
});

/** A self-made plan has no reviewer to wait for: its owner may start what nobody has decided. */
const startsFrom = (who: Standing): readonly PipItemStatus[] => (who.selfMade ? ['pending', 'approved'] : ['approved']);

export const itemAbilities = (who: Standing, report: PipStatus, item: PipItemStatus) => {
  const decide = who.isAdmin && item === 'pending' && report !== 'completed';
  return {
    decide,
    modify: decide,
    start: mayWork(who) && isRunning(report) && startsFrom(who).includes(item),
    complete: mayWork(who) && isRunning(report) && item === 'in_progress',
  };
};

/** Why an item cannot go to a status now, as a sentence that names the present state; null when it can. */
export function itemRefusal(who: Standing, report: PipStatus, from: PipItemStatus, to: PipItemStatus): string | null {
  const can = itemAbilities(who, report, from);
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

/** The statuses that a report passes through after a change of its items, in order; empty when it stays. */
export function reportSteps(report: PipStatus, items: readonly { status: PipItemStatus }[]): PipStatus[] {
  if (!isRunning(report)) return [];
  const done = items.length > 0 && items.every(isSettled);
  const begun = done || items.some((item) => item.status === 'in_progress' || item.status === 'completed');
  return [
    ...(begun && report === 'approved' ? (['in_progress'] as const) : []),
    ...(done ? (['completed'] as const) : []),
  ];
}
